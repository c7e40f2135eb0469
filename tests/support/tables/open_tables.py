"""What the fixture `open_tables` returns, and tables on other databases than a test's own."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bot.storage.engine.database import Database
from bot.tables.computers.service import ComputerService
from bot.tables.service import Tables
from tests.support.storage.database import url_of
from tests.support.tables.fake_clock import FakeClock

PACE = timedelta(seconds=2)
OpenTables = Callable[..., Tables]
_real_time = partial(datetime.now, UTC)


def tables_of(
    database: Database,
    *,
    now: Callable[[], datetime] = _real_time,
    rng: random.Random | None = None,
    pace: timedelta = timedelta(0),
    computers: ComputerService | None = None,
    **more: Any,
) -> Tables:
    """Tables on this database; the computers have no workers, and wait for nothing."""
    rng, computers = rng or random.Random(1), computers or ComputerService(workers=0)
    return Tables(database, now=now, rng=rng, pace=pace, computers=computers, **more)


@asynccontextmanager
async def running_tables(
    database: Database, *, new: bool = False, **options: Any
) -> AsyncIterator[Tables]:
    """As `tables_of`, closed after the block; a `new` database is claimed and migrated before."""
    if new:
        await database.claim()
        await database.migrate()
    tables = tables_of(database, **options)
    try:
        yield tables
    finally:
        await tables.close()
        await database.close()


def tables_on(file: Path) -> AbstractAsyncContextManager[Tables]:
    """The tables of this database, closed after the block; their clock begins again."""
    return running_tables(Database(url_of(file)), now=FakeClock(), pace=PACE)
