"""What the program holds at one moment, and whether that grows from sample to sample."""

import asyncio
import ctypes.util
import functools
import gc
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import fmean

from bot.tables.service import Tables

MEMORY_GROWTH = 0.03
"""The share of the memory by which it may grow in 1,000 finished games, once the caches are full.
The allocator alone makes that much of a difference from sample to sample."""
_MIB = 1024 * 1024
_PAGE = 4096
"""Bytes of a page, the unit in which Linux counts memory."""
_FEWEST = 6
"""The fewest samples that show a trend."""
JUDGED_GAMES = 1000
"""Finished games that a trend of memory needs."""


@dataclass(frozen=True, slots=True)
class Sample:
    """`memory`, `sqlite` and `database` are bytes; `handles` are open file descriptors.

    `sqlite` is the part of the memory that SQLite has, most of it pages of the database, up to 2 MB
    for each connection.

    `objects` are those of Python that its collector knows. `due_times` are those that the scheduler
    has in its heap, outdated ones too.
    """

    games: int
    hours: float
    memory: int
    sqlite: int
    objects: int
    handles: int
    tasks: int
    tables: int
    messages: int
    due_times: int
    database: int
    per_game: float

    def line(self) -> str:
        return (
            f"{self.games:,} games, {self.hours:.1f} h: {self.memory / _MIB:.1f} MB, "
            f"{self.sqlite / _MIB:.1f} of them SQLite's, {self.objects:,} objects, "
            f"{self.handles} handles, {self.tasks} tasks, "
            f"{self.tables:,} tables and messages of {self.messages:,} in memory, "
            f"{self.due_times:,} due times, database "
            f"{self.database / _MIB:.1f} MB, {self.per_game:,.0f} bytes a game"
        )


def handles() -> int:
    """Open file descriptors of this process: files, sockets, pipes."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def memory() -> int:
    """Bytes of this process in main memory.

    Not among them is what waits to be collected, or is free for the next allocation: no leak.
    """
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


@functools.cache
def _sqlite() -> ctypes.CDLL | None:
    name = ctypes.util.find_library("sqlite3")
    return ctypes.CDLL(name) if name else None


def sqlite_memory() -> int:
    """Bytes of the memory that SQLite has; 0 where its library is a part of Python's."""
    library = _sqlite()
    if library is None:
        return 0
    memory_used = library.sqlite3_memory_used
    memory_used.restype = ctypes.c_int64
    return int(memory_used())


def database_bytes(file: Path) -> int:
    """The size of the database with all that was committed, as after a checkpoint."""
    with closing(sqlite3.connect(file)) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    return int(pages * size)


def _empty_bounded_caches() -> None:
    """Empty what the engine's functions remember of hands, where it is bounded.

    It takes thousands of games to fill, and would look like a leak until then. What has no bound
    stays, and shows.
    """
    engine = [module for name, module in sys.modules.items() if name.startswith("engine.")]
    for found in chain.from_iterable(vars(module).values() for module in engine):
        if isinstance(found, functools._lru_cache_wrapper) and found.cache_info().maxsize:
            found.cache_clear()


async def take(tables: Tables, file: Path, *, games: int, hours: float, empty: int) -> Sample:
    """A sample now; `empty` is the size of the database before the first game."""
    size = await asyncio.to_thread(database_bytes, file)
    _empty_bounded_caches()
    repository = tables.repository
    return Sample(
        games=games,
        hours=hours,
        memory=memory(),
        sqlite=sqlite_memory(),
        objects=len(gc.get_objects()),
        handles=handles(),
        tasks=len(asyncio.all_tasks()),
        tables=len(repository._cache),
        messages=len(repository.messages._recent),
        due_times=len(tables.scheduler._heap),
        database=size,
        per_game=(size - empty) / max(games, 1),
    )


def growth(samples: Sequence[Sample]) -> list[str]:
    """What grows in these samples, which are to begin when the caches are full.

    Handles and tasks come and go with what is under way. They grow if there are always more of
    them in the last third than there ever were in the first.
    """
    if len(samples) < _FEWEST:
        return []
    third = len(samples) // 3
    first, last = samples[:third], samples[-third:]
    found = []
    for name in ("handles", "tasks"):
        most = max(getattr(sample, name) for sample in first)
        fewest = min(getattr(sample, name) for sample in last)
        if fewest > most:
            found.append(f"{name} grow: at most {most} at first, at least {fewest} at last")
    share = memory_growth(samples)
    if samples[-1].games - samples[0].games >= JUDGED_GAMES and share > MEMORY_GROWTH:
        found.append(f"memory grows by {share:.1%} in 1,000 games")
    return found


def memory_growth(samples: Sequence[Sample]) -> float:
    """The share by which memory grows in 1,000 games, from the first third to the last."""
    third = max(len(samples) // 3, 1)
    first, last = samples[:third], samples[-third:]
    before, after = (fmean(sample.memory for sample in some) for some in (first, last))
    games = fmean(sample.games for sample in last) - fmean(sample.games for sample in first)
    return (after / before - 1) / max(games, 1) * 1000
