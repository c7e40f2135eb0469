"""What the doctor finds on this machine, with one thing wrong each time."""

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.doctor.findings import CheckOutcome, Finding
from bot.doctor.machine import check_database, check_disk, check_workers
from bot.hosting.database.inspection import Shape, shape_of
from bot.storage.engine.database import Database
from tests.support.storage.database import execute, only_sqlite, url_of
from tests.support.storage.earlier_databases import REVISIONS, load

MUCH = 1_000_000_000
"""Megabytes that no disk of a test has."""


def contents(folder: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.is_file()
    }


async def found(url: str) -> Finding:
    """What is said of its contents, behind what is said of its files."""
    *_, finding = await check_database(url)
    return finding


async def test_a_database_of_this_version_is_well_and_stays_as_it_is(
    url: str, tmp_path: Path
) -> None:
    before = contents(tmp_path)
    assert (await found(url)).outcome is CheckOutcome.OK
    assert contents(tmp_path) == before


async def test_a_database_in_use_is_read_beside_the_bot(database: Database, url: str) -> None:
    await database.claim()
    async with database.write():
        assert (await found(url)).outcome is CheckOutcome.OK


@only_sqlite("about the file of SQLite")
async def test_a_damaged_database_is_to_be_restored(tmp_path: Path) -> None:
    file = tmp_path / "damaged.db"
    async with Database(url_of(file)) as database:
        await database.migrate()
    file.write_bytes(file.read_bytes()[:4096] + bytes(64 * 4096))
    finding = await found(url_of(file))
    assert finding.outcome is CheckOutcome.MEND
    assert "is damaged" in finding.sentence
    assert "restore a backup" in finding.sentence


@only_sqlite("a server has databases, not files")
async def test_a_missing_database_is_not_made(tmp_path: Path) -> None:
    finding = await found(url_of(tmp_path / "none.db"))
    assert finding.outcome is CheckOutcome.MEND
    assert "there is no file" in finding.sentence
    assert contents(tmp_path) == {}


@pytest.mark.slow
@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_database_of_an_older_version_is_reported(revision: str, tmp_path: Path) -> None:
    url = load(revision, tmp_path / "old.db")
    before = contents(tmp_path)
    finding = await found(url)
    assert finding.outcome is CheckOutcome.MEND
    assert "an older version" in finding.sentence
    assert contents(tmp_path) == before


async def test_a_database_of_a_newer_version_is_reported(url: str) -> None:
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    assert "a newer version" in (await found(url)).sentence


async def test_a_database_of_another_program_is_recognized(tmp_path: Path) -> None:
    other = url_of(tmp_path / "other.db")
    await execute(other, "CREATE TABLE things (id INTEGER)")
    assert await shape_of(other) is Shape.FOREIGN
    empty = tmp_path / "empty.db"
    empty.touch()
    assert await shape_of(url_of(empty)) is Shape.EMPTY


@only_sqlite("a server has databases, not files")
async def test_a_file_that_is_no_database_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "text.db"
    file.write_text("no database " * 1000)
    finding = await found(url_of(file))
    assert finding.outcome is CheckOutcome.MEND
    assert "cannot be read" in finding.sentence


@pytest.fixture
def locked(url: str, tmp_path: Path) -> Iterator[str]:
    """The address of a database that another program keeps for itself."""
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        yield url


@pytest.mark.long
@only_sqlite("locks the file")
@pytest.mark.slow  # waits for the lock
async def test_a_locked_database_is_reported(locked: str) -> None:
    finding = await found(locked)
    assert finding.outcome is CheckOutcome.MEND
    assert "another program has locked" in finding.sentence


@pytest.mark.parametrize("url", ["nonsense", "", "postgresql"])
async def test_an_address_that_is_none_is_a_setting_that_cannot_be_used(url: str) -> None:
    assert (await found(url)).outcome is CheckOutcome.UNUSABLE


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql+none://mia:secret@db/scout", "should begin with sqlite+aiosqlite:/// or"),
        ("postgresql+asyncpg://mia:secret@db:secret/scout", "the port in the address is no number"),
        (
            "postgresql+asyncpg://mia:secret@db:65536/scout",
            "the port in the address is above 65535",
        ),
        ("postgresql+asyncpg://mia:secret@db/scout?sslmode=require", "write ssl=require"),
        ("postgresql+asyncpg://mia:secret@db/scout?ssl=secret", "is one of disable, allow"),
        ("postgresql+asyncpg://mia:secret@db/scout?colour=secret", "no option colour="),
        ("sqlite+aiosqlite:///scout.db?timeout=secret", "a value behind the ?"),
    ],
)
async def test_what_is_wrong_in_an_address_is_named_and_not_quoted(url: str, words: str) -> None:
    finding = await found(url)
    assert finding.outcome is CheckOutcome.UNUSABLE
    assert words in finding.sentence
    assert "secret" not in finding.sentence


@only_sqlite("a server has databases, not files")
async def test_a_folder_is_no_database_and_none_is_made_in_a_missing_folder(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none" / "games.db"):
        finding = await found(url_of(place))
        assert finding.outcome is CheckOutcome.MEND
        assert "folder" in finding.sentence
        assert "makes a new one" not in finding.sentence


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///file::memory:?uri=true",
    ],
)
async def test_a_database_in_memory_is_reported(url: str) -> None:
    finding = await found(url)
    assert finding.outcome is CheckOutcome.UNUSABLE
    assert "lose every game" in finding.sentence


async def test_a_disk_with_too_little_room_is_reported(url: str, tmp_path: Path) -> None:
    (full,) = await check_disk(url, MUCH)
    assert full.outcome is CheckOutcome.MEND
    assert "MB are free" in full.sentence
    (enough,) = await check_disk(url, 0)
    assert enough.outcome is CheckOutcome.OK
    free = shutil.disk_usage(tmp_path).free
    assert free > 0


@only_sqlite("a server has databases, not folders")
async def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    (finding,) = await check_disk(url_of(tmp_path / "none" / "games.db"), 0)
    assert "there is no folder" in finding.sentence


async def test_no_workers_are_no_fault() -> None:
    (finding,) = await check_workers(0)
    assert finding.outcome is CheckOutcome.OK
    assert "COMPUTER_WORKERS=0" in finding.sentence


@pytest.mark.long  # starts a worker process
async def test_a_worker_evaluates_a_move() -> None:
    (finding,) = await check_workers(2)
    assert finding.outcome is CheckOutcome.OK
    assert "chose a move" in finding.sentence
