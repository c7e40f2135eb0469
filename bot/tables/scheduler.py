"""One task that sleeps until the earliest table is due, and does there what is due."""

import asyncio
import logging
from datetime import datetime, timedelta

from bot.storage import queries
from bot.storage.database import unbroken
from bot.storage.models import Status
from bot.tables.core.deadlines import TaskKind, next_task
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState
from bot.tables.turns import Turns

_log = logging.getLogger(__name__)
# No table is due later than this without a change that wakes the clock.
_LONGEST_SLEEP = 3600.0
# A table whose task failed must neither be given up nor keep the clock spinning.
_REST_AFTER_FAILURE = 30.0


class Scheduler:
    """Closes idle lobbies, moves computer seats, pings, and ends turns whose limit ran out."""

    def __init__(self, repository: TableRepository, turns: Turns) -> None:
        self._repository = repository
        self._turns = turns
        self._woken = False
        self._until: datetime | None = None
        self._sleeper: asyncio.Task[None] | None = None
        self._running: dict[int, asyncio.Task[None]] = {}

    def notify(self, state: TableState) -> None:
        """A table has changed: it may be due before the clock would look again."""
        due = next_task(state, self._repository.pace)
        if due is not None and (self._until is None or due.at < self._until):
            self._wake()

    def _wake(self) -> None:
        self._woken = True
        if self._sleeper is not None:
            self._sleeper.cancel()

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while True:
                await self._run_once()
        finally:
            await self._end()

    async def _end(self) -> None:
        """A ring in the middle of its transaction must not outlive the database."""
        tasks = [*self._running.values(), *([self._sleeper] if self._sleeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run_once(self) -> None:
        self._woken = False
        try:
            await self._sleep(await unbroken(self._look_around()))
        except Exception:  # noqa: BLE001 - without its clock no table would go on
            _log.exception("the clock failed")
            await asyncio.sleep(_REST_AFTER_FAILURE)

    async def _look_around(self) -> float:
        await self._start_due()
        return await self._seconds_to_next()

    async def _start_due(self) -> None:
        async with self._repository.database.read() as session:
            due = await queries.due_tables(session, self._repository.now())
        for table_id in due:
            if table_id not in self._running:
                self._running[table_id] = asyncio.create_task(self._run_safely(table_id))

    async def _sleep(self, seconds: float) -> None:
        if self._woken:
            return
        self._until = self._repository.now() + timedelta(seconds=seconds)
        self._sleeper = asyncio.create_task(asyncio.sleep(seconds))
        await asyncio.wait({self._sleeper})
        self._until = self._sleeper = None

    async def _seconds_to_next(self) -> float:
        async with self._repository.database.read() as session:
            earliest = await queries.earliest_due(session, besides=tuple(self._running))
        if earliest is None:
            return _LONGEST_SLEEP
        return min(max((earliest - self._repository.now()).total_seconds(), 0), _LONGEST_SLEEP)

    async def _run_safely(self, table_id: int) -> None:
        try:
            await self.run_due(table_id)
        except Exception:  # noqa: BLE001 - one table must not stop the clock of the others
            _log.exception("the clock failed at table %s", table_id)
            await asyncio.sleep(_REST_AFTER_FAILURE)
        finally:
            del self._running[table_id]
            self._wake()

    async def run_due(self, table_id: int) -> None:
        """Do what is due at one table; nothing if another change came first."""
        try:
            state = await unbroken(self._repository.get(table_id))
        except NoSuchTable:
            return
        due = next_task(state, self._repository.pace)
        if due is None or due.at > self._repository.now():
            await unbroken(self._correct(state))
        elif due.duty is TaskKind.MOVE_COMPUTER:
            # Whoever ends the clock does not wait for its computers to think.
            await self._turns.move_computers(state, state.decision_since + self._repository.pace)
        else:
            await unbroken(self._do(due.duty, state))

    async def _correct(self, state: TableState) -> None:
        """The stored time is out of date, as after a start with another pace: store it anew."""
        async with self._repository.unit_of_work(state.id):
            pass

    async def _do(self, duty: TaskKind, state: TableState) -> None:
        match duty:
            case TaskKind.END_TURN:
                await self._turns.end_turn(state)
            case TaskKind.PING:
                await self._ping(state)
            case TaskKind.CLOSE_LOBBY:
                await self._close(state, "Nobody touched it for an hour.")
            case TaskKind.CLOSE_LOST:
                await self._close(state, "Its channel was out of reach for a day.")

    async def _ping(self, state: TableState) -> None:
        async with self._repository.unit_of_work(state.id) as uow:
            due = uow.table.status is Status.PLAYING and not uow.table.pinged
            if due and uow.decision_number == state.decision_number:
                uow.table.pinged = True
                # A table that is still on its way is no other message; see PublicMessages._send.
                if await uow.retire_live_post():
                    uow.table.reposts += 1

    async def _close(self, state: TableState, reason: str) -> None:
        async with self._repository.unit_of_work(state.id) as uow:
            if uow.table.revision == state.revision:
                uow.close(reason)
