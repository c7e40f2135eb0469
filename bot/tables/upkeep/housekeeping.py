"""The chores besides tables: erasing tokens, deleting old rows, and emptying SQLite's log.

Old rows are those of left servers, past deals, pauses and calls. A time of the last forgetting that
is ahead is corrected.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from functools import partial

from bot.storage import queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.errors import DatabaseAway
from bot.storage.engine.session import Session
from bot.storage.models.requests import MOST_AHEAD, LastForgetting
from bot.storage.models.servers import Server
from bot.storage.models.sharding import ALL_SHARDS, Shards
from bot.storage.models.tables import PrivateKind
from bot.tables.calls.calls import Calls
from bot.tables.core.deadlines import Sleep
from bot.tables.core.repository import TableRepository
from bot.tables.core.table_messages import TableMessages
from bot.tables.daily.days import DailyDays
from bot.tables.pauses import Pauses

_DELETED = 20
"""The most tables deleted in one transaction, during which other writers wait; also the most daily
attempts (some thirty moves each), and members with their standings (hundreds each)."""
_DELETE_PAUSE = 0.5
"""Seconds between two transactions."""

_log = logging.getLogger(__name__)


class LeftServers:
    """Records when the bot leaves servers, and deletes all their rows after `keep_for`, if set.

    `is_in`: whether the bot is in a server, None while unknown; rows are deleted only if not. Each
    process acts for its assigned servers.
    """

    def __init__(
        self,
        repository: TableRepository,
        keep_for: timedelta | None,
        is_in: Callable[[int], bool | None],
        sleep: Sleep,
    ) -> None:
        self._repository = repository
        self._database = repository.database
        self.keep_for = keep_for
        self._is_in = is_in
        self._sleep = sleep

    async def left(self, guild_id: int) -> None:
        """Record that the bot was removed from the server."""
        await self._database.change(queries.servers.mark_left, [guild_id], self._repository.now())

    async def returned(self, guild_id: int) -> None:
        """Record that the bot is in the server, perhaps again, so that its data are kept."""
        await self._database.change(queries.servers.mark_present, [guild_id])

    async def reconcile(self, guild_ids: Collection[int], shards: Shards = ALL_SHARDS) -> None:
        """Record which servers were left or joined: the bot is in `guild_ids` of these shards.

        Servers of other shards or processes stay as they are.
        """
        async with self._database.read() as session:
            known = await queries.servers.known_servers(session)
            left = await queries.servers.left_servers(session)
        includes = self._repository.assignment.includes
        mine = {one for one in known if shards.contain(one) and includes(one)}
        gone, back = mine - left - {*guild_ids}, mine & left & {*guild_ids}
        if gone or back:
            async with self._database.write() as session:
                await queries.servers.mark_left(session, gone, self._repository.now())
                await queries.servers.mark_present(session, back)

    async def delete_due(self) -> None:
        """Delete the data of every server that was left long enough ago, in small transactions."""
        if self.keep_for is None:
            return
        before = self._repository.now() - self.keep_for
        due = await self._database.ask(Session.values, Server.guild_id, Server.left_at <= before)
        for guild_id in filter(self._repository.assignment.includes, due):
            match self._is_in(guild_id):
                case True:
                    await run_to_completion(self.returned(guild_id))
                case False:
                    while await run_to_completion(self._delete_some(guild_id)):
                        await self._sleep(_DELETE_PAUSE)

    async def _delete_some(self, guild_id: int) -> bool:
        """Delete some standings of the server, then tables, daily attempts, at last all other rows.

        Returns whether there may be more. The bot may return in the middle.
        """
        async with self._database.write() as session:
            is_mine = self._repository.assignment.includes(guild_id)
            if not is_mine or guild_id not in await queries.servers.left_servers(session):
                return False
            # Before the results that name their members, which go with the tables.
            of_members = await queries.servers.delete_some_standings(session, guild_id, _DELETED)
            left = 0 if of_members else _DELETED
            table_ids = await queries.servers.oldest_tables(session, guild_id, left)
            if table_ids:
                await queries.servers.delete_tables(session, table_ids, self._repository.now())
            some = of_members or bool(table_ids)
            is_more = some or await queries.daily.delete_some_attempts(session, guild_id, _DELETED)
            if not is_more:
                await queries.servers.delete_server(session, guild_id)
        await self._repository.drop(table_ids)
        self._repository.messages.drop(table_ids)
        if not is_more:
            _log.info("The data of a server that the bot has left are deleted.")
        return is_more


_MARGIN = timedelta(minutes=1)
"""The time for which an expired token is kept, for an edit that is under way."""
_BATCH = 100
_PAUSE = 840.0
"""Seconds, so that a token is gone a quarter of an hour after Discord last takes it.

