"""What the daily deal reads at every end of an attempt is read through indexes: SQLite says so."""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

import pytest

from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.daily import BoardPeriod
from bot.storage.queries import daily
from bot.storage.queries.daily import Board
from tests.support.storage.database import only_sqlite
from tests.support.storage.plans import plan

pytestmark = only_sqlite("SQLite says which index it reads; PostgreSQL chooses by its statistics")

DAY = date(2026, 12, 24)
OF_MEMBER = "daily_attempts USING INDEX sqlite_autoindex_daily_attempts_1 (user_id=? AND day"
OF_BOARD = "daily_attempts USING INDEX ix_daily_attempts_board (guild_id=? AND day=?"
OF_PERIOD = "ix_daily_standings_board (guild_id=? AND period=? AND begins=?"
OF_DAY = "daily_attempts USING INDEX ix_daily_attempts_day (day=?"
TODAY, WEEK = Board(1, DAY, None), Board(1, DAY, BoardPeriod.WEEK)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "index"),
    [
        (lambda session: daily.find_attempt(session, 1, DAY), OF_MEMBER),
        (lambda session: daily.points_by_day(session, 1, 1, DAY, DAY), OF_MEMBER),
        (lambda session: TODAY.lines(session, 0, 10), OF_BOARD),
        (lambda session: TODAY.counts(session, [3]), OF_BOARD),
        (lambda session: WEEK.lines(session, 0, 10), OF_PERIOD),
        (lambda session: WEEK.counts(session, [3]), OF_PERIOD),
        (lambda session: daily.end_days(session, DAY, DAY, 9), f"{OF_DAY} AND finished_at=?"),
        (lambda session: daily.clear_day(session, DAY, 0, 9), OF_DAY),
        (lambda session: daily.delete_some_attempts(session, 1, 9), "(guild_id=?"),
    ],
)
async def test_only_the_rows_that_are_needed_are_read(
    database: Database, work: Callable[[Session], Awaitable[Any]], index: str
) -> None:
    steps = await plan(database, work)
    assert any(index in step for step in steps), steps
    tables = ("SCAN daily", "SCAN anon")
    assert [step for step in steps if step.startswith(tables)] == []
