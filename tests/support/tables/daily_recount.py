"""A second program: sums, boards and percentiles of the daily deal from the rows of its attempts.

It shares nothing with the first one but the models: it counts everything again, member by member.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from types import MappingProxyType

from sqlalchemy import select

from bot.storage.models.daily import (
    BoardPeriod,
    DailyAttempt,
    DailyCount,
    DailyStanding,
    DailyStreak,
)
from bot.storage.queries import daily
from bot.tables.service import Tables
from tests.support.tables.daily_play import OTHER_SERVER, SERVER

DAY = timedelta(days=1)
OTHERS = "other computers"
"""The fingerprint of attempts that do not count."""
Counts = Mapping[tuple[date, int], int]
"""How many attempts ended with so many points, by day and points."""
VIEWER = 100
_NOBODY: Counts = MappingProxyType({})


async def attempts(tables: Tables) -> list[DailyAttempt]:
    """Those that were finished in time."""
    ended = DailyAttempt.practice.is_(False), DailyAttempt.finished_at.is_not(None)
    async with tables.repository.database.read() as session:
        return list(await session.scalars(select(DailyAttempt).where(*ended)))


def sums(
    rows: list[DailyAttempt], period: BoardPeriod
) -> dict[tuple[int, date, int], tuple[int, int]]:
    """The points and days of each member, by server and first day, from all attempts that count."""
    found = defaultdict(list)
    for row in rows:
        if row.fingerprint != OTHERS:
            week = row.day - timedelta(row.day.weekday())
            begins = week if period is BoardPeriod.WEEK else date(row.day.year, row.day.month, 1)
            found[row.guild_id, begins, row.user_id].append(row.points or 0)
    most = 5 if period is BoardPeriod.WEEK else 31
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


async def check_sums(tables: Tables, rows: list[DailyAttempt], forgotten: Counts = _NOBODY) -> None:
    """The stored sums are those of the rows; the counts have those of forgotten members too."""
    async with tables.repository.database.read() as session:
        standings = list(await session.scalars(select(DailyStanding)))
        kept = {row.user_id: row for row in await session.scalars(select(DailyStreak))}
        counts = {
            (row.day, row.points): row.attempts for row in await session.scalars(select(DailyCount))
        }
    for period in BoardPeriod:
        stored = {
            (row.guild_id, row.begins, row.user_id): (row.points, row.days)
            for row in standings
            if row.period is period
        }
        assert stored == sums(rows, period)
    assert streaks(rows) == {
        user_id: (row.last_day, row.days, row.longest) for user_id, row in kept.items()
    }
    counted = Counter((row.day, row.points or 0) for row in rows if row.fingerprint != OTHERS)
    assert counts == counted + Counter(forgotten)


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
            for key, (total, _) in sums(rows, BoardPeriod.WEEK).items()
            if key[:2] == (server, day - timedelta(day.weekday()))
        }
        month = {
            key[2]: total
            for key, (total, _) in sums(rows, BoardPeriod.MONTH).items()
            if key[:2] == (server, day.replace(day=1))
        }
        today = {row.user_id: row.points or 0 for row in counted if row.day == day}
        for period, expected in (
            (None, today),
            (BoardPeriod.WEEK, week),
            (BoardPeriod.MONTH, month),
        ):
            read = partial(boards.of, server, day, VIEWER, period=period)
            first = await read()
            pages = [await read(page) for page in range(first.pages)]
            lines = [(row.rank, row.user_id, row.points) for page in pages for row in page.rows]
            assert lines == ranked(expected)
            assert first.members == len(expected)


async def check_results(
    tables: Tables, rows: list[DailyAttempt], day: date, forgotten: Counts = _NOBODY
) -> None:
    """With how many others each attempt of the day compares, and how many it is better than."""
    counted = [row.points or 0 for row in rows if row.day == day and row.fingerprint != OTHERS]
    counted += [points for of, points in Counter(forgotten).elements() if of == day]
    async with tables.repository.database.read() as session:
        for points in set(counted):
            found = await daily.compared(session, day, points)
            assert found == (sum(other < points for other in counted), len(counted))
