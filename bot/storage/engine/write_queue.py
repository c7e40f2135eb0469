"""Writing transactions of a database that takes one writer at a time, such as SQLite.

They queue here, where the queue is fair: waiting for SQLite's own lock is not, and writers can
starve. Those that wait together are committed together, so that many tables share one wait for the
disk ("group commit"). Each still ends after its rows are on the disk.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.orm.session import JoinTransactionMode

from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.errors import DatabaseAway, DatabaseLocked
from bot.storage.engine.session import Session

_LARGEST_GROUP = 16
"""Transactions in one commit; the first of them waits for the last."""


class _Group:
    """Transactions that are committed together, on one connection; the first of them opens it."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.size = 0
        self.committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class WriteQueue:
    """Runs the callers' transactions one at a time, each in its own session."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._group: _Group | None = None
        self._locked: DatabaseLocked | None = None
        """The error of the newest transaction if it waited in vain for SQLite's lock."""

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session]:
        """A transaction that commits when the block ends and rolls back when it raises.

        An error rolls back only this transaction's own changes. If one waits in vain for another
        program's lock, all transactions queued behind it fail together, not one after the other.
        """
        before = self._locked
        async with self._turn:
            if self._locked is not None and self._locked is not before:
                raise DatabaseLocked
            group = self._group or await self._open()
            # The first transaction needs no savepoint: no earlier changes have to be kept.
            mode: JoinTransactionMode = "create_savepoint" if group.size else "rollback_only"
            session = Session(group.connection, mode)
            try:
                async with session, session.begin():
                    yield session
            except BaseException as error:
                # The connection may be broken: close the group.
                await run_to_completion(self._end(group, error))
                raise
            group.size += 1
            if group.size >= _LARGEST_GROUP:
                await run_to_completion(self._end(group))
        if not group.committed.done():
            # Callers that were waiting have joined the group before this one.
            await run_to_completion(self._end_in_turn(group))
        group.committed.result()

    async def _open(self) -> _Group:
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

    async def _end(self, group: _Group, error: BaseException | None = None) -> None:
        """Commit the group, unless another member has done so, and resolve it for all waiting.

        SQLite may already have ended the transaction, as on a full disk; `error`, the last
        member's, is then the cause. The driver's commit would do nothing, and raise nothing.
        """
        cause = error if isinstance(error, DatabaseAway) else None
        if self._group is not group:
            return
        self._group = None
        try:
            if group.size:
                raw = await group.connection.get_raw_connection()
                if raw.driver_connection is None or not raw.driver_connection.in_transaction:
                    lost = RuntimeError("the transaction was rolled back by the database")
                    raise cause or OperationalError("COMMIT", None, lost)
                await group.connection.commit()
        except Exception as failure:  # noqa: BLE001 - raised by all that wait for the commit
            group.committed.set_exception(failure)
            # Mark the error as retrieved: all callers may have been cancelled.
            group.committed.exception()
            # A failed COMMIT leaves the transaction open, and the pool would hand that out again.
            await group.connection.invalidate()
        else:
            group.committed.set_result(None)
        finally:
            self._locked = cause if isinstance(cause, DatabaseLocked) else None
            await group.connection.close()
