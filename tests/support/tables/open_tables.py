"""What the fixture `open_tables` returns, and tables on a database that several tests copy."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from bot.storage.engine.database import Database
from bot.tables.computers.service import ComputerService
from bot.tables.service import Tables
from tests.support.storage.database import url_of
from tests.support.tables.fake_clock import FakeClock

PACE = timedelta(seconds=2)
OpenTables = Callable[..., Tables]


@asynccontextmanager
async def tables_on(file: Path) -> AsyncIterator[Tables]:
    """The tables of this database, closed after the block; their clock begins again."""
    tables = Tables(
        Database(url_of(file)),
        now=FakeClock(),
        rng=random.Random(1),
        pace=PACE,
        computers=ComputerService(workers=0),
    )
    try:
        yield tables
    finally:
        await tables.close()
        await tables.repository.database.close()
