"""A file that another program has locked, and a full disk: nothing is lost, the host reads why."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import event, func, make_url, select, text

from bot.storage.engine import sqlite_engine
from bot.storage.engine.database import Database
from bot.storage.engine.errors import (
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnwritable,
    UnusableDatabase,
)
from bot.storage.models.tables import Table
from tests.support.storage.database import only_sqlite
from tests.support.storage.rows import a_table, add_table

pytestmark = only_sqlite("about the file of SQLite")


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_engine, "_BUSY_TIMEOUT_MS", 100)


@pytest.fixture
def other(url: str) -> Iterator[sqlite3.Connection]:
    """Another program with the bot's file open."""
    with closing(sqlite3.connect(make_url(url).database or "", isolation_level=None)) as connection:
        yield connection


@pytest.fixture
async def full(url: str) -> AsyncIterator[Database]:
    """The database on a disk that has no page left, as far as SQLite knows."""
    crowded = Database(url)

    @event.listens_for(crowded._engine.sync_engine, "connect")
    def _limit(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA max_page_count=1").close()

    yield crowded
    await crowded.close()


async def fill(database: Database) -> None:
    """Write more than a page that is there can hold."""
    async with database.write() as session:
        await session.execute(text("CREATE TABLE much AS SELECT zeroblob(1000000) AS bytes"))


async def count(database: Database) -> int:
    async with database.read() as session:
        return await session.scalar(select(func.count()).select_from(Table)) or 0


async def test_all_that_wait_for_a_lock_fail_with_the_first(
    database: Database, other: sqlite3.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[object] = []
    event.listen(database._engine.sync_engine, "begin", begun.append)
    other.execute("BEGIN EXCLUSIVE")
    outcomes = await asyncio.gather(
        *(add_table(database, number) for number in range(5)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [DatabaseLocked] * 5
    # One of them waited; each on its own would have waited as long once more.
    assert len(begun) == 1
    assert database.refusals == {"locked": 5}
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "another program has locked" in caplog.text


@pytest.mark.slow
async def test_what_comes_after_the_lock_is_saved(
    database: Database, other: sqlite3.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    other.execute("BEGIN EXCLUSIVE")
    for _ in range(2):
        with pytest.raises(DatabaseLocked):
            await add_table(database, 1)
    other.execute("ROLLBACK")
    with caplog.at_level(logging.INFO):
        await add_table(database, 1)
        await add_table(database, 2)
    assert await count(database) == 2
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]


async def test_readers_do_not_wait_for_a_lock(
    database: Database, other: sqlite3.Connection
) -> None:
    await add_table(database, 1)
    other.execute("BEGIN EXCLUSIVE")
    assert await count(database) == 1


async def test_a_full_disk_is_an_error_of_its_own(
    full: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(DatabaseFull, match="full"):
        await fill(full)
    assert full.refusals == {"full": 1}
    assert "the disk of the database is full" in caplog.text


@contextmanager
def short_files(size: int) -> Iterator[None]:
    """The system lets no file grow beyond this, as where a quota is used up."""
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_what_the_system_does_not_let_write_is_an_error_of_its_own(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with short_files(4096):
        for _ in range(2):
            with pytest.raises(DatabaseUnwritable):
                await add_table(database, 1)
    assert database.refusals == {"unwritable": 2}
    (record,) = caplog.records
    assert "a quota is used up" in record.getMessage()
    await add_table(database, 1)
    assert await count(database) == 1


async def test_a_database_that_becomes_read_only_is_an_error_of_its_own(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    @event.listens_for(database._engine.sync_engine, "begin")
    def _protect(connection: Any) -> None:
        connection.connection.driver_connection._conn.execute("PRAGMA query_only=ON").close()

    with pytest.raises(DatabaseUnwritable):
        await add_table(database, 1)
    assert "read-only" in caplog.text


async def test_a_start_without_space_for_the_files_beside_the_database_says_why(url: str) -> None:
    async with Database(url) as database:
        with short_files(1), pytest.raises(UnusableDatabase, match="Its disk is full"):
            await database.claim()


async def test_those_committed_together_with_what_the_disk_refuses_read_why(full: Database) -> None:
    """SQLite may take back all of a group then; what it says to have saved is there."""
    began = asyncio.Event()

    async def first() -> None:
        async with full.write() as session:
            session.add(a_table(channel_id=1))
            await began.wait()
            await asyncio.sleep(0)

    async def too_much() -> None:
        began.set()
        await fill(full)

    outcomes = await asyncio.gather(first(), too_much(), return_exceptions=True)
    assert isinstance(outcomes[1], DatabaseFull)
    assert outcomes[0] is None or isinstance(outcomes[0], DatabaseFull)
    assert await count(full) == (outcomes[0] is None)
