"""The order of publications: tables with a press first, a limited number at a time, oldest first.

A failed table is tried again. If several fail in a row, Discord counts as unreachable: then one
table at a time tests whether it is back, and the others wait.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from bot.storage.engine.completion import end_tasks

_RETRY_DELAYS = (1, 5, 30, 60, 300)
"""Seconds until a failed table is tried again; the last value is repeated."""
_PLACES = 16
"""The number of tables published at the same time, and the same number again for pressed tables."""
_PLACES_WHILE_BUSY = 2
"""As `_PLACES`, for tables without a press while presses are being answered."""
_FAILURES_OF_AN_OUTAGE = 3
"""Consecutive failures, of any tables, after which Discord counts as unreachable."""
_OUTAGE_PAUSES = (1, 2, 4, 5)
"""Seconds between attempts in an outage; the last value is repeated."""
_CLOSE_TIMEOUT = 5.0
"""Seconds for running publications at the end of the program."""


def nth_delay(delays: Sequence[int], attempt: int) -> int:
    """The seconds to wait after this attempt, counted from 1; the last delay is repeated."""
    return delays[min(attempt, len(delays)) - 1]


class _Queue:
    """Tables that wait for a place, and tables that have one."""

    def __init__(self) -> None:
        # A dictionary as an ordered set, oldest first.
        self.waiting: dict[int, None] = {}
        self.running: dict[int, asyncio.Task[bool]] = {}


class PublicationQueue:
    """Calls `publish` with each table that was added, never twice at the same time for one table.

    `publish` returns whether it succeeded; it is called again later if not. `is_busy` returns
    whether presses are being answered; call `fill_places` when they no longer are.
    """

    def __init__(
        self,
        publish: Callable[[int], Coroutine[Any, Any, bool]],
        is_busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self._publish = publish
        self._is_busy = is_busy
        self._urgent = _Queue()
        self._others = _Queue()
        self._added_again: dict[int, bool] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._retries: dict[int, int] = {}
        """The number of retries of each failed table, without those after a press."""
        self._failures_in_a_row = 0
        self._pause: asyncio.TimerHandle | None = None
        self._closing = False
        self.is_held_back = False
        """Whether more places are used once no presses are answered."""

    def add(self, table_id: int, *, urgent: bool = False) -> None:
        """Publish the table in its turn; before all tables without a press if it is urgent."""
        self._cancel_timer(table_id)
        if self._closing:
            return
        if self.is_running(table_id):
            self._added_again[table_id] = urgent or self._added_again.get(table_id, False)
        elif urgent:
            self._others.waiting.pop(table_id, None)
            self._urgent.waiting.setdefault(table_id)
            self.fill_places()
        elif table_id not in self._urgent.waiting:
            self._others.waiting.setdefault(table_id)
            self.fill_places()

    def add_later(self, table_id: int, seconds: float) -> None:
        """Add the table after this time, unless it is added earlier."""
        self._call_later(seconds, self.add, table_id)

    def fill_places(self) -> None:
        """Begin to publish waiting tables, as far as there are places."""
        self.is_held_back = bool(self._others.waiting) and self._is_busy()
        queues = [(self._urgent, _PLACES)]
        if self._pause is None:
            calm = _PLACES_WHILE_BUSY if self.is_held_back else _PLACES
            queues.append((self._others, 1 if self.is_outage else calm))
        for queue, places in queues:
            while queue.waiting and len(queue.running) < places:
                table_id = next(iter(queue.waiting))
                del queue.waiting[table_id]
                task = queue.running[table_id] = asyncio.create_task(self._publish(table_id))
                task.add_done_callback(partial(self._end, table_id))

    def load(self) -> dict[str, int]:
        """The number of tables by state: waiting after a press or without, running, retrying."""
        return {
            "pressed": len(self._urgent.waiting),
            "waiting": len(self._others.waiting),
            "running": len(self._tasks),
            "retrying": len(self._timers),
        }

    def is_running(self, table_id: int) -> bool:
        """Whether the table is being published now."""
        return table_id in self._urgent.running or table_id in self._others.running

    def abandon(self) -> None:
        """Stop all publications and clear the queue: another process publishes."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._cancel_pause()
        self._urgent.waiting.clear()
        self._others.waiting.clear()
        self._added_again.clear()
        self._retries.clear()
        self._failures_in_a_row = 0
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Wait a short time for running publications, then cancel them."""
        self._closing = True
        for timer in [*self._timers.values(), *([self._pause] if self._pause else [])]:
            timer.cancel()
        await end_tasks(self._tasks, _CLOSE_TIMEOUT)

    @property
    def _tasks(self) -> list[asyncio.Task[bool]]:
        return [*self._urgent.running.values(), *self._others.running.values()]

    @property
    def is_outage(self) -> bool:
        """Whether Discord counts as unreachable."""
        return self._failures_in_a_row >= _FAILURES_OF_AN_OUTAGE

    def _end(self, table_id: int, task: asyncio.Task[bool]) -> None:
        """Free the place. A callback, since a task that is cancelled early runs no code."""
        self._urgent.running.pop(table_id, None)
        self._others.running.pop(table_id, None)
        if self._closing:
            return
        if not task.cancelled():
            if task.result():
                self._note_success(table_id)
            else:
                self._note_failure(table_id)
        # Also after a cancellation: the table may have been added since `abandon`.
        urgent = self._added_again.pop(table_id, None)
        if urgent is not None:
            self.add(table_id, urgent=urgent)
        self.fill_places()

    def _note_success(self, table_id: int) -> None:
        self._retries.pop(table_id, None)
        if self.is_outage:
            # Discord is back: no table has to wait.
            for waiting in [*self._retries]:
                self.add(waiting)
        self._failures_in_a_row = 0
        self._cancel_pause()

    def _note_failure(self, table_id: int) -> None:
        retries = self._retries.setdefault(table_id, 0)
        self._failures_in_a_row += 1
        if self.is_outage:
            self._others.waiting.setdefault(table_id)
            number = self._failures_in_a_row - _FAILURES_OF_AN_OUTAGE + 1
            pause = nth_delay(_OUTAGE_PAUSES, number)
            self._cancel_pause()
            self._pause = asyncio.get_running_loop().call_later(pause, self._after_pause)
        else:
            self._call_later(nth_delay(_RETRY_DELAYS, retries + 1), self._retry, table_id)

    def _retry(self, table_id: int) -> None:
        """Add a failed table, and lengthen its next delay; a press adds it without that."""
        self._retries[table_id] += 1
        self.add(table_id)

    def _after_pause(self) -> None:
        self._pause = None
        self.fill_places()

    def _cancel_pause(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None

    def _call_later(self, seconds: float, add: Callable[[int], None], table_id: int) -> None:
        self._cancel_timer(table_id)
        self._timers[table_id] = asyncio.get_running_loop().call_later(seconds, add, table_id)

    def _cancel_timer(self, table_id: int) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
