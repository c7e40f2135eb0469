"""What members wish of their hands, and what a server's new tables begin with."""

from collections.abc import Collection
from typing import NamedTuple

from bot.storage import models, queries
from bot.storage.database import Database


class Wishes(NamedTuple):
    """How a member wants their hand: with pictures, and with a question before each action.

    `pictures` is None for the default of the table.
    """

    pictures: bool | None = None
    confirm: bool = False

    def wants_pictures(self, default: bool) -> bool:
        return default if self.pictures is None else self.pictures


class Defaults(NamedTuple):
    """What a new table has where its host does not say; `turn_limit` is in seconds."""

    turn_limit: int | None = None
    threads: bool = False
    pictures: bool = True


class WishList:
    """Keeps the wishes of members and the defaults of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> Wishes:
        return (await self.of_all([user_id]))[user_id]

    async def of_all(self, user_ids: Collection[int]) -> dict[int, Wishes]:
        async with self._database.read() as session:
            rows = await queries.members(session, user_ids)
        stored = {row.user_id: Wishes(row.pictures, row.confirm) for row in rows}
        return {user_id: stored.get(user_id, Wishes()) for user_id in user_ids}

    async def keep(self, user_id: int, wishes: Wishes) -> None:
        async with self._database.write() as session:
            await session.merge(models.Member(user_id=user_id, **wishes._asdict()))

    async def defaults(self, guild_id: int) -> Defaults:
        async with self._database.read() as session:
            row = await queries.server(session, guild_id)
        return Defaults() if row is None else Defaults(row.turn_limit, row.threads, row.pictures)

    async def keep_defaults(self, guild_id: int, defaults: Defaults) -> None:
        async with self._database.write() as session:
            await session.merge(models.Server(guild_id=guild_id, **defaults._asdict()))
