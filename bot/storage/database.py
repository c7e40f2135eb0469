"""The database: its connections, transactions and migrations."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

T = TypeVar("T")

_BUSY_TIMEOUT_MS = 5_000


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
            self._engine = create_async_engine(url, hide_parameters=True)
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            raise UnusableDatabase(error) from error
        self._reader = self._engine.execution_options(read_only=True)
        # Waiting for SQLite's lock is not fair and writers can starve; this lock is a queue.
        self._writers: AbstractAsyncContextManager[Any] = nullcontext()
        if self._engine.dialect.name == "sqlite":
            self._writers = asyncio.Lock()
            _prepare_sqlite(self._engine)

    async def migrate(self) -> None:
        """Migrate to the newest schema, in one transaction.

        Raises UnusableDatabase.
        """
        try:
            async with self._engine.begin() as connection:
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
        """A transaction that commits when the block ends and rolls back when it raises."""
        async with (
            self._writers,
            AsyncSession(self._engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """A read-only transaction; in SQLite it does not wait for writers."""
        async with AsyncSession(self._reader, expire_on_commit=False) as session, session.begin():
            yield session

    async def close(self) -> None:
        await self._engine.dispose()


async def run_to_completion(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` to its end even if cancelled: a transaction must not be interrupted."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise


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
