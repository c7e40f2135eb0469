"""Chooses the computers' actions, in a thread or for hard in a worker process."""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import TypeVar

from bot.storage.engine.completion import end_tasks
from bot.tables.computers.workers import Players, Workers, choose, evaluate
from bot.tables.core.deadlines import Sleep
from engine.actions import Action
from engine.players import Comparison, Level
from engine.players.registry import player, quick_player
from engine.view import View

T = TypeVar("T")

SEARCH_LIMIT = 1.4
"""Seconds of a search at most, including the wait for a free worker."""
SHORTEST_MOVE = timedelta(seconds=0.6)
"""The least time of any computer's move with workers; nearly every search is shorter."""

_SWITCH_INTERVAL = 0.0005
"""Seconds until a computing thread yields, a tenth of Python's default.

`python -m tests.benchmarks.loop_lag` measures what the event loop waits beside such threads.
"""

_log = logging.getLogger(__name__)


class ComputerService:
    """Chooses actions for computers; `workers` is the number of processes that search for hard.

    If no worker answers in time, hard plays its quick form in a thread, as the other levels do.
    `players` run in workers and evaluate moves, `quick_players` in threads. `sleep` measures time.
    """

    def __init__(
        self,
        workers: int,
        *,
        players: Players = player,
        quick_players: Players = quick_player,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._players = players
        self._quick_players = quick_players
        self._sleep = sleep
        self._size = workers
        self._workers = Workers(workers, players)
        # Several threads would be no faster, and delay the event loop more.
        self._thread = ThreadPoolExecutor(1, "computers")
        # Waiting for this semaphore can be cancelled without killing a worker.
        self._free_workers = asyncio.Semaphore(workers)
        self._failing = False
        self._searching = 0
        self.searches = Counter({"found": 0, "replaced": 0})
        """Searches in workers since the start: those with a move, and those without one in time."""

    @property
    def workers(self) -> dict[str, int]:
        """The number of worker processes by state."""
        busy = min(self._searching, self._size)
        free = self._size - busy if self._workers.ready else 0
        return {"busy": busy, "free": free, "down": self._size - busy - free}

    @property
    def waiting(self) -> int:
        """The number of searches without a worker so far."""
        return max(self._searching - self._size, 0)

    @property
    def shortest_move(self) -> timedelta:
        """The minimum time of a move: it hides how long the choice took."""
        return SHORTEST_MOVE if self._size else timedelta(0)

    async def start(self) -> None:
        """Start the workers. If that fails, hard plays its quick form until a start succeeds."""
        sys.setswitchinterval(_SWITCH_INTERVAL)
        if self._size:
            try:
                await asyncio.to_thread(self._workers.start)
            except Exception as error:  # noqa: BLE001 - the bot plays without workers too
                self._log_failure(error)

    async def close(self) -> None:
        """Stop the workers, even during a search."""
        self._thread.shutdown(wait=False)
        await asyncio.to_thread(self._workers.close)

    async def choose(self, level: Level, view: View, seed: int) -> Action:
        """An action for the seat of this view; it depends only on the view and the seed.

        Needs at most SEARCH_LIMIT for hard with workers, else some milliseconds; choices in the
        thread run one after the other.
        """
        if level is Level.HARD and self._size:
            found = await self._search(view, seed)
            if found is not None:
                return found
        return await self.think(partial(choose, self._quick_players, level, view, seed))

    async def think(self, work: Callable[[], T]) -> T:
        """The result of some milliseconds of `work`, in the thread of the quick players."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def evaluate(self, view: View, action: Action, seed: int) -> Comparison:
        """This action beside hard's best one; in a thread, some 50 milliseconds."""
        return await asyncio.to_thread(evaluate, self._players, view, action, seed)

    async def _search(self, view: View, seed: int) -> Action | None:
        """Hard's action; None if no worker finds it in time."""
        self._searching += 1
        try:
            found = await self._with_timeout(self._search_in_worker(view, seed))
        except Exception as error:  # noqa: BLE001 - the quick form's move replaces it
            self._log_failure(error)
            self.searches["replaced"] += 1
            return None
        finally:
            self._searching -= 1
        self._failing = False
        self.searches["found"] += 1
        return found

    async def _with_timeout(self, work: Awaitable[Action]) -> Action:
        """The result of `work`; after SEARCH_LIMIT it is cancelled and TimeoutError raised."""
        answer = asyncio.ensure_future(work)
        limit = asyncio.ensure_future(self._sleep(SEARCH_LIMIT))
        try:
            await asyncio.wait({answer, limit}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise TimeoutError
            return answer.result()
        finally:
            await end_tasks((answer, limit))

    async def _search_in_worker(self, view: View, seed: int) -> Action:
        async with self._free_workers:
            if not self._workers.ready:
                await asyncio.to_thread(self._workers.start)
            return await asyncio.wrap_future(self._workers.submit(view, seed))

    def _log_failure(self, error: Exception) -> None:
        """Log once until a search succeeds; without the error's text, which might name cards."""
        if not self._failing:
            name = type(error).__name__
            _log.warning("hard plays its quick form for now: no worker answered (%s)", name)
        self._failing = True
