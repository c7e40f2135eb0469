"""A real database for every test, and the tables over it."""

import asyncio
import logging
import random
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.storage.engine.database import Database
from bot.tables.computers.service import ComputerService
from bot.tables.service import Tables
from tests.support.storage.database import copy_database, url_of
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.open_tables import PACE, OpenTables, tables_of


@pytest.fixture
def url(tmp_path: Path, migrated_file: Path) -> str:
    file = tmp_path / "games.sqlite3"
    copy_database(migrated_file, file)
    return url_of(file)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    yield database
    await database.close()


@pytest.fixture
def root_log() -> Iterator[logging.Logger]:
    """The root logger; afterwards the logging is put back as it was."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    loggers = [root, *(logging.getLogger(name) for name in logging.root.manager.loggerDict)]
    levels = [logger.level for logger in loggers]
    yield root
    root.handlers[:] = handlers
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    for logger, level in zip(loggers, levels, strict=True):
        # Each setting empties the caches of all loggers.
        if logger.level != level:
            logger.setLevel(level)


@pytest.fixture
def bare_environment(
    bare_environment: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No settings: an empty folder to work in, and no variable of ours."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def open_tables(url: str, clock: FakeClock) -> AsyncIterator[OpenTables]:
    """Opens the test's file, as the program does at its start; again means a restart."""
    opened: list[Tables] = []

    def open_them(
        pace: timedelta = PACE,
        now: Callable[[], datetime] = clock,
        seed: int = 1,
        computers: ComputerService | None = None,
    ) -> Tables:
        sleep = clock.sleep if now is clock else asyncio.sleep
        rng = random.Random(seed)
        tables = tables_of(
            Database(url), now=now, rng=rng, pace=pace, computers=computers, sleep=sleep
        )
        opened.append(tables)
        return tables

    yield open_them
    for tables in opened:
        await tables.close()
        await tables.repository.database.close()


@pytest.fixture
def tables(open_tables: OpenTables) -> Tables:
    return open_tables()
