"""A connection to SQLite that goes to its thread once for each statement.

aiosqlite runs each connection in a thread of its own. For one statement SQLAlchemy makes four trips
there: to create a cursor, execute, fetch, and close it. Each trip costs more than the statement. A
BEGIN takes no trip of its own: it goes with the first statement of its transaction.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Self

import aiosqlite


class Connection(aiosqlite.Connection):
    """For SQLAlchemy alone, which asks for cursors and never for rows one by one."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=1)
        # The end of the program does not wait for it, as with SQLAlchemy's own connections.
        self._thread.daemon = True
        self._begin: str | None = None

    @property
    def in_transaction(self) -> bool:
        return self._begin is not None or super().in_transaction

    def begin(self, sql: str) -> None:
        """Run this BEGIN together with the next statement."""
        self._begin = sql

    async def commit(self) -> None:
        self._begin = None
        await super().commit()

    async def rollback(self) -> None:
        self._begin = None
        await super().rollback()

    def cursor(self) -> "Cursor":  # type: ignore[override]  # aiosqlite's goes to the thread
        return Cursor(self)

    async def run(self, work: Callable[[sqlite3.Connection], "Outcome"]) -> "Outcome":
        """Call `work` in the connection's thread."""
        begin, self._begin = self._begin, None
        # aiosqlite's function has no types.
        outcome: Outcome = await self._execute(  # type: ignore[no-untyped-call]
            _run, self._conn, begin, work
        )
        return outcome


class Outcome:
    """What a statement left, with the names of PEP 249."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self.description = cursor.description
        self.rows = [] if cursor.description is None else cursor.fetchall()
        self.rowcount = cursor.rowcount
        self.lastrowid = cursor.lastrowid
        cursor.close()


def _run(
    connection: sqlite3.Connection, begin: str | None, work: Callable[[sqlite3.Connection], Outcome]
) -> Outcome:
    if begin is not None:
        connection.execute(begin).close()
    return work(connection)


class Cursor:
    """As aiosqlite's, as far as SQLAlchemy uses it."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        if sql.startswith("BEGIN"):
            self._connection.begin(sql)
            return
        self._keep(await self._connection.run(lambda one: Outcome(one.execute(sql, parameters))))

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        self._keep(
            await self._connection.run(lambda one: Outcome(one.executemany(sql, parameters)))
        )

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Nothing: each statement's cursor was closed where it ran."""

    def _keep(self, outcome: Outcome) -> None:
        self.description = outcome.description
        self.rowcount = outcome.rowcount
        self.lastrowid = outcome.lastrowid
        self._rows = outcome.rows


def connect(database: str, **options: Any) -> Connection:
    """As `sqlite3.connect`, to be awaited."""
    return Connection(lambda: sqlite3.connect(database, **options))
