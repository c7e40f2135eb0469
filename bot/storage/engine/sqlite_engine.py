"""How SQLAlchemy uses SQLite: options, pragmas, transactions, and a faster connection.

aiosqlite runs each connection in a thread of its own. For one statement SQLAlchemy makes four trips
to that thread: to create a cursor, execute, fetch, and close. Each trip costs more than the
statement. This connection makes one trip. A BEGIN, and statements whose results are not needed, are
sent together with the next statement.
"""

import asyncio
import logging
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import disk_usage
from typing import Any, Self

import aiosqlite
from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.engine.completion import delay_cancellation
from bot.storage.engine.database_file import LEFT_FREE, DatabaseFile, create_private
from bot.storage.engine.errors import DatabaseAway, DatabaseFull, DatabaseLocked, DatabaseUnwritable

_Statement = Callable[[], sqlite3.Cursor]


class SQLiteConnection(aiosqlite.Connection):
    """A connection for SQLAlchemy, which asks for cursors and never for single rows."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        handle = ExitStack()
        super().__init__(lambda: handle.enter_context(closing(connector())), iter_chunk_size=1)
        # The program ends without waiting for it, as with SQLAlchemy's own connections.
        self._thread.daemon = True
        self._handle = handle
        """The connection from the connector, also if the opening was cancelled meanwhile."""
        self._stopped: asyncio.Future[Any] | None = None
        self.begin: str | None = None
        """The BEGIN that goes with the next statement."""
        self.is_writing = False
        """Whether its transaction writes; set by `_begin`."""
        self.gathers = False
        self.gathered: list[_Statement] = []
        """Statements that go with the next one, see `gathering`."""

    def stop(self) -> asyncio.Future[Any] | None:
        """Close the connection and end its thread, once the thread has done its queued work.

        aiosqlite alone leaves the handle of a cancelled opening to the garbage collector. A second
        call, as during a running `close`, would wait for a thread that has ended.
        """
        if self._stopped is None:
            self._tx.put_nowait((None, self._handle.close))
            self._stopped = super().stop()
        return self._stopped

    @property
    def in_transaction(self) -> bool:
        return self.begin is not None or super().in_transaction

    async def commit(self) -> None:
        if self.gathered:
            # No statement followed them: this one takes them along.
            await self.cursor().execute("SELECT 1")
        self.begin = None
        await super().commit()

    async def rollback(self) -> None:
        self.begin, self.gathered = None, []
        await super().rollback()

    async def set_up(self) -> None:
        """Set all options in one trip."""
        # aiosqlite's function has no types.
        await self._execute(_set_options, self._conn)  # type: ignore[no-untyped-call]

    def cursor(self) -> "Cursor":  # type: ignore[override]  # aiosqlite's goes to the thread
        return Cursor(self)


class Cursor:
    """The part of aiosqlite's cursor that SQLAlchemy uses, with the names of PEP 249."""

    arraysize = 1

    def __init__(self, connection: SQLiteConnection) -> None:
        self._connection = connection
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(
        self,
        sql: str,
        parameters: Sequence[Any] = (),
        method: Callable[..., sqlite3.Cursor] = sqlite3.Connection.execute,
    ) -> None:
        connection = self._connection
        statement = partial(method, connection._conn, sql, parameters)
        if connection.gathers:
            connection.gathered.append(statement)
            return
        begin, connection.begin = connection.begin, None
        statements, connection.gathered = [*connection.gathered, statement], []
        # aiosqlite's function has no types.
        work = connection._execute(self._run, begin, statements)  # type: ignore[no-untyped-call]
        # A cancelled statement loses its connection, and the changes of all who share it.
        await (delay_cancellation(work) if connection.is_writing else work)

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        await self.execute(sql, parameters, sqlite3.Connection.executemany)

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Do nothing: each statement's cursor was closed in its thread."""

    def _run(self, begin: str | None, statements: Sequence[_Statement]) -> None:
        """Run the statements and keep the result of the last; in the connection's thread."""
        if begin is not None:
            self._connection._conn.execute(begin).close()
        for statement in statements[:-1]:
            statement().close()
        with closing(statements[-1]()) as done:
            self.description = done.description
            self._rows = [] if done.description is None else done.fetchall()
            self.rowcount, self.lastrowid = done.rowcount, done.lastrowid


