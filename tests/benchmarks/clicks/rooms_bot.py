"""The program on a loopback Discord, and where its processor time goes.

On SIGUSR1 it writes what it spent so far into the file ROOMS_FILE, as JSON: the seconds of its
threads, samples by room, and how many pictures were drawn and transactions begun. A sample says
whose code the main thread is in, a thousand times a second of processor time.
"""

import gc
import json
import os
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from bot.pictures.picture import Picture
from tests.support.process.run_on_loopback import run_on_loopback

_EVERY = 0.001
"""Two samples are so many seconds of processor time apart."""
_ROOMS = {
    "/bot/pictures/": "pictures",
    "/bot/text/": "own code",
    "/sqlalchemy/": "SQLAlchemy",
    "/aiosqlite/": "SQLAlchemy",
    "/discord/": "discord.py",
    "/aiohttp/": "aiohttp",
    "/bot/": "own code",
    "/engine/": "own code",
}
"""A file's room is that of the first part of its path that is listed here."""


class Spent:
    """What the process has spent since its start."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.drawing = self.garbage = self._collecting = 0.0

    def watch(self) -> None:
        """Begin to count, in the main thread."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.signal(signal.SIGUSR1, self._write)
        signal.siginterrupt(signal.SIGPROF, False)
        signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)
        gc.callbacks.append(self._collect)
        event.listen(Engine, "begin", self._begin)
        prepare = Picture.prepare

        def counted(picture: Picture) -> None:
            began = time.thread_time()
            prepare(picture)
            self.drawing += time.thread_time() - began
            self.counts["count pictures"] += 1

        setattr(Picture, "prepare", counted)  # noqa: B010

    def _sample(self, _signal: int, frame: FrameType | None) -> None:
        self.counts[f"sample {_room(frame)}"] += 1

    def _collect(self, phase: str, _info: dict[str, Any]) -> None:
        if phase == "start":
            self._collecting = time.thread_time()
        else:
            self.garbage += time.thread_time() - self._collecting

    def _begin(self, connection: Connection) -> None:
        reads = connection.get_execution_options().get("read_only")
        self.counts[f"count {'reading' if reads else 'writing'} transactions"] += 1

    def _write(self, _signal: int, _frame: FrameType | None) -> None:
        spent: dict[str, float] = {"drawing": self.drawing, "garbage": self.garbage, **self.counts}
        for thread in threading.enumerate():
            assert thread.ident is not None
            clock = time.pthread_getcpuclockid(thread.ident)
            kind = f"thread {_kind(thread)}"
            spent[kind] = spent.get(kind, 0.0) + time.clock_gettime(clock)
        file = Path(os.environ["ROOMS_FILE"])
        file.with_suffix(".new").write_text(json.dumps(spent))
        file.with_suffix(".new").rename(file)


def _kind(thread: threading.Thread) -> str:
    if thread is threading.main_thread():
        return "main"
    return "SQLite" if "connection_worker" in thread.name else "others"


def _room(frame: FrameType | None) -> str:
    """The room whose code runs: that of the innermost frame that belongs to a room.

    The event loop itself belongs to none, although the frames around it are the program's.
    """
    waits = frame is not None and frame.f_code.co_name == "select"
    while frame is not None and not waits and frame.f_code.co_name != "_run_once":
        path = frame.f_code.co_filename
        for part, room in _ROOMS.items():
            if part in path:
                return room
        frame = frame.f_back
    return "waiting" if waits else "event loop"


if __name__ == "__main__":
    Spent().watch()
    run_on_loopback()
