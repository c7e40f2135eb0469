"""Queries for the daily deal: its secrets, days, attempts and bars.

Each runs in the caller's transaction. What boards are read from is in `queries.daily_boards`.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, CursorResult, and_, delete, func, insert, or_, select, update

from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAction, DailyAttempt, DailyBar, DailyDay, DailySecret
from bot.storage.queries.dialects import add_row


class AttemptKey(NamedTuple):
    """The primary key of an attempt."""

    user_id: int
    day: date
    practice: bool


class StoredAttempt(NamedTuple):
    """An attempt with its day and its actions in order."""

    attempt: DailyAttempt
    day: DailyDay
    actions: Sequence[DailyAction]

    @property
    def key(self) -> AttemptKey:
        attempt = self.attempt
        return AttemptKey(attempt.user_id, attempt.day, attempt.practice)


async def secrets(session: Session) -> Sequence[DailySecret]:
    """Every secret, by its first day."""
    return await session.all(select(DailySecret).order_by(DailySecret.first_day))


async def redraw_secret(session: Session, key: str) -> None:
    """Replace the secret of all days after the last one whose commitment is stored."""
    last = await session.scalar(select(func.max(DailyDay.day)))
    later = delete(DailySecret)
    if last is None:
        # The first day to need a secret makes one.
        await session.execute(later)
        return
    await session.execute(later.where(DailySecret.first_day > last))
    await add_row(session, DailySecret, first_day=last + timedelta(days=1), key=key)


async def set_once(session: Session, day: date, **column: str | float) -> None:
    """Store the day's fingerprint or its par, unless it is stored."""
    found = update(DailyDay).where(DailyDay.day == day)
    unknown = [getattr(DailyDay, name).is_(None) for name in column]
    await session.execute(found.where(*unknown).values(column))


async def find_attempt(
    session: Session, user_id: int, day: date, *, practice: bool | None = None
) -> StoredAttempt | None:
    """The member's attempt at the day, or their practice; with None the practice, if any, first.

    One whose moves are deleted is not found.
    """
    mine = select(DailyAttempt, DailyDay).join(DailyDay, DailyDay.day == DailyAttempt.day)
    mine = mine.where(DailyAttempt.user_id == user_id, DailyAttempt.day == day)
    if practice is not None:
        mine = mine.where(DailyAttempt.practice.is_(practice))
    found = (await session.execute(mine.order_by(DailyAttempt.practice.desc()))).first()
    if found is None:
        return None
    attempt, its_day = found
    key = AttemptKey(user_id, day, attempt.practice)
    query = select(DailyAction).where(*_of(DailyAction, key)).order_by(DailyAction.number)
    actions = await session.all(query)
    return StoredAttempt(attempt, its_day, actions) if actions else None


async def delete_finished_practice(session: Session, user_id: int, day: date) -> None:
    """Delete the member's practice of this day with its actions, if it is finished."""
    mine = _of(DailyAttempt, AttemptKey(user_id, day, practice=True))
    await session.execute(delete(DailyAttempt).where(*mine, DailyAttempt.finished_at.is_not(None)))


async def advance(
    session: Session,
    key: AttemptKey,
    action_count: int,
    moves: Iterable[tuple[int, str]],
    changes: Mapping[str, Any],
) -> bool:
    """Append moves (a seat and its notation each) to an attempt with so many actions.

    Returns False, with nothing changed, if it has others by now, or is finished or gone.
    """
    rows = [
        {**key._asdict(), "number": number, "seat": seat, "notation": notation}
        for number, (seat, notation) in enumerate(moves, action_count + 1)
    ]
    unchanged = DailyAttempt.action_count == action_count, DailyAttempt.finished_at.is_(None)
    changed = update(DailyAttempt).where(*_of(DailyAttempt, key), *unchanged)
    changed = changed.values(action_count=action_count + len(rows), **changes)
    changed = changed.execution_options(synchronize_session=False)
    if await _changed(session, changed) == 0:
        return False
    await session.execute(insert(DailyAction.__table__), rows)  # type: ignore[arg-type]  # a Table
    return True


