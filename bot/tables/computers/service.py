"""What computers decide by: a quick thought in a thread, or a search in a worker process."""

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
"""Seconds that a search may take, waiting for a free worker included."""
SHORTEST_MOVE = timedelta(seconds=0.6)
"""Time for nearly every search: with workers no computer moves sooner, whatever its level."""
WEIGHING_LIMIT = 20.0
"""Seconds that a weighing may take; it is slow where it gives way to searches."""
_NICENESS = 10

_log = logging.getLogger(__name__)


class ComputerService:
    """Chooses the computers' actions; those of hard are searched for by so many `workers`.

    Where there is no worker, or none that answers in time, hard plays medium's move. One worker
    more weighs the moves of games that are over. `sleep` measures the time.
    """

    def __init__(
        self, workers: int, *, players: Players = player, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._players = players
        self._sleep = sleep
        self._workers = Workers(workers, players) if workers else None
        # Of its own, and nice: no computer at a table waits for it.
        self._evaluator = Workers(1, players, niceness=_NICENESS) if workers else None
        # What waits for its turn here can be given up without ending anybody's search.
        self._free = asyncio.Semaphore(workers)
        self._in_trouble = False

    @property
    def shortest_move(self) -> timedelta:
        """How long a move takes at the least, so that it does not tell how long it was thought."""
        return SHORTEST_MOVE if self._workers else timedelta(0)

    async def start(self) -> None:
        """Start the workers. If they cannot be, hard does without until they can."""
        if self._workers is not None:
            try:
                await asyncio.to_thread(self._workers.start)
            except Exception as error:  # noqa: BLE001 - the bot plays without workers too
                self._note_trouble(error)

    async def close(self) -> None:
        """End the workers, whatever they are doing."""
        for workers in (self._workers, self._evaluator):
            if workers is not None:
                await asyncio.to_thread(workers.close)

    async def choose(self, level: Level, view: View, seed: int) -> Action:
        """An action of the seat whose view it is, by the view and the seed alone.

        Hard's takes SEARCH_LIMIT at the most, the others' some milliseconds.
        """
        if level is Level.HARD:
            found = await self._search(self._workers, view, seed) if self._workers else None
            if found is not None:
                return found
            level = Level.MEDIUM
        return await asyncio.to_thread(choose, self._players, level, view, seed)

    async def evaluate(self, view: View, action: Action, seed: int) -> Mapping[Action, float]:
        """What hard finds the best actions to be worth, and this one: see Judge.

        For one caller at a time. Raises an Exception if there is no worker, if it fails, or if
        it takes longer than WEIGHING_LIMIT.
        """
        if self._evaluator is None:
            raise RuntimeError("nobody is to be started")
        return await self._in_time(
            self._ask_worth(self._evaluator, view, action, seed), WEIGHING_LIMIT
        )

    async def _search(self, workers: Workers, view: View, seed: int) -> Action | None:
        """Hard's action; None if no worker has found it in time."""
        try:
            found = await self._in_time(self._ask(workers, view, seed), SEARCH_LIMIT)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            self._note_trouble(error)
            return None
        self._in_trouble = False
        return found

    async def _in_time(self, asking: Awaitable[T], seconds: float) -> T:
        """What is asked for; TimeoutError if it is not there in time, and then it is given up."""
        answer = asyncio.ensure_future(asking)
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

    async def _ask(self, workers: Workers, view: View, seed: int) -> Action:
        async with self._free:
            if not workers.ready:
                await asyncio.to_thread(workers.start)
            return await asyncio.wrap_future(workers.submit(Level.HARD, view, seed))

    async def _ask_worth(
        self, workers: Workers, view: View, action: Action, seed: int
    ) -> Mapping[Action, float]:
        if not workers.ready:
            await asyncio.to_thread(workers.start)
        return await asyncio.wrap_future(workers.submit_evaluation(view, action, seed))

    def _note_trouble(self, error: Exception) -> None:
        """Once until a search succeeds again; an error's own words might name cards."""
        if not self._in_trouble:
            name = type(error).__name__
            _log.warning("hard plays medium's moves for now: no worker answered (%s)", name)
        self._in_trouble = True
