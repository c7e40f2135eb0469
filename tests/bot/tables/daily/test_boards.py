"""Boards, streaks and percentiles are what a second program finds in the rows of the attempts."""

import random
from collections import Counter, defaultdict
from datetime import date, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import select

from bot.storage.models.daily import DailyAttempt, DailyCount, DailyStanding, DailyStreak, Period
from bot.storage.queries import daily_boards
from bot.tables.core.errors import TableError
from bot.tables.daily.boards import PAGE_LENGTH, BoardRow, Span
from bot.tables.service import Tables
from tests.support.marks import with_long
from tests.support.tables.daily_play import OTHER_SERVER, SERVER, finish, played_today
from tests.support.tables.fake_clock import FakeClock

AVA, LEO, MIA = 100, 101, 102
DAY = timedelta(days=1)
FRIDAY = date(2026, 5, 1)
MONDAY = date(2026, 5, 4)
OTHERS = "other computers"


async def attempts(tables: Tables) -> list[DailyAttempt]:
    async with tables.repository.database.read() as session:
        return list(await session.scalars(select(DailyAttempt)))


def sums(rows: list[DailyAttempt], period: Period) -> dict[tuple[int, date, int], tuple[int, int]]:
    """The points and days of each member, by server and first day, from all attempts that count."""
    found = defaultdict(list)
    for row in rows:
        if row.fingerprint != OTHERS:
            week = row.day - timedelta(row.day.weekday())
            begins = week if period is Period.WEEK else date(row.day.year, row.day.month, 1)
            found[row.guild_id, begins, row.user_id].append(row.points or 0)
    most = 5 if period is Period.WEEK else 31
    return {key: (sum(sorted(all_)[-most:]), len(all_)) for key, all_ in found.items()}


def streaks(rows: list[DailyAttempt]) -> dict[int, tuple[date, int, int]]:
    """The last day, the days in a row until then and the most, of each member."""
    found = {}
    for user_id in {row.user_id for row in rows}:
        days = sorted(row.day for row in rows if row.user_id == user_id)
        runs = [1]
        for before, day in pairwise(days):
            runs.append(runs[-1] + 1 if day == before + DAY else 1)
        found[user_id] = (days[-1], runs[-1], max(runs))
    return found


async def simulate(tables: Tables, days: int, members: int, seed: int = 5) -> None:
    """Members of several strengths finish most days, some of them against other computers."""
    rng = random.Random(seed)
    for count in range(days):
        for user_id in range(AVA, AVA + members):
            if rng.random() < 0.8:
                server = rng.choice([SERVER, SERVER, OTHER_SERVER])
                computers = OTHERS if rng.random() < 0.1 else None
                points = round(rng.gauss(user_id % 5 * 3, 6))
                day = FRIDAY + count * DAY
                await finish(tables, user_id, day, points, server=server, computers=computers)


async def check_sums(tables: Tables, rows: list[DailyAttempt]) -> None:
    async with tables.repository.database.read() as session:
        standings = list(await session.scalars(select(DailyStanding)))
        kept = {row.user_id: row for row in await session.scalars(select(DailyStreak))}
        counts = {
            (row.day, row.points): row.attempts for row in await session.scalars(select(DailyCount))
        }
    for period in Period:
        stored = {
            (row.guild_id, row.begins, row.user_id): (row.points, row.days)
            for row in standings
            if row.period is period
        }
        assert stored == sums(rows, period)
    assert streaks(rows) == {
        user_id: (row.last_day, row.days, row.longest) for user_id, row in kept.items()
    }
    assert counts == Counter((row.day, row.points) for row in rows if row.fingerprint != OTHERS)


def ranked(points: dict[int, int]) -> list[tuple[int, int, int]]:
    """Rank, member and points, best first."""
    every = sorted(points.values(), reverse=True)
    found = [(every.index(value) + 1, user_id, value) for user_id, value in points.items()]
    return sorted(found, key=lambda line: (line[0], -line[1]))


