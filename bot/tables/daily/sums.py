"""What the last move of an attempt adds to: the member's week, month and streak, and the count."""

from datetime import date, timedelta
from typing import NamedTuple

from bot.storage.engine.session import Session
from bot.storage.models.daily import Period
from bot.storage.queries import daily_boards
from bot.storage.queries.daily_boards import Board, BoardLine

BEST_DAYS = 5
"""The days of a week that count: its best ones."""
_DAY = timedelta(days=1)


class Finisher(NamedTuple):
    """A member's end of a day in time: the server and the points."""

    user_id: int
    guild_id: int
    name: str
    day: date
    points: int


def first_of_week(day: date) -> date:
    """The Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def first_of_month(day: date) -> date:
    return day.replace(day=1)


async def add_finish(session: Session, finisher: Finisher, *, counts: bool) -> None:
    """Prolong the member's streak; if the attempt `counts`, add it to all sums too.

    The attempt is already stored. A change of the computers ends nobody's streak.
    """
    await _prolong_streak(session, finisher)
    if counts:
        await _put_standings(session, finisher)
        await daily_boards.count_attempt(session, finisher.day, finisher.points)


async def _prolong_streak(session: Session, finisher: Finisher) -> None:
    row = await daily_boards.streak_of(session, finisher.user_id)
    before = 0 if row is None or row.last_day != finisher.day - _DAY else row.days
    days, longest = before + 1, 0 if row is None else row.longest
    await daily_boards.put_streak(session, finisher.user_id, finisher.day, days, max(days, longest))


async def _put_standings(session: Session, finisher: Finisher) -> None:
    """Sum the member's days of this week and of this month, in this server, again."""
    week, month = first_of_week(finisher.day), first_of_month(finisher.day)
    points = await daily_boards.points_by_day(
        session, finisher.user_id, finisher.guild_id, min(week, month), finisher.day
    )
    of_week = sorted(found for day, found in points if day >= week)
    of_month = [found for day, found in points if day >= month]
    sums = {
        Board(finisher.guild_id, week, Period.WEEK): (sum(of_week[-BEST_DAYS:]), len(of_week)),
        Board(finisher.guild_id, month, Period.MONTH): (sum(of_month), len(of_month)),
    }
    for board, (total, days) in sums.items():
        line = BoardLine(finisher.user_id, finisher.name, total, days)
        await daily_boards.put_standing(session, board, line)
