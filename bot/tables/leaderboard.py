"""The leaderboard of a server."""

from typing import NamedTuple

from bot.storage import result_queries
from bot.storage.database import Database
from bot.storage.result_queries import Standing

__all__ = ["PAGE_LENGTH", "Leaderboard", "LeaderboardPage", "Standing"]

PAGE_LENGTH = 10


class LeaderboardPage(NamedTuple):
    """One page of a server's leaderboard; pages count from 0, ranks from 1.

    `members` is the number of members on the whole leaderboard.
    """

    standings: list[Standing]
    page: int
    members: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.members // PAGE_LENGTH))

    @property
    def first_rank(self) -> int:
        return self.page * PAGE_LENGTH + 1


class Leaderboard:
    """Reads the results of finished games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, guild_id: int, page: int) -> LeaderboardPage:
        """Page `page`, counted from 0, or the last one if there are fewer pages."""
        found = await self._page(guild_id, page)
        if not found.standings and found.members:
            found = await self._page(guild_id, found.pages - 1)
        return found

    async def has_played(self, user_id: int) -> bool:
        """Whether the member has finished a game, in any server."""
        async with self._database.read() as session:
            return await result_queries.has_result(session, user_id)

    async def _page(self, guild_id: int, page: int) -> LeaderboardPage:
        async with self._database.read() as session:
            standings, members = await result_queries.leaderboard(
                session, guild_id, offset=page * PAGE_LENGTH, limit=PAGE_LENGTH
            )
        return LeaderboardPage(standings, page, members)
