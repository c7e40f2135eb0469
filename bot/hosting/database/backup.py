"""Copies an SQLite database to another file, also while the bot writes to it; regular backups.

A copy is made under a temporary name, checked, flushed to the disk and renamed last, so a
file with that name is always whole.
"""

import asyncio
import logging
import math
import os
import shutil
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from stat import S_ISREG
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from bot.storage.engine.database_file import (
    LEFT_FREE,
    DatabaseFile,
    DatabaseFileMissing,
    is_folder,
    mode_of,
)
from bot.storage.engine.schema import NO_TABLES, is_known

_log = logging.getLogger(__name__)

PART = ".part"
"""The end of a temporary name."""
BESIDE = ("-journal", "-wal", "-shm", ".lock")
"""The ends of the names of files that belong to a database beside its own."""
_PAGES = 256
"""Pages of 4 KiB in one step of the copy."""
_PAUSE = 0.005
"""Seconds between two steps of the copy: time for the bot to use the disk."""
_FLUSH_PAGES = 16 * _PAGES
"""Pages written before a flush: a longer flush would delay a member's move."""
_PROGRESS_STEPS = 100_000
"""Instructions of SQLite's virtual machine between two checks of `stop`."""
_NAME = "scout-%Y%m%dT%H%M%SZ.db"
"""The name of a backup: its start in UTC."""
_utc_now = partial(datetime.now, UTC)
_RETRY_AFTER = timedelta(minutes=10)
_SAID_EVERY = timedelta(days=1)
"""The time between two lines of the log about failures."""
_LONGEST_SLEEP = timedelta(minutes=1)
"""The longest delay of a backup after a suspension of the machine."""


class BackupFailed(Exception):
    """No copy was made, and nothing was changed; the message says why."""


class FileThere(BackupFailed):
    """The file to write exists already and must not be replaced."""


class Backup(NamedTuple):
    """A finished backup; `revision` is the newest migration of its tables."""

    file: Path
    size: int
    revision: str


def back_up(
    source: Path, file: Path, *, replace: bool = False, stop: threading.Event | None = None
) -> Backup:
    """Copy the database file `source` to `file`; blocks. Raises BackupFailed, also after `stop`."""
    with new_copy(source, file, replace=replace, stop=stop) as copied:
        return Backup(file, copied.stat().st_size, revision_of(copied))


