"""What is asked at every click looks at no more tables than it must: SQLite says so itself."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, inspect
from sqlalchemy.engine import Engine

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from tests.support.storage.database import only_sqlite

pytestmark = only_sqlite("SQLite says which index it reads; PostgreSQL chooses by its statistics")
Ask = Callable[[Session], Awaitable[object]]
QUERIES: dict[str, Ask] = {
    "a channel's live table": lambda session: queries.tables.live_table_in(session, 10),
    "a member's live tables": lambda session: queries.tables.live_tables_of(
        session, 100, guild_id=1
    ),
    "a member's newest game": lambda session: queries.tables.newest_finished_table_of(
        session, 1, 100
    ),
    "a member's newest game with a move": lambda session: queries.tables.newest_finished_table_of(
        session, 1, 100, moved=True
    ),
    "a channel's newest game": lambda session: queries.tables.newest_finished_table_in(
        session, 1, 10
    ),
    "a channel's games": lambda session: session.execute(queries.games.finished_in(10).limit(10)),
    "a server's open tables": lambda session: queries.tables.open_tables(session, 1),
    "a server's tables": lambda session: queries.servers.oldest_tables(session, 1, 20),
}


@contextmanager
def noted() -> Iterator[list[tuple[str, Any]]]:
    """The statements that are run, with their values."""
    statements: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, sql: str, values: Any, *_: object) -> None:
        if not sql.startswith("BEGIN"):
            statements.append((sql, values))

    event.listen(Engine, "before_cursor_execute", note)
    yield statements
    event.remove(Engine, "before_cursor_execute", note)


@pytest.mark.parametrize("asked", QUERIES)
async def test_no_query_of_a_click_looks_at_all_tables(database: Database, asked: str) -> None:
    async with database.read() as session:
        with noted() as statements:
            await QUERIES[asked](session)
        assert statements
        connection = await session.connection()
        for sql, values in statements:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
            assert [row.detail for row in plan if row.detail.startswith("SCAN tables")] == []


async def test_the_scheduler_reads_open_tables_by_their_indexes(database: Database) -> None:
    """So no move has to change an index of due times, which only the order of all would read."""
    async with database.read() as session:
        with noted() as statements:
            await queries.tables.due_times(session, datetime(2026, 1, 1, tzinfo=UTC))
        connection = await session.connection()
        ((sql, values),) = statements
        plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
        details = [row.detail for row in plan]
        for index in ("ix_tables_live_", "ix_tables_scheduled"):
            assert any(f"INDEX {index}" in detail for detail in details)
        assert not [one for one in details if one.startswith("SCAN") and "INDEX" not in one]
        found = await connection.run_sync(lambda sync: inspect(sync).get_indexes("tables"))
    assert not [one for one in found if "due_at" in one["column_names"]]
