"""A BEGIN goes with the first statement of its transaction, and is forgotten without one."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import event, make_url, text

from bot.storage.engine import sqlite_engine
from bot.storage.engine.database import Database
from bot.storage.engine.sqlite_engine import SQLiteConnection, connect
from tests.support.storage.database import only_sqlite

pytestmark = pytest.mark.slow  # waits for locks, rewrites files


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[SQLiteConnection]:
    # As bot.storage.engine.database sets it: no BEGIN but ours, and no waiting for another's lock.
    connection = await connect(str(tmp_path / "file"), isolation_level=None, timeout=0)
    assert isinstance(connection, SQLiteConnection)
    yield connection
    await connection.close()


def is_locked(folder: Path) -> bool:
    other = sqlite3.connect(folder / "file", isolation_level=None, timeout=0)
    try:
        other.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return True
    finally:
        other.close()
    return False


async def test_the_first_statement_takes_the_lock(
    connection: SQLiteConnection, tmp_path: Path
) -> None:
    connection.begin = "BEGIN IMMEDIATE"
    assert connection.in_transaction
    assert not is_locked(tmp_path)
    await connection.cursor().execute("CREATE TABLE seats (id)")
    assert is_locked(tmp_path)
    await connection.commit()
    assert not connection.in_transaction
    assert not is_locked(tmp_path)


@pytest.mark.parametrize("end", ["commit", "rollback"])
async def test_a_transaction_without_a_statement_leaves_nothing_begun(
    connection: SQLiteConnection, tmp_path: Path, end: str
) -> None:
    connection.begin = "BEGIN IMMEDIATE"
    await getattr(connection, end)()
    assert not connection.in_transaction
    await connection.cursor().execute("CREATE TABLE seats (id)")
    assert not is_locked(tmp_path)


async def test_a_begin_that_is_refused_runs_no_statement(
    connection: SQLiteConnection, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "file", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    connection.begin = "BEGIN IMMEDIATE"
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await connection.cursor().execute("CREATE TABLE seats (id)")
    assert not connection.in_transaction
    other.close()


def assert_closed(handle: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        handle.execute("SELECT 1")


async def test_a_connection_whose_opening_is_cancelled_is_closed() -> None:
    begun, may_open = threading.Event(), threading.Event()
    opened: list[sqlite3.Connection] = []

    def open_slowly() -> sqlite3.Connection:
        begun.set()
        may_open.wait()
        opened.append(sqlite3.connect(":memory:", check_same_thread=False))
        return opened[0]

    connection = SQLiteConnection(open_slowly)

    async def opening() -> None:
        await connection

    task = asyncio.create_task(opening())
    await asyncio.to_thread(begun.wait)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()
    may_open.set()
    await asyncio.to_thread(connection._thread.join)
    assert_closed(opened[0])


async def test_a_connection_that_is_stopped_while_it_closes_is_closed(tmp_path: Path) -> None:
    """As when the pool closes one by force, because its orderly closing was cancelled."""
    connection = await connect(str(tmp_path / "file"), check_same_thread=False)
    handle, may_close = connection._conn, threading.Event()
    connection._tx.put_nowait((None, may_close.wait))
    closing_it = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    stopped = connection.stop()
    may_close.set()
    async with asyncio.timeout(10):
        await closing_it
    assert stopped is not None
    assert stopped.done()
    assert_closed(handle)


async def test_every_connection_overwrites_what_is_erased(tmp_path: Path) -> None:
    """Also those of an SQLite that was compiled without it."""

    def turn_off(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA secure_delete=OFF").close()

    engine = sqlite_engine.create(make_url(f"sqlite+aiosqlite:///{tmp_path / 'file'}"))
    event.listen(engine.sync_engine, "connect", turn_off, insert=True)
    async with engine.connect() as connection:
        assert await connection.scalar(text("PRAGMA secure_delete")) == 1
    await engine.dispose()


NAME = b"Mia the Marvellous"


def with_free_pages(file: Path) -> Path:
    """A database of the newest shape in which an SQLite without secure_delete erased a name."""
    asyncio.run(migrated(file))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version=0")
        connection.execute("PRAGMA secure_delete=OFF")
        connection.execute("CREATE TABLE erased (name)")
        connection.execute("INSERT INTO erased VALUES (?)", (NAME.decode(),))
        connection.execute("DROP TABLE erased")
    assert NAME in file.read_bytes()
    return file


async def migrated(file: Path) -> None:
    async with Database(f"sqlite+aiosqlite:///{file}") as database:
        await database.claim()
        await database.migrate()


def version_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def test_the_first_start_rewrites_a_file_in_which_something_was_erased(tmp_path: Path) -> None:
    file = with_free_pages(tmp_path / "file")
    asyncio.run(migrated(file))
    assert NAME not in file.read_bytes()
    assert version_of(file) == 1


def test_it_is_rewritten_once(tmp_path: Path) -> None:
    file = with_free_pages(tmp_path / "file")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version=1")
    asyncio.run(migrated(file))
    assert NAME in file.read_bytes()


def test_a_full_disk_is_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = with_free_pages(tmp_path / "file")
    with monkeypatch.context() as full:
        full.setattr(sqlite_engine, "disk_usage", lambda _: Mock(free=1 << 20))
        asyncio.run(migrated(file))
    assert f"was not rewritten: that needs 64 MB in {tmp_path}, where 1 MB are free" in caplog.text
    assert NAME in file.read_bytes()
    assert version_of(file) == 0
    asyncio.run(migrated(file))
    assert NAME not in file.read_bytes()


_OTHER_DISK = Path("/dev/shm")  # noqa: S108 - a disk in memory


@pytest.mark.skipif(not _OTHER_DISK.is_dir(), reason="there is no second disk")
def test_the_space_is_measured_where_sqlite_writes_its_copy_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = with_free_pages(tmp_path / "file")
    monkeypatch.setenv("SQLITE_TMPDIR", str(_OTHER_DISK))
    free = {tmp_path: 1 << 30, _OTHER_DISK: 1 << 20}
    monkeypatch.setattr(sqlite_engine, "disk_usage", lambda folder: Mock(free=free[folder]))
    asyncio.run(migrated(file))
    assert f"64 MB in {_OTHER_DISK}, where 1 MB are free" in caplog.text
    assert NAME in file.read_bytes()


@only_sqlite("PostgreSQL has no file of ours")
def test_no_file_arises_where_the_database_was(tmp_path: Path) -> None:
    file = tmp_path / "a #1 100%.sqlite3"
    engine = sqlite_engine.create(make_url(f"sqlite+aiosqlite:///{file}"))
    assert not sqlite_engine.truncate_log(engine)
    assert [*tmp_path.iterdir()] == []
    file.touch()
    assert sqlite_engine.truncate_log(engine)


@only_sqlite("PostgreSQL has no such log")
async def test_a_log_in_use_is_left_for_later(database: Database) -> None:
    async with database.read() as session:
        await session.execute(text("SELECT 1 FROM tables"))
        async with database.write() as writing:
            await writing.execute(text("UPDATE alembic_version SET version_num = version_num"))
        assert not await database.truncate_log()
    assert await database.truncate_log()
