"""Copies an SQLite database to another file, also while the bot writes to it.

A copy is made under a temporary name, checked, flushed to the disk and renamed last, so a
file with that name is always whole.
"""

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from bot.storage.engine.database_file import LEFT_FREE, is_folder, mode_of
from bot.storage.engine.schema import is_known

PART = ".part"
"""The end of a temporary name."""
BESIDE = ("-journal", "-wal", "-shm", ".lock")
"""The ends of the names of files that belong to a database beside its own."""
_PAGES = 256
"""Pages of 4 KiB in one step of the copy."""
_PAUSE = 0.005
"""Seconds between two steps, in which the bot can use the disk."""
_FLUSH_BYTES = 16 * 2**20
"""Bytes written before a flush: a longer flush would delay a member's move."""
_PROGRESS_STEPS = 100_000
"""Steps of SQLite's machine between two checks of `stop`."""


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
            _seal(part)
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
    """The newest migration of the database in the file.

    Raises BackupFailed if this program does not know it.
    """
    with closing(sqlite3.connect(file)) as connection:
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:
            row = None
    if row is None:
        raise BackupFailed("it is no database of this program: it says no shape of its tables")
    if not is_known(row[0]):
        raise BackupFailed(
            f"its tables have the shape {row[0]}, which this version of the program does not know; "
            "use the version that wrote it"
        )
    return str(row[0])


def _copy(source: Path, part: Path, stop: threading.Event) -> None:
    """Copy a moment of the database and check the copy."""
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
        after_step = _flush_in_parts(part, stop)
        live.backup(copy, pages=_PAGES, progress=after_step, sleep=_PAUSE)
        live.execute("ROLLBACK")
        # A file that needs no others beside it, and that can be read from a read-only disk.
        copy.execute("PRAGMA journal_mode=DELETE")
        _require_intact(copy)


def _connect(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=True, isolation_level=None)


def _flush_in_parts(part: Path, stop: threading.Event) -> Callable[[int, int, int], None]:
    """Flush the copy to the disk in small parts, and end it after `stop`: called at each step."""
    flushed_pages: int | None = None

    def after_step(_status: int, remaining: int, _total: int) -> None:
        nonlocal flushed_pages
        if stop.is_set():
            raise InterruptedError(0, "stopped", str(part))
        if flushed_pages is None:
            flushed_pages = remaining
        elif (flushed_pages - remaining) * 4096 >= _FLUSH_BYTES:
            flushed_pages = remaining
            _flush(part)

    return after_step


def _require_intact(connection: sqlite3.Connection) -> None:
    """Raise BackupFailed, with the first thing that is wrong."""
    for pragma in ("integrity_check", "foreign_key_check"):
        found = connection.execute(f"PRAGMA {pragma}").fetchone()
        if found is not None and found[0] != "ok":
            words = ", ".join(map(str, found))
            raise BackupFailed(f"the database is damaged: {pragma} says {words}")


def _require_name(source: Path, file: Path, *, replace: bool) -> None:
    """Raise BackupFailed unless `file` can be created, or replaced if `replace`."""
    place = source.resolve()
    own = [place, *(Path(f"{place}{end}") for end in BESIDE)]
    # Replacing the log or lock of a running bot damages the database.
    if file.resolve() in own or (file.exists() and file.samefile(source)):
        raise BackupFailed(f"{file} belongs to the database itself")
    if file.exists() and not file.is_file():
        raise BackupFailed(f"{file} is not a file")
    if file.exists() and not replace:
        raise FileThere(f"{file} is there already")


def _require_space(source: Path, folder: Path) -> None:
    """A backup must not fill the disk on which the bot writes."""
    sizes = [path.stat().st_size for path in (source, Path(f"{source}-wal")) if path.exists()]
    needed, free = sum(sizes) + LEFT_FREE, shutil.disk_usage(folder).free
    if free < needed:
        raise BackupFailed(
            f"{folder} has {free >> 20:,} MB free, and the backup needs {needed >> 20:,} MB"
        )


def _new_file(file: Path) -> Path:
    """Create an empty file beside `file`, readable by its owner only: it holds hands and tokens."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=PART, dir=file.parent)
    os.close(handle)
    return Path(name)


def _seal(part: Path) -> None:
    """Move everything into the file itself, and flush it to the disk."""
    with closing(_connect(part.resolve().as_uri())) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    _flush(part)


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
        _flush(file.parent)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
