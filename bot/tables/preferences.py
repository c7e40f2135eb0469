"""What members wish of their hands, and what a server's new tables begin with."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple

from bot.storage import models, queries
from bot.storage.database import Database
from bot.tables.core.state import TableState


class Preferences(NamedTuple):
    """How a member wants their hand: with pictures, and with a question before each action.

    `pictures` is None for the default of the table.
    """

    pictures: bool | None = None
    confirm: bool = False

    def wants_pictures(self, default: bool) -> bool:
        return default if self.pictures is None else self.pictures

    def seen(self, state: TableState) -> TableState:
        """The table as this member wants it."""
        return replace(state, pictures=self.wants_pictures(state.pictures))


class Defaults(NamedTuple):
    """What a new table has where its host does not say; `turn_limit` is in seconds."""

    turn_limit: int | None = None
    threads: bool = False
    pictures: bool = True


class PreferenceStore:
    """Keeps the wishes of members and the defaults of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> Preferences:
        return (await self.of_all([user_id]))[user_id]

    async def of_all(self, user_ids: Collection[int]) -> dict[int, Preferences]:
        if not user_ids:
            return {}
        async with self._database.read() as session:
            rows = await queries.members(session, user_ids)
        stored = {row.user_id: _preferences(row) for row in rows}
        return {user_id: stored.get(user_id, Preferences()) for user_id in user_ids}

    async def change(self, user_id: int, **changes: bool) -> None:
        """Keep these, by the names in Preferences, and the others as they are."""
        async with self._database.write() as session:
            preferences = _preferences(await session.get(models.Member, user_id))
            preferences = preferences._replace(**changes)
            await session.merge(models.Member(user_id=user_id, **preferences._asdict()))

    async def defaults(self, guild_id: int) -> Defaults:
        async with self._database.read() as session:
            return _defaults(await session.get(models.Server, guild_id))

    async def change_defaults(self, guild_id: int, **changes: Any) -> None:
        """Keep these, by the names in Defaults, and the others as they are."""
        async with self._database.write() as session:
            defaults = _defaults(await session.get(models.Server, guild_id))
            defaults = defaults._replace(**changes)
            await session.merge(models.Server(guild_id=guild_id, **defaults._asdict()))


def _preferences(row: models.Member | None) -> Preferences:
    return Preferences() if row is None else Preferences(row.pictures, row.confirm)


def _defaults(row: models.Server | None) -> Defaults:
    return Defaults() if row is None else Defaults(row.turn_limit, row.threads, row.pictures)
