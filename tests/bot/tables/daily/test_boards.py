"""Boards, streaks and percentiles are what a second program finds in the rows of the attempts."""

import random
from datetime import date, timedelta

import pytest

from bot.storage.models.daily import BoardPeriod
from bot.tables.core.errors import TableError
from bot.tables.daily.boards import BoardRow, Span
from bot.tables.service import Tables
from bot.tables.standings.leaderboard import PAGE_LENGTH
from tests.support.marks import with_long
from tests.support.tables.daily_play import (
    OTHER_SERVER,
    SERVER,
    finish,
    played_today,
    store_day,
    store_finish,
)
from tests.support.tables.daily_recount import (
    DAY,
    OTHERS,
    attempts,
    check_boards,
    check_results,
    check_sums,
)
from tests.support.tables.fake_clock import FakeClock

AVA, LEO, MIA = 100, 101, 102
FRIDAY = date(2026, 5, 1)
MONDAY = date(2026, 5, 4)


async def simulate(tables: Tables, days: int, members: int, seed: int = 5) -> None:
    """Members of several strengths finish most days, some of them against other computers."""
    rng = random.Random(seed)
    for count in range(days):
        day = FRIDAY + count * DAY
        await store_day(tables, day)
        # One transaction a day: thousands of their own would take most of the test's time.
        async with tables.repository.database.write() as session:
            for user_id in range(AVA, AVA + members):
                if rng.random() < 0.8:
                    server = rng.choice([SERVER, SERVER, OTHER_SERVER])
                    computers = OTHERS if rng.random() < 0.1 else None
                    points = round(rng.gauss(user_id % 5 * 3, 6))
                    await store_finish(
                        session, user_id, day, points, server=server, computers=computers
                    )


@pytest.mark.long
@pytest.mark.parametrize(("days", "members"), with_long([(40, 5)], [(30, 200)]))
async def test_sums_boards_and_percentiles_are_those_of_the_rows(
    tables: Tables, clock: FakeClock, days: int, members: int
) -> None:
    await simulate(tables, days, members)
    clock.advance(days * DAY)
    rows = await attempts(tables)
    await check_sums(tables, rows)
    for count in range(0, days, 9):
        await check_boards(tables, rows, FRIDAY + count * DAY)
        await check_results(tables, rows, FRIDAY + count * DAY)


@pytest.mark.slow
async def test_equal_points_share_a_rank_and_the_own_row_stands_on_every_page(
    tables: Tables, clock: FakeClock
) -> None:
    for user_id in range(AVA, AVA + PAGE_LENGTH + 3):
        await finish(tables, user_id, MONDAY, 20 - (user_id - AVA) // 2)
    clock.advance(10 * DAY)
    boards = tables.daily.boards
    first = await boards.of(SERVER, MONDAY, AVA + 11)
    assert [row.rank for row in first.rows] == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9]
    assert first.rows[0] == BoardRow(1, AVA + 1, f"Member {AVA + 1}", 20, 1)
    assert first.own == BoardRow(11, AVA + 11, f"Member {AVA + 11}", 15, 1)
    assert (first.members, first.pages) == (13, 2)
    last = await boards.of(SERVER, MONDAY, AVA, 7)
    assert [(row.rank, row.user_id) for row in last.rows] == [
        (11, AVA + 11),
        (11, AVA + 10),
        (13, AVA + 12),
    ]
    assert (last.page, last.own) == (1, first.rows[1])
    for period in BoardPeriod:
        page = await boards.of(SERVER, MONDAY + 3 * DAY, LEO, period=period)
        assert page.rows == first.rows
        assert (await boards.of(SERVER, MONDAY + 40 * DAY, LEO, period=period)).rows == []
    assert (await boards.of(OTHER_SERVER, MONDAY, AVA)).members == 0


async def test_todays_board_opens_with_the_end_of_the_own_attempt(
    tables: Tables, clock: FakeClock
) -> None:
    day = clock.time.date()
    await finish(tables, LEO, day, 9)
    await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    with pytest.raises(TableError, match="once you have finished"):
        await tables.daily.boards.of(SERVER, day, AVA)
    assert (await tables.daily.boards.of(SERVER, day, LEO)).members == 1
    clock.advance(DAY)
    assert (await tables.daily.boards.of(SERVER, day, AVA)).members == 1


