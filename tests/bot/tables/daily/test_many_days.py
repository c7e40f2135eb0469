"""Days of many members, played by the use cases: nothing is lost, doubled or counted wrongly."""

import random

import pytest

from tests.support.marks import with_long
from tests.support.tables.daily_crowd import FIRST_MEMBER, Crowd, RememberingComputers, check_crowd
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.open_tables import OpenTables


@pytest.mark.long  # plays hundreds of moves
@pytest.mark.parametrize(("days", "members"), with_long([(4, 12)], [(12, 25)]))
async def test_days_of_members_who_come_and_go(
    open_tables: OpenTables, clock: FakeClock, days: int, members: int
) -> None:
    tables = open_tables(computers=RememberingComputers())
    crowd = Crowd(tables, clock, random.Random(days))
    first = clock.time.date()
    for _ in range(days):
        await crowd.live_a_day(range(FIRST_MEMBER, FIRST_MEMBER + members))
    await check_crowd(crowd, first, days)
