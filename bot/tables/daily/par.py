"""Par: the hard computer's mean points in a day's seat."""

import logging
from collections import Counter, deque
from datetime import date
from functools import partial

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseAway
from bot.storage.models.daily import DailyDay
from bot.tables.computers.service import ComputerService
from bot.tables.core.deadlines import WakeableSleep
from bot.tables.daily.days import DailyDays
from bot.tables.daily.deal import DailyDeal

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
        self._asked: deque[date] = deque()
        self._known: set[date] = set()
        self._failed: Counter[date] = Counter()
        self._sleeper = WakeableSleep()

    @property
    def waiting(self) -> int:
        return len(self._asked)

    def ask(self, day: date) -> None:
        """Queue the day, if its par is not known."""
        if day not in self._known:
            self._known.add(day)
            self._asked.append(day)
            self._sleeper.wake()

    async def run(self) -> None:
        """Compute the queued days one after the other, until cancelled."""
        while True:
            while self._asked:
                await self._find_safely(self._asked.popleft())
            await self._sleeper.sleep(_LONGEST_SLEEP)

    async def _find_safely(self, day: date) -> None:
        try:
            await self.find(day)
        except DatabaseAway:
            # Logged by the storage; queued again with the next attempt.
            self._known.discard(day)
        except Exception as error:  # noqa: BLE001 - the days to come have a par too
            # Without the error's text, which might name cards.
            _log.error("the par of a day was not found (%s)", type(error).__name__)
            self._failed[day] += 1
            if self._failed[day] < _TRIES:
                # Queued again with the next attempt.
                self._known.discard(day)

    async def find(self, day: date) -> None:
        """Store the day's par, unless it is stored."""
        async with self._database.read() as session:
            row = await session.get(DailyDay, day)
        if row is None or row.par is not None:
            return
        daily = await self._days.deal(day)
        points = [await self._points(daily, run) for run in range(self.runs)]
        async with self._database.write() as session:
            await queries.daily.set_once(session, day, par=sum(points) / len(points))

    async def _points(self, daily: DailyDeal, run: int) -> int:
        """The points of the day's seat if computers play all four: the same for the same run."""
        game = daily.begin()
        while to_move := game.rounds[-1].to_move:
            # One move at a time, so that members' games wait for no more than one.
            action = await self._computers.think(partial(daily.action_for_par, game, run))
            game = game.play(to_move[0], action)
        return game.totals()[daily.seat]
