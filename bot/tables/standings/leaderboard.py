"""The leaderboards of a server: by measure, period, number of players and opponents."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.results import ALL_TIME, ANY_PLAYERS, Category, Result
from bot.storage.queries.daily import Board
from bot.storage.queries.standings import Line, Ranked
from bot.tables.core.ratings import PROVISIONAL_GAMES, Rating
from bot.tables.core.standings import ALL_PERIODS, month_of, season_key, week_of
from engine.players import Level

PAGE_LENGTH = 10
S = TypeVar("S")
T = TypeVar("T")


class Measure(StrEnum):
    """The measure that a leaderboard ranks by; more is better."""

    RATING = "rating"
    WINS = "wins"
    WIN_SHARE = "win-share"
    AVERAGE = "average"
    GAMES = "games"


class Period(StrEnum):
    """The period in which games ended; weeks (ISO, from Monday) and months are in UTC."""

    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    ALL_TIME = "all"


COMPUTER_MEASURES = (Measure.AVERAGE, Measure.WIN_SHARE, Measure.WINS, Measure.GAMES)
"""The measures of games against computers alone, which have no rating; the first is the default."""
_MEASURES = dict(zip("rwsag", Measure, strict=True))
_PERIODS = {period.value[0]: period for period in Period}
_LEVELS = {"p": None, **{level.value[0]: level for level in Level}}
_CODE = re.compile(r"([rwsag])([wmsa])([1-9]\d{0,8})?-([02-5])-([1-9]\d{0,4})-([pbemh])", re.ASCII)


class LeaderboardChoice(NamedTuple):
    """The choices for a leaderboard.

    `players`: only games with this many seats (2-5), None for any. `min_games`: only members with
    at least as many games in the period, at most 99,999. `against`: games of one person against
    computers, the weakest of this level; None for games with at least two people. `season`: the
    number of the season if the period is SEASON, None for the running one.
    """

    measure: Measure = Measure.RATING
    period: Period = Period.ALL_TIME
    players: int | None = None
    min_games: int = 1
    against: Level | None = None
    season: int | None = None

    @property
    def code(self) -> str:
        """The choice as text for a custom_id: at most 32 characters of [a-z0-9-], as "rs2-0-5-p".

        Measure, period, season, then the number of players, of games, and the opponents.
        """
        measure = next(letter for letter, value in _MEASURES.items() if value is self.measure)
        season = self.season if self.period is Period.SEASON and self.season else ""
        against = self.against.value[0] if self.against else "p"
        players, games = self.players or ANY_PLAYERS, self.min_games
        return f"{measure}{self.period.value[0]}{season}-{players}-{games}-{against}"

    @classmethod
    def parse(cls, code: str) -> "LeaderboardChoice":
        """The choice of this code; the default if it is empty or not a code."""
        found = _CODE.fullmatch(code)
        if found is None:
            return cls()
        measure, period, season, players, games, against = found.groups()
        return cls(
            _MEASURES[measure],
            _PERIODS[period],
            int(players) or None,
            int(games),
            _LEVELS[against],
            int(season) if season and period == Period.SEASON.value[0] else None,
        )


_USUAL = LeaderboardChoice()


class Standing(NamedTuple):
    """One line of a leaderboard.

    `rank` counts from 1; equal measures share a rank (1, 1, 3). `rating` and `uncertainty` (after
    ±) are of the season if that is the period, else of all time (see Rating); None against
    computers, and without a rated game. `provisional`: fewer than five rated games. `win_share` is
    from 0 to 1. `average` is in points a round, without the games that the member left (0.0
    without any).
    """

    user_id: int
    name: str
    rank: int
    rating: int | None
    uncertainty: int | None
    provisional: bool
    games: int
    wins: int
    win_share: float
    average: float


class RankedPage(NamedTuple, Generic[S, T]):
    """One page of a leaderboard, or of a board of the daily deal; pages count from 0.

    `subject` is what it ranks by. `members` is the number of members on all pages. `own` is the
    row of the member who asks, on this page or not; None if they are on no page.
    """

    subject: S
    rows: list[T]
    page: int
    members: int
    own: T | None = None

    @property
    def pages(self) -> int:
        return max(1, -(-self.members // PAGE_LENGTH))


LeaderboardPage = RankedPage[LeaderboardChoice, Standing]
"""The choice is resolved: against computers never RATING, and a SEASON by its number."""


class Leaderboard:
    """Reads the standings, which the end of each game updates.

    Former players (negative ids) are on no leaderboard, and count in the ratings of opponents.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def page(
        self, guild_id: int, page: int, choice: LeaderboardChoice = _USUAL, *, user_id: int = 0
    ) -> LeaderboardPage:
        """Page `page`, counted from 0, or the last one if there are fewer pages.

        `user_id` is the member who asks. Weeks and months are the present ones; an unknown season
        is empty.
        """
        async with self._database.read() as session:
            choice = await _resolved(session, guild_id, choice)
            ranked = self._ranked(guild_id, choice)
            return await ranked_page(session, choice, ranked, page, user_id, _standing)

    async def count_from(self, guild_id: int, choice: LeaderboardChoice, rating: int) -> int:
        """The number of members with at least this rating; a SEASON needs its number."""
        ranked = self._ranked(guild_id, choice)
        _, (found,) = await self._database.ask(ranked.counts, [rating - 1])
        return found

    async def has_played(self, user_id: int) -> bool:
        return await self._database.ask(Session.has, Result, user_id=user_id)

    def _ranked(self, guild_id: int, choice: LeaderboardChoice) -> Ranked:
        now, season = self._now(), choice.season or 0
        keys = {
            Period.WEEK: week_of(now),
            Period.MONTH: month_of(now),
            Period.SEASON: season_key(season),
            Period.ALL_TIME: ALL_PERIODS,
        }
        return Ranked(
            guild_id,
            Category(choice.against.value) if choice.against else Category.PEOPLE,
            keys[choice.period],
            choice.players or ANY_PLAYERS,
            choice.min_games,
            choice.measure.value.replace("-", "_"),
            season if choice.period is Period.SEASON else ALL_TIME,
        )


