"""Reading transactions: a few at a time, those for pending answers first.

A press whose answer is late is lost, while the bot's background work can wait. Among waiting
presses the one whose answer is due first reads first: after a start some are answered in time, not
all of them late.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from math import inf
from typing import NamedTuple

_DueTime = Callable[[], float]
"""Returns the time at which an answer is due, by one clock for all; inf without an answer."""


class _Waiting(NamedTuple):
    due: _DueTime
    entered: asyncio.Future[bool]
    """Whether the admitted reader works without an answer."""


_due: ContextVar[_DueTime] = ContextVar("when the present work is due", default=lambda: inf)


@contextmanager
def reading_for_answer(due: _DueTime) -> Iterator[None]:
    """Admit the readers of the block, and of tasks started in it, before those that are due later.

    `due` is called again whenever a place is free: the answer may have been sent by then.
    """
    before = _due.set(due)
    try:
        yield
    finally:
        _due.reset(before)


class ReadQueue:
    """Admits a limited number of readers at a time.

    If work without an answer waits, one place is reserved for it: a press can wait for the lock of
    a table that such work is reading.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._without_answer = 0
        self._waiting: list[_Waiting] = []

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place, and hold it inside the block."""
        is_without_answer = await self._enter(_due.get())
        try:
            yield
        finally:
            self._leave(is_without_answer)

    async def _enter(self, due: _DueTime) -> bool:
        if self._free:
            self._free -= 1
            return self._count(due)
        waiting = _Waiting(due, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            return await waiting.entered
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._leave(waiting.entered.result())
            raise

    def _leave(self, is_without_answer: bool) -> None:
        """Pass the place to the reader that is due first; of equal ones to the oldest."""
        self._without_answer -= is_without_answer
        waiting = [one for one in self._waiting if not one.entered.done()]
        if not waiting:
            self._free += 1
            return
        others = [one for one in waiting if one.due() == inf]
        is_their_turn = bool(others) and not self._without_answer
        first = others[0] if is_their_turn else min(waiting, key=lambda one: one.due())
        self._waiting.remove(first)
        first.entered.set_result(self._count(first.due))

    def _count(self, due: _DueTime) -> bool:
        is_without_answer = due() == inf
        self._without_answer += is_without_answer
        return is_without_answer