Also the longest delay after a machine was suspended.
"""


class Housekeeping:
    """Runs the chores one by one; a failed chore is repeated in the next round."""

    def __init__(
        self,
        repository: TableRepository,
        left_servers: LeftServers,
        days: DailyDays,
        pauses: Pauses,
        calls: Calls,
    ) -> None:
        self._repository = repository
        self._database = repository.database
        self._chores: list[Callable[[], Awaitable[object]]] = [
            partial(self._in_first_process, self._correct_last_forgetting),
            self.erase_expired_tokens,
            left_servers.delete_due,
            partial(self._in_first_process, days.end_days),
            partial(self._in_first_process, days.delete_old),
            partial(self._in_first_process, pauses.delete_old),
            partial(self._in_first_process, calls.delete_old),
            # Last: SQLite's log still holds what the other chores erased.
            repository.database.truncate_log,
        ]

    async def run(self) -> None:
        """Run all chores now, and then again and again until cancelled."""
        while True:
            for chore in self._chores:
                try:
                    await chore()
                except DatabaseAway:
                    # Logged by the storage.
                    pass
                except Exception:  # noqa: BLE001 - the other chores run, and this one again later
                    _log.exception("the database could not be tidied")
            await asyncio.sleep(_PAUSE)

    async def erase_expired_tokens(self) -> None:
        """Erase every expired interaction token; at a table that is not live the whole row.

        At a live table the row is kept, since a press renews it.
        """
        last: int | None = 0
        while last is not None:
            last = await run_to_completion(self._erase_some(after=last))
        await self._database.change(
            queries.requests.erase_expired_tokens, self._repository.now() - _MARGIN
        )

    async def _correct_last_forgetting(self) -> None:
        """Correct a future time: until then every press made before it would be refused."""
        now = self._repository.now()
        ahead = LastForgetting.at > now + MOST_AHEAD
        await self._database.change(Session.update_where, LastForgetting, {"at": now}, ahead)

    async def _in_first_process(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Run a chore that belongs to no server, in the process of the first shard."""
        if self._repository.assignment.includes(None):
            await chore()

    async def _erase_some(self, after: int) -> int | None:
        """Erase the tokens of the next tables; returns the last table, None at the end."""
        before = self._repository.now() - _MARGIN
        find = queries.messages.tables_with_expired_tokens
        shards = self._repository.assignment.shards
        tables = await self._database.ask(find, before, after=after, limit=_BATCH, shards=shards)
        # Through the store, which knows the rows.
        store = self._repository.messages
        for table_id, is_live in tables:
            known = await store.of(table_id)
            _erase(known, before, is_live=is_live)
            store.save_soon(known)
        await store.save()
        return tables[-1][0] if len(tables) == _BATCH else None


def _erase(known: TableMessages, before: datetime, *, is_live: bool) -> None:
    private = [one for kind in PrivateKind for one in known.private_of_kind(kind)]
    for message in [one for one in private if one.until <= before]:
        if is_live:
            message.token = ""
            known.mark_changed(message)
        else:
            known.forget(message)
