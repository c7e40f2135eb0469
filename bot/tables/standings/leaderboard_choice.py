"""What a leaderboard can show, and that as text for a button."""

import re
from enum import StrEnum
from typing import NamedTuple

from bot.storage.models.results import ANY_PLAYERS
from engine.players import Level


class Measure(StrEnum):
    """What a leaderboard ranks by; more is better."""

    RATING = "rating"
    WINS = "wins"
    WIN_SHARE = "win-share"
    AVERAGE = "average"
    GAMES = "games"


class Period(StrEnum):
    """Which games count, by when they ended; weeks (ISO, from Monday) and months are in UTC."""

    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    ALL_TIME = "all"


COMPUTER_MEASURES = (Measure.AVERAGE, Measure.WIN_SHARE, Measure.WINS, Measure.GAMES)
"""The measures of games against computers alone, which have no rating; the first is the usual."""
_MEASURES = dict(zip("rwsag", Measure, strict=True))
_PERIODS = {period.value[0]: period for period in Period}
_LEVELS = {"p": None, **{level.value[0]: level for level in Level}}
_CODE = re.compile(r"([rwsag])([wmsa])([1-9]\d{0,8})?-([02-5])-([1-9]\d{0,4})-([pbemh])", re.ASCII)


class LeaderboardChoice(NamedTuple):
    """What a leaderboard shows.

    `players`: only games with this many seats (2-5), None for any. `min_games`: only members with
    at least as many games in the period, at most 99,999. `against`: games of one person against
    computers, of which the weakest had this level; None for games with at least two people.
    `season`: the number of the season where the period is SEASON, None for the one that runs.
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
        """The choice of this code; the usual one where it is empty or not a code."""
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
