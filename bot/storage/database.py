"""The database: its connections, transactions and migrations."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import alembic.command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, event, make_url, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

from bot.storage.database_file import DatabaseFile, FileInUse
from bot.storage.sqlite_connection import connect
from bot.storage.write_queue import WriteQueue

_log = logging.getLogger(__name__)

_BUSY_TIMEOUT_MS = 5_000
_READERS = 8
"""Reading transactions at the same time: fewer than the pool has connections, so that none of
many that come at once waits for one until the pool gives up."""
_FILE_CHECK_PAUSE = 5.0
"""Seconds between two looks at whether the file is at its place."""


class UnusableDatabase(Exception):
    """The database cannot be opened, or a newer version of the program has written it."""

    def __init__(self, cause: Exception) -> None:
        # The lines after the first are SQL.
        super().__init__(str(cause).partition("\n")[0])


class Database:
    """Opens the database at `url` (SQLAlchemy's format) and provides transactions.

    Raises UnusableDatabase if `url` is not valid.
    """

    def __init__(self, url: str) -> None:
        try:
            # Parameters can be hands and tokens, so errors must not print them.
            self._engine = create_async_engine(url, hide_parameters=True, **_options(url))
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            raise UnusableDatabase(error) from error
        self._reader = self._engine.execution_options(read_only=True)
        self._readers = asyncio.Semaphore(_READERS)
        self._write_queue: WriteQueue | None = None
        if self._engine.dialect.name == "sqlite":
            self._write_queue = WriteQueue(self._engine)
            _prepare_sqlite(self._engine)
        self._file: DatabaseFile | None = None

    @property
    def is_claimed(self) -> bool:
        """Whether no other process writes to the database: see `claim`."""
        return self._file is not None

    async def claim(self) -> None:
        """Keep other bots off an SQLite file until `close`, and write only while it is in place.

        Call it before `migrate`. Raises UnusableDatabase if another bot uses the file. Databases
        without a file of their own, such as PostgreSQL, are not affected.
        """
        if self._engine.dialect.name != "sqlite":
            return
        try:
            path, is_empty = await asyncio.to_thread(_look_into_file, self._engine)
            if path is None:
                return
            file = DatabaseFile(path)
            file.lock()
        except (sqlite3.Error, FileInUse, OSError) as error:
            raise UnusableDatabase(error) from error
        self._file = file
        if is_empty:
            _log.info("New database at %s.", path)
        _connect_only_in_place(self._engine, file)

    async def watch_file(self) -> None:
        """Log when the claimed file is moved, deleted or back, until cancelled."""
        while True:
            if self._file is not None:
                self._file.check_in_place()
            await asyncio.sleep(_FILE_CHECK_PAUSE)

    async def migrate(self) -> None:
        """Migrate to the newest schema, in one transaction.

        Raises UnusableDatabase.
        """
        try:
            async with self._engine.begin() as connection:
                # The first statement takes the lock of SQLite; Alembic does not wait in its turn.
                await connection.execute(select(1))
                await connection.run_sync(_upgrade)
        except (SQLAlchemyError, CommandError, OSError) as error:
            raise UnusableDatabase(error) from error

    async def check(self) -> None:
        """Raise UnusableDatabase unless there is a database of the newest shape; change nothing."""
        try:
            _require_file(self._engine.url)
            async with self._reader.connect() as connection:
                await connection.run_sync(_check_shape)
        except (SQLAlchemyError, CommandError, OSError) as error:
            raise UnusableDatabase(error) from error

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """A transaction that commits when the block ends and rolls back when it raises.

        Raises DatabaseFileMissing if the claimed file is not at its place.
        """
        async with self._transaction() as session:
            self._require_file()
            yield session
            self._require_file()
        # Again: what was committed to a file that is gone must not be acknowledged.
        self._require_file()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """A read-only transaction; in SQLite it does not wait for writers."""
        async with (
            self._readers,
            AsyncSession(self._reader, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    async def close(self) -> None:
        await self._engine.dispose()
        if self._file is not None:
            self._file.unlock()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncSession]:
        if self._write_queue is not None:
            async with self._write_queue.transaction() as session:
                yield session
        else:
            async with (
                AsyncSession(self._engine, expire_on_commit=False) as session,
                session.begin(),
            ):
                yield session

    def _require_file(self) -> None:
        if self._file is not None:
            self._file.require_in_place()


def _options(url: str) -> dict[str, Any]:
    """What makes SQLite cheaper to use: see `sqlite_connection`."""
    if make_url(url).get_driver_name() != "aiosqlite":
        return {}
    # Sessions end their transactions themselves, so the pool need not do so once more.
    return {"connect_args": {"async_creator_fn": connect}, "pool_reset_on_return": None}


def _prepare_sqlite(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        # The driver begins transactions too late to separate writers; `_begin` below does it.
        connection.isolation_level = None
        for pragma in (
            # First, because the other pragmas may have to wait too.
            f"busy_timeout={_BUSY_TIMEOUT_MS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        read_only = connection.get_execution_options().get("read_only", False)
        # A writer that took the lock at its first write could have read outdated rows before.
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _connect_only_in_place(engine: AsyncEngine, file: DatabaseFile) -> None:
    """Let new connections fail while the file is away: SQLite would create another one."""

    @event.listens_for(engine.sync_engine, "do_connect")
    def _before(*_: object) -> None:
        file.require_in_place()

    @event.listens_for(engine.sync_engine, "connect")
    def _after(*_: object) -> None:
        # It may have been moved in between.
        file.require_in_place()


def _look_into_file(engine: AsyncEngine) -> tuple[Path | None, bool]:
    """The file that SQLite opens, None for a database in memory; and whether nothing is in it.

    Raises sqlite3.Error.
    """
    (name,), options = engine.dialect.create_connect_args(engine.url)
    with closing(sqlite3.connect(name, **options)) as connection:
        (_, _, path), *_ = connection.execute("PRAGMA database_list")
        is_empty = connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
    return (Path(path) if path else None), is_empty


def _require_file(url: URL) -> None:
    """SQLite creates a file that is missing; FileNotFoundError instead."""
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise FileNotFoundError(f"there is no file {url.database}")


def _upgrade(connection: Connection) -> None:
    config = _migrations()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")


def _check_shape(connection: Connection) -> None:
    shape = MigrationContext.configure(connection).get_current_revision()
    newest = ScriptDirectory.from_config(_migrations()).get_current_head()
    if shape != newest:
        raise CommandError(
            f"its tables have the shape {shape}, and this program needs {newest}; "
            "`python -m bot run` brings an older one up to date"
        )


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    return config
