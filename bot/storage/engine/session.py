"""The session in which queries run, which is one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, CursorResult, Executable, UpdateBase, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.orm.session import JoinTransactionMode, Session as SyncSession
from sqlalchemy.sql.selectable import TypedReturnsRows

from bot.storage.engine.sqlite_engine import gathering

T = TypeVar("T")
StatementBatch = tuple[Executable, Sequence[Mapping[str, Any]]]
"""A statement, and the values to run it with one by one."""


class Session(AsyncSession):
    """SQLAlchemy's session; what it has loaded stays readable after the commit."""

    def __init__(
        self,
        bind: AsyncEngine | AsyncConnection,
        join_transaction_mode: JoinTransactionMode = "conditional_savepoint",
    ) -> None:
        super().__init__(bind, expire_on_commit=False, join_transaction_mode=join_transaction_mode)

    async def all(self, query: TypedReturnsRows[T]) -> Sequence[T]:
        """The first column of all rows, or the objects, that the query finds."""
        return (await self.scalars(query)).all()

    async def rows(
        self, model: type[T], /, *which: ColumnElement[bool], **columns: Any
    ) -> Sequence[T]:
        """The objects of the model that meet the conditions, with these values in columns."""
        return await self.all(select(model).where(*which).filter_by(**columns))

    async def values(
        self, column: InstrumentedAttribute[T], /, *which: ColumnElement[bool], **columns: Any
    ) -> Sequence[T]:
        """The values of one column in the rows that `rows` would find."""
        return await self.all(select(column).where(*which).filter_by(**columns))

    async def has(self, model: type[Any], /, *which: ColumnElement[bool], **columns: Any) -> bool:
        """Whether there are rows that `rows` would find."""
        found = select(model).where(*which).filter_by(**columns)
        return bool(await self.scalar(select(found.exists())))

    async def update_where(
        self,
        model: type[Any],
        values: Mapping[str, Any],
        /,
        *which: ColumnElement[bool],
        **columns: Any,
    ) -> bool:
        """Store these values in the rows that `rows` would find; return whether there are any."""
        changed = update(model).where(*which).filter_by(**columns).values(values)
        return await self.changes_rows(changed)

    async def delete_where(
        self, model: type[Any], /, *which: ColumnElement[bool], **columns: Any
    ) -> bool:
        """Delete the rows that `rows` would find; return whether there were any."""
        return await self.changes_rows(delete(model).where(*which).filter_by(**columns))

    async def changes_rows(self, statement: UpdateBase) -> bool:
        """Run an INSERT, UPDATE or DELETE; return whether there were rows to change."""
        found = await self.execute(statement)
        assert isinstance(found, CursorResult)
        return found.rowcount > 0

    async def run_together(self, batches: Iterable[StatementBatch]) -> None:
        """Run each statement once for each of its values, on rows and not on objects.

        All statements take one trip to SQLite's thread.
        """
        some = [(statement, values) for statement, values in batches if values]
        if some:
            await self.run_sync(_run_all, some)

    async def flush_after(self, statement: Executable, values: Sequence[Mapping[str, Any]]) -> None:
        """Run the statement with each of the values, and then write all changed objects.

        The statement goes to SQLite's thread with the first of them. Without values nothing is run.
        """
        if values:
            await self.run_sync(_flush_after, statement, values)


def _flush_after(
    session: SyncSession, statement: Executable, values: Sequence[Mapping[str, Any]]
) -> None:
    connection = session.connection()
    with gathering(connection):
        connection.execute(statement, values)
    session.flush()


def _run_all(session: SyncSession, batches: Sequence[StatementBatch]) -> None:
    """One greenlet switch: getting the connection first would need a second one."""
    connection = session.connection()
    *before, last = batches
    with gathering(connection):
        for statement, values in before:
            connection.execute(statement, values)
    connection.execute(*last)
