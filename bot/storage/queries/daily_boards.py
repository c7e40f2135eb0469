"""Queries for the daily deal's boards. Each runs in the caller's transaction.

Boards are read from sums, which change with the last move of each attempt.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Select, case, func, literal, select

from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAttempt, DailyCount, DailyDay, DailyStanding, Period

_COUNTS = (
    DailyAttempt.practice.is_(False),
    # Only finished ones have points, and `points` is in the board's index; `finished_at` is not.
    DailyAttempt.points.is_not(None),
    DailyAttempt.fingerprint == DailyDay.fingerprint,
)
"""Conditions for an attempt, joined with its day, to be on boards."""


class Board(NamedTuple):
    """A server's board of a day; with `period`, of the week or month that begins on this day."""

    guild_id: int
    begins: date
    period: Period | None


class BoardLine(NamedTuple):
    """One member's sum of points over so many `days`."""

    user_id: int
    name: str
    points: int
    days: int


async def points_by_day(
    session: Session, user_id: int, guild_id: int, first: date, last: date
) -> list[tuple[date, int]]:
    """The points of the member's attempts that count in this server, from `first` to `last`."""
    # "+ 0", so that SQLite reads the member's rows by their key, not all rows of the server.
    mine = DailyAttempt.user_id == user_id, DailyAttempt.guild_id + 0 == guild_id
    query = select(DailyAttempt.day, DailyAttempt.points)
    query = query.join(DailyDay, DailyDay.day == DailyAttempt.day)
    query = query.where(*mine, DailyAttempt.day.between(first, last), *_COUNTS)
    return [(day, points or 0) for day, points in await session.execute(query)]


async def finished_by(session: Session, user_id: int) -> list[tuple[int, float | None]]:
    """The points of each day that the member has finished, and the par of those on boards."""
    day, attempt = DailyDay, DailyAttempt
    par = case((attempt.fingerprint == day.fingerprint, day.par))
    query = select(attempt.points, par).join(day, day.day == attempt.day)
    query = query.where(
        attempt.user_id == user_id, attempt.practice.is_(False), attempt.points.is_not(None)
    )
    return [(points or 0, par) for points, par in await session.execute(query)]


async def compared(session: Session, day: date, points: int) -> tuple[int, int]:
    """How many attempts of the day ended with fewer points, and how many ended at all."""
    fewer = func.sum(DailyCount.attempts).filter(DailyCount.points < points)
    query = select(func.coalesce(fewer, 0), func.coalesce(func.sum(DailyCount.attempts), 0))
    below, every = (await session.execute(query.where(DailyCount.day == day))).one()
    return int(below), int(every)


async def has_finished(session: Session, user_id: int, day: date) -> bool:
    """Whether the member has finished their attempt at the day, counted or not."""
    attempt = await session.get(DailyAttempt, (user_id, day, False))
    return attempt is not None and attempt.finished_at is not None


async def newest_day(session: Session, guild_id: int) -> date | None:
    """The newest day that somebody began in the server."""
    mine = DailyAttempt.guild_id == guild_id, DailyAttempt.practice.is_(False)
    newest = select(DailyAttempt.day).where(*mine).order_by(DailyAttempt.day.desc()).limit(1)
    return await session.scalar(newest)


async def lines(session: Session, board: Board, offset: int, limit: int) -> list[BoardLine]:
    """The board's lines from `offset` on, best first; of equals, the newest account first."""
    found = _lines(board).subquery()
    page = select(found).order_by(found.c.points.desc(), found.c.user_id.desc())
    rows = await session.execute(page.offset(offset).limit(limit))
    return [BoardLine(*row) for row in rows]


async def line_of(session: Session, board: Board, user_id: int) -> BoardLine | None:
    """The member's line; None if they are not on the board."""
    found = _lines(board).subquery()
    row = (await session.execute(select(found).where(found.c.user_id == user_id))).first()
    return None if row is None else BoardLine(*row)


async def count(session: Session, board: Board, values: Sequence[int]) -> tuple[int, list[int]]:
    """The number of members on the board, and the number above each of these points."""
    found = _lines(board).subquery()
    better = [func.count().filter(found.c.points > value) for value in values]
    query = select(func.count(), *better).select_from(found)
    members, *above = (await session.execute(query)).one()
    return members, above


def _lines(board: Board) -> Select[*tuple[Any, ...]]:
    """The columns of BoardLine."""
    if board.period is None:
        attempt = DailyAttempt
        query = select(attempt.user_id, attempt.name, attempt.points, literal(1).label("days"))
        query = query.join(DailyDay, DailyDay.day == attempt.day)
        return query.where(
            attempt.guild_id == board.guild_id, attempt.day == board.begins, *_COUNTS
        )
    sums = DailyStanding
    return select(sums.user_id, sums.name, sums.points, sums.days).where(
        sums.guild_id == board.guild_id, sums.period == board.period, sums.begins == board.begins
    )