async def _resolved(
    session: Session, guild_id: int, choice: LeaderboardChoice
) -> LeaderboardChoice:
    """The choice with its season's number, and with a measure of its games."""
    if choice.against is not None and choice.measure not in COMPUTER_MEASURES:
        choice = choice._replace(measure=COMPUTER_MEASURES[0])
    if choice.period is Period.SEASON and choice.season is None:
        season = await queries.standings.running_season(session, guild_id)
        choice = choice._replace(season=season)
    return choice


async def ranked_page(
    session: Session,
    subject: S,
    ranking: Ranked | Board,
    page: int,
    user_id: int,
    row: Callable[[int, Line], T],
) -> RankedPage[S, T]:
    """Page `page` of a ranking, or the last one if there are fewer pages.

    `row` makes a row of a rank and a line; `user_id` is the member who asks.
    """
    own = await ranking.line_of(session, user_id)
    lines = await ranking.lines(session, page * PAGE_LENGTH, PAGE_LENGTH)
    known = [*lines[:1], *([own] if own else [])]
    members, above = await ranking.counts(session, [line.value for line in known])
    if members and not lines:
        last = (members - 1) // PAGE_LENGTH
        return await ranked_page(session, subject, ranking, last, user_id, row)
    own_row = row(above.pop() + 1, own) if own else None
    ranks = ranks_of([line.value for line in lines], page * PAGE_LENGTH, *above)
    rows = [*map(row, ranks, lines)]
    return RankedPage(subject, rows, page if members else 0, members, own_row)


def ranks_of(values: Sequence[float], offset: int, above: int = 0) -> list[int]:
    """The ranks, as 1, 1, 3, of lines from `offset` on; `above` are better than the first."""
    return [1 + (above if value == values[0] else offset + values.index(value)) for value in values]


def _standing(rank: int, line: Line) -> Standing:
    rating = Rating(line.mu, line.sigma) if line.mu is not None and line.sigma is not None else None
    return Standing(
        line.user_id,
        line.name,
        rank,
        rating.number if rating else None,
        rating.uncertainty if rating else None,
        rating is not None and line.rated_games < PROVISIONAL_GAMES,
        line.games,
        line.wins,
        line.win_share,
        line.average or 0.0,
    )