@contextmanager
def gathering(connection: Connection) -> Iterator[None]:
    """Send the statements of the block with the next one after it, or before a COMMIT, in one trip.

    Their results are not known, and their errors are raised by that statement. On other databases
    each statement runs at once.
    """
    driver: Any = connection.connection.driver_connection
    if not isinstance(driver, SQLiteConnection):
        yield
        return
    driver.gathers = True
    try:
        yield
    except BaseException:
        driver.gathered = []
        raise
    finally:
        driver.gathers = False


def connect(database: str, **options: Any) -> SQLiteConnection:
    """An awaitable `sqlite3.connect`; a new file is for its owner only."""
    return SQLiteConnection(lambda: _connect(database, **options))


def _connect(database: str, **options: Any) -> sqlite3.Connection:
    if database != ":memory:" and not options.get("uri"):
        # SQLite says what is wrong with the path.
        with suppress(OSError):
            create_private(Path(database))
    connection: sqlite3.Connection = sqlite3.connect(database, **options)
    return connection


_BUSY_TIMEOUT_MS = 5_000
_PRIMARY = 0xFF
"""The bits of SQLite's error codes without their details."""
_AWAY: dict[int, type[DatabaseAway]] = {
    sqlite3.SQLITE_BUSY: DatabaseLocked,
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_READONLY: DatabaseUnwritable,
    sqlite3.SQLITE_IOERR: DatabaseUnwritable,
}
_OF_READING = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
"""Errors of reading, which refuse no write."""
_TRUNCATE_SECONDS = 0.5
"""Writers wait as long as emptying the log waits for readers."""
_REWRITTEN = 1
"""The user_version of a file that has been rewritten since everything erased is overwritten."""
_NO_SPACE = (
    "%s was not rewritten: that needs %d MB in %s, where %d MB are free. Until a start with more "
    "space, its free pages hold what members had erased."
)
_log = logging.getLogger(__name__)


def create(url: URL) -> AsyncEngine:
    """Create an engine whose transactions begin as readers or as writers."""
    engine = create_async_engine(
        url,
        # Parameters can be hands and tokens, so errors must not print them.
        hide_parameters=True,
        # Faster, see SQLiteConnection.
        connect_args={"async_creator_fn": connect},
        # Sessions end their transactions themselves, so the pool need not do so once more.
        pool_reset_on_return=None,
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "rollback_savepoint", _drop_gathered)
    event.listen(engine.sync_engine, "handle_error", lambda error: _away(error.original_exception))
    return engine


def connect_only_in_place(engine: AsyncEngine, file: DatabaseFile) -> None:
    """Fail new connections while the file is missing: SQLite would create another file."""
    # Before and after connecting: the file may be moved in between.
    for moment in ("do_connect", "connect"):
        event.listen(engine.sync_engine, moment, lambda *_: file.require_in_place())


def look_into_file(engine: AsyncEngine) -> tuple[Path | None, bool]:
    """The file that SQLite opens, None for a database in memory; and whether it is empty.

    Raises sqlite3.Error and DatabaseAway.
    """
    (name,), arguments = engine.dialect.create_connect_args(engine.url)
    try:
        with closing(_connect(name, **arguments)) as connection:
            (_, _, path), *_ = connection.execute("PRAGMA database_list")
            is_empty = connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
    except sqlite3.Error as error:
        raise _away(error) or error from error
    return (Path(path) if path else None), is_empty


def truncate_log(engine: AsyncEngine) -> bool:
    """Move the write-ahead log into the database and empty it: it holds erased data.

    Returns False if readers or writers were in the way, or the disk failed. Blocks.
    """
    try:
        with _own_connection(engine, seconds=_TRUNCATE_SECONDS) as connection:
            is_busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not is_busy
    except sqlite3.Error as error:
        _log.warning("The database's log was not emptied: %s", error)
        return False


def turn_on_log(engine: AsyncEngine) -> None:
    """Turn on the write-ahead log, which the file keeps: readers then wait for no writer. Blocks.

    A backup has none, so that it can be read where nothing can be written. Raises sqlite3.Error
    and DatabaseAway.
    """
    try:
        with _own_connection(engine, seconds=_BUSY_TIMEOUT_MS / 1_000) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.Error as error:
        raise _away(error) or error from error


