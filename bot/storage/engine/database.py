"""The database: its address, transactions and migrations."""

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine import postgres_engine, schema, sqlite_engine
from bot.storage.engine.database_file import DatabaseFile
from bot.storage.engine.errors import DatabaseAway, UnusableDatabase as UnusableDatabase
from bot.storage.engine.postgres_engine import CONNECTIONS
from bot.storage.engine.read_queue import ReadQueue
from bot.storage.engine.session import Session
from bot.storage.engine.write_queue import WriteQueue

P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[Session, P], Awaitable[T]]
"""A coroutine function whose first argument is the session."""

_log = logging.getLogger(__name__)

_SQLITE, _POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
_DRIVERS = f"the address should begin with {_SQLITE}:/// or {_POSTGRES}://"
_MAX_PORT = 65_535
_SIGNS = "in a password, characters such as : / @ ? # are written as %3A %2F %40 %3F %23"
_READERS = 8
"""Reading transactions at the same time: fewer than the pool's connections.

So in a burst of readers none waits for a connection until the pool gives up.
"""
_WRITERS = CONNECTIONS - _READERS
"""Writing transactions at the same time, where there can be more than one."""
_CLOSE_PATIENCE = 2.0
"""Seconds that readers have to finish when the database is closed."""
_FILE_CHECK_PAUSE = 5.0
"""Seconds between two checks that the file is in place."""


