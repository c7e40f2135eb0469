"""The only access to tables: reads are cached; each change is one transaction.

The database is the source of truth. The cache holds the last committed state; its revision is
checked before each change, and it is dropped when a change fails halfway.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.storage import models, queries
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachable
from bot.storage.engine.session import Session
from bot.storage.models.results import Result
from bot.storage.models.tables import MAX_TABLE_ID, PrivateKind, Source, Status
from bot.tables.core.actor import Actor, private_message
from bot.tables.core.assignment import Assignment
from bot.tables.core.deadlines import next_task
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.message_store import MessageStore
from bot.tables.core.pauses import stored_pauses
from bot.tables.core.replay import replay_game
from bot.tables.core.results import is_ranked, record_results, unranked
from bot.tables.core.state import TableState, table_state
from bot.tables.core.unit_of_work import UnitOfWork
from engine.errors import ScoutError

CACHE_SIZE = 2048
"""The number of tables that stay in memory."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table as last committed: its rows and their state."""

    table: models.Table
    state: TableState


async def load(session: Session, table_id: int, now: datetime) -> Loaded:
    """The table with its rows attached to this session. Raises NoSuchTable."""
    table = await queries.tables.find_table(session, table_id)
    if table is None:
        raise NoSuchTable
    pauses = await stored_pauses(session, table, now)
    if not table.rounds:
        return Loaded(table, table_state(table, None, pauses=pauses))
    actions = await queries.tables.actions_of(session, table_id)
    game = replay_game(table, actions)
    stand_ins = frozenset(row.number for row in actions if row.source is Source.STAND_IN)
    is_over = table.status is Status.OVER
    out = unranked(await session.rows(Result, table_id=table_id)) if is_over else frozenset[int]()
    return Loaded(table, table_state(table, game, stand_ins, pauses, out))