@pytest.mark.parametrize("days", [1, 6, 7])
async def test_a_week_and_a_month_are_without_a_day_that_can_still_be_played(
    tables: Tables, clock: FakeClock, days: int
) -> None:
    """On their first day they would be that day's board."""
    today = MONDAY + (days - 1) * DAY
    clock.advance(today - clock.time.date())
    for count in range(days):
        await finish(tables, LEO, MONDAY + count * DAY, 9 - count)
        await finish(tables, MIA, MONDAY + count * DAY, 5, server=OTHER_SERVER)
    boards = tables.daily.boards
    before = [9 - count for count in range(days - 1)]
    for period, counted in ((BoardPeriod.WEEK, before[:5]), (BoardPeriod.MONTH, before)):
        early = await boards.of(SERVER, today, AVA, period=period)
        expected = [(1, LEO, sum(counted), len(before))] if before else []
        assert [(row.rank, row.user_id, row.points, row.days) for row in early.rows] == expected
        (row,) = (await boards.of(SERVER, today, LEO, period=period)).rows
        assert row.days == days


async def test_a_streak_lasts_until_a_day_is_over_without_a_deal(
    tables: Tables, clock: FakeClock
) -> None:
    today = clock.time.date()
    for before in (2, 1):
        await finish(tables, LEO, today - before * DAY, 9)
    for streak in (2, 0):
        found = await tables.daily.boards.numbers(LEO)
        assert found is not None
        assert (found.streak, found.longest) == (streak, 2)
        clock.advance(DAY)


async def test_each_span_is_counted_from_today(tables: Tables, clock: FakeClock) -> None:
    day = clock.time.date()
    for before, points in ((0, 9), (1, 5), (40, 7)):
        await finish(tables, LEO, day - before * DAY, points)
    boards = tables.daily.boards
    assert await boards.finished_today(LEO)
    assert not await boards.finished_today(AVA)
    begins = {span: (await boards.page(SERVER, span, LEO)).subject for span in Span}
    week, month = day - timedelta(day.weekday()), day.replace(day=1)
    assert begins == {
        Span.TODAY: day,
        Span.YESTERDAY: day - DAY,
        Span.WEEK: week,
        Span.MONTH: month,
    }
    assert [row.points for row in (await boards.page(SERVER, Span.YESTERDAY, AVA)).rows] == [5]
    with pytest.raises(TableError, match="once you have finished"):
        await boards.page(SERVER, Span.TODAY, AVA)


@pytest.mark.slow
async def test_a_result_compares_with_all_others_of_the_day(
    tables: Tables, clock: FakeClock
) -> None:
    day = clock.time.date()
    await finish(tables, AVA, day - DAY, 3)
    mine = await played_today(tables, AVA)
    points = mine.points
    alone = await tables.daily.boards.result(mine)
    assert (alone.beaten, alone.others, alone.par) == (0, 0, None)
    assert (alone.streak, alone.longest) == (2, 2)
    assert alone.tomorrow == (await tables.daily.days.deal(day + DAY)).commitment
    await finish(tables, LEO, day, points - 1, server=OTHER_SERVER)
    await finish(tables, MIA, day, points)
    await finish(tables, MIA + 1, day, points + 5)
    await finish(tables, MIA + 2, day, points + 9, computers=OTHERS)
    result = await tables.daily.boards.result(mine)
    assert (result.beaten, result.others) == (1, 3)
    assert result.best_here == BoardRow(1, MIA + 1, f"Member {MIA + 1}", points + 5, 1)
    clock.advance(2 * DAY)
    later = await tables.daily.boards.result(mine)
    assert (later.streak, later.longest) == (0, 2)


async def test_an_attempt_against_other_computers_is_on_no_board(
    tables: Tables, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = clock.time.date()
    await finish(tables, LEO, day, -99)
    monkeypatch.setattr("bot.tables.daily.attempts.fingerprint", lambda: OTHERS)
    attempt = await played_today(tables, AVA)
    result = await tables.daily.boards.result(attempt)
    assert (attempt.counts, result.beaten, result.others, result.streak) == (False, 0, 0, 1)
    page = await tables.daily.boards.of(SERVER, day, AVA)
    assert [row.user_id for row in page.rows] == [LEO]
    assert page.own is None
