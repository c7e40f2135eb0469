"""Chores beside tables: tokens, left servers, past deals, pauses and calls, SQLite's log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from bot.storage import queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.errors import DatabaseAway
from bot.storage.models.tables import PrivateKind
from bot.tables.calls.calls import Calls
from bot.tables.core.repository import TableRepository
from bot.tables.core.table_messages import TableMessages
from bot.tables.daily.service import Daily
from bot.tables.pauses import Pauses
from bot.tables.upkeep.left_servers import LeftServers

_log = logging.getLogger(__name__)
_MARGIN = timedelta(minutes=1)
"""The time for which an expired token is kept, for an edit that is under way."""
_BATCH = 100
"""Tables in one transaction."""
_PAUSE = 900.0
"""Seconds; also the longest delay after a machine was suspended."""


class Housekeeping:
    """Runs the chores, each by itself: a failed one is repeated with the next round."""

    def __init__(
        self,
        repository: TableRepository,
        left_servers: LeftServers,
        daily: Daily,
        pauses: Pauses,
        calls: Calls,
    ) -> None:
        self._repository = repository
        self._chores: list[Callable[[], Awaitable[object]]] = [
            self.erase_expired_tokens,
            left_servers.delete_due,
            partial(self._as_first, daily.days.end_days),
            partial(self._as_first, daily.days.delete_old),
            partial(self._as_first, pauses.delete_old),
            partial(self._as_first, calls.delete_old),
            # Last: the log holds what the others have erased.
            repository.database.truncate_log,
        ]

    async def run(self) -> None:
        """Run all chores now, and then every quarter of an hour until cancelled."""
        while True:
            for chore in self._chores:
                try:
                    await chore()
                except DatabaseAway:
                    # Logged by the storage.
                    pass
                except Exception:  # noqa: BLE001 - the other chores go on, and this one later
                    _log.exception("the database could not be tidied")
            await asyncio.sleep(_PAUSE)

    async def erase_expired_tokens(self) -> None:
        """Erase every expired interaction token; at a table that is not live the whole row.

        At a live table the row stays, because a press renews it.
        """
        last: int | None = 0
        while last is not None:
            last = await run_to_completion(self._erase_some(after=last))
        async with self._repository.database.write() as session:
            await queries.requests.erase_expired_tokens(session, self._repository.now() - _MARGIN)

    async def _as_first(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Run a chore that belongs to no server, in the process of the first shard."""
        if self._repository.assignment.includes(None):
            await chore()

    async def _erase_some(self, after: int) -> int | None:
        """Erase the tokens of the next tables; returns the last table, None at the end."""
        before = self._repository.now() - _MARGIN
        shards = self._repository.assignment.shards
        async with self._repository.database.read() as session:
            tables = await queries.messages.tables_with_expired_tokens(
                session, before, after=after, limit=_BATCH, shards=shards
            )
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
            known.unfollow(message)
