"""What members prefer for their hands, and what a server's new tables start with."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple

from cachetools import TTLCache

from bot.storage import member_queries, models
from bot.storage.database import Database
from bot.tables.core.state import TableState

KEPT = 4096
"""Members whose preferences stay in memory."""
KEPT_SECONDS = 60.0
"""Another process may change them, so they are read again after this time."""


class Preferences(NamedTuple):
    """How a member's hand is shown: with pictures, and with a question before each action.

    `pictures` is None for the default of the table.
    """

    pictures: bool | None = None
    confirm: bool = False

    def shows_pictures(self, default: bool) -> bool:
        return default if self.pictures is None else self.pictures

    def applied_to(self, state: TableState) -> TableState:
        """The table as it is shown to this member."""
        pictures = self.shows_pictures(state.options.pictures)
        return replace(state, options=replace(state.options, pictures=pictures))


class Defaults(NamedTuple):
    """What a new table has where its host does not say; `turn_limit` is in seconds."""

    turn_limit: int | None = None
    threads: bool = False
    pictures: bool = True


class PreferenceStore:
    """Keeps the preferences of members and the defaults of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: TTLCache[int, Preferences] = TTLCache(KEPT, KEPT_SECONDS)

    async def of(self, user_id: int) -> Preferences:
        return (await self.of_all([user_id]))[user_id]

    async def of_all(self, user_ids: Collection[int]) -> dict[int, Preferences]:
        """The preferences of these members, from memory where they are known."""
        found = {user_id: self._known.get(user_id) for user_id in user_ids}
        unknown = [user_id for user_id, preferences in found.items() if preferences is None]
        if unknown:
            async with self._database.read() as session:
                rows = await member_queries.members(session, unknown)
            stored = {row.user_id: _preferences(row) for row in rows}
            read = {user_id: stored.get(user_id, Preferences()) for user_id in unknown}
            self._known.update(read)
            found.update(read)
        return {user_id: preferences or Preferences() for user_id, preferences in found.items()}

    async def update(self, user_id: int, **changes: bool) -> None:
        """Change these, by the names in Preferences, and keep the others."""
        async with self._database.write() as session:
            preferences = _preferences(await session.get(models.Member, user_id))
            preferences = preferences._replace(**changes)
            await session.merge(models.Member(user_id=user_id, **preferences._asdict()))
        self._known[user_id] = preferences

    async def defaults(self, guild_id: int) -> Defaults:
        async with self._database.read() as session:
            return _defaults(await session.get(models.Server, guild_id))

    async def update_defaults(self, guild_id: int, **changes: Any) -> None:
        """Change these, by the names in Defaults, and keep the others."""
        async with self._database.write() as session:
            defaults = _defaults(await session.get(models.Server, guild_id))
            defaults = defaults._replace(**changes)
            await session.merge(models.Server(guild_id=guild_id, **defaults._asdict()))


def _preferences(row: models.Member | None) -> Preferences:
    return Preferences() if row is None else Preferences(row.pictures, row.confirm)


def _defaults(row: models.Server | None) -> Defaults:
    return Defaults() if row is None else Defaults(row.turn_limit, row.threads, row.pictures)
