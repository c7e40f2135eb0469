"""Calls of members to a lobby, at most one an hour for a host and for a channel; members' lists.

A call and the time at which each member was called are stored before the message is sent. After a
crash in between, the same message is sent again only while Discord knows its nonce.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.calls import Avoidance, Call, CallHours
from bot.storage.models.servers import Server
from bot.storage.models.tables import Status, Table
from bot.storage.queries.dialects import add_row, change_row, share_forgetting_lock, take_call_lock
from bot.tables.calls.hours import CallTimes, bits, call_times, is_due, zone_named
from bot.tables.core.actor import require_no_forgetting
from bot.tables.core.deadlines import SAME_NONCE
from bot.tables.core.errors import NoSuchTable, NotSeated, TableError, WrongStage
from bot.tables.core.repository import TableRepository
from bot.text.language import Sentence, language_of
from bot.text.words import timestamp

MOST_CALLED = 10
HOUR = timedelta(hours=1)
_KEPT = timedelta(days=3)
OFF = Sentence("This server has switched calls off.")


class MadeCall(NamedTuple):
    """A stored call, and the members that it has to mention.

    `former` are the times of their calls before it. `message_id` is None before it is sent.
    """

    id: int
    table_id: int
    user_ids: Sequence[int]
    former: Mapping[int, datetime | None] = MappingProxyType({})
    message_id: int | None = None


class Calls:
    """Finds members to call, and records calls and their outcomes.

    `place` is the channel of a lobby, or the parent if that is a thread.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._database = repository.database

    async def candidates(self, table_id: int, caller_id: int, place: int) -> list[int]:
        """The members who can be called to this table now, longest not called first.

        Raises TableError if this member cannot call now.
        """
        async with self._database.read() as session:
            table = await self._require_call(session, table_id, caller_id, place)
            return [row.user_id for row in await self._due(session, table)]

    async def make(
        self, table_id: int, caller_id: int, place: int, user_ids: Collection[int]
    ) -> MadeCall | None:
        """Store a call to the members among these who can still be called; None if there are none.

        Raises TableError as `candidates`: others may have called meanwhile.
        """
        now = self._repository.now()
        async with self._database.write() as session:
            await share_forgetting_lock(session)
            await take_call_lock(session)
            table = await self._require_call(session, table_id, caller_id, place)
            due = await self._due(session, table)
            called = [row for row in due if row.user_id in user_ids][:MOST_CALLED]
            if not called:
                return None
            call = Call(
                guild_id=table.guild_id,
                channel_id=place,
                table_id=table.id,
                host_id=table.host_id,
                caller_id=caller_id,
                at=now,
            )
            session.add(call)
            await session.flush()
            former = {row.user_id: row.called_at for row in called}
            for row in called:
                row.called_at, row.call_id = now, call.id
        return MadeCall(call.id, table_id, [*former], former)

    async def unsent(self, table_id: int | None = None) -> list[MadeCall]:
        """The calls whose message may not have arrived and can be sent again, without members who
        can no longer be called.

        Of one lobby, or of all servers of this process.
        """
        now, found = self._repository.now(), []
        is_known = Call.at.between(now - SAME_NONCE, now + SAME_NONCE)
        async with self._database.read() as session:
            for call in await session.rows(Call, is_known, message_id=None):
                is_mine = self._repository.assignment.includes(call.guild_id)
                if is_mine and table_id in (None, call.table_id):
                    found += await self._again(session, call)
        return found

    async def _again(self, session: Session, call: Call) -> list[MadeCall]:
        table = await queries.tables.find_table(session, call.table_id)
        if (
            table is None
            or table.status is not Status.LOBBY
            or _is_full(table)
            or await session.has(Server, guild_id=call.guild_id, calls=False)
        ):
            return []
        listed = await self._listed(session, table)
        user_ids = [one.user_id for one in listed if one.call_id == call.id]
        return [MadeCall(call.id, call.table_id, user_ids)] if user_ids else []

    async def without(self, user_id: int) -> list[MadeCall]:
        """The newest call to this member in each server, without the member's mention."""
        found = []
        async with self._database.read() as session:
            for call in await queries.calls.newest_of(session, user_id):
                is_other = CallHours.user_id != user_id
                others = await session.values(CallHours.user_id, is_other, call_id=call.id)
                found.append(MadeCall(call.id, call.table_id, others, message_id=call.message_id))
        return found

    async def mark_sent(self, call: MadeCall, message_id: int) -> None:
        sent = {"message_id": message_id, "failed": False}
        await self._database.change(Session.update_where, Call, sent, id=call.id)

    async def mark_failed(self, call: MadeCall) -> None:
        """Record that the message may not have arrived: the hour is free for another call.

        The members count as called, since they may have been.
        """
        await self._database.change(Session.update_where, Call, {"failed": True}, id=call.id)

    async def take_back(self, call: MadeCall) -> None:
        """Undo a call whose message Discord has refused."""
        async with self._database.write() as session:
            for row in await session.rows(CallHours, call_id=call.id):
                row.called_at, row.call_id = call.former.get(row.user_id, row.called_at), None
            await session.delete_where(Call, id=call.id)

    async def delete_old(self) -> None:
        now = self._repository.now()
        await self._database.change(queries.calls.delete_old, now - _KEPT, now)

    async def _require_call(
        self, session: Session, table_id: int, caller_id: int, place: int
    ) -> Table:
        """The lobby with its seats. Raises TableError if this member cannot call to it now."""
        table = await queries.tables.find_table(session, table_id)
        if table is None:
            raise NoSuchTable
        if table.status is not Status.LOBBY:
            raise WrongStage(table.status, language_of(table.language))
        if caller_id not in [seat.user_id for seat in table.seats]:
            raise NotSeated(table.status, language_of(table.language))
        if _is_full(table):
            raise TableError("All seats are taken.")
        if await session.has(Server, guild_id=table.guild_id, calls=False):
            raise TableError(OFF)
        now, users = self._repository.now(), {table.host_id, caller_id}
        last = await queries.calls.newest_call(session, place, users, now - HOUR, now + HOUR)
        if last is not None:
            raise TableError(
                "Players can be called once an hour in this channel, and once an hour by each "
                "host. Try again {time}.",
                time=timestamp(last + HOUR + timedelta(seconds=1), "R"),
            )
        return table

    async def _due(self, session: Session, table: Table) -> list[CallHours]:
        now = self._repository.now()
        return [row for row in await self._listed(session, table) if is_due(row, now)]

    async def _listed(self, session: Session, table: Table) -> list[CallHours]:
        """The server's list without members who pause, play, or avoid a member at this table."""
        listed = await queries.calls.listed(session, table)
        user_ids, now = [row.user_id for row in listed], self._repository.now()
        paused = await queries.pauses.pausing(session, table.guild_id, user_ids, now)
        return [row for row in listed if row.user_id not in paused]


