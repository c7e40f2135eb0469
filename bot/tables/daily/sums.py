"""What the last move of an attempt adds to: the member's week, month and streak, and the count.

The count's row, which all finishers of a day share, comes last, so that nobody waits longer for it
than for a commit.
"""

from datetime import date, timedelta

from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAttempt, DailyCount, DailyStanding, DailyStreak, Period
from bot.storage.queries import daily_boards
from bot.storage.queries.daily_boards import Board
from bot.storage.queries.dialects import change_row

BEST_DAYS = 5
"""The days of a week that count: its best ones."""
_DAY = timedelta(days=1)


def first_of_week(day: date) -> date:
    """The Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def first_of_month(day: date) -> date:
    return day.replace(day=1)


async def add_finish(session: Session, attempt: DailyAttempt, points: int, *, counts: bool) -> None:
    """Prolong the member's streak; if the attempt `counts`, add it to all sums too.

    Its end is already stored. A change of the computers ends nobody's streak.
    """
    await _prolong_streak(session, attempt.user_id, attempt.day)
    if counts:
        await _put_standings(session, attempt)
        key, more = {"day": attempt.day, "points": points}, {"attempts": DailyCount.attempts + 1}
        await change_row(session, DailyCount, key, {"attempts": 1}, more)


async def _prolong_streak(session: Session, user_id: int, day: date) -> None:
    row = await session.get(DailyStreak, user_id)
    before = 0 if row is None or row.last_day != day - _DAY else row.days
    days, longest = before + 1, 0 if row is None else row.longest
    values = {"last_day": day, "days": days, "longest": max(days, longest)}
    await change_row(session, DailyStreak, {"user_id": user_id}, values)


async def _put_standings(session: Session, attempt: DailyAttempt) -> None:
    """Sum the member's days of this week and of this month, in this server, again."""
    week, month = first_of_week(attempt.day), first_of_month(attempt.day)
    points = await daily_boards.points_by_day(
        session, attempt.user_id, attempt.guild_id, min(week, month), attempt.day
    )
    of_week = sorted(found for day, found in points if day >= week)
    of_month = [found for day, found in points if day >= month]
    sums = {
        Board(attempt.guild_id, week, Period.WEEK): (sum(of_week[-BEST_DAYS:]), len(of_week)),
        Board(attempt.guild_id, month, Period.MONTH): (sum(of_month), len(of_month)),
    }
    for board, (total, days) in sums.items():
        key = {**board._asdict(), "user_id": attempt.user_id}
        values = {"name": attempt.name, "points": total, "days": days}
        await change_row(session, DailyStanding, key, values)
