"""A database file is copied while another connection writes to it."""

import errno
import os
import resource
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.hosting.database import backup
from bot.hosting.database.backup import BackupFailed, back_up, new_copy
from bot.storage.engine.database import Database
from tests.support.storage.database import only_sqlite, url_of
from tests.support.storage.earlier_databases import load
from tests.support.storage.rows import a_table

pytestmark = only_sqlite("backs up SQLite files")

BIG = "CREATE TABLE numbers (id INTEGER PRIMARY KEY, words TEXT)"


@pytest.fixture
def source(migrated_file: Path, url: str, tmp_path: Path) -> Path:
    """A file of three megabytes, so that copying it takes several steps."""
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(BIG)
        rows = [("x" * 1000,) for _ in range(3_000)]
        connection.executemany("INSERT INTO numbers (words) VALUES (?)", rows)
    return file


class Writer(threading.Thread):
    """Commits one row after the other in two tables, each time the same number of rows in both."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._done = threading.Event()
        self.commits = 0
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE twins (id INTEGER PRIMARY KEY)")

    def run(self) -> None:
        with closing(sqlite3.connect(self._file, isolation_level=None)) as connection:
            while not self._done.is_set():
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO numbers (words) VALUES ('new')")
                connection.execute("INSERT INTO twins DEFAULT VALUES")
                connection.execute("COMMIT")
                self.commits += 1

    def stop(self) -> None:
        self._done.set()
        self.join()


@contextmanager
def writing(file: Path) -> Iterator[Writer]:
    writer = Writer(file)
    writer.start()
    try:
        yield writer
    finally:
        writer.stop()


def numbers_in(file: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(file)) as connection:
        (new,) = connection.execute("SELECT count(*) FROM numbers WHERE words = 'new'").fetchone()
        (twins,) = connection.execute("SELECT count(*) FROM twins").fetchone()
    return new, twins


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_under_way_of_commits_is_of_one_moment(source: Path, tmp_path: Path) -> None:
    """It ends though every step of it finds new commits."""
    folder = tmp_path / "backups"
    folder.mkdir()
    with writing(source) as writer:
        while not writer.commits:
            pass
        before = writer.commits
        made = back_up(source, folder / "one.db")
        after = writer.commits
    new, twins = numbers_in(folder / "one.db")
    assert new == twins
    assert before <= new <= after + 1
    assert after > before, "nothing was written meanwhile"
    assert made.size == (folder / "one.db").stat().st_size
    assert names_in(folder) == ["one.db"]


def test_a_backup_needs_no_other_file_and_is_the_hosts_alone(source: Path, tmp_path: Path) -> None:
    back_up(source, tmp_path / "one.db")
    assert stat.S_IMODE((tmp_path / "one.db").stat().st_mode) == 0o600
    with closing(sqlite3.connect(f"file:{tmp_path}/one.db?immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("SELECT count(*) FROM numbers").fetchone() == (3_000,)


def test_a_file_that_is_there_is_replaced_only_on_request(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.db"
    file.write_text("dear to somebody")
    with pytest.raises(BackupFailed, match=r"one\.db is there already"):
        back_up(source, file)
    assert file.read_text() == "dear to somebody"
    back_up(source, file, replace=True)
    assert file.read_bytes().startswith(b"SQLite format 3\0")


def test_a_file_that_appears_meanwhile_is_kept(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.db"
    with pytest.raises(BackupFailed, match=r"one\.db is there already"), new_copy(source, file):
        file.write_text("dear to somebody")
    assert file.read_text() == "dear to somebody"
    assert not list(tmp_path.glob("*.part*"))


def test_the_database_itself_is_never_replaced(source: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.hardlink_to(source)
    for file in (source, link):
        with pytest.raises(BackupFailed, match="belongs to the database itself"):
            back_up(source, file, replace=True)
    with closing(sqlite3.connect(source)) as connection:
        assert connection.execute("SELECT count(*) FROM numbers").fetchone() == (3_000,)


@pytest.mark.slow
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal", ".lock"])
@pytest.mark.parametrize("through_a_link", [False, True])
def test_what_lies_beside_the_database_is_never_replaced(
    end: str, through_a_link: bool, source: Path, tmp_path: Path
) -> None:
    folder = tmp_path
    if through_a_link:
        folder = tmp_path / "link"
        folder.symlink_to(tmp_path)
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("INSERT INTO numbers (words) VALUES ('new')")
        connection.commit()
        beside = Path(f"{source}{end}")
        before = beside.read_bytes() if beside.exists() else None
        with pytest.raises(BackupFailed, match="belongs to the database itself"):
            back_up(source, folder / beside.name, replace=True)
        assert (beside.read_bytes() if beside.exists() else None) == before


def test_a_log_of_another_database_is_not_applied_to_the_backup(
    source: Path, tmp_path: Path
) -> None:
    """SQLite applies a log that it finds beside a file, whichever file it was written for."""
    file, log = tmp_path / "one.db", tmp_path / "one.db-wal"
    with closing(sqlite3.connect(tmp_path / "other.db", isolation_level=None)) as other:
        other.executescript("PRAGMA journal_mode=WAL; CREATE TABLE others (id)")
        shutil.copy(tmp_path / "other.db", file)
        shutil.copy(tmp_path / "other.db-wal", log)
    with pytest.raises(BackupFailed, match=r"one\.db-wal is there"):
        back_up(source, file, replace=True)
    with closing(sqlite3.connect(file)) as kept:
        assert kept.execute("SELECT name FROM sqlite_schema").fetchall() == [("others",)]


def test_only_files_are_replaced(source: Path, tmp_path: Path) -> None:
    """As root, /dev/null could be."""
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for place in (pipe, folder):
        with pytest.raises(BackupFailed, match="is not a file"):
            back_up(source, place, replace=True)
    assert pipe.is_fifo()
    assert folder.is_dir()


def test_a_damaged_database_is_not_backed_up(source: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with source.open("r+b") as opened:
        opened.seek(200 * size)
        opened.write(os.urandom(4 * size))
    with pytest.raises(BackupFailed):
        back_up(source, tmp_path / "one.db")
    assert not (tmp_path / "one.db").exists()
    assert not list(tmp_path.glob(".*part*"))


@pytest.fixture
def small_disk() -> Iterator[None]:
    """Files of this process grow to a megabyte and no further."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_backup_that_cannot_be_written_leaves_nothing(
    source: Path, tmp_path: Path, small_disk: None
) -> None:
    with pytest.raises(BackupFailed):
        back_up(source, tmp_path / "one.db")
    assert names_in(tmp_path) == ["games.sqlite3"]


