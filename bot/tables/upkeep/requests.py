"""Requests of members that take longer than a press: blocking and forgetting a member.

A request is stored before it is begun. If a process ends in between, the next one that acts for the
server continues. Repeating a request has the same effect.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from bot.storage import queries
from bot.storage.engine.errors import DatabaseAway, DatabaseBusy
from bot.storage.engine.session import Session
from bot.storage.models.personal_columns import FORMER_PLAYER
from bot.storage.models.requests import MemberRequest as MemberRequest, RequestKind
from bot.storage.models.sharding import in_shards
from bot.storage.models.tables import PrivateMessage, Status
from bot.storage.queries.dialects import lock_tables, take_forgetting_lock
from bot.storage.queries.members import ErasurePlan
from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.core.repository import TableRepository
from bot.tables.daily.days import DailyDays
from bot.tables.lobby import Lobby
from bot.tables.preferences import PreferenceStore
from bot.tables.scheduled import ScheduledTables
from bot.tables.servers.blocks import Blocks
from bot.text.language import Language

MOST_TRIES = 3
"""Maximum attempts at a request that fails, or during which the process ends."""
_MAX_NAME = 100


class MemberRequests:
    """Stores requests, counts the attempts, blocks members, and deletes finished requests."""

    def __init__(
        self, repository: TableRepository, blocks: Blocks, lobby: Lobby, scheduled: ScheduledTables
    ) -> None:
        self._repository = repository
        self._blocks = blocks
        self._lobby = lobby
        self._scheduled = scheduled

    async def store(
        self,
        language: Language,
        kind: RequestKind,
        guild_id: int,
        actor: Actor,
        *,
        about: tuple[int, str] | None = None,
        named_at: datetime | None = None,
    ) -> int:
        """Store the actor's request about themself, or about a member by id and name; its id.

        The answer is in `language`. `named_at` is when the button got the name: the id replaces it
        if any member was forgotten since, who could be this one.
        """
        user_id, name = about or (actor.user_id, actor.name)
        row = MemberRequest(
            kind=kind,
            guild_id=guild_id,
            asked_by=actor.user_id,
            user_id=user_id,
            name=name[:_MAX_NAME],
            token=actor.token,
            until=actor.until,
            requested_at=self._repository.now(),
            language=language.code,
        )
        async with self._repository.database.write() as session:
            if named_at and await queries.requests.forgotten_since(session, named_at):
                row.name = str(user_id)
            session.add(row)
        return row.id

    async def unfinished(self) -> list[int]:
        """The ids of the requests in servers of this process, oldest first."""
        is_mine = in_shards(MemberRequest.guild_id, self._repository.assignment.shards)
        return sorted(
            await self._repository.database.ask(Session.values, MemberRequest.id, is_mine)
        )

    async def begin(self, request_id: int) -> MemberRequest | None:
        """Count an attempt, also if the process ends in it; None if the request is finished."""
        return await self._repository.database.change(queries.requests.begin, request_id)

    async def block(self, request_id: int) -> None:
        """Block the member of a stored request, free seats in lobbies, and end invitations.

        The block is in force before any seat is freed, so the member cannot join another table
        meanwhile. They can finish running games, unless a manager decides otherwise. Their
        scheduled tables without other sign-ups close.
        """
        if request := await self._blocks.add(request_id):
            await self._lobby.leave_all(request.user_id, request.guild_id, Status.LOBBY)
            await self._scheduled.close_deserted(request.user_id, request.guild_id)

    async def finish(self, request: MemberRequest) -> None:
        """Delete the request and its token, in SQLite's log too if the member is forgotten."""
        await self._repository.database.change(Session.delete_where, MemberRequest, id=request.id)
        if request.kind in (RequestKind.FORGOTTEN, RequestKind.STILL_BLOCKED):
            # If the log is in use or out of reach, the next chores empty it.
            with suppress(DatabaseAway):
                await self._repository.database.truncate_log()


_ATTEMPTS = 5
"""Maximum attempts while the member presses buttons on another device."""


