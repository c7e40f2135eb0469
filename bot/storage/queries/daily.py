"""Queries for the daily deal: its secrets, days, attempts and bars, and its boards.

Boards are read from sums, which change with the last move of each attempt.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, case, func, insert, literal, or_, select, tuple_

from bot.storage.engine.session import Session
from bot.storage.models.daily import (
    BEST_DAYS,
    BoardPeriod,
    DailyAction,
    DailyAttempt,
    DailyBar,
    DailyCount,
    DailyDay,
    DailySecret,
    DailyStanding,
)
from bot.storage.queries.dialects import add_row

_other = DailyAttempt.__table__.alias("other")
_practice_of_same = select(_other.c.day).where(
    _other.c.user_id == DailyAttempt.user_id,
    _other.c.day == DailyAttempt.day,
    _other.c.practice.is_(True),
)
_BECOMES_PRACTICE: Sequence[ColumnElement[bool]] = (
    DailyAttempt.practice.is_(False),
    DailyAttempt.finished_at.is_(None),
    ~_practice_of_same.exists(),
)
"""Whether an attempt is unfinished, and the member has no practice of that day."""


class AttemptKey(NamedTuple):
    user_id: int
    day: date
    practice: bool


class StoredAttempt(NamedTuple):
    """An attempt with its day and its actions in order."""

    attempt: DailyAttempt
    day: DailyDay
    actions: Sequence[DailyAction]


async def redraw_secret(session: Session, key: str) -> None:
    """Replace the secret of all days after the last one whose commitment is stored."""
    last = await session.scalar(select(func.max(DailyDay.day)))
    later = () if last is None else (DailySecret.first_day > last,)
    await session.delete_where(DailySecret, *later)
    # Without such a day, the first process that needs a secret creates one.
    if last is not None:
        await add_row(session, DailySecret, first_day=last + timedelta(days=1), key=key)


async def set_once(session: Session, /, day: date, **column: str | float) -> None:
    """Store the day's fingerprint or its par, unless it is stored."""
    unknown = [getattr(DailyDay, name).is_(None) for name in column]
    await session.update_where(DailyDay, column, *unknown, day=day)


async def find_attempt(
    session: Session, user_id: int, day: date, *, practice: bool | None = None
) -> StoredAttempt | None:
    """The member's attempt at the day, or their practice of it if `practice`.

    With None: their practice if there is one, otherwise the attempt. None is returned if there is
    none, or if its moves are deleted.
    """
    mine = (
        select(DailyAttempt, DailyDay)
        .join(DailyDay, DailyDay.day == DailyAttempt.day)
        .where(DailyAttempt.user_id == user_id, DailyAttempt.day == day)
    )
    if practice is not None:
        mine = mine.where(DailyAttempt.practice.is_(practice))
    found = (await session.execute(mine.order_by(DailyAttempt.practice.desc()))).first()
    if found is None:
        return None
    attempt, its_day = found
    moves = select(DailyAction).filter_by(user_id=user_id, day=day, practice=attempt.practice)
    actions = await session.all(moves.order_by(DailyAction.number))
    return StoredAttempt(attempt, its_day, actions) if actions else None


async def advance(
    session: Session,
    key: AttemptKey,
    action_count: int,
    moves: Iterable[tuple[int, str]],
    changes: Mapping[str, Any],
) -> bool:
    """Append moves (a seat and its notation each) to an attempt with this many actions.

    Changes nothing and returns False if the attempt has other actions, or is finished or deleted.
    """
    rows = [
        {**key._asdict(), "number": number, "seat": seat, "notation": notation}
        for number, (seat, notation) in enumerate(moves, action_count + 1)
    ]
    unchanged = {**key._asdict(), "action_count": action_count, "finished_at": None}
    values = {"action_count": action_count + len(rows), **changes}
    if not await session.update_where(DailyAttempt, values, **unchanged):
        return False
    await session.execute(insert(DailyAction.__table__), rows)  # type: ignore[arg-type]  # a Table
    return True