async def check_boards(tables: Tables, rows: list[DailyAttempt], day: date) -> None:
    """Every page of the day's, the week's and the month's board, in both servers."""
    boards = tables.daily.boards
    for server in (SERVER, OTHER_SERVER):
        counted = [row for row in rows if row.guild_id == server and row.fingerprint != OTHERS]
        week = {
            key[2]: total
            for key, (total, _) in sums(rows, Period.WEEK).items()
            if key[:2] == (server, day - timedelta(day.weekday()))
        }
        month = {
            key[2]: total
            for key, (total, _) in sums(rows, Period.MONTH).items()
            if key[:2] == (server, day.replace(day=1))
        }
        today = {row.user_id: row.points or 0 for row in counted if row.day == day}
        reads = (boards.day, today), (boards.week, week), (boards.month, month)
        for read, expected in reads:
            first = await read(server, day, AVA)
            pages = [await read(server, day, AVA, page) for page in range(first.pages)]
            lines = [(row.rank, row.user_id, row.points) for page in pages for row in page.rows]
            assert lines == ranked(expected)
            assert first.members == len(expected)


async def check_results(tables: Tables, rows: list[DailyAttempt], day: date) -> None:
    """With how many others each attempt of the day compares, and how many it is better than."""
    counted = [row.points or 0 for row in rows if row.day == day and row.fingerprint != OTHERS]
    async with tables.repository.database.read() as session:
        for points in set(counted):
            found = await daily_boards.compared(session, day, points)
            assert found == (sum(other < points for other in counted), len(counted))


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


async def test_equal_points_share_a_rank_and_the_own_row_stands_on_every_page(
    tables: Tables, clock: FakeClock
) -> None:
    for user_id in range(AVA, AVA + PAGE_LENGTH + 3):
        await finish(tables, user_id, MONDAY, 20 - (user_id - AVA) // 2)
    clock.advance(10 * DAY)
    boards = tables.daily.boards
    first = await boards.day(SERVER, MONDAY, AVA + 11)
    assert [row.rank for row in first.rows] == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9]
    assert first.rows[0] == BoardRow(1, AVA + 1, f"Member {AVA + 1}", 20, 1)
    assert first.own == BoardRow(11, AVA + 11, f"Member {AVA + 11}", 15, 1)
    assert (first.members, first.pages) == (13, 2)
    last = await boards.day(SERVER, MONDAY, AVA, 7)
    assert [(row.rank, row.user_id) for row in last.rows] == [
        (11, AVA + 11),
        (11, AVA + 10),
        (13, AVA + 12),
    ]
    assert (last.page, last.own) == (1, first.rows[1])
    for read in (boards.week, boards.month):
        page = await read(SERVER, MONDAY + 3 * DAY, LEO)
        assert page.rows == first.rows
        assert (await read(SERVER, MONDAY + 40 * DAY, LEO)).rows == []
    assert (await boards.day(OTHER_SERVER, MONDAY, AVA)).members == 0


async def test_todays_board_opens_with_the_end_of_the_own_attempt(
    tables: Tables, clock: FakeClock
) -> None:
    day = clock.time.date()
    await finish(tables, LEO, day, 9)
    with pytest.raises(TableError, match="once you have finished"):
        await tables.daily.boards.day(SERVER, day, AVA)
    assert (await tables.daily.boards.day(SERVER, day, LEO)).members == 1
    clock.advance(DAY)
    assert (await tables.daily.boards.day(SERVER, day, AVA)).members == 1


async def test_each_span_is_counted_from_today(tables: Tables, clock: FakeClock) -> None:
    day = clock.time.date()
    for before, points in ((0, 9), (1, 5), (40, 7)):
        await finish(tables, LEO, day - before * DAY, points)
    boards = tables.daily.boards
    assert await boards.is_open_for(LEO)
    assert not await boards.is_open_for(AVA)
    begins = {span: (await boards.page(SERVER, span, LEO)).begins for span in Span}
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


async def test_a_result_compares_with_all_others_of_the_day(
    tables: Tables, clock: FakeClock
) -> None:
    day = clock.time.date()
    await finish(tables, AVA, day - DAY, 3)
    mine = await played_today(tables, AVA)
    assert mine.finished is not None
    points = mine.finished.points
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
    page = await tables.daily.boards.day(SERVER, day, AVA)
    assert [row.user_id for row in page.rows] == [LEO]
    assert page.own is None


async def test_the_newest_day_of_a_server_is_the_last_that_somebody_began(tables: Tables) -> None:
    assert await tables.daily.boards.newest_day(SERVER) is None
    await finish(tables, AVA, FRIDAY, 3)
    await finish(tables, AVA, MONDAY, 3)
    await finish(tables, AVA, MONDAY + DAY, 3, server=OTHER_SERVER)
    assert await tables.daily.boards.newest_day(SERVER) == MONDAY
