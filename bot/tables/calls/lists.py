"""Members' own lists: when they can be called in a server, and members whom they avoid."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.calls import Avoidance, CallHours
from bot.storage.queries.dialects import add_row, change_row
from bot.tables.calls.hours import FOR_NOW, CallTimes, bits, call_times
from bot.tables.core.errors import TableError

MOST_AVOIDED = 25


class CallList:
    """The members of each server who would like to be called."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self.now = now

    async def of(self, guild_id: int, user_id: int) -> CallTimes | None:
        """When the member can be called in this server; None if never."""
        async with self._database.read() as session:
            row = await session.get(CallHours, (guild_id, user_id))
        return None if row is None else call_times(row)

    async def update(self, guild_id: int, user_id: int, **changes: Any) -> None:
        """Change these fields of CallTimes and keep the others; it puts the member on the list."""
        if "days" in changes:
            changes["days"] = bits(changes["days"])
        new = {**CallTimes()._asdict(), "days": 0, **changes}
        key = {"guild_id": guild_id, "user_id": user_id}
        async with self._database.write() as session:
            await change_row(session, CallHours, key, new, changes)

    async def begin_now(self, guild_id: int, user_id: int) -> None:
        """The member can be called in the next two hours."""
        await self.update(guild_id, user_id, until=self.now() + FOR_NOW)

    async def leave(self, guild_id: int, user_ids: Collection[int]) -> None:
        """These members are never called in this server."""
        async with self._database.write() as session:
            await queries.calls.leave(session, guild_id, user_ids)


class Avoidances:
    """Members whom a member avoids, in every server; nobody else sees the list."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> list[int]:
        """The members whom this member avoids."""
        async with self._database.read() as session:
            return [*await queries.calls.avoided_by(session, user_id)]

    async def around(self, user_ids: Collection[int]) -> set[int]:
        """The members whom one of these avoids, or who avoid one of these."""
        async with self._database.read() as session:
            return await queries.calls.around(session, user_ids)

    async def switch(self, user_id: int, other_id: int) -> None:
        """Avoid the other member from now on, or no longer. Raises TableError for too many."""
        if other_id == user_id:
            raise TableError("That is you. Choose another member.")
        async with self._database.write() as session:
            if await queries.calls.stop_avoiding(session, user_id, other_id):
                return
            if len(await queries.calls.avoided_by(session, user_id)) >= MOST_AVOIDED:
                raise TableError("Your list is full. Take somebody off it first.")
            await add_row(session, Avoidance, user_id=user_id, avoided_id=other_id)

    async def clear(self, user_id: int) -> None:
        """Avoid nobody."""
        async with self._database.write() as session:
            await queries.calls.stop_avoiding(session, user_id)
