"""Par: what the hard computer gets from a day's seat, on average."""

import asyncio
import logging
from datetime import date
from functools import partial

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseAway
from bot.tables.computers.service import ComputerService
from bot.tables.daily.days import DailyDays
from bot.tables.daily.deal import DailyDeal

RUNS = 64
_log = logging.getLogger(__name__)


class DailyPar:
    """Works out the par of each day once it is asked for, in the background, and stores it.

    Processes that share a database may do so at the same time: they find the same.
    """

    def __init__(
        self, database: Database, days: DailyDays, computers: ComputerService, runs: int = RUNS
    ) -> None:
        self._database = database
        self._days = days
        self._computers = computers
        self._runs = runs
        self._asked: asyncio.Queue[date] = asyncio.Queue()
        self._known: set[date] = set()

    def ask(self, day: date) -> None:
        """Have the day's par worked out soon, if it is not known."""
        if day not in self._known:
            self._known.add(day)
            self._asked.put_nowait(day)

    async def run(self) -> None:
        """Work out what is asked for, one day after the other, until cancelled."""
        while True:
            day = await self._asked.get()
            try:
                await self.find(day)
            except DatabaseAway:
                # Logged by the storage; asked again with the next attempt.
                self._known.discard(day)
            except Exception:  # noqa: BLE001 - the days to come have a par too
                _log.exception("the par of a day was not found")

    async def find(self, day: date) -> None:
        """Store the day's par, unless it is stored."""
        async with self._database.read() as session:
            row = await queries.daily.find_day(session, day)
        if row is None or row.par is not None:
            return
        daily = await self._days.deal(day)
        points = [await self._points(daily, run) for run in range(self._runs)]
        async with self._database.write() as session:
            await queries.daily.set_par(session, day, sum(points) / len(points))

    async def _points(self, daily: DailyDeal, run: int) -> int:
        """The points of the day's seat if computers play all four: the same for the same run."""
        game = daily.begin()
        while to_move := game.rounds[-1].to_move:
            # One move at a time, so that members' games wait for no more than one.
            action = await self._computers.think(partial(daily.action_for_par, game, run))
            game = game.play(to_move[0], action)
        return game.totals()[daily.seat]