def test_a_folder_that_cannot_be_flushed_does_not_make_a_backup_fail(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a folder that is shared with a virtual machine: the copy is there, so it is no failure."""
    flush = os.fsync

    def of_files_alone(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        flush(handle)

    monkeypatch.setattr(os, "fsync", of_files_alone)
    assert back_up(source, tmp_path / "one.db").file == tmp_path / "one.db"
    assert names_in(tmp_path) == ["games.sqlite3", "one.db"]


def test_a_backup_does_not_fill_the_disk_of_the_bot(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "LEFT_FREE", 2**60)
    with pytest.raises(BackupFailed, match="MB free, and the backup needs 1,099,511,627,7"):
        back_up(source, tmp_path / "one.db")
    assert names_in(tmp_path) == ["games.sqlite3"]


def test_a_backup_that_is_stopped_leaves_nothing(source: Path, tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(BackupFailed, match="stopped"):
        back_up(source, tmp_path / "one.db", stop=stop)
    assert names_in(tmp_path) == ["games.sqlite3"]


@pytest.mark.parametrize("content", [b"", b"Not a database, but long enough to be one." * 100])
def test_what_is_no_database_of_ours_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "other.db").write_bytes(content)
    with pytest.raises(BackupFailed, match=r"not a database|no tables of this program in it"):
        back_up(tmp_path / "other.db", tmp_path / "one.db")
    assert names_in(tmp_path) == ["other.db"]


def test_a_missing_database_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="there is no file"):
        back_up(tmp_path / "none.db", tmp_path / "one.db")
    assert names_in(tmp_path) == []


def test_a_database_of_an_earlier_version_is_backed_up_as_it_is(tmp_path: Path) -> None:
    load("0003", tmp_path / "old.db")
    assert back_up(tmp_path / "old.db", tmp_path / "one.db").revision == "0003"


def test_a_database_of_a_later_version_is_refused(source: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BackupFailed, match="shape 9999, which this version"):
        back_up(source, tmp_path / "one.db")


@pytest.mark.slow
async def test_a_name_with_signs_of_addresses_is_a_name(tmp_path: Path) -> None:
    folder = tmp_path / "100% of #1?mode=memory"
    folder.mkdir()
    database = Database(url_of(tmp_path / "games.db"))
    await database.migrate()
    async with database.write() as session:
        session.add(a_table(id=1))
    await database.close()
    (tmp_path / "games.db").rename(folder / "games.db")
    back_up(folder / "games.db", folder / "one.db")
    with closing(sqlite3.connect(folder / "one.db")) as connection:
        assert connection.execute("SELECT id FROM tables").fetchall() == [(1,)]