async def end_as_practice(
    session: Session, /, *which: ColumnElement[bool], **columns: int | date
) -> bool:
    """Turn those of these attempts that are unfinished into practice; return whether any was."""
    # Their actions follow: the foreign keys cascade.
    ended = (*which, *_BECOMES_PRACTICE)
    return await session.update_where(DailyAttempt, {"practice": True}, *ended, **columns)


async def end_days(session: Session, first: date, last: date, limit: int) -> bool:
    """Turn unfinished attempts at these closed days into practice, for up to `limit` members.

    Returns whether there were any.
    """
    days = [first + timedelta(days=count) for count in range((last - first).days + 1)]
    late = select(DailyAttempt.user_id).where(DailyAttempt.day.in_(days), *_BECOMES_PRACTICE)
    members = await session.all(late.distinct().order_by(DailyAttempt.user_id).limit(limit))
    which = DailyAttempt.day.in_(days), DailyAttempt.user_id.in_(members)
    return await end_as_practice(session, *which)


async def bar(session: Session, user_id: int, day: date, digest: str) -> None:
    """Bar a second attempt at the day by this digest, if the member has begun one."""
    if await session.get(DailyAttempt, (user_id, day, False)) is not None:
        await add_row(session, DailyBar, day=day, digest=digest)


async def oldest_kept_day(session: Session, before: date) -> date | None:
    """The first day before this one whose attempts still have moves."""
    kept = select(func.min(DailyDay.day)).where(DailyDay.day < before, DailyDay.cleared.is_(False))
    return await session.scalar(kept)


async def clear_day(session: Session, day: date, after: int, limit: int) -> int | None:
    """Delete the day's moves and practice of up to `limit` members with ids above `after`.

    Returns the last of these members. If none is left, marks the day as cleared and returns None.
    """
    of_day = DailyAttempt.day == day
    query = select(DailyAttempt.user_id).where(of_day, DailyAttempt.user_id > after).distinct()
    members = await session.all(query.order_by(DailyAttempt.user_id).limit(limit))
    if not members:
        await session.update_where(DailyDay, {"cleared": True}, day=day)
        return None
    await session.delete_where(DailyAction, DailyAction.user_id.in_(members), day=day)
    unfinished = or_(DailyAttempt.practice.is_(True), DailyAttempt.finished_at.is_(None))
    theirs = DailyAttempt.user_id.in_(members)
    await session.delete_where(DailyAttempt, of_day, theirs, unfinished)
    return members[-1]


async def delete_some_attempts(session: Session, guild_id: int, limit: int) -> bool:
    """Delete up to `limit` attempts of the server; return whether there were any."""
    attempt = DailyAttempt
    key = attempt.user_id, attempt.day, attempt.practice
    some = select(*key).where(attempt.guild_id == guild_id).limit(limit)
    # The database deletes their moves too.
    return await session.delete_where(attempt, tuple_(*key).in_(some))


_COUNTS = (
    DailyAttempt.practice.is_(False),
    # Only finished attempts have points, which the board's index contains.
    DailyAttempt.points.is_not(None),
    DailyAttempt.fingerprint == DailyDay.fingerprint,
)
"""Conditions for an attempt, joined with its day, to be on boards."""


Line = Row[*tuple[Any, ...]]
"""One member's `user_id`, `name` and points, the `value`, of so many `days`, in this order."""


class Board(NamedTuple):
    """A server's board of the day `begins`, or of the week or month that begins on it.

    If `before` is set, a week or month counts only its days before that one.
    """

    guild_id: int
    begins: date
    period: BoardPeriod | None
    before: date | None = None

    async def lines(self, session: Session, offset: int, limit: int) -> Sequence[Line]:
        """The lines from `offset` on, best first; of equals, the newest account first."""
        found = _lines(self).subquery()
        page = select(found).order_by(found.c.value.desc(), found.c.user_id.desc())
        return (await session.execute(page.offset(offset).limit(limit))).all()

    async def line_of(self, session: Session, user_id: int) -> Line | None:
        """The member's line; None if they are not on the board."""
        found = _lines(self).subquery()
        return (await session.execute(select(found).where(found.c.user_id == user_id))).first()

    async def counts(self, session: Session, values: Sequence[float]) -> tuple[int, list[int]]:
        """The number of members on the board, and the number above each of these points."""
        found = _lines(self).subquery()
        better = [func.count().filter(found.c.value > value) for value in values]
        members, *above = (
            await session.execute(select(func.count(), *better).select_from(found))
        ).one()
        return members, above


