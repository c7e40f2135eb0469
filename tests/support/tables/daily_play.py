"""Members who play the daily deal."""

from datetime import date, timedelta
from random import Random

from sqlalchemy import func, select

from bot.storage import queries
from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAttempt
from bot.tables.daily.attempts import Attempt, add_finish
from bot.tables.daily.deal import closes, fingerprint
from bot.tables.service import Tables
from engine.actions import Action
from engine.players import Level
from engine.players.registry import quick_player
from engine.view import view

SERVER, OTHER_SERVER = 1, 2


async def count(tables: Tables, model: type) -> int:
    """The number of rows of this model."""
    async with tables.repository.database.read() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


def a_move(attempt: Attempt, chance: int = 1, level: Level = Level.EASY) -> Action:
    """What the member does: always the same with the same chance."""
    rng = Random(f"{chance}/{attempt.decision_number}")
    return quick_player(level).choose(view(attempt.game, attempt.seat), rng)


async def play_move(tables: Tables, attempt: Attempt, chance: int = 1) -> Attempt:
    """The attempt after the member's next move and the computers' answers."""
    number = attempt.decision_number
    return await tables.daily.attempts.play(
        attempt.user_id, attempt.day, number, a_move(attempt, chance)
    )


async def play_out(tables: Tables, attempt: Attempt, chance: int = 1) -> Attempt:
    """The attempt, played to its end."""
    while not attempt.finished:
        attempt = await play_move(tables, attempt, chance)
    return attempt


async def played_today(
    tables: Tables, user_id: int, *, server: int = SERVER, chance: int = 1
) -> Attempt:
    """The member's attempt at today's deal, begun and finished."""
    attempt = await tables.daily.attempts.begin(user_id, server, f"Member {user_id}")
    return await play_out(tables, attempt, chance)


async def finish(
    tables: Tables,
    user_id: int,
    day: date,
    points: int,
    *,
    server: int = SERVER,
    computers: str | None = None,
) -> None:
    """Store that the member has finished the day with so many points, as their last move does.

    `computers`: another fingerprint than the day's.
    """
    await store_day(tables, day)
    async with tables.repository.database.write() as session:
        await store_finish(session, user_id, day, points, server=server, computers=computers)


async def store_day(tables: Tables, day: date) -> None:
    """Store the day's deal and its computers."""
    await tables.daily.days.commitment(day)
    async with tables.repository.database.write() as session:
        await queries.daily.set_once(session, day, fingerprint=fingerprint())


async def store_finish(
    session: Session, user_id: int, day: date, points: int, *, server: int, computers: str | None
) -> None:
    """The same as `finish` in the caller's transaction, after `store_day`."""
    ended_at = closes(day) - timedelta(hours=1)
    attempt = DailyAttempt(
        user_id=user_id,
        day=day,
        practice=False,
        guild_id=server,
        name=f"Member {user_id}",
        points=points,
        fingerprint=computers or fingerprint(),
        started_at=ended_at,
        finished_at=ended_at,
        rank=1,
    )
    session.add(attempt)
    await session.flush()
    await add_finish(session, attempt, points, counts=computers is None)
