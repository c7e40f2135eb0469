"""A connection to the database that ends between a commit and its answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachable


@asynccontextmanager
async def losing_answers(database: Database) -> AsyncIterator[None]:
    """Each transaction is committed, and fails as if the server had not answered."""
    begin = database._transaction

    @asynccontextmanager
    async def without_answer(snapshot: bool) -> AsyncIterator[Any]:
        async with begin(snapshot) as session:
            yield session
        raise DatabaseUnreachable("the connection has ended")

    setattr(database, "_transaction", without_answer)  # noqa: B010
    try:
        yield
    finally:
        delattr(database, "_transaction")
