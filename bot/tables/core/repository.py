"""The only way to a table: one change at a time, committed before anybody hears of it."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage import models, queries
from bot.storage.database import Database
from bot.storage.models import Status
from bot.tables.core.deadlines import next_task
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.replay import replay_game
from bot.tables.core.state import TableState, table_state
from bot.tables.core.unit_of_work import UnitOfWork
from engine.game import Game


class TableRepository:
    """Loads tables, commits changes to them, and tells `listeners` each changed state.

    `now` gives aware datetimes; `rng` deals the cards; `pace` is how long a computer seat takes.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        rng: random.Random,
        pace: timedelta,
    ) -> None:
        self.database = database
        self.now = now
        self.rng = rng
        self.pace = pace
        self.listeners: list[Callable[[TableState], None]] = []
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._games: dict[int, tuple[int, int, Game]] = {}

    async def get(self, table_id: int) -> TableState:
        """The table as committed last. Raises NoSuchTable."""
        async with self.database.read() as session:
            return await self._state(session, await queries.find_table(session, table_id))

    async def find_live_in(self, channel_id: int) -> TableState | None:
        """The live table of a channel."""
        async with self.database.read() as session:
            table = await queries.live_table_in(session, channel_id)
            return None if table is None else await self._state(session, table)

    async def live_of(self, guild_id: int, user_id: int) -> list[TableState]:
        """The live tables of a server where the member sits, newest first."""
        async with self.database.read() as session:
            tables = await queries.live_tables_of(session, guild_id, user_id)
            return [await self._state(session, table) for table in tables]

    async def live_ids_of(self, user_id: int) -> Sequence[int]:
        """The ids of the live tables where the member sits, in any server."""
        async with self.database.read() as session:
            return await queries.live_table_ids_of(session, user_id)

    @asynccontextmanager
    async def unit_of_work(self, table_id: int) -> AsyncIterator[UnitOfWork]:
        """One transaction on one table, alone. Nothing is kept if the block raises.

        After the block `uow.state` is the committed state.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            async with self.database.write() as session:
                table = await queries.find_table(session, table_id)
                if table is None:
                    raise NoSuchTable
                game = await self._game(session, table)
                uow = UnitOfWork(session, table, game, now=self.now(), rng=self.rng)
                yield uow
                # New rows get their defaults here, before the state is read off them.
                await session.flush()
                self._seal(uow)
            self._keep(table, uow.game)
        self.announce(uow.state)

    async def open(self, table: models.Table) -> TableState:
        """Commit a new table; the database refuses a second live one in a channel.

        Nobody is told: the caller sends its first message.
        """
        async with self.database.write() as session:
            session.add(table)
            await session.flush()
            uow = UnitOfWork(session, table, None, now=self.now(), rng=self.rng)
            self._seal(uow)
        return uow.state

    def announce(self, state: TableState) -> None:
        for listener in self.listeners:
            listener(state)

    def _seal(self, uow: UnitOfWork) -> None:
        uow.table.revision += 1
        due = next_task(table_state(uow.table, uow.game), self.pace)
        uow.table.due_at = None if due is None else due.at
        uow.state = table_state(uow.table, uow.game)

    async def _state(self, session: AsyncSession, table: models.Table | None) -> TableState:
        if table is None:
            raise NoSuchTable
        return table_state(table, await self._game(session, table))

    async def _game(self, session: AsyncSession, table: models.Table) -> Game | None:
        known = self._games.get(table.id)
        if known is not None and known[:2] == _extent(table):
            return known[2]
        if not table.rounds:
            return None
        game = replay_game(table, await queries.actions_of(session, table.id))
        self._keep(table, game)
        return game

    def _keep(self, table: models.Table, game: Game | None) -> None:
        if game is not None and table.status is Status.PLAYING:
            self._games[table.id] = (*_extent(table), game)
        else:
            self._games.pop(table.id, None)


def _extent(table: models.Table) -> tuple[int, int]:
    """How many rows the game is made of; rows are only ever appended."""
    return table.action_count, len(table.rounds)
