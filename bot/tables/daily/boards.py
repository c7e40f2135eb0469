"""Boards of the daily deal: of a day, a week and a month, by server; members' results, and par."""

import logging
from collections import Counter, deque
from datetime import date, timedelta
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseAway
from bot.storage.engine.session import Session
from bot.storage.models.daily import BEST_DAYS as BEST_DAYS, BoardPeriod, DailyDay, DailyStreak
from bot.storage.queries.daily import Line
from bot.tables.computers.service import ComputerService
from bot.tables.core.deadlines import WakeableSleep
from bot.tables.core.errors import TableError
from bot.tables.daily.attempts import Attempt, board_of
from bot.tables.daily.days import DailyDays
from bot.tables.daily.deal import DailyDeal, fingerprint
from bot.tables.standings.leaderboard import RankedPage, ranked_page

_DAY = timedelta(days=1)


class Span(StrEnum):
    """The days that a board counts, as seen from today."""

    TODAY = "today"
    YESTERDAY = "yesterday"
    WEEK = "week"
    MONTH = "month"


_PERIODS = {Span.WEEK: BoardPeriod.WEEK, Span.MONTH: BoardPeriod.MONTH}


class BoardRow(NamedTuple):
    """One line of a board. `rank` counts from 1; equal points share one (1, 1, 3).

    `days` is how many days of the period the member finished; of a day it is 1.
    """

    rank: int
    user_id: int
    name: str
    points: int
    days: int


BoardPage = RankedPage[date, BoardRow]
"""One page of a board, with its first day."""


class DailyResult(NamedTuple):
    """A finished attempt among all others; all of it can be shared before the day closes.

    `others` are all other members, of any server, who have finished the day, and `beaten` those of
    them with fewer points: 0 for an attempt that does not count. `par` is None until it is known.
    `best_here` is the best result in the attempt's server. `streak` is how many days in a row the
    member has finished until now, 0 after a day without, and `longest` their longest streak.
    `tomorrow` is the commitment to the deal and seat of the day after the attempt's.
    """

    attempt: Attempt
    par: float | None
    beaten: int
    others: int
    best_here: BoardRow | None
    streak: int
    longest: int
    tomorrow: str


class DailyNumbers(NamedTuple):
    """How many days a member has finished in time, and their streaks as in DailyResult.

    `best` is by how many points they were above par at best; None without a day to compare.
    """

    days: int
    streak: int
    longest: int
    best: int | None


class DailyBoards:
    """Reads the sums, which each attempt's last move updates."""

    def __init__(self, database: Database, days: DailyDays) -> None:
        self._database = database
        self._days = days

    async def result(self, attempt: Attempt) -> DailyResult:
        """A finished attempt, or practice, compared with the others of its day."""
        tomorrow = await self._days.commitment(attempt.day + _DAY)
        board = board_of(attempt.guild_id, attempt.day)
        async with self._database.read() as session:
            day = await session.get_one(DailyDay, attempt.day)
            beaten, every = 0, 1
            if attempt.counts:
                beaten, every = await queries.daily.compared(session, attempt.day, attempt.points)
            best = await board.lines(session, 0, 1)
            streaks = await self._streaks(session, attempt.user_id)
        best_here = _row(1, best[0]) if best else None
        return DailyResult(attempt, day.par, beaten, every - 1, best_here, *streaks, tomorrow)

    async def numbers(self, user_id: int) -> DailyNumbers | None:
        """The member's own numbers, of all servers; None before they have finished a day."""
        async with self._database.read() as session:
            finished = await queries.daily.finished_by(session, user_id)
            streaks = await self._streaks(session, user_id)
        if not finished:
            return None
        # Rounded as results show par.
        above = [points - round(par) for points, par in finished if par is not None]
        return DailyNumbers(len(finished), *streaks, max(above, default=None))

    async def _streaks(self, session: Session, user_id: int) -> tuple[int, int]:
        """The member's days in a row until now, 0 after a day without one, and their most."""
        none = DailyStreak(last_day=date.min, days=0, longest=0)
        row = await session.get(DailyStreak, user_id) or none
        return row.days if row.last_day >= self._days.today - _DAY else 0, row.longest

    async def of(
        self,
        guild_id: int,
        day: date,
        asked_by: int,
        page: int = 0,
        *,
        period: BoardPeriod | None = None,
    ) -> BoardPage:
        """The server's board of the day, or of its week (each member's best five days) or month.

        Raises TableError for a day that `asked_by` can still play; weeks and months are without it.
        """
        board = board_of(guild_id, day, period)
        async with self._database.read() as session:
            if self._days.is_open(day) and not await queries.daily.has_finished(
                session, asked_by, day
            ):
                if period is None:
                    raise TableError(
                        "Today's board opens for you once you have finished today's deal. "
                        "`/scout daily play` begins it."
                    )
                board = board._replace(before=day)
            return await ranked_page(session, board.begins, board, page, asked_by, _row)

    async def page(self, guild_id: int, span: Span, asked_by: int, page: int = 0) -> BoardPage:
        """The server's board of these days. Raises TableError as `of` does for today's."""
        day = self._days.today - _DAY if span is Span.YESTERDAY else self._days.today
        return await self.of(guild_id, day, asked_by, page, period=_PERIODS.get(span))

    async def finished_today(self, user_id: int) -> date | None:
        """Today, if the member has finished today's deal: then they can see today's board."""
        ask, today = self._database.ask, self._days.today
        return today if await ask(queries.daily.has_finished, user_id, today) else None


