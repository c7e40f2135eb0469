"""Chooses the computers' actions: easy and medium in a thread, hard in a worker process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import TypeVar

from bot.tables.computers.workers import Players, Workers, choose
from engine.actions import Action
from engine.levels import Level
from engine.players.registry import player
from engine.view import View

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]

SEARCH_LIMIT = 1.4
"""Seconds that a search may take, including the wait for a free worker."""
SHORTEST_MOVE = timedelta(seconds=0.6)
"""Long enough for nearly every search: with workers, no computer of any level moves sooner."""
EVALUATION_LIMIT = 20.0
"""Seconds that an evaluation may take; it is slow while searches use the processor."""
_NICENESS = 10

_log = logging.getLogger(__name__)


class ComputerService:
    """Chooses actions for computers; `workers` is the number of processes that search for hard.

    Without a worker that answers in time, hard plays medium's move. One more worker evaluates the
    moves of finished games. `sleep` measures the time limits.
    """

    def __init__(
        self, workers: int, *, players: Players = player, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._players = players
        self._sleep = sleep
        self._workers = Workers(workers, players) if workers else None
        # A separate process with low priority: games do not wait for evaluations.
        self._evaluator = Workers(1, players, niceness=_NICENESS) if workers else None
        # Waiting here can be cancelled without killing a worker.
        self._free_workers = asyncio.Semaphore(workers)
        self._failing = False

    @property
    def shortest_move(self) -> timedelta:
        """The least time that a move takes, so that it does not reveal how long the choice took."""
        return SHORTEST_MOVE if self._workers else timedelta(0)

    async def start(self) -> None:
        """Start the workers. If that fails, hard plays like medium until a later start succeeds."""
        if self._workers is not None:
            try:
                await asyncio.to_thread(self._workers.start)
            except Exception as error:  # noqa: BLE001 - the bot plays without workers too
                self._log_failure(error)

    async def close(self) -> None:
        """Stop the workers, even in the middle of a search."""
        for workers in (self._workers, self._evaluator):
            if workers is not None:
                await asyncio.to_thread(workers.close)

    async def choose(self, level: Level, view: View, seed: int) -> Action:
        """An action for the seat of this view; it depends only on the view and the seed.

        Takes at most SEARCH_LIMIT for hard, some milliseconds for the other levels.
        """
        if level is Level.HARD:
            found = await self._search(self._workers, view, seed) if self._workers else None
            if found is not None:
                return found
            level = Level.MEDIUM
        return await asyncio.to_thread(choose, self._players, level, view, seed)

    async def evaluate(self, view: View, action: Action, seed: int) -> Mapping[Action, float]:
        """Hard's estimates for the best actions and for this one, in points: see Evaluator.

        For one caller at a time. Raises an Exception without a worker, if the worker fails, or if
        it takes longer than EVALUATION_LIMIT.
        """
        if self._evaluator is None:
            raise RuntimeError("the service has no workers")
        return await self._with_timeout(
            self._evaluate_in_worker(self._evaluator, view, action, seed), EVALUATION_LIMIT
        )

    async def _search(self, workers: Workers, view: View, seed: int) -> Action | None:
        """Hard's action; None if no worker finds it in time."""
        try:
            found = await self._with_timeout(
                self._search_in_worker(workers, view, seed), SEARCH_LIMIT
            )
        except Exception as error:  # noqa: BLE001 - the game goes on with medium's move
            self._log_failure(error)
            return None
        self._failing = False
        return found

    async def _with_timeout(self, work: Awaitable[T], seconds: float) -> T:
        """The result of `work`; after `seconds` it is cancelled and TimeoutError raised."""
        answer = asyncio.ensure_future(work)
        limit = asyncio.ensure_future(self._sleep(seconds))
        try:
            await asyncio.wait({answer, limit}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise TimeoutError
            return answer.result()
        finally:
            answer.cancel()
            limit.cancel()
            await asyncio.gather(answer, limit, return_exceptions=True)

    async def _search_in_worker(self, workers: Workers, view: View, seed: int) -> Action:
        async with self._free_workers:
            if not workers.ready:
                await asyncio.to_thread(workers.start)
            return await asyncio.wrap_future(workers.submit(Level.HARD, view, seed))

    async def _evaluate_in_worker(
        self, workers: Workers, view: View, action: Action, seed: int
    ) -> Mapping[Action, float]:
        if not workers.ready:
            await asyncio.to_thread(workers.start)
        return await asyncio.wrap_future(workers.submit_evaluation(view, action, seed))

    def _log_failure(self, error: Exception) -> None:
        """Log once until a search succeeds; without the error's text, which might name cards."""
        if not self._failing:
            name = type(error).__name__
            _log.warning("hard plays medium's moves for now: no worker answered (%s)", name)
        self._failing = True
