"""Runs each table's tasks when they are due, from a heap that every change updates."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush
from typing import Any

from bot.observability.logs import log_context
from bot.storage.engine.completion import end_tasks, run_to_completion
from bot.storage.engine.errors import DatabaseAway
from bot.storage.models.tables import Reason
from bot.tables.core.deadlines import (
    LOST_TIMEOUT,
    PUNCTUAL,
    WITHOUT_PRESSES,
    TaskKind,
    WakeableSleep,
    next_task,
)
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState
from bot.tables.lifecycle import find
from bot.tables.turns import Turns

Work = Callable[[TableState], Coroutine[Any, Any, None]]
"""Does what is due at a table in this state."""
_log = logging.getLogger(__name__)
_LONGEST_SLEEP = 3600.0
"""Seconds; a change of a table or `wake` ends a sleep earlier."""
_MAX_RUNNING = 64
"""The most tables whose tasks run at the same time: after a long pause thousands may be due, and
presses have to run between them."""
_OUTDATED = 1024
"""The number of outdated times in the heap, beside one valid time for each table. With a turn limit
of a day every move leaves one for a day."""
_RETRY_DELAY = timedelta(seconds=30)
_AWAY_DELAY = timedelta(seconds=5)
"""The pause while the database is out of reach; a lease lasts hardly longer."""
_PAST = (
    *("decision_since", "decision_began", "pressed_at"),
    *("lost_at", "closing_asked_at", "pause_asked_at"),
)
"""Timestamps of past events at a table."""


class Scheduler:
    """Runs what is due: `work` by its kind, computers' moves, and closings of deserted tables.

    `failing_since`: since when a table, by its id, cannot be shown to its members.
    """

    def __init__(
        self,
        repository: TableRepository,
        turns: Turns,
        work: Mapping[TaskKind, Work],
        away_since: Callable[[int], datetime | None],
    ) -> None:
        self._repository = repository
        self._away_since = away_since
        self.failing_since: Callable[[int], datetime | None] = lambda _: None
        self._turns = turns
        self._work: dict[TaskKind, Work] = {
            TaskKind.CLOSE_LOBBY: self._close_idle,
            TaskKind.CLOSE_LOST: self._close_lost,
            **work,
        }
        self._due_at: dict[int, datetime] = {}
        # May contain outdated times; only those in `_due_at` are valid.
        self._heap: list[tuple[datetime, int]] = []
        self._running: dict[int, asyncio.Task[None]] = {}
        self._outdated = True
        self._sleeper = WakeableSleep()
        repository.listeners.append(self.notify)
        repository.unanswered.append(self._check_soon)

    def notify(self, state: TableState) -> None:
        """Record when the changed table is due next."""
        task = next_task(state, self._repository.pace)
        if task is None:
            self._due_at.pop(state.id, None)
        else:
            self._schedule(state.id, task.at)

    def reload(self) -> None:
        """Read all due times again: this process acts for other tables than before."""
        self._due_at.clear()
        self._outdated = True
        self.wake()

    def wake(self) -> None:
        """Check at once for due tables, for example after the clock has jumped."""
        self._sleeper.wake()

    @property
    def running(self) -> int:
        """The number of tables whose tasks run now."""
        return len(self._running)

    @property
    def lag(self) -> timedelta:
        """The delay of the earliest task that has not begun; 0 if none is late."""
        now = self._repository.now()
        return now - min([now, *self._due_at.values()])

    async def run(self) -> None:
        """Run due tasks until cancelled."""
        try:
            while True:
                if self._outdated:
                    await self._load()
                self._start_due()
                await self._sleep()
        finally:
            # So that no task uses a closed database.
            await end_tasks(self._running.values())

    async def run_due(self, table_id: int) -> None:
        """Run the due task of one table; do nothing if another change came first."""
        try:
            state = await run_to_completion(self._repository.get(table_id))
        except NoSuchTable:
            return
        if not self._repository.assignment.includes(state.guild_id):
            return
        task = next_task(state, self._repository.pace)
        if task is None or task.at > self._repository.now():
            await run_to_completion(self._correct_times(state))
        elif task.kind is TaskKind.MOVE_COMPUTER:
            # Cancellable, so that shutdown does not wait for a computer's search.
            await self._turns.move_computers(state, state.decision_since + self._repository.pace)
        else:
            since = self._away_since(state.guild_id) or self.failing_since(state.id)
            if since is None or task.at < since or task.kind in WITHOUT_PRESSES:
                work = self._work[task.kind](state)
            else:
                work = self._stop_time(state, since)
            await run_to_completion(work)

    def _check_soon(self, table_id: int) -> None:
        """Read and so publish the table again soon: a commit may be stored without an answer."""
        self._schedule(table_id, self._repository.now() + _AWAY_DELAY)

    def _schedule(self, table_id: int, at: datetime) -> None:
        self._due_at[table_id] = at
        heappush(self._heap, (at, table_id))
        if len(self._heap) > 2 * len(self._due_at) + _OUTDATED:
            self._build_heap()
        if self._heap[0] == (at, table_id):
            self.wake()

    async def _load(self) -> None:
        """Load the stored due times; tables that have changed meanwhile already have newer ones."""
        self._outdated = False
        self._due_at = dict(await self._stored_due_times()) | self._due_at
        self._build_heap()

    def _build_heap(self) -> None:
        """Rebuild the heap from the valid times."""
        self._heap = [(at, table_id) for table_id, at in self._due_at.items()]
        heapify(self._heap)

    async def _stored_due_times(self) -> Sequence[tuple[int, datetime]]:
        """The stored due times; a failed read is repeated until it succeeds."""
        while True:
            delay = _RETRY_DELAY
            try:
                return await run_to_completion(self._repository.due_times())
            except DatabaseAway:
                # Logged by the storage.
                delay = _AWAY_DELAY
            except Exception:  # noqa: BLE001 - without the scheduler every game would stop
                _log.exception("the scheduler could not read the due times")
            await asyncio.sleep(delay.total_seconds())

    def _start_due(self) -> None:
        """Start what is due, and drop outdated times before the next valid one: none wakes it."""
        now = self._repository.now()
        while self._heap and len(self._running) < _MAX_RUNNING:
            at, table_id = self._heap[0]
            is_valid = self._due_at.get(table_id) == at
            if is_valid and at > now:
                return
            heappop(self._heap)
            # A table with a running task is checked again when that task ends.
            if is_valid and table_id not in self._running:
                del self._due_at[table_id]
                self._running[table_id] = asyncio.create_task(self._run_safely(table_id))

    async def _sleep(self) -> None:
        """Sleep until the earliest table is due or another one becomes the earliest."""
        seconds = _LONGEST_SLEEP
        if self._heap and len(self._running) < _MAX_RUNNING:
            left = (self._heap[0][0] - self._repository.now()).total_seconds()
            seconds = min(max(left, 0), _LONGEST_SLEEP)
        await self._sleeper.sleep(seconds)

    async def _run_safely(self, table_id: int) -> None:
        with log_context(table=table_id):
            try:
                await self.run_due(table_id)
            except Exception as error:  # noqa: BLE001 - one table must not stop the scheduler for the others
                delay = _AWAY_DELAY
                # The storage logs once that the database is away.
                if not isinstance(error, DatabaseAway):
                    delay = _RETRY_DELAY
                    _log.exception("the scheduler failed at table %s", table_id)
                self._due_at.setdefault(table_id, self._repository.now() + delay)
            finally:
                if len(self._running) == _MAX_RUNNING:
                    self.wake()
                del self._running[table_id]
                if table_id in self._due_at:
                    self._schedule(table_id, self._due_at[table_id])

    async def _correct_times(self, state: TableState) -> None:
        """Store the table's due time again, for example after a start with another pace.

        Times in the future become now: the host's clock was ahead when they were stored.
        """
        async with self._repository.unit_of_work(state.id) as uow:
            table, now = uow.table, uow.now
            for name in _PAST:
                at = getattr(table, name)
                setattr(table, name, at and min(at, now))
            if table.paused_at is not None and table.paused_until is not None:
                # The length of the game's pause does not change.
                ahead = max(table.paused_at - now, timedelta(0))
                table.paused_at -= ahead
                table.paused_until -= ahead

    async def _stop_time(self, state: TableState, away_since: datetime) -> None:
        """Stop the time of a table from the loss of the connection that brings its presses.

        The table counts as lost since then; one that was lost before is found, and lost again now.
        """
        async with self._repository.unit_of_work(state.id) as uow:
            if uow.table.revision == state.revision:
                find(uow)
                uow.table.lost_at = away_since if state.lost_at is None else uow.now

    async def _close_idle(self, state: TableState) -> None:
        async with self._repository.unit_of_work(state.id) as uow:
            if uow.table.revision == state.revision:
                uow.close(Reason.IDLE)

    async def _close_lost(self, state: TableState) -> None:
        """Close the table, or give it another day if nothing could find it when its day ended."""
        async with self._repository.unit_of_work(state.id) as uow:
            lost_at = uow.table.lost_at
            if lost_at is None or uow.table.revision != state.revision:
                return
            if uow.now > lost_at + LOST_TIMEOUT + PUNCTUAL:
                uow.table.lost_at = uow.now
            else:
                uow.close(Reason.LOST)