def _is_full(table: Table) -> bool:
    return len(table.seats) >= table.options.size


MOST_AVOIDED = 25


class CallList:
    """Each server's list of members to call."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int, user_id: int) -> CallTimes | None:
        """The times for calls of the member in this server; None if never."""
        row = await self._database.ask(Session.get, CallHours, (guild_id, user_id))
        return None if row is None else call_times(row)

    async def zone(self, guild_id: int, user_id: int) -> tzinfo:
        """The time zone that the member has chosen in this server, otherwise UTC."""
        times = await self.of(guild_id, user_id)
        return (times and zone_named(times.zone)) or UTC

    async def update(
        self, guild_id: int, user_id: int, *, pressed_at: datetime | None = None, **changes: Any
    ) -> None:
        """Change these fields of CallTimes; this adds the member to the list.

        Raises TableError if any member was forgotten since the press: it could be this one.
        """
        if "days" in changes:
            changes["days"] = bits(changes["days"])
        key = {"guild_id": guild_id, "user_id": user_id}
        async with self._database.write() as session:
            await require_no_forgetting(session, pressed_at)
            await change_row(session, CallHours, key, changes)

    async def leave(self, guild_id: int, user_ids: Collection[int]) -> None:
        """Remove these members from the server's list."""
        members = CallHours.user_id.in_(user_ids)
        await self._database.change(Session.delete_where, CallHours, members, guild_id=guild_id)


class Avoidances:
    """Each member's private list of members to avoid, in every server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> list[int]:
        is_theirs = Avoidance.user_id == user_id
        return sorted(await self._database.ask(Session.values, Avoidance.avoided_id, is_theirs))

    async def switch(
        self, user_id: int, other_id: int, *, pressed_at: datetime | None = None
    ) -> None:
        """Add the other member to the list, or remove them.

        Raises TableError if it is full, and if any member was forgotten since the press.
        """
        if other_id == user_id:
            raise TableError("That is you. Choose another member.")
        async with self._database.write() as session:
            await require_no_forgetting(session, pressed_at)
            entry = {"user_id": user_id, "avoided_id": other_id}
            if await session.delete_where(Avoidance, **entry):
                return
            if len(await session.rows(Avoidance, user_id=user_id)) >= MOST_AVOIDED:
                raise TableError("Your list is full. Take somebody off it first.")
            await add_row(session, Avoidance, **entry)

    async def clear(self, user_id: int) -> None:
        await self._database.change(Session.delete_where, Avoidance, user_id=user_id)
