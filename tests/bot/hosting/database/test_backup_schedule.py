"""The running bot makes backups one after the other, and keeps the newest."""

import asyncio
import errno
import logging
import math
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.hosting.database.backup import BackupFailed, BackupSchedule
from bot.storage.engine.database_file import DatabaseFile
from tests.support.storage.database import only_sqlite
from tests.support.tables.fake_clock import FakeClock

pytestmark = only_sqlite("backs up SQLite files")

HOUR = timedelta(hours=1)


@pytest.fixture
def file(url: str, tmp_path: Path) -> Iterator[DatabaseFile]:
    file = DatabaseFile(tmp_path / "games.sqlite3")
    yield file
    file.unlock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups/of/scout"


@pytest.fixture
def schedule(file: DatabaseFile, folder: Path, clock: FakeClock) -> BackupSchedule:
    return BackupSchedule(file, folder, every=6 * HOUR, keep=3, now=clock)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_first_is_due_at_once_and_the_next_by_the_newest(
    schedule: BackupSchedule, clock: FakeClock
) -> None:
    assert schedule.next_due() == clock()
    begun = clock().replace(microsecond=0)
    schedule.make()
    assert schedule.next_due() == begun + 6 * HOUR


def test_a_restart_neither_skips_one_nor_makes_one_more(
    schedule: BackupSchedule, file: DatabaseFile, folder: Path, clock: FakeClock
) -> None:
    due = schedule.next_due()
    schedule.make()
    clock.advance(5 * HOUR)
    again = BackupSchedule(file, folder, every=6 * HOUR, keep=3, now=clock)
    assert due + 5 * HOUR < again.next_due() <= due + 6 * HOUR
    clock.advance(20 * HOUR)
    assert again.next_due() < clock()


def test_the_oldest_go_and_other_files_stay(
    schedule: BackupSchedule, folder: Path, clock: FakeClock
) -> None:
    folder.mkdir(parents=True)
    for other in ("scout-before-the-party.db", "notes.txt", "scout-20260101T000000Z.db.gz"):
        (folder / other).write_text("mine")
    for _ in range(5):
        schedule.make()
        clock.advance(6 * HOUR)
    made = [name for name in names(folder) if name.endswith("Z.db")]
    newest = [clock() - number * 6 * HOUR for number in (3, 2, 1)]
    assert made == [f"{at:scout-%Y%m%dT%H%M%SZ.db}" for at in newest]
    assert len(names(folder)) == 6
    for name in made:
        with closing(sqlite3.connect(folder / name)) as connection:
            assert connection.execute("SELECT count(*) FROM tables").fetchone() == (0,)


def test_files_of_the_future_neither_delay_a_backup_nor_take_its_place(
    schedule: BackupSchedule, folder: Path, clock: FakeClock
) -> None:
    """The host's clock was wrong once: by their names they stay the newest for years."""
    folder.mkdir(parents=True)
    for day in (1, 2, 3):
        (folder / f"scout-2099010{day}T000000Z.db").touch()
    made = []
    for _ in range(4):
        assert schedule.next_due() <= clock()
        made.append(schedule.make().file.name)
        assert made[-1] in names(folder)
        assert schedule.next_due() > clock()
        clock.advance(6 * HOUR)
    assert names(folder) == made[-3:]


def test_a_clock_that_is_set_back_ends_no_backups(
    schedule: BackupSchedule, folder: Path, clock: FakeClock
) -> None:
    before = schedule.make().file.name
    clock.advance(-48 * HOUR)
    assert schedule.next_due() <= clock()
    after = schedule.make().file.name
    assert names(folder) == [after, before]
    assert clock() < schedule.next_due() <= clock() + 6 * HOUR


def test_what_a_crash_has_left_is_removed(schedule: BackupSchedule, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / ".scout-20260101T000000Z.db.abcd.part").touch()
    (folder / ".scout-20260101T000000Z.db.abcd.part-journal").touch()
    (folder / ".one.db.abcd.part").touch()
    schedule.make()
    assert len(names(folder)) == 2
    assert ".one.db.abcd.part" in names(folder)


def test_no_backup_of_a_file_that_is_not_ours(
    schedule: BackupSchedule, file: DatabaseFile, folder: Path
) -> None:
    file.path.rename(file.path.with_suffix(".moved"))
    with pytest.raises(BackupFailed, match="not at its place"):
        schedule.make()
    file.path.touch()
    with pytest.raises(BackupFailed, match="not at its place"):
        schedule.make()
    assert names(folder) == []


