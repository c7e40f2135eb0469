"""The finished games of a member or of a channel, in pages."""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.queries.games import FinishedTable

PAGE_LENGTH = 10
MOST_CHOICES = 100
"""The newest games among which a member's typing is looked for."""


class PastGame(NamedTuple):
    """A finished game; `names` are by seat.

    `seat` is that of the member who asks, None if they had no seat. `rank` and `points` are their
    result, None if there is none: they did not play, or the game did not count.
    """

    table_id: int
    finished_at: datetime
    names: tuple[str, ...]
    seat: int | None
    rank: int | None
    points: int | None


class HistoryPage(NamedTuple):
    """Some games, newest first; pages count from 0. `more`: whether another page follows."""

    games: list[PastGame]
    page: int
    more: bool

    @property
    def pages(self) -> int:
        """The number of pages that are known to exist."""
        return self.page + 1 + self.more


class History:
    """Lists finished games. Whether a member can open one is decided where it is opened."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def own(self, guild_id: int, user_id: int, page: int) -> HistoryPage:
        """A page of the member's games in this server, the first one if there is no such page."""

        async def find(session: AsyncSession, offset: int, limit: int) -> list[FinishedTable]:
            return await queries.games.finished_of(
                session, guild_id, user_id, offset=offset, limit=limit
            )

        return await self._page(find, user_id, page)

    async def of_channel(self, channel_id: int, user_id: int, page: int) -> HistoryPage:
        """The same of the games of a channel and its threads, as this member sees them."""

        async def find(session: AsyncSession, offset: int, limit: int) -> list[FinishedTable]:
            return await queries.games.finished_in(session, channel_id, offset=offset, limit=limit)

        return await self._page(find, user_id, page)

    async def newest(self, guild_id: int, user_id: int) -> list[PastGame]:
        """The member's newest games in this server, at most MOST_CHOICES."""
        async with self._database.read() as session:
            found = await queries.games.finished_of(
                session, guild_id, user_id, offset=0, limit=MOST_CHOICES
            )
            return await _described(session, found, user_id)

    async def _page(self, find: "_Find", user_id: int, page: int) -> HistoryPage:
        async with self._database.read() as session:
            found = await find(session, page * PAGE_LENGTH, PAGE_LENGTH + 1)
            if not found and page:
                page, found = 0, await find(session, 0, PAGE_LENGTH + 1)
            games = await _described(session, found[:PAGE_LENGTH], user_id)
        return HistoryPage(games, page, len(found) > PAGE_LENGTH)


_Find = Callable[[AsyncSession, int, int], Awaitable[list[FinishedTable]]]


async def _described(
    session: AsyncSession, found: list[FinishedTable], user_id: int
) -> list[PastGame]:
    table_ids = [table.table_id for table in found]
    names: dict[int, list[str]] = defaultdict(list)
    own: dict[int, int] = {}
    for seat in await queries.games.seats_of(session, table_ids):
        names[seat.table_id].append(seat.name)
        if seat.user_id == user_id:
            own[seat.table_id] = seat.index
    results = {
        row.table_id: (row.rank, row.points)
        for row in await queries.games.results_of_member(session, table_ids, user_id)
    }
    return [
        PastGame(
            table_id,
            finished_at,
            tuple(names[table_id]),
            own.get(table_id),
            *results.get(table_id, (None, None)),
        )
        for table_id, finished_at in found
    ]
