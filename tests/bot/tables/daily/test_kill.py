"""Killed at any instant: every answered move of a daily deal is there once, and all sums agree."""

import random

import pytest
from sqlalchemy import func, select

from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAction, DailyAttempt, DailyCount, DailyStreak
from bot.tables.core.replay import recorded_action
from bot.tables.daily.attempts import Attempt
from bot.tables.service import Tables
from engine.actions import parse_action
from tests.support.process.killed_program import lines_until_killed
from tests.support.tables.daily_play import play_out
from tests.support.tables.open_tables import OpenTables
from tests.support.tables.play_daily_until_killed import NOON

pytestmark = pytest.mark.long  # starts a process and kills it

KILLS = 4
DAY = NOON.date()
Answered = tuple[int, int, str]
"""A member, the decision number and the move."""


async def play_and_kill(url: str, rng: random.Random) -> list[Answered]:
    """What a program answered before it was killed."""
    module = "tests.support.tables.play_daily_until_killed"
    lines = await lines_until_killed(module, url, rng, most_lines=30, longest_rest=0.1)
    moves = [line.split() for line in lines]
    return [(int(user_id), int(number), move) for user_id, number, move in moves]


async def attempts(tables: Tables) -> list[Attempt]:
    """Every attempt; its actions are numbered without a gap."""
    async with tables.repository.database.read() as session:
        rows = list(await session.scalars(select(DailyAttempt)))
        numbers = {
            row.user_id: list(
                await session.scalars(
                    select(DailyAction.number)
                    .where(DailyAction.user_id == row.user_id)
                    .order_by(DailyAction.number)
                )
            )
            for row in rows
        }
    found = []
    for row in rows:
        assert numbers[row.user_id] == [*range(1, row.action_count + 1)]
        attempt = await tables.daily.attempts.current(row.user_id, DAY)
        assert attempt is not None
        found.append(attempt)
    return found


async def test_every_answered_move_is_stored_once_and_every_end_is_counted_once(
    url: str, open_tables: OpenTables
) -> None:
    rng = random.Random(7)
    answered: list[Answered] = []
    for _ in range(KILLS):
        answered += await play_and_kill(url, rng)
    assert answered == sorted(set(answered), key=lambda move: move[:2])

    tables = open_tables(now=lambda: NOON)
    found = {attempt.user_id: attempt for attempt in await attempts(tables)}
    for user_id, number, move in answered:
        attempt = found[user_id]
        assert recorded_action(attempt.game, number, attempt.seat) == parse_action(move)
    over = DailyAttempt.finished_at.is_not(None)
    ended = await tables.repository.database.ask(Session.values, DailyAttempt.user_id, over)
    for attempt in found.values():
        assert attempt.finished is (attempt.user_id in ended)
        assert attempt.finished or attempt.game.rounds[-1].to_move == (attempt.seat,)
        await play_out(tables, attempt, chance=attempt.user_id)
    async with tables.repository.database.read() as session:
        assert await session.scalar(select(func.sum(DailyCount.attempts))) == len(found)
        assert await session.scalar(select(func.count()).select_from(DailyStreak)) == len(found)
        assert set(await session.scalars(select(DailyStreak.days))) == {1}
