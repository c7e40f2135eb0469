"""The session in which queries run, which is one transaction."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from sqlalchemy.orm.session import JoinTransactionMode
from sqlalchemy.sql.selectable import TypedReturnsRows

T = TypeVar("T")


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

    async def run_each(self, statement: Executable, values: Sequence[Mapping[str, Any]]) -> None:
        """Run the statement once for each of these values, on rows and not on objects.

        In one change of greenlets: getting the connection first would need a second one.
        """
        await self.run_sync(lambda session: session.connection().execute(statement, values))