async def points_by_day(
    session: Session, user_id: int, guild_id: int, first: date, last: date
) -> list[tuple[date, int]]:
    """The points of the member's attempts that count in this server, from `first` to `last`."""
    # "+ 0" makes SQLite read the member's rows by their key, not all rows of the server.
    mine = DailyAttempt.user_id == user_id, DailyAttempt.guild_id + 0 == guild_id
    query = (
        select(DailyAttempt.day, DailyAttempt.points)
        .join(DailyDay, DailyDay.day == DailyAttempt.day)
        .where(*mine, DailyAttempt.day.between(first, last), *_COUNTS)
    )
    return [(day, points or 0) for day, points in await session.execute(query)]


async def finished_by(session: Session, user_id: int) -> list[tuple[int, float | None]]:
    """The points of each day that the member has finished, and its par if it is on boards."""
    day, attempt = DailyDay, DailyAttempt
    par = case((attempt.fingerprint == day.fingerprint, day.par))
    query = (
        select(attempt.points, par)
        .join(day, day.day == attempt.day)
        .where(attempt.user_id == user_id, attempt.practice.is_(False))
        .where(attempt.points.is_not(None))
    )
    return [(points or 0, par) for points, par in await session.execute(query)]


async def compared(session: Session, day: date, points: int) -> tuple[int, int]:
    """How many attempts that count ended with fewer points that day, and how many in all."""
    fewer = func.sum(DailyCount.attempts).filter(DailyCount.points < points)
    query = select(func.coalesce(fewer, 0), func.coalesce(func.sum(DailyCount.attempts), 0))
    below, every = (await session.execute(query.where(DailyCount.day == day))).one()
    return int(below), int(every)


async def has_finished(session: Session, user_id: int, day: date) -> bool:
    """Whether the member has finished their attempt at the day, counted or not."""
    finished = DailyAttempt.finished_at.is_not(None)
    return await session.has(DailyAttempt, finished, user_id=user_id, day=day, practice=False)


def _lines(board: Board) -> Select[*tuple[Any, ...]]:
    """The lines of the board's members."""
    if board.period is None:
        attempt = DailyAttempt
        return (
            select(
                attempt.user_id,
                attempt.name,
                attempt.points.label("value"),
                literal(1).label("days"),
            )
            .join(DailyDay, DailyDay.day == attempt.day)
            .where(attempt.guild_id == board.guild_id, attempt.day == board.begins, *_COUNTS)
        )
    sums = DailyStanding
    lines = select(sums.user_id, sums.name, sums.points.label("value"), sums.days)
    if board.before is not None:
        lines = _lines_before(board, board.before)
    return lines.where(
        sums.guild_id == board.guild_id, sums.period == board.period, sums.begins == board.begins
    )


def _lines_before(board: Board, day: date) -> Select[*tuple[Any, ...]]:
    """The lines of the members' standings, without this day and all later ones."""
    sums, attempt, days = DailyStanding, DailyAttempt, func.count()
    points: ColumnElement[Any] = func.sum(attempt.points)
    if board.period is BoardPeriod.WEEK:
        # Six days at most: without the worst of six they are the best five.
        points -= case((days > BEST_DAYS, func.min(attempt.points)), else_=0)
    return (
        select(sums.user_id, sums.name, points.label("value"), days.label("days"))
        .join_from(sums, attempt, attempt.user_id == sums.user_id)
        .join(DailyDay, DailyDay.day == attempt.day)
        # "+ 0" makes SQLite read each member's rows by their key, already grouped.
        .where(attempt.guild_id + 0 == board.guild_id, *_COUNTS)
        .where(attempt.day >= board.begins, attempt.day < day)
        .group_by(sums.user_id, sums.name)
    )
