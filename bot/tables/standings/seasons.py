"""Seasons: periods of a server's games, started and named by its managers."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.results import Season as Season
from bot.tables.core.errors import TableError
from bot.tables.standings.leaderboard import (
    PAGE_LENGTH,
    Leaderboard,
    LeaderboardChoice,
    Measure,
    Period,
    Standing,
)
from bot.text.language import Sentence

MAX_NAME = 40
PODIUM_LENGTH = 3
_MEANWHILE = Sentence("Another season has started meanwhile. Use `/scout season start` again.")


class Podium(NamedTuple):
    """The best three of a season by their rating in it; more if the third are tied.

    `more` is how many others have the rating of the last of them: a page has no room for these.
    """

    season: Season
    standings: list[Standing]
    more: int = 0


class Seasons:
    """Starts and lists seasons. Before a server's first season its games belong to none."""

    def __init__(
        self, database: Database, leaderboard: Leaderboard, now: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._leaderboard = leaderboard
        self._now = now

    async def all(self, guild_id: int) -> Sequence[Season]:
        """The server's seasons, newest first; the first one is running."""
        return await self._database.ask(queries.standings.seasons, guild_id)

    async def start(self, guild_id: int, name: str, *, after: int | None = None) -> Season:
        """End the running season, if there is one, and start another with this name.

        A game belongs to the running season at its end. `after` is the number of the season to end,
        0 for none, None for the running one. Raises TableError if another season has started
        meanwhile, and for a name that is empty, too long, or that of another season here. A
        repeated call, as for a press whose answer was lost, returns the season that runs since.
        """
        name = " ".join(name.split())
        if not 0 < len(name) <= MAX_NAME:
            raise TableError("A season's name has 1 to {most} characters.", most=MAX_NAME)
        try:
            return await self._start(guild_id, name, after)
        except IntegrityError:
            # Another process has started a season meanwhile.
            raise TableError(_MEANWHILE) from None

    async def _start(self, guild_id: int, name: str, after: int | None) -> Season:
        async with self._database.write() as session:
            former = await queries.standings.seasons(session, guild_id)
            last = former[0].number if former else 0
            if after is not None and last == after + 1 and former[0].name == name:
                return former[0]
            require_free(name, former)
            if after not in (None, last):
                raise TableError(_MEANWHILE)
            season = Season(guild_id=guild_id, number=last + 1, name=name, started_at=self._now())
            session.add(season)
        return season

    async def due_podium(self, guild_id: int) -> Podium | None:
        """The podium of the first season that has ended and whose podium is not posted.

        None if there is no such season; one without a finished game has no podium.
        """
        ended = (await self.all(guild_id))[1:]
        for season in reversed(ended):
            podium = None if season.podium_taken else await self._podium(guild_id, season)
            if podium is not None:
                return podium
        return None

    async def _podium(self, guild_id: int, season: Season) -> Podium | None:
        choice = LeaderboardChoice(Measure.RATING, Period.SEASON, season=season.number)
        page = await self._leaderboard.page(guild_id, 0, choice)
        best = [standing for standing in page.rows if standing.rank <= PODIUM_LENGTH]
        if not best:
            return None
        last, more = best[-1], 0
        if len(best) == PAGE_LENGTH and last.rating is not None:
            equals = await self._leaderboard.count_from(guild_id, choice, last.rating)
            more = equals - PAGE_LENGTH
        return Podium(season, best, more)

    async def mark_posted(self, guild_id: int, podium: Podium) -> None:
        season, taken = podium.season, {"podium_taken": True}
        await self._database.change(
            Session.update_where, Season, taken, guild_id=guild_id, number=season.number
        )


def require_free(name: str, former: Iterable[Season]) -> None:
    """Raise TableError if one of these seasons has the name, in letters of any case."""
    if name.casefold() in {season.name.casefold() for season in former}:
        raise TableError("This server has had a season of that name. Choose another.")
