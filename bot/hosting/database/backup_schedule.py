"""The running bot's regular backups of its SQLite file."""

import asyncio
import logging
import math
import threading
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bot.hosting.database.backup import PART, Backup, BackupFailed, back_up
from bot.storage.engine.database_file import DatabaseFile, DatabaseFileMissing

_log = logging.getLogger(__name__)

_NAME = "scout-%Y%m%dT%H%M%SZ.db"
"""The name of a backup: its start in UTC."""
_utc_now = partial(datetime.now, UTC)
_RETRY_AFTER = timedelta(minutes=10)
_SAID_EVERY = timedelta(days=1)
"""Between two lines of the log about failures."""
_LONGEST_SLEEP = timedelta(minutes=1)
"""A suspended machine is late by at most this."""


class BackupSchedule:
    """Backs up `file` into `folder` each time that `every` has passed, and keeps the newest `keep`.

    The names in the folder alone say when the next one is due, so a restart neither skips nor adds
    one. `now` returns aware datetimes. `failed` is called after each failure.
    """

    def __init__(
        self,
        file: DatabaseFile,
        folder: Path,
        *,
        every: timedelta,
        keep: int,
        now: Callable[[], datetime] = _utc_now,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        failed: Callable[[], object] = lambda: None,
    ) -> None:
        self._file = file
        self._folder = folder
        self._every = every
        self._keep = keep
        self._now = now
        self._sleep = sleep
        self._failed = failed
        self._newest: datetime | None = None
        self._failure_said: datetime | None = None

    async def run(self) -> None:
        """Make backups when they are due, until cancelled; failures are logged and retried."""
        stop = threading.Event()
        not_before = self._now()
        try:
            while True:
                due = max(await asyncio.to_thread(self.next_due), not_before)
                wait = (due - self._now()).total_seconds()
                if wait > 0:
                    await self._sleep(min(wait, _LONGEST_SLEEP.total_seconds()))
                elif not await self._try(stop):
                    not_before = self._now() + _RETRY_AFTER
        finally:
            # The thread ends soon, and leaves nothing behind.
            stop.set()

    def next_due(self) -> datetime:
        """When the next backup is due: now if there is none so far."""
        now = self._now()
        # Future times mean that the host's clock was or is wrong, so they are ignored.
        self._newest = max((time for time in self._backups() if time <= now), default=None)
        return now if self._newest is None else self._newest + self._every

    def age(self) -> float:
        """Seconds since the newest backup that was found or made; NaN if there is none."""
        return math.nan if self._newest is None else (self._now() - self._newest).total_seconds()

    def make(self, stop: threading.Event | None = None) -> Backup:
        """Make a backup now and delete the oldest; blocks. Raises BackupFailed."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file.require_in_place()
            self._remove_parts()
            name = self._now().astimezone(UTC).strftime(_NAME)
            backup = back_up(self._file.path, self._folder / name, stop=stop)
            self._remove_oldest()
        except DatabaseFileMissing as error:
            raise BackupFailed(f"{self._file.path} is not at its place") from error
        except OSError as error:
            raise BackupFailed(f"{error.filename}: {error.strerror}") from error
        return backup

    async def _try(self, stop: threading.Event) -> bool:
        try:
            backup = await asyncio.to_thread(self.make, stop)
        except BackupFailed as error:
            self._failed()
            now = self._now()
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
        for path in self._folder.glob("scout-*.db"):
            try:
                found[datetime.strptime(path.name, _NAME).replace(tzinfo=UTC)] = path
            except ValueError:
                continue
        return found

    def _remove_oldest(self) -> None:
        backups, now = self._backups(), self._now()
        # Backups with future times are older than the one made just now.
        for time in sorted(backups, key=lambda time: (time <= now, time))[: -self._keep]:
            backups[time].unlink(missing_ok=True)

    def _remove_parts(self) -> None:
        """Remove the unfinished files of backups that crashed."""
        for path in self._folder.glob(f".scout-*Z.db.*{PART}*"):
            path.unlink(missing_ok=True)