class Database:
    """Opens the database at `url` (SQLAlchemy's format) and provides transactions.

    Raises UnusableDatabase if `url` is not valid.
    """

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        # In SQLite every transaction sees one moment.
        level: dict[str, Any] = {} if self._is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._snapshots = self._engine.execution_options(**level)
        self._reader = self._snapshots.execution_options(read_only=True, postgresql_readonly=True)
        self._read_queue = ReadQueue(_READERS)
        self._writers = asyncio.Semaphore(_WRITERS)
        self._write_queue = WriteQueue(self._engine) if self._is_sqlite else None
        self.file: DatabaseFile | None = None
        """The SQLite file, which only this process writes; None before `claim`, and on servers."""
        self.writers = 0
        """Writing transactions under way, those that wait for their turn included."""
        self.refusals: Counter[str] = Counter()
        """Writing transactions that failed because nothing could be saved, by DatabaseAway.kind."""
        self._refused_as: str | None = None

    @property
    def is_refusing(self) -> bool:
        """Whether nothing could be saved when SQLite last tried; a server's outage is not noted."""
        return self._refused_as is not None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def claim(self) -> None:
        """Keep other bots off an SQLite file until `close`, and write only while it is in place.

        It turns on the file's write-ahead log, without which readers wait for writers. Call it
        before `migrate`. Raises UnusableDatabase if another bot uses the file, or there is none:
        SQLite in memory. PostgreSQL is not affected.
        """
        if not self._is_sqlite:
            return
        with unusable_on_failure(sqlite3.Error):
            path, is_empty = await asyncio.to_thread(sqlite_engine.look_into_file, self._engine)
            if path is None:
                raise FileNotFoundError("it names no file, so each stop would lose every game")
            file = DatabaseFile(path)
            file.lock()
            self.file = file
            await asyncio.to_thread(sqlite_engine.turn_on_log, self._engine)
        if is_empty:
            _log.info("New database at %s.", path)
        sqlite_engine.connect_only_in_place(self._engine, file)

    async def watch_file(self) -> None:
        """Log when the claimed file is moved, deleted or back, until cancelled."""
        while True:
            with suppress(DatabaseAway):
                self.require_file()
            await asyncio.sleep(_FILE_CHECK_PAUSE)

    async def migrate(self) -> None:
        """Migrate to the newest schema, in one transaction. Raises UnusableDatabase."""
        engine = self._engine
        if not self._is_sqlite:
            # Its statements have no time limit.
            engine = postgres_engine.create_for_migrations(engine.url)
        with unusable_on_failure():
            async with engine.begin() as connection:
                await connection.run_sync(schema.upgrade)
            if self._is_sqlite:
                await asyncio.to_thread(sqlite_engine.rewrite_once, engine)

    async def truncate_log(self) -> bool:
        """Empty SQLite's write-ahead log, which holds what was erased; False if it was in use.

        Other databases are not affected. Raises DatabaseAway.
        """
        if not self._is_sqlite:
            return True
        self.require_file()
        return await asyncio.to_thread(sqlite_engine.truncate_log, self._engine)

    async def check(self, *, of_any_shape: bool = False) -> None:
        """Raise UnusableDatabase unless there is a database of the newest shape, or `of_any_shape`.

        It changes nothing.
        """
        with unusable_on_failure():
            if self._is_sqlite:
                sqlite_engine.require_file(self._engine.url)
            async with self._reader.connect() as connection:
                await connection.run_sync(schema.check_shape, of_any_shape=of_any_shape)

    @asynccontextmanager
    async def write(self, *, snapshot: bool = False) -> AsyncIterator[Session]:
        """A transaction that commits when the block ends and rolls back when it raises.

        With `snapshot` it sees one moment of the database, as always in SQLite, and DatabaseBusy is
        raised if others have changed its rows meanwhile. Raises DatabaseAway.
        """
        self.writers += 1
        try:
            async with self._transaction(snapshot) as session:
                self.require_file()
                yield session
                self.require_file()
            # Again, after the commit: one to a file that is gone must not be acknowledged.
            self.require_file()
        except DatabaseAway as error:
            self._note_refusal(error)
            raise
        finally:
            self.writers -= 1
        if self._refused_as is not None:
            self._refused_as = None
            _log.info("Games are saved again.")

    def _note_refusal(self, error: DatabaseAway) -> None:
        """Count the error, and log it once, unless that is done elsewhere."""
        self.refusals[error.kind] += 1
        if error.for_host and error.kind != self._refused_as:
            self._refused_as = error.kind
            _log.error("Nothing is saved: %s.", error.for_host)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Session]:
        """A read-only transaction with one snapshot; it does not wait for writers.

        Reads for pending answers come first: see `reading_for_answer`.
        """
        async with self._read_queue.place(), Session(self._reader) as session, session.begin():
            yield session

    async def ask(self, query: Query[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """The result of one query in a `read` transaction of its own."""
        async with self.read() as session:
            return await query(session, *arguments, **options)

    async def change(self, query: Query[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Run one query in a `write` transaction of its own; returns its result."""
        async with self.write() as session:
            return await query(session, *arguments, **options)

    async def close(self) -> None:
        """Close all connections; readers have some seconds to finish."""
        async with AsyncExitStack() as places:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSE_PATIENCE):
                    for _ in range(_READERS):
                        await places.enter_async_context(self._read_queue.place())
            # A connection that is returned to the pool after this would stay open.
            await self._engine.dispose()
        if self.file is not None:
            self.file.unlock()

    @asynccontextmanager
    async def _transaction(self, snapshot: bool) -> AsyncIterator[Session]:
        if self._write_queue is not None:
            async with self._write_queue.transaction() as session:
                yield session
        else:
            engine = self._snapshots if snapshot else self._engine
            async with self._writers, Session(engine) as session, session.begin():
                yield session

    def require_file(self) -> None:
        """Raise DatabaseFileMissing if the claimed file is not at its place."""
        if self.file is not None:
            self.file.require_in_place()


@contextmanager
def unusable_on_failure(*more: type[Exception]) -> Iterator[None]:
    """Raise UnusableDatabase for errors of the database, its file or migrations, and for `more`."""
    caught: tuple[type[Exception], ...] = (SQLAlchemyError, schema.WrongShape, OSError, *more)
    try:
        yield
    except caught as error:
        raise UnusableDatabase(error) from error


def read_address(url: str) -> URL:
    """The address of a database. Raises UnusableDatabase, which never quotes it."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise UnusableDatabase(_DRIVERS) from error
    except ValueError:
        # The driver's error quotes what it took for the port, perhaps a part of the password.
        raise UnusableDatabase(f"the port in the address is no number; {_SIGNS}") from None
    if (address.port or 0) > _MAX_PORT:
        raise UnusableDatabase(f"the port in the address is above {_MAX_PORT}")
    behind = f"{address.host or ''}{address.database or ''}"
    if address.get_backend_name() != "sqlite" and "@" in behind:
        # That part holds the rest of the password, which no log would hide.
        raise UnusableDatabase(f"the address has @ more than once; {_SIGNS}")
    return address


def open_engine(url: str) -> AsyncEngine:
    """Create the engine for an address; it connects later. Raises UnusableDatabase."""
    address = read_address(url)
    try:
        with unusable_on_failure():
            if address.drivername == _SQLITE:
                return sqlite_engine.create(address)
            if address.drivername == _POSTGRES:
                return postgres_engine.create(address)
            raise UnusableDatabase(_DRIVERS)
    except ModuleNotFoundError as error:
        raise UnusableDatabase(
            "PostgreSQL needs one more package, asyncpg: "
            "pip install --require-hashes -r requirements/postgres.txt"
        ) from error
    except ValueError as error:
        raise UnusableDatabase("a value behind the ? in the address cannot be read") from error