@contextmanager
def new_copy(
    source: Path, file: Path, *, replace: bool = False, stop: threading.Event | None = None
) -> Iterator[Path]:
    """A checked copy under a temporary name, which becomes `file` when the block ends.

    If the block raises, nothing is left of it. Raises BackupFailed.
    """
    if not S_ISREG(mode_of(source)):
        words = f"{source} is a folder" if is_folder(source) else f"there is no file {source}"
        raise BackupFailed(words)
    try:
        _require_name(source, file, replace=replace)
        _require_space(source, file.parent)
        part = _new_file(file)
        try:
            _copy(source, part, stop or threading.Event())
            yield part
            _flush(part)
            _put_in_place(part, file, replace=replace)
        finally:
            for end in ("", *BESIDE):
                Path(f"{part}{end}").unlink(missing_ok=True)
    except FileExistsError as error:
        raise FileThere(f"{file} is there already") from error
    except OSError as error:
        raise BackupFailed(f"{error.filename or file}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise BackupFailed(f"{source}: {error}") from error


def revision_of(file: Path) -> str:
    """The newest migration of the file. Raises BackupFailed if this program does not know it."""
    row = None
    with closing(sqlite3.connect(file)) as connection, suppress(sqlite3.OperationalError):
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise BackupFailed(NO_TABLES)
    if not is_known(row[0]):
        raise BackupFailed(
            f"its tables have the shape {row[0]}, which this version of the program does not know; "
            "use the version that wrote it"
        )
    return str(row[0])


def _copy(source: Path, part: Path, stop: threading.Event) -> None:
    """Copy one moment of the database, and check the copy."""
    with (
        # Not mode=ro: without the bot there may be no -shm file, which a reader has to make.
        closing(_connect(f"{source.resolve().as_uri()}?mode=rw")) as live,
        closing(_connect(part.resolve().as_uri())) as copy,
    ):
        copy.execute("PRAGMA synchronous=OFF")
        copy.set_progress_handler(stop.is_set, _PROGRESS_STEPS)
        # With a reading transaction around all steps SQLite copies one moment. Without it, each
        # commit of the bot would make the backup begin again, and at a busy bot it never ends.
        live.execute("BEGIN")
        live.execute("SELECT 1 FROM sqlite_schema").fetchone()
        live.backup(copy, pages=_PAGES, progress=partial(_after_step, part, stop), sleep=_PAUSE)
        live.execute("ROLLBACK")
        # The file then needs no others beside it, and can be read from a read-only disk.
        copy.execute("PRAGMA journal_mode=DELETE")
        _require_intact(copy)


def _connect(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=True, isolation_level=None)


def _after_step(
    part: Path, stop: threading.Event, _status: int, remaining: int, total: int
) -> None:
    """Flush the copy to the disk in small parts; raise after `stop`."""
    if stop.is_set():
        raise InterruptedError(0, "stopped", str(part))
    if (total - remaining) % _FLUSH_PAGES == 0:
        _flush(part)


def _require_intact(connection: sqlite3.Connection) -> None:
    """Raise BackupFailed, with the first thing that is wrong."""
    for pragma in ("integrity_check", "foreign_key_check"):
        found = connection.execute(f"PRAGMA {pragma}").fetchone()
        if found is not None and found[0] != "ok":
            words = ", ".join(map(str, found))
            raise BackupFailed(f"the database is damaged: {pragma} says {words}")


def _require_name(source: Path, file: Path, *, replace: bool) -> None:
    """Raise BackupFailed unless `file` can be created, or replaced if `replace`."""
    if belongs_to(source, file):
        raise BackupFailed(f"{file} belongs to the database itself")
    if file.exists() and not file.is_file():
        raise BackupFailed(f"{file} is not a file")
    if file.exists() and not replace:
        raise FileThere(f"{file} is there already")
    if left := left_beside(file):
        raise BackupFailed(f"{left} is there, and is not of this backup. Give another name")


def belongs_to(database: Path, file: Path) -> bool:
    """Whether `file` is the database, or its log or lock, which it needs. Raises OSError."""
    place = database.resolve()
    own = [place, *(Path(f"{place}{end}") for end in BESIDE)]
    return file.resolve() in own or (file.exists() and file.samefile(database))


def left_beside(file: Path) -> Path | None:
    """A file left by a former database at this place, which SQLite would apply or delete."""
    left = (Path(f"{file}{end}") for end in ("-wal", "-journal"))
    return next((one for one in left if mode_of(one)), None)


def _require_space(source: Path, folder: Path) -> None:
    """Raise BackupFailed if the backup would fill the disk, which the bot may need."""
    sizes = [path.stat().st_size for path in (source, Path(f"{source}-wal")) if path.exists()]
    needed, free = sum(sizes) + LEFT_FREE, shutil.disk_usage(folder).free
    if free < needed:
        raise BackupFailed(
            f"{folder} has {free >> 20:,} MB free, and the backup needs {needed >> 20:,} MB"
        )


def _new_file(file: Path) -> Path:
    """Create an empty file beside `file`, readable by its owner only: it holds hands and tokens."""
    prefix, folder = f".{file.name}.", file.parent
    with NamedTemporaryFile(prefix=prefix, suffix=PART, dir=folder, delete=False) as made:
        return Path(made.name)


def _put_in_place(part: Path, file: Path, *, replace: bool) -> None:
    """Rename the copy. Raises FileExistsError if the file exists by now, unless `replace`."""
    if not replace:
        try:
            # Like a rename, but it never replaces a file.
            os.link(part, file)
        except FileExistsError:
            raise
        except OSError:
            # A file system without links.
            part.rename(file)
    else:
        part.replace(file)
    if os.name == "posix":
        # The copy is in its place. Not every file system can flush a folder.
        with suppress(OSError):
            _flush(file.parent)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass
class BackupSchedule:
    """Backs up `file` into `folder` each time that `every` has passed, and keeps the newest `keep`.

    The next one is due by the names in the folder alone, so a restart neither skips nor adds one.
    `now` returns aware datetimes. `failed` is called after each failure.
    """

    file: DatabaseFile
    folder: Path
    every: timedelta
    keep: int
    now: Callable[[], datetime] = _utc_now
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    failed: Callable[[], object] = lambda: None
    _newest: datetime | None = field(default=None, init=False)
    _failure_said: datetime | None = field(default=None, init=False)

    async def run(self) -> None:
        """Make backups when they are due, until cancelled; failures are logged and retried."""
        stop = threading.Event()
        try:
            while True:
                wait = (await asyncio.to_thread(self.next_due) - self.now()).total_seconds()
                if wait > 0:
                    await self.sleep(min(wait, _LONGEST_SLEEP.total_seconds()))
                elif not await self._try(stop):
                    await self.sleep(_RETRY_AFTER.total_seconds())
        finally:
            # The thread ends soon, and removes its unfinished file.
            stop.set()

    def next_due(self) -> datetime:
        """The time at which the next backup is due: now if there is none so far."""
        now = self.now()
        # Future times mean that the host's clock was or is wrong, so they are ignored.
        try:
            found = self._backups()
        except OSError:
            # The folder's server may be away: then the attempt at a backup fails and says why.
            found = {}
        self._newest = max((time for time in found if time <= now), default=None)
        return now if self._newest is None else self._newest + self.every

    def age(self) -> float:
        """Seconds since the newest known backup; NaN without one."""
        return math.nan if self._newest is None else (self.now() - self._newest).total_seconds()

    def make(self, stop: threading.Event | None = None) -> Backup:
        """Make a backup now and delete the oldest; blocks. Raises BackupFailed."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.file.require_in_place()
            # Without the list the oldest backup would never be deleted.
            next(self.folder.iterdir(), None)
            # The unfinished files of backups that crashed.
            for path in self.folder.glob(f".scout-*Z.db.*{PART}*"):
                path.unlink(missing_ok=True)
            name = self.now().astimezone(UTC).strftime(_NAME)
            backup = back_up(self.file.path, self.folder / name, stop=stop)
            self._remove_oldest()
        except DatabaseFileMissing as error:
            raise BackupFailed(f"{self.file.path} is not at its place") from error
        except OSError as error:
            raise BackupFailed(f"{error.filename}: {error.strerror}") from error
        return backup

    async def _try(self, stop: threading.Event) -> bool:
        try:
            backup = await asyncio.to_thread(self.make, stop)
        except BackupFailed as error:
            self.failed()
            now = self.now()
            if self._failure_said is None or now - self._failure_said >= _SAID_EVERY:
                self._failure_said = now
                _log.error(
                    "No backup was made: %s. It is tried again every %s minutes, and said again "
                    "in a day.",
                    error,
                    int(_RETRY_AFTER.total_seconds() // 60),
                )
            return False
        self._failure_said = None
        _log.info("Backup %s made, %s bytes.", backup.file, f"{backup.size:,}")
        return True

    def _backups(self) -> dict[datetime, Path]:
        """The backups in the folder by their times, without other files."""
        found = {}
        for path in self.folder.glob("scout-*.db"):
            with suppress(ValueError):
                found[datetime.strptime(path.name, _NAME).replace(tzinfo=UTC)] = path
        return found

    def _remove_oldest(self) -> None:
        backups, now = self._backups(), self.now()
        # Backups with future times are older than the one made just now.
        for time in sorted(backups, key=lambda time: (time <= now, time))[: -self.keep]:
            backups[time].unlink(missing_ok=True)
