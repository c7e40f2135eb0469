"""The boards of the daily deal: of a day, a week and a month, by server; and a member's result."""

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple

from bot.storage.engine.database import Database
from bot.tables.daily.attempts import Attempt
from bot.tables.daily.days import DailyDays

PAGE_LENGTH = 10


class BoardRow(NamedTuple):
    """One line of a board. `rank` counts from 1; equal points share one (1, 1, 3).

    `days` is how many days of the period the member finished; of a day it is 1.
    """

    rank: int
    user_id: int
    name: str
    points: int
    days: int


class BoardPage(NamedTuple):
    """One page of a board; pages count from 0.

    `members` is the number of members on the whole board. `own` is the row of the member who asks,
    on this page or not; None if they are not on it.
    """

    begins: date
    rows: list[BoardRow]
    page: int
    members: int
    own: BoardRow | None = None

    @property
    def pages(self) -> int:
        return max(1, -(-self.members // PAGE_LENGTH))


class DailyResult(NamedTuple):
    """A finished attempt among all others; all of it can be shared before the day closes.

    `others` are all other members, of any server, who have finished the day, and `beaten` those of
    them with fewer points. `par` is None until it is known. `best_here` is the first of the board
    of the attempt's server. `streak` is how many days in a row the member has finished until now, 0
    after a day without, and `longest` their most. `tomorrow` is the commitment to the deal and seat
    of the day after the attempt's.
    """

    attempt: Attempt
    par: float | None
    beaten: int
    others: int
    best_here: BoardRow | None
    streak: int
    longest: int
    tomorrow: str


class DailyBoards:
    """Reads sums that the last move of each attempt has brought up to date."""

    def __init__(self, database: Database, days: DailyDays, now: Callable[[], datetime]) -> None:
        self._database = database
        self._days = days
        self._now = now

    async def result(self, attempt: Attempt) -> DailyResult:
        """How a finished attempt, or practice, compares with the others of its day."""
        raise NotImplementedError

    async def day(self, guild_id: int, day: date, viewer_id: int, page: int = 0) -> BoardPage:
        """The server's board of a day. Raises TableError while a viewer can still play it."""
        raise NotImplementedError

    async def week(self, guild_id: int, day: date, viewer_id: int, page: int = 0) -> BoardPage:
        """The server's board of this day's week, from Monday: each member's best five days."""
        raise NotImplementedError

    async def month(self, guild_id: int, day: date, viewer_id: int, page: int = 0) -> BoardPage:
        """The server's board of this day's month: each member's sum of all days."""
        raise NotImplementedError
