"""One task that sleeps until the earliest table is due, and does there what is due."""

import asyncio
import logging
from datetime import datetime, timedelta

from bot.storage import queries
from bot.storage.database import unbroken
from bot.storage.models import Status
from bot.tables.due import Duty, next_due
from bot.tables.errors import NoSuchTable
from bot.tables.ledger import Ledger
from bot.tables.state import TableState
from bot.tables.turns import Turns

_log = logging.getLogger(__name__)
# No table is due later than this without a change that wakes the clock.
_LONGEST_SLEEP = 3600.0
# A table whose task failed must neither be given up nor keep the clock spinning.
_REST_AFTER_FAILURE = 30.0


class Clock:
    """Closes idle lobbies, moves computer seats, pings, and ends turns whose limit ran out."""

    def __init__(self, ledger: Ledger, turns: Turns) -> None:
        self._ledger = ledger
        self._turns = turns
        self._woken = False
        self._until: datetime | None = None
        self._sleeper: asyncio.Task[None] | None = None
        self._ringing: dict[int, asyncio.Task[None]] = {}

    def note(self, state: TableState) -> None:
        """A table has changed: it may be due before the clock would look again."""
        due = next_due(state, self._ledger.pace)
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
        tasks = [*self._ringing.values(), *([self._sleeper] if self._sleeper else [])]
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
        await self._ring_due_tables()
        return await self._seconds_to_next()

    async def _ring_due_tables(self) -> None:
        async with self._ledger.database.read() as session:
            due = await queries.due_tables(session, self._ledger.now())
        for table_id in due:
            if table_id not in self._ringing:
                self._ringing[table_id] = asyncio.create_task(self._ring_safely(table_id))

    async def _sleep(self, seconds: float) -> None:
        if self._woken:
            return
        self._until = self._ledger.now() + timedelta(seconds=seconds)
        self._sleeper = asyncio.create_task(asyncio.sleep(seconds))
        await asyncio.wait({self._sleeper})
        self._until = self._sleeper = None

    async def _seconds_to_next(self) -> float:
        async with self._ledger.database.read() as session:
            earliest = await queries.earliest_due(session, besides=tuple(self._ringing))
        if earliest is None:
            return _LONGEST_SLEEP
        return min(max((earliest - self._ledger.now()).total_seconds(), 0), _LONGEST_SLEEP)

    async def _ring_safely(self, table_id: int) -> None:
        try:
            await self.ring(table_id)
        except Exception:  # noqa: BLE001 - one table must not stop the clock of the others
            _log.exception("the clock failed at table %s", table_id)
            await asyncio.sleep(_REST_AFTER_FAILURE)
        finally:
            del self._ringing[table_id]
            self._wake()

    async def ring(self, table_id: int) -> None:
        """Do what is due at one table; nothing if another change came first."""
        try:
            state = await unbroken(self._ledger.look(table_id))
        except NoSuchTable:
            return
        due = next_due(state, self._ledger.pace)
        if due is None or due.at > self._ledger.now():
            await unbroken(self._correct(state))
        elif due.duty is Duty.MOVE_COMPUTER:
            # Whoever ends the clock does not wait for its computers to think.
            await self._turns.move_computers(state, state.turn_since + self._ledger.pace)
        else:
            await unbroken(self._do(due.duty, state))

    async def _correct(self, state: TableState) -> None:
        """The stored time is out of date, as after a start with another pace: store it anew."""
        async with self._ledger.change(state.id):
            pass

    async def _do(self, duty: Duty, state: TableState) -> None:
        match duty:
            case Duty.END_TURN:
                await self._turns.end_turn(state)
            case Duty.PING:
                await self._ping(state)
            case Duty.CLOSE_LOBBY:
                await self._close(state, "Nobody touched it for an hour.")
            case Duty.CLOSE_LOST:
                await self._close(state, "Its channel was out of reach for a day.")

    async def _ping(self, state: TableState) -> None:
        async with self._ledger.change(state.id) as change:
            due = change.table.status is Status.PLAYING and not change.table.pinged
            if due and change.turn == state.turn:
                change.table.pinged = True
                # A table that is still on its way is no other message; see Posts._send.
                if await change.retire_live_post():
                    change.table.posted_anew += 1

    async def _close(self, state: TableState, reason: str) -> None:
        async with self._ledger.change(state.id) as change:
            if change.table.revision == state.revision:
                change.close(reason)
