"""Writing transactions of a database that takes one writer at a time, such as SQLite.

They queue here, where the queue is fair: waiting for SQLite's own lock is not, and writers can
starve. Those that wait together are committed together, so that many tables share one wait for the
disk ("group commit"). Each still ends after its rows are on the disk.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from sqlalchemy.orm.session import JoinTransactionMode

from bot.storage.engine.completion import run_to_completion

_LARGEST_GROUP = 16
"""Transactions in one commit; the first of them waits for the last."""


class _Group:
    """Transactions that are committed together, on one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.size = 0
        self.committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """Add a transaction; if it raises, only its own changes are rolled back."""
        # The first needs no savepoint: there is nothing before it to keep.
        mode: JoinTransactionMode = "create_savepoint" if self.size else "rollback_only"
        async with (
            AsyncSession(
                self._connection, expire_on_commit=False, join_transaction_mode=mode
            ) as session,
            session.begin(),
        ):
            yield session
        self.size += 1

    async def end(self) -> None:
        """Commit the group and resolve `committed` for all waiting callers."""
        try:
            if self.size:
                await self._commit()
        except Exception as error:  # noqa: BLE001 - raised by everyone who waits for the commit
            self.committed.set_exception(error)
            # Mark the error as retrieved: all callers may have been cancelled.
            self.committed.exception()
        else:
            self.committed.set_result(None)
        finally:
            await self._connection.close()

    async def _commit(self) -> None:
        """Raises OperationalError if SQLite has given up the transaction, as on a full disk.

        The driver's commit would do nothing then, and say nothing.
        """
        driver = (await self._connection.get_raw_connection()).driver_connection
        if driver is None or not driver.in_transaction:
            lost = RuntimeError("the transaction was rolled back by the database")
            raise OperationalError("COMMIT", None, lost)
        await self._connection.commit()


class WriteQueue:
    """Runs the callers' transactions one at a time, each in its own session."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._group: _Group | None = None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A transaction that commits when the block ends and rolls back when it raises."""
        async with self._turn:
            group = self._group or await self._begin()
            try:
                async with group.session() as session:
                    yield session
            except BaseException:
                # The connection may be broken: close the group.
                await run_to_completion(self._end(group))
                raise
            if group.size >= _LARGEST_GROUP:
                await run_to_completion(self._end(group))
        if not group.committed.done():
            # Callers that were waiting have joined the group before this one.
            await run_to_completion(self._end_in_turn(group))
        group.committed.result()

    async def _begin(self) -> _Group:
        connection = await self._engine.connect()
        try:
            await connection.begin()
        except BaseException:
            await connection.close()
            raise
        self._group = _Group(connection)
        return self._group

    async def _end_in_turn(self, group: _Group) -> None:
        async with self._turn:
            await self._end(group)

    async def _end(self, group: _Group) -> None:
        """End the group, unless another member has done so."""
        if self._group is group:
            self._group = None
            await group.end()
