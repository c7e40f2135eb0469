"""Rows with everything in them that a test does not care about."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.storage.engine.database import Database
from bot.storage.models.base import Base
from bot.storage.models.calls import Avoidance, Call, CallHours
from bot.storage.models.daily import (
    SEATS,
    BoardPeriod,
    DailyAction,
    DailyAttempt,
    DailyStanding,
    DailyStreak,
)
from bot.storage.models.options import TableOptions
from bot.storage.models.pauses import MemberPause
from bot.storage.models.puzzles import PuzzleAnswer, PuzzleMember
from bot.storage.models.results import Outcome, Result
from bot.storage.models.tables import Action, Source, Status, Table

WHEN = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


def row_values(row: Base) -> dict[str, Any]:
    """The values of all columns of the row by their names, to be compared."""
    return {column.name: getattr(row, column.name) for column in row.__table__.columns}


def a_table(**columns: Any) -> Table:
    usual = {
        "guild_id": 1,
        "channel_id": 10,
        "host_id": 100,
        "status": Status.LOBBY,
        "options": TableOptions(),
        "revision": 0,
        "opened_at": WHEN,
        "decision_since": WHEN,
    }
    return Table(**(usual | columns))


async def add_table(database: Database, channel_id: int = 10) -> None:
    async with database.write() as session:
        session.add(a_table(channel_id=channel_id))


def an_action(table_id: int, number: int) -> Action:
    return Action(
        table_id=table_id, number=number, seat=0, notation="K", source=Source.MEMBER, at=WHEN
    )


def a_result(table_id: int, **columns: Any) -> Result:
    usual = {
        "table_id": table_id,
        "seat": 0,
        "guild_id": 1,
        "number": table_id,
        "user_id": 100,
        "name": "Mia",
        "players": 3,
        "people": 3,
        "outcome": Outcome.FINISHED,
        "rounds": 3,
        "points": 0,
        "rank": 2,
        "people_rank": 2,
        "finished_at": WHEN,
        "rule": 1,
        "may_rise": True,
        "weight": 1.0,
    }
    return Result(**(usual | columns))


def a_daily_attempt(user_id: int, name: str) -> Iterator[Base]:
    """A finished attempt of one action, with all that follows from it."""
    attempt = {"user_id": user_id, "day": WHEN.date(), "practice": False}
    sums = {"guild_id": 1, "begins": WHEN.date(), "user_id": user_id, "name": name}
    yield DailyAttempt(
        **attempt,
        guild_id=1,
        name=name,
        fingerprint="",
        started_at=WHEN,
        action_count=1,
        finished_at=WHEN,
        points=11,
        rank=2,
    )
    yield DailyAction(**attempt, number=SEATS, seat=0, notation="K")
    yield DailyStanding(**sums, period=BoardPeriod.MONTH, points=11, days=1)
    yield DailyStreak(user_id=user_id, last_day=WHEN.date(), days=1, longest=1)


def a_puzzle_answer(user_id: int) -> Iterator[Base]:
    """An answer to a puzzle, and the member's numbers after it."""
    yield PuzzleAnswer(
        user_id=user_id, puzzle_id="one", notation="S1", solved=True, answered_at=WHEN
    )
    yield PuzzleMember(
        user_id=user_id, answers=1, solved=1, streak=1, longest_streak=1, mu=25.0, sigma=8.0
    )


def calls_of(user_id: int, avoided_id: int) -> Iterator[Base]:
    """A member's place on a list of calls, a call that they made, and a member whom they avoid."""
    yield CallHours(guild_id=1, user_id=user_id, zone="Europe/Berlin", days=3)
    ids = {"guild_id": 1, "channel_id": 10, "table_id": 1}
    yield Call(**ids, host_id=user_id, caller_id=user_id, at=WHEN)
    yield Avoidance(user_id=user_id, avoided_id=avoided_id)


def a_pause(user_id: int, **columns: Any) -> MemberPause:
    usual = {"guild_id": 1, "begins": WHEN, "ends": WHEN + timedelta(days=3)}
    return MemberPause(user_id=user_id, **(usual | columns))