def test_a_folder_that_cannot_be_listed_is_not_filled(
    schedule: BackupSchedule, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each backup would be the first one there, so it would be due at once, and none the oldest.

    Tests may run as root, whom nothing is refused.
    """

    def refused(path: Path) -> list[str]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    # Python 3.13 lists a folder by the second one, earlier versions by the first.
    monkeypatch.setattr(os, "listdir", refused)
    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(BackupFailed, match="Permission denied"):
        schedule.make()
    monkeypatch.undo()
    assert names(folder) == []


async def until(condition: asyncio.Event) -> None:
    async with asyncio.timeout(30):
        await condition.wait()


class Heard(logging.Handler):
    """Records log lines, and sets an event at each."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.event = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(f"{record.levelname} {record.getMessage()}")
        self.event.set()


@pytest.fixture
def heard() -> Iterator[Heard]:
    logger = logging.getLogger("bot.hosting.database.backup")
    handler, level = Heard(), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)


async def test_it_makes_what_is_due_while_it_runs(
    schedule: BackupSchedule, folder: Path, heard: Heard
) -> None:
    running = asyncio.create_task(schedule.run())
    await until(heard.event)
    running.cancel()
    await asyncio.wait({running})
    assert len(names(folder)) == 1
    assert heard.said[0].startswith(f"INFO Backup {folder}/scout-")


async def test_a_clock_that_was_ahead_at_the_start_ends_no_backups(
    file: DatabaseFile, folder: Path, clock: FakeClock, heard: Heard
) -> None:
    """As on a small machine without a battery, before it has set its clock from the network."""
    year = timedelta(days=365)

    async def sleep(_seconds: float) -> None:
        if clock() > right:
            clock.advance(-year)
            heard.event.clear()
        await asyncio.sleep(0)

    right = clock()
    clock.advance(year)
    schedule = BackupSchedule(file, folder, every=6 * HOUR, keep=3, now=clock, sleep=sleep)
    running = asyncio.create_task(schedule.run())
    async with asyncio.timeout(10):
        while len(heard.said) < 2:
            await asyncio.sleep(0)
            await heard.event.wait()
    running.cancel()
    await asyncio.wait({running})
    assert [name[:10] for name in names(folder)] == ["scout-2026", "scout-2027"]


@pytest.fixture
def no_folder(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where the folder should be")


@pytest.mark.slow
async def test_failures_are_counted_each_and_logged_once_a_day(
    file: DatabaseFile, folder: Path, no_folder: None, clock: FakeClock, heard: Heard
) -> None:
    failures = asyncio.Semaphore(0)
    schedule = BackupSchedule(
        file, folder, every=6 * HOUR, keep=3, now=clock, sleep=clock.sleep, failed=failures.release
    )
    running = asyncio.create_task(schedule.run())
    async with asyncio.timeout(30):
        for number in range(1 + 24 * 6):
            await failures.acquire()
            assert len(heard.said) == (1 if number < 24 * 6 else 2)
            while not clock.wakings:  # noqa: ASYNC110 - a sleeper sets no event
                await asyncio.sleep(0)
            clock.advance(HOUR / 6)
    assert math.isnan(schedule.age())
    folder.unlink()  # noqa: ASYNC240 - no loop to hold up
    heard.event.clear()
    await until(heard.event)
    running.cancel()
    await asyncio.wait({running})
    assert heard.said[0].startswith("ERROR No backup was made: ")
    assert heard.said[0].endswith("tried again every 10 minutes, and said again in a day.")
    assert heard.said[2].startswith("INFO Backup ")


async def test_a_folder_out_of_reach_ends_no_schedule(
    file: DatabaseFile, tmp_path: Path, clock: FakeClock, heard: Heard
) -> None:
    """As a share whose server is away; here no folder can have such a name."""
    failures: list[int] = []
    schedule = BackupSchedule(
        file,
        tmp_path / ("x" * 300),
        every=6 * HOUR,
        keep=3,
        now=clock,
        failed=lambda: failures.append(1),
    )
    run = asyncio.create_task(schedule.run())
    await until(heard.event)
    run.cancel()
    assert "File name too long" in heard.said[0]
    assert failures == [1]


def test_the_age_is_that_of_the_newest_also_after_a_restart(
    schedule: BackupSchedule, file: DatabaseFile, folder: Path, clock: FakeClock
) -> None:
    schedule.make()
    clock.advance(HOUR)
    again = BackupSchedule(file, folder, every=6 * HOUR, keep=3, now=clock)
    assert math.isnan(again.age())
    again.next_due()
    clock.advance(HOUR)
    assert again.age() == pytest.approx(2 * HOUR.total_seconds(), abs=1)


def test_the_time_in_a_name_is_utc(file: DatabaseFile, folder: Path) -> None:
    at = datetime(2026, 11, 22, 9, 31, 22, tzinfo=UTC)
    elsewhere = at.astimezone(tz=None)
    schedule = BackupSchedule(file, folder, every=HOUR, keep=1, now=lambda: elsewhere)
    assert schedule.make().file.name == "scout-20261122T093122Z.db"
