"""How SQLite finds the rows of statements."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import event

from bot.storage.engine.database import Database
from bot.storage.engine.session import Session


async def plan(database: Database, work: Callable[[Session], Awaitable[Any]]) -> list[str]:
    """How SQLite finds the rows of the statements of this work, step by step."""
    statements: list[tuple[str, Any]] = []

    def note(
        _connection: Any, _cursor: Any, sql: str, values: Any, _context: Any, is_many: bool
    ) -> None:
        statements.append((sql, values[0] if is_many else values))

    engine = database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    async with database.write() as session:
        await work(session)
    event.remove(engine, "before_cursor_execute", note)
    async with database.read() as session:
        connection = await session.connection()
        return [
            row.detail
            for statement, values in statements
            for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
