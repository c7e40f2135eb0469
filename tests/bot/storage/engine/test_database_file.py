"""The file of a running bot: one bot at a time, and nothing is written to a file that is gone."""

import asyncio
import errno
import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.storage import queries
from bot.storage.engine import database as database_module
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.engine.database_file import DatabaseFileMissing
from bot.tables.core.errors import sentence_of
from bot.text.language import ENGLISH
from engine.errors import ScoutError
from tests.support.storage.database import only_sqlite, url_of
from tests.support.storage.rows import a_table, add_table

pytestmark = only_sqlite("about the file of SQLite")


@pytest.fixture
def file(url: str) -> Path:
    return Path(url.partition(":///")[2])


@pytest.fixture
async def claimed(url: str, file: Path) -> AsyncIterator[Database]:
    database = Database(url)
    await database.claim()
    yield database
    await database.close()


async def tables_in(database: Database) -> int:
    async with database.read() as session:
        return int(await session.scalar(text("SELECT count(*) FROM tables")) or 0)


def elsewhere_of(file: Path) -> Path:
    return file.with_name("elsewhere")


def move_away(file: Path) -> Path:
    return file.rename(elsewhere_of(file))


def delete(file: Path) -> None:
    for name in file.parent.glob(f"{file.name}*"):
        name.unlink()


def replace(file: Path) -> None:
    other = file.with_name("restored")
    shutil.copy(file, other)
    other.replace(file)


@pytest.mark.parametrize("happen", [move_away, delete, replace])
async def test_nothing_is_written_to_a_file_that_is_gone(
    claimed: Database, file: Path, happen: Callable[[Path], object]
) -> None:
    await add_table(claimed)
    happen(file)
    with pytest.raises(DatabaseFileMissing):
        await add_table(claimed, channel_id=11)


async def test_a_file_that_goes_during_a_change_takes_no_change(
    claimed: Database, file: Path
) -> None:
    async def move_in_the_middle() -> None:
        async with claimed.write() as session:
            session.add(a_table())
            await session.flush()
            move_away(file)

    with pytest.raises(DatabaseFileMissing):
        await move_in_the_middle()
    elsewhere_of(file).rename(file)
    assert await tables_in(claimed) == 0


async def test_it_goes_on_when_the_file_is_back(claimed: Database, file: Path) -> None:
    await add_table(claimed)
    elsewhere = move_away(file)
    with pytest.raises(DatabaseFileMissing):
        await add_table(claimed, channel_id=11)
    elsewhere.rename(file)
    await add_table(claimed, channel_id=12)
    assert await tables_in(claimed) == 2


async def test_what_was_saved_before_and_after_is_in_the_file(
    claimed: Database, file: Path, url: str
) -> None:
    await add_table(claimed)
    elsewhere = move_away(file)
    with pytest.raises(DatabaseFileMissing):
        await add_table(claimed, channel_id=11)
    elsewhere.rename(file)
    await add_table(claimed, channel_id=12)
    await claimed.close()
    next_start = Database(url)
    async with next_start.read() as session:
        channels = set(await session.scalars(text("SELECT channel_id FROM tables")))
    await next_start.close()
    assert channels == {10, 12}


async def test_reading_makes_no_other_file_in_its_place(claimed: Database, file: Path) -> None:
    await add_table(claimed)
    move_away(file)
    async with claimed.read() as one:
        # The connection that is open already reads on; a second one would be new.
        assert await queries.tables.find_table(one, 1) is not None
        with pytest.raises(DatabaseFileMissing):
            await tables_in(claimed)
    assert list(file.parent.glob(file.name)) == []


async def test_the_refusal_is_a_sentence_for_members() -> None:
    sentence = ENGLISH.say(sentence_of(DatabaseFileMissing()))
    assert isinstance(DatabaseFileMissing(), ScoutError)
    assert sentence.startswith("Nothing has changed")
    assert "\n" not in sentence


@contextmanager
def looking_often(monkeypatch: pytest.MonkeyPatch, database: Database) -> Iterator[None]:
    monkeypatch.setattr(database_module, "_FILE_CHECK_PAUSE", 0.001)
    watching = asyncio.create_task(database.watch_file())
    try:
        yield
    finally:
        watching.cancel()


async def logged(caplog: pytest.LogCaptureFixture, words: str) -> None:
    async with asyncio.timeout(10):
        while words not in caplog.text:  # noqa: ASYNC110 - a log sets no event
            await asyncio.sleep(0.001)


