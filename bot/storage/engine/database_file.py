"""The SQLite file of a running bot: locked against other bots, and checked to be at its place."""

import logging
import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR

from filelock import FileLock, Timeout

from bot.storage.engine.errors import DatabaseAway, UnusableDatabase

LEFT_FREE = 64 * 2**20
"""Bytes that stay free on the disk, for the bot itself."""
_PRIVATE = 0o600
_log = logging.getLogger(__name__)


def create_private(file: Path) -> None:
    """Create the file, for its owner only whatever the umask is, if there is none.

    SQLite makes the files beside a database as readable as the database. Raises OSError.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))


def write_private(file: Path, text: str) -> None:
    """Write the text to the file, and make it readable by its owner only. Raises OSError.

    Anything but a regular file, such as a pipe, keeps its permissions.
    """
    create_private(file)
    if os.name == "posix" and file.is_file():
        file.chmod(_PRIVATE)
    file.write_text(text, encoding="utf-8", newline="\n")


def mode_of(path: Path) -> int:
    """The mode of the file, as in `stat`; 0 if there is no file or the system refuses access."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def is_folder(path: Path) -> bool:
    """Whether the path is a folder; unlike `Path.is_dir`, it never raises PermissionError."""
    return S_ISDIR(mode_of(path))


def is_readable_by_others(file: Path) -> bool:
    """Whether others on this machine can read or write the file; False on Windows."""
    return os.name == "posix" and bool(mode_of(file) & 0o077)


class DatabaseFileMissing(DatabaseAway):
    """The database file was moved, deleted or replaced; nothing can be saved, nothing was."""

    kind = "missing"


class DatabaseFile:
    """The file at `path`, which exists; held for one process from `lock` to `unlock`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # Without flock a lock file would outlive its holder, so a missing flock is an error.
        self._lock = FileLock(
            f"{path}.lock", blocking=False, thread_local=False, fallback_to_soft=False
        )
        self._identity = _identity(path)
        self._was_in_place = True

    def lock(self) -> None:
        """Lock the file until `unlock` or the end of this process, however it ends.

        Raises UnusableDatabase if another process has locked it, and OSError.
        """
        try:
            self._lock.acquire()
        except Timeout as error:
            raise UnusableDatabase(
                f"another bot is using {self.path}. Stop that one first"
            ) from error

    def unlock(self) -> None:
        """Release the file for another process."""
        self._lock.release()

    def require_in_place(self) -> None:
        """Raise DatabaseFileMissing unless the path still leads to the file; log any change."""
        present = _identity(self.path)
        in_place = present == self._identity
        if in_place != self._was_in_place:
            self._was_in_place = in_place
            self._log_change(in_place, replaced=present is not None)
        if not in_place:
            raise DatabaseFileMissing

    def _log_change(self, in_place: bool, *, replaced: bool) -> None:
        if in_place:
            _log.warning("The database file %s is back. Games go on.", self.path)
        elif replaced:
            _log.error(
                "Another file is at %s, so nothing is saved. Put the former file back, or restart "
                "the bot to use this one.",
                self.path,
            )
        else:
            _log.error(
                "The database file %s was moved or deleted, so nothing is saved. Put it back; if "
                "it is gone, restore a backup and restart the bot.",
                self.path,
            )


def _identity(path: Path) -> tuple[int, int] | None:
    """The device and inode of the file at `path`; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