class Forgotten(NamedTuple):
    """The work that is left after a member is forgotten.

    `messages` are the member's private ones, to be deleted at Discord. Caches of the tables in
    `table_ids` are out of date.
    """

    messages: list[PrivateMessage]
    table_ids: Collection[int]


class Forgetting:
    """Leaves every live table, then erases all rows at once.

    Only a keyed hash of the id stays: until midnight if the member has begun the day's deal, and
    for some weeks if they have paused.
    """

    def __init__(
        self,
        repository: TableRepository,
        lobby: Lobby,
        scheduled: ScheduledTables,
        preferences: PreferenceStore,
        days: DailyDays,
    ) -> None:
        self._repository = repository
        self._lobby = lobby
        self._scheduled = scheduled
        self._preferences = preferences
        self._days = days

    async def forget(self, guild_id: int, actor: Actor, request_id: int | None = None) -> Forgotten:
        """Forget the member, at their request in this server.

        A stored request is skipped if another process has carried it out. Raises TableError if the
        member keeps playing, DatabaseBusy if others keep changing their tables.
        """
        ask = self._repository.database.ask
        messages: list[PrivateMessage] = []
        table_ids: set[int] = set()
        live: set[int] = set()
        for attempts_left in reversed(range(_ATTEMPTS)):
            # Another process may have carried it out.
            if request_id and not await ask(queries.requests.is_to_forget, request_id):
                break
            messages += await self._take_messages(actor.user_id)
            await self._lobby.leave_all(actor.user_id, known_as=FORMER_PLAYER)
            await self._scheduled.close_deserted(actor.user_id)
            found = await ask(queries.members.plan_erasure, actor.user_id, guild_id, actor.name)
            table_ids |= found.table_ids
            live |= found.live
            try:
                if await self._erase(actor.user_id, found, request_id):
                    break
            except DatabaseBusy:
                if not attempts_left:
                    raise
        else:
            raise TableError(
                "You are still playing on another device. Stop there, then press again."
            )
        self._preferences.forget(actor.user_id)
        await self._repository.drop(table_ids)
        for table_id in live:
            # Computers that play for the member had the member's name in theirs.
            self._repository.announce(await self._repository.get(table_id))
        # The erasure is committed; if the log is in use, the next chores empty it.
        with suppress(DatabaseAway):
            await self._repository.database.truncate_log()
        return Forgotten(messages, table_ids)

    async def _take_messages(self, user_id: int) -> list[PrivateMessage]:
        """Stop updating every private message of the member; returns them."""
        taken: list[PrivateMessage] = []
        store = self._repository.messages
        await store.save()
        ask = self._repository.database.ask
        for row in await ask(Session.rows, PrivateMessage, PrivateMessage.user_id == user_id):
            known = await store.of(row.table_id)
            # Another process may have stored the row since the table's messages were loaded.
            former = known.private(row.kind, row.user_id)
            known.follow(row)
            taken += [row] if former is None or _same(former, row) else [former, row]
            known.forget(row)
            store.save_soon(known)
        await store.save()
        return taken

    async def _erase(self, user_id: int, found: ErasurePlan, request_id: int | None) -> bool:
        """Erase the found rows. Return False if the member has kept playing: repeat.

        Raises DatabaseBusy if others changed one of these tables or stored more about the member.
        """
        bars = await self._days.bars_of(user_id)
        async with (
            self._repository.exclusive(found.live),
            self._repository.database.write(snapshot=True) as session,
        ):
            await take_forgetting_lock(session)
            if request_id and not await queries.requests.is_to_forget(session, request_id):
                return True
            await lock_tables(session, found.table_ids)
            if await queries.members.is_active(session, user_id):
                return False
            await self._repository.assignment.record_changes(session, found.table_ids)
            for day, digest in bars:
                await queries.daily.bar(session, user_id, day, digest)
            await queries.daily_posts.mark_changed(session, user_id)
            await queries.pauses.bar(session, user_id, self._repository.now())
            if not await queries.members.erase(session, user_id, found, self._repository.now()):
                raise DatabaseBusy
            return True


def _same(one: PrivateMessage, other: PrivateMessage) -> bool:
    return (one.token, one.message_id) == (other.token, other.message_id)