async def test_the_log_says_once_that_the_file_is_gone_and_that_it_is_back(
    claimed: Database, file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with looking_often(monkeypatch, claimed):
        elsewhere = move_away(file)
        await logged(caplog, "was moved or deleted")
        with pytest.raises(DatabaseFileMissing):
            await add_table(claimed)
        elsewhere.rename(file)
        await logged(caplog, "is back")
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.WARNING]
    assert caplog.text.count(str(file)) == 2


async def test_the_log_names_a_file_that_was_replaced(
    claimed: Database, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    replace(file)
    with pytest.raises(DatabaseFileMissing):
        await add_table(claimed)
    assert "Another file is at" in caplog.text


async def test_a_refused_press_is_logged_too(
    claimed: Database, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    delete(file)
    with pytest.raises(DatabaseFileMissing):
        await add_table(claimed)
    assert "was moved or deleted" in caplog.text


async def test_a_second_bot_on_the_same_file_is_refused(claimed: Database, url: str) -> None:
    second = Database(url)
    with pytest.raises(UnusableDatabase, match="another bot is using"):
        await second.claim()


async def test_another_name_of_the_same_file_is_refused_too(
    claimed: Database, file: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.sqlite3"
    link.symlink_to(file)
    with pytest.raises(UnusableDatabase, match="another bot is using"):
        await Database(url_of(link)).claim()


async def test_after_a_refused_bot_the_next_one_is_refused_too(claimed: Database, url: str) -> None:
    for _ in range(2):
        with pytest.raises(UnusableDatabase):
            await Database(url).claim()


async def test_the_next_bot_may_use_a_file_that_was_closed(claimed: Database, url: str) -> None:
    await claimed.close()
    following = Database(url)
    await following.claim()
    await add_table(following)
    await following.close()


async def test_reading_needs_no_lock(claimed: Database, url: str) -> None:
    reader = Database(url)
    await reader.check()
    assert await tables_in(reader) == 0
    await reader.close()


@pytest.mark.slow
async def test_a_new_database_is_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    file = tmp_path / "mistyped.sqlite3"
    database = Database(url_of(file))
    await database.claim()
    await database.migrate()
    await database.close()
    assert f"New database at {file}." in caplog.text


async def test_an_empty_file_is_a_new_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    file = tmp_path / "empty.sqlite3"
    file.touch()
    database = Database(url_of(file))
    await database.claim()
    await database.close()
    assert f"New database at {file}." in caplog.text


async def test_a_database_with_tables_is_not_called_new(
    claimed: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await claimed.close()
    await claimed.claim()
    assert "New database" not in caplog.text


@pytest.mark.parametrize("place", ["", "/:memory:", "/file::memory:?uri=true"])
async def test_a_database_in_memory_is_refused(place: str) -> None:
    with pytest.raises(UnusableDatabase, match="names no file"):
        await Database(f"sqlite+aiosqlite://{place}").claim()


@pytest.mark.slow  # waits for a lock
async def test_a_restored_file_gets_its_log_once_no_program_locks_it(url: str, file: Path) -> None:
    async with Database(url) as database:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.executescript("PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE")
            claiming = asyncio.create_task(database.claim())
            await asyncio.sleep(0.1)
            assert not claiming.done()
            other.execute("COMMIT")
            await claiming
        async with database.read() as session:
            assert await session.scalar(text("PRAGMA journal_mode")) == "wal"


async def test_a_folder_that_is_missing_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabase):
        await Database(url_of(tmp_path / "mistyped" / "games.sqlite3")).claim()
    assert not (tmp_path / "mistyped").exists()


async def test_a_lock_is_released_by_any_thread(claimed: Database, url: str) -> None:
    """Closing may end in another thread than the one that opened."""
    assert claimed.file is not None
    await asyncio.to_thread(claimed.file.unlock)
    other = Database(url)
    await other.claim()
    await other.close()


@pytest.mark.skipif(os.name != "posix", reason="flock is of POSIX")
async def test_a_disk_without_locks_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock file in its place would outlive a bot that was killed."""

    def missing(_file: int, _operation: int) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", missing)
    database = Database(url)
    with pytest.raises(UnusableDatabase, match="Function not implemented"):
        await database.claim()
    await database.close()