def _row(rank: int, line: Line) -> BoardRow:
    return BoardRow(rank, *line)


RUNS = 64
_LONGEST_SLEEP = 3600.0
"""Seconds; a queued day ends a sleep earlier."""
_TRIES = 3
"""Attempts at a day's par until the program starts again."""
_log = logging.getLogger(__name__)


class DailyPar:
    """Computes the par of requested days in the background, and stores it.

    Processes that share a database may compute it at the same time: the result is the same.
    """

    def __init__(
        self, database: Database, days: DailyDays, computers: ComputerService, runs: int = RUNS
    ) -> None:
        self._database = database
        self._days = days
        self._computers = computers
        self.runs = runs
        self.asked: deque[date] = deque()
        self._tries: Counter[date] = Counter()
        self._sleeper = WakeableSleep()

    def ask(self, day: date) -> None:
        """Queue the day, unless its par is known or was not found in so many tries."""
        if self._tries[day] < _TRIES and day not in self.asked:
            self.asked.append(day)
            self._sleeper.wake()

    async def run(self) -> None:
        """Compute the queued days one after the other, until cancelled."""
        while True:
            while self.asked:
                await self._find_safely(self.asked.popleft())
            await self._sleeper.sleep(_LONGEST_SLEEP)

    async def _find_safely(self, day: date) -> None:
        """Find the day's par; a day without one is queued again with the next attempt."""
        try:
            await self.find(day)
            self._tries[day] = _TRIES
        except DatabaseAway:
            # Logged by the storage.
            pass
        except Exception as error:  # noqa: BLE001 - the days to come have a par too
            # Without the error's text, which might name cards.
            _log.error("the par of a day was not found (%s)", type(error).__name__)
            self._tries[day] += 1

    async def find(self, day: date) -> None:
        """Store the day's par, unless it is stored or the day began with other computers."""
        row = await self._database.ask(Session.get, DailyDay, day)
        if row is None or row.par is not None or row.fingerprint != fingerprint():
            return
        daily = await self._days.deal(day)
        points = [await self._points(daily, run) for run in range(self.runs)]
        await self._database.change(queries.daily.set_once, day, par=sum(points) / len(points))

    async def _points(self, daily: DailyDeal, run: int) -> int:
        """The points of the day's seat if computers play all four: the same for the same run."""
        game = daily.begin()
        while to_move := game.rounds[-1].to_move:
            # One move at a time, so that members' games wait for no more than one.
            action = await self._computers.think(partial(daily.action_for_par, game, run))
            game = game.play(to_move[0], action)
        return game.totals()[daily.seat]