def rewrite_once(engine: AsyncEngine) -> None:
    """Rewrite the file once: versions before secure_delete left erased data in it.

    Blocks. If the disk lacks the space, or another program uses the file, that is logged, and the
    next start tries again.
    """
    file = file_of(engine.url)
    if file is None or not file.is_file():
        return
    try:
        with _own_connection(engine, seconds=0) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version >= _REWRITTEN or not _has_space(file):
                return
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("VACUUM")
            connection.execute(f"PRAGMA user_version={_REWRITTEN}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.Error, OSError) as error:
        _log.warning("%s was not rewritten without what was erased before: %s", file, error)


def _has_space(file: Path) -> bool:
    """Whether the disk has space for a temporary copy, and as much again in the write-ahead log."""
    size, copies = file.stat().st_size, _temporary_folder()
    is_one_disk = copies.stat().st_dev == file.stat().st_dev
    needs = {file.parent: 2 * size} if is_one_disk else {file.parent: size, copies: size}
    for folder, size_there in needs.items():
        needed, free = size_there + LEFT_FREE, disk_usage(folder).free
        if free < needed:
            _log.warning(_NO_SPACE, file, needed >> 20, folder, free >> 20)
            return False
    return True


def _temporary_folder() -> Path:
    """The folder in which SQLite writes temporary files."""
    if os.name != "posix":
        return Path(tempfile.gettempdir())
    named = (os.environ.get("SQLITE_TMPDIR"), os.environ.get("TMPDIR"))
    usual = (*named, "/var/tmp", "/usr/tmp", "/tmp")  # noqa: S108 - SQLite's own list
    writable = (one for one in usual if one and os.access(one, os.W_OK | os.X_OK))
    return Path(next(writable, "."))


def _own_connection(engine: AsyncEngine, *, seconds: float) -> closing[sqlite3.Connection]:
    """Another connection, outside transactions, with this timeout for locks; it makes no file."""
    (name,), arguments = engine.dialect.create_connect_args(engine.url)
    options = {**arguments, "timeout": seconds, "isolation_level": None}
    if not arguments.get("uri"):
        name, options["uri"] = f"{Path(name).absolute().as_uri()}?mode=rw", True
    return closing(_connect(name, **options))


def file_of(url: URL) -> Path | None:
    """The file that SQLite opens by this address; None for a database in memory."""
    name = url.database or ""
    if url.query.get("uri"):
        name = name.removeprefix("file:")
    return None if name in ("", ":memory:") else Path(name)


def require_file(url: URL) -> None:
    """Raise FileNotFoundError if there is no file: SQLite would create it."""
    file = file_of(url)
    if file is None or not file.is_file():
        raise FileNotFoundError(f"there is no file {file or ''}")


def _set_up(connection: Any, _record: object) -> None:
    # The driver begins transactions too late to separate writers; `_begin` below does it.
    connection.isolation_level = None
    connection.run_async(SQLiteConnection.set_up)


def _set_options(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA busy_timeout={_BUSY_TIMEOUT_MS}").close()
    for pragma in (
        "synchronous=FULL",
        "foreign_keys=ON",
        # Overwrite deleted and replaced data, whatever SQLite was compiled with.
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.driver_connection
    read_only = connection.get_execution_options().get("read_only", False)
    # A writer that took the lock at its first write could have read outdated rows before.
    driver.begin = "BEGIN" if read_only else "BEGIN IMMEDIATE"
    driver.is_writing = not read_only


def _drop_gathered(connection: Connection, *_: object) -> None:
    """Drop statements that never ran: those of a transaction that is rolled back to a savepoint."""
    driver: Any = connection.connection.driver_connection
    driver.gathered = []


def _away(error: BaseException) -> DatabaseAway | None:
    """The error to raise in place of the driver's; None to raise the driver's."""
    code = getattr(error, "sqlite_errorcode", 0)
    kind = None if code in _OF_READING else _AWAY.get(code & _PRIMARY)
    return None if kind is None else kind()