async def end_as_practice(session: Session, user_id: int, day: date) -> None:
    """Make the member's unfinished attempt at a day that has closed their practice of it."""
    await session.execute(
        _ended_as_practice(DailyAttempt.user_id == user_id, DailyAttempt.day == day)
    )


async def end_days(session: Session, first: date, last: date, limit: int) -> bool:
    """Make practice of unfinished attempts at these days, which have closed, `limit` at most.

    Returns whether there were any.
    """
    days = [first + timedelta(days=count) for count in range((last - first).days + 1)]
    late = select(DailyAttempt.user_id).where(DailyAttempt.day.in_(days), *_becomes_practice())
    members = await session.all(late.distinct().order_by(DailyAttempt.user_id).limit(limit))
    which = DailyAttempt.day.in_(days), DailyAttempt.user_id.in_(members)
    return await _changed(session, _ended_as_practice(*which)) > 0


def _ended_as_practice(*which: ColumnElement[bool]) -> Any:
    ended = update(DailyAttempt).where(*which, *_becomes_practice())
    # Its actions follow: the database cascades.
    return ended.values(practice=True).execution_options(synchronize_session=False)


def _becomes_practice() -> list[ColumnElement[bool]]:
    """Whether an attempt is unfinished, and the member has no practice of the same day."""
    other = DailyAttempt.__table__.alias("other")
    same = other.c.user_id == DailyAttempt.user_id, other.c.day == DailyAttempt.day
    practice = select(other.c.day).where(*same, other.c.practice.is_(True))
    return [
        DailyAttempt.practice.is_(False),
        DailyAttempt.finished_at.is_(None),
        ~practice.exists(),
    ]


async def bar(session: Session, user_id: int, day: date, digest: str) -> None:
    """Bar the member with this digest from a second attempt at the day, if they have begun one."""
    if await session.get(DailyAttempt, (user_id, day, False)) is not None:
        await add_row(session, DailyBar, day=day, digest=digest)


async def delete_bars(session: Session, before: date) -> None:
    """Delete the bars of all days before this one."""
    await session.execute(delete(DailyBar).where(DailyBar.day < before))


async def oldest_kept_day(session: Session, before: date) -> date | None:
    """The first day before this one whose attempts still have moves."""
    kept = select(func.min(DailyDay.day)).where(DailyDay.day < before, DailyDay.cleared.is_(False))
    return await session.scalar(kept)


async def clear_day(session: Session, day: date, after: int, limit: int) -> int | None:
    """Delete the day's moves and practice of up to `limit` members with ids above `after`.

    Returns the last member, None once no more are left; the day is cleared then.
    """
    of_day = DailyAttempt.day == day
    query = select(DailyAttempt.user_id).where(of_day, DailyAttempt.user_id > after).distinct()
    members = await session.all(query.order_by(DailyAttempt.user_id).limit(limit))
    if not members:
        await session.execute(update(DailyDay).where(DailyDay.day == day).values(cleared=True))
        return None
    moves = delete(DailyAction).where(DailyAction.day == day, DailyAction.user_id.in_(members))
    await session.execute(moves)
    unfinished = or_(DailyAttempt.practice.is_(True), DailyAttempt.finished_at.is_(None))
    rest = delete(DailyAttempt).where(of_day, DailyAttempt.user_id.in_(members), unfinished)
    await session.execute(rest)
    return members[-1]


async def delete_some_attempts(session: Session, guild_id: int, limit: int) -> bool:
    """Delete up to `limit` attempts of the server; return whether there were any."""
    attempt = DailyAttempt
    query = select(attempt.user_id, attempt.day, attempt.practice)
    rows = (await session.execute(query.where(attempt.guild_id == guild_id).limit(limit))).all()
    for row in rows:
        # Its moves go with it.
        await session.execute(delete(attempt).where(*_of(attempt, AttemptKey(*row))))
    return bool(rows)


def _of(model: type[DailyAttempt | DailyAction], key: AttemptKey) -> list[ColumnElement[bool]]:
    return [
        and_(model.user_id == key.user_id, model.day == key.day, model.practice.is_(key.practice))
    ]


async def _changed(session: Session, statement: Any) -> int:
    """How many rows the statement has changed."""
    result = await session.execute(statement)
    assert isinstance(result, CursorResult)
    return result.rowcount