class TableRepository:
    """Loads tables, commits changes, and calls `listeners` with each changed state.

    Only tables that this process acts for, by its `assignment`, stay in memory. `now` returns
    aware datetimes; `rng` deals the cards; `pace` is the time of a computer's move.
    """

    def __init__(
        self,
        database: Database,
        assignment: Assignment | None = None,
        *,
        now: Callable[[], datetime],
        rng: random.Random,
        pace: timedelta,
    ) -> None:
        self.database = database
        self.assignment = assignment or Assignment()
        self.now = now
        self.rng = rng
        self.pace = pace
        self.listeners: list[Callable[[TableState], None]] = []
        self.unanswered: list[Callable[[int], None]] = []
        """Called with a table whose commit was not answered: the change is stored, or not."""
        self.messages = MessageStore(database)
        self.games_finished = 0
        """The number of games finished since the start."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: LRUCache[int, Loaded] = LRUCache(CACHE_SIZE)

    async def get(self, table_id: int) -> TableState:
        """The table as last committed. Raises NoSuchTable."""
        _require_possible(table_id)
        loaded = self._cache.get(table_id)
        if loaded is None:
            async with self._lock(table_id):
                loaded = self._cache.get(table_id)
                if loaded is None:
                    loaded = await self.database.ask(load, table_id, self.now())
                    # After the transaction: if its end fails, the rows are expired.
                    self._keep(table_id, loaded)
        return loaded.state

    def note_press(self, state: TableState) -> None:
        """Record that a member has just pressed something at this table."""
        if state.status.live:
            self.messages.note_press(state.id, self.now())

    async def find_live_in(self, channel_id: int) -> TableState | None:
        """The live table of a channel, or None."""
        table_id = await self.database.ask(queries.tables.live_table_in, channel_id)
        return None if table_id is None else await self.get(table_id)

    async def find_open_in(self, guild_id: int, channel_id: int) -> TableState | None:
        """The live table of a channel; without one its next scheduled table, or None."""
        live = await self.find_live_in(channel_id)
        return live or next(iter(await self.scheduled_in(guild_id, channel_id)), None)

    async def scheduled_in(self, guild_id: int, channel_id: int | None = None) -> list[TableState]:
        """The scheduled tables of a server, or of one channel of it, the next one first."""
        table_ids = await self.database.ask(queries.tables.scheduled_tables, guild_id, channel_id)
        return [await self.get(table_id) for table_id in table_ids]

    async def live_of(self, guild_id: int, user_id: int) -> list[TableState]:
        """The live tables of a server where the member sits, newest first."""
        return [await self.get(table_id) for table_id in await self.live_ids_of(user_id, guild_id)]

    async def own_tables(self, guild_id: int, user_id: int) -> list[TableState]:
        """The member's live tables in a server, then the scheduled ones that they signed up to."""
        scheduled = await self.scheduled_in(guild_id)
        signed_up = [state for state in scheduled if state.has_signed_up(user_id)]
        return [*await self.live_of(guild_id, user_id), *signed_up]

    async def live_ids_of(self, user_id: int, guild_id: int | None = None) -> Sequence[int]:
        """The ids of the live tables where the member sits, in one server or any."""
        return await self.database.ask(queries.tables.live_tables_of, user_id, guild_id=guild_id)

    async def watched_ids_of(self, user_id: int, guild_id: int) -> Sequence[int]:
        """The ids of the server's live tables that the member watches."""
        return await self.database.ask(queries.messages.tables_watched_by, user_id, guild_id)

    async def unpublished(self) -> Sequence[int]:
        """The ids of the tables with an unpublished revision."""
        return await self.database.ask(queries.tables.unpublished_tables, self.assignment.shards)

    async def due_times(self) -> Sequence[tuple[int, datetime]]:
        """The ids of the tables with a task, and its due time, earliest first.

        A table whose decision began in the future is due now: the host's clock was wrong then.
        """
        shards = self.assignment.shards
        if not shards.ids:
            # The leases may have ended because the database is away, so nothing is read.
            return []
        return await self.database.ask(queries.tables.due_times, self.now(), shards)

    async def ping(self) -> None:
        """Read a row; write too, if the newest write was refused. SQLAlchemyError, OSError."""
        self.database.require_file()
        await self.database.ask(queries.tables.ping)
        if self.database.is_refusing:
            await self.database.change(queries.tables.write_and_remove)

    @asynccontextmanager
    async def unit_of_work(self, table_id: int) -> AsyncIterator[UnitOfWork]:
        """One transaction on one table, under its lock; rolled back if the block raises.

        After the block `state` of the unit of work is the committed state.
        """
        _require_possible(table_id)
        messages = await self.messages.of(table_id)
        async with self._lock(table_id):
            # Removed from the cache until the end: after a failure it is loaded again.
            known = self._cache.pop(table_id, None)
            async with self._transaction(lambda: table_id) as session:
                loaded = await self._attach(session, table_id, known)
                uow = UnitOfWork(
                    session, loaded.table, loaded.state, messages, now=self.now(), rng=self.rng
                )
                try:
                    yield uow
                except ScoutError:
                    if not uow.has_changes():
                        # Expected refusals: a rollback would expire all rows of the session.
                        session.expunge_all()
                        self._keep(table_id, loaded)
                    raise
                if is_ranked(loaded.state, uow):
                    uow.unranked = await record_results(uow)
                uow.table.revision += 1
                uow.state = await uow.new_state(loaded.state)
                self._set_due_time(uow.table, uow.state)
                await session.flush_after(queries.tables.PLAYED, uow.actions)
                is_recorded = await self.assignment.record_change(session, uow.state)
            if not (is_recorded or self.assignment.includes(uow.state.guild_id)):
                await self.database.change(self.assignment.record_change, uow.state)
            self._keep(table_id, Loaded(uow.table, uow.state))
        if uow.state.status is Status.OVER and loaded.state.status is Status.PLAYING:
            self.games_finished += 1
        for user_id in uow.departed:
            if user_id is not None and (hand := messages.private(PrivateKind.HAND, user_id)):
                messages.forget(hand)
        self.messages.save_soon(messages)
        self.announce(uow.state)

    @asynccontextmanager
    async def _transaction(self, table_id: Callable[[], int]) -> AsyncIterator[Session]:
        """A transaction on one table; its id is known at the end. Raises DatabaseAway."""
        is_done = False
        try:
            async with self.database.write() as session:
                yield session
                is_done = True
        except DatabaseUnreachable:
            for listener in self.unanswered if is_done else ():
                listener(table_id())
            raise

    async def add(
        self, table: models.Table, host: Actor, check: Callable[[Session], Awaitable[None]]
    ) -> TableState:
        """Commit a new table; the database refuses a second live one in a channel.

        `check` runs first in the same transaction: it raises what refuses the table. Listeners are
        not called: the caller sends the table's first message. The host's token is stored first,
        since after a crash that message is found by it.
        """
        async with self._transaction(lambda: table.id) as session:
            await check(session)
            session.add(table)
            await session.flush()
            session.add(private_message(table.id, PrivateKind.HAND, host))
            table.revision += 1
            pauses = await stored_pauses(session, table, self.now())
            state = table_state(table, None, pauses=pauses)
            self._set_due_time(table, state)
            await self.assignment.record_change(session, state)
        self._keep(table.id, Loaded(table, state))
        return state

    async def drop(self, table_ids: Iterable[int]) -> None:
        """Forget tables whose rows were changed or deleted without a unit of work."""
        for table_id in table_ids:
            # A table that is loading now, under its lock, may hold outdated rows.
            if table_id in self._cache or table_id in self._locks:
                async with self._lock(table_id):
                    self._cache.pop(table_id, None)

    @asynccontextmanager
    async def exclusive(self, table_ids: Iterable[int]) -> AsyncIterator[None]:
        """Hold the locks of these tables while their rows are changed without a unit of work.

        Afterwards they are no longer in memory.
        """
        async with AsyncExitStack() as locks:
            # In the order of the ids, so that no two tasks wait for each other.
            for table_id in sorted(table_ids):
                await locks.enter_async_context(self._lock(table_id))
                locks.callback(self._cache.pop, table_id, None)
            yield

    def forget_all(self) -> None:
        """Clear the memory: another process may change the tables from now on."""
        self._cache.clear()
        self.messages.forget_all()

    def announce(self, state: TableState) -> None:
        """Call every listener with a changed state."""
        for listener in self.listeners:
            listener(state)

    def _keep(self, table_id: int, loaded: Loaded) -> None:
        if self.assignment.includes(loaded.state.guild_id):
            self._cache[table_id] = loaded

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _attach(self, session: Session, table_id: int, known: Loaded | None) -> Loaded:
        """The table's current rows, locked and attached to this session.

        In a claimed database the known rows are the current ones: only this process writes. The
        UPDATE still checks the revision (see models.Table.revision).
        """
        if known is None or self.database.file is None:
            revision = await queries.tables.lock_table(session, table_id)
            if known is None or known.state.revision != revision:
                return await load(session, table_id, self.now())
        session.add(known.table)
        return known

    def _set_due_time(self, table: models.Table, state: TableState) -> None:
        """Store in the table's row when its next task is due."""
        task = next_task(state, self.pace)
        table.due_at = None if task is None else task.at


def _require_possible(table_id: int) -> None:
    """Raise NoSuchTable for an impossible id: buttons can be forged."""
    if not 0 < table_id <= MAX_TABLE_ID:
        raise NoSuchTable
