"""Two programs on one database: a day is the same in both, and of moves at once one is stored."""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from typing import TypeVar

import pytest
from sqlalchemy import func, select

from bot.storage.engine.errors import DatabaseBusy
from bot.storage.models.daily import (
    DailyAction,
    DailyAttempt,
    DailyBar,
    DailyCount,
    DailySecret,
    DailyStanding,
    DailyStreak,
)
from bot.tables.core.errors import StalePress, TableError
from bot.tables.daily.attempts import Attempt
from bot.tables.service import Tables
from engine.actions import Orient
from tests.support.tables.daily_play import (
    OTHER_SERVER,
    SERVER,
    count,
    finish,
    play_move,
    played_today,
)
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import AVA as AVA_ACTOR
from tests.support.tables.open_tables import OpenTables

pytestmark = pytest.mark.slow  # whole rounds are played

T = TypeVar("T")
Both = tuple[Tables, Tables]
AVA, LEO = AVA_ACTOR.user_id, 101
DAY = timedelta(days=1)


@pytest.fixture
def both(open_tables: OpenTables) -> Both:
    return open_tables(seed=1), open_tables(seed=2)


async def at_once(*presses: Awaitable[T]) -> list[T]:
    return list(await asyncio.gather(*presses))


async def one_of(*presses: Awaitable[Attempt]) -> tuple[list[Attempt], int]:
    """The results of the successful presses, and the number of late ones; any other error fails."""
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    late = [one for one in outcomes if isinstance(one, StalePress)]
    found = [one for one in outcomes if isinstance(one, Attempt)]
    assert len(late) + len(found) == len(outcomes), outcomes
    return found, len(late)


async def numbers(tables: Tables, user_id: int) -> list[int]:
    """The numbers of the member's actions."""
    query = select(DailyAction.number).where(DailyAction.user_id == user_id)
    async with tables.repository.database.read() as session:
        return list(await session.scalars(query.order_by(DailyAction.number)))


async def test_the_first_secret_is_made_once(open_tables: OpenTables, clock: FakeClock) -> None:
    programs = [open_tables(seed=seed) for seed in range(4)]
    today = clock.time.date()
    days = [today, today + DAY, today, today + DAY]
    deals = await at_once(
        *(program.daily.days.deal(day) for program, day in zip(programs, days, strict=True))
    )
    assert deals[0] == deals[2]
    assert deals[1] == deals[3]
    assert await count(programs[0], DailySecret) == 1


@pytest.mark.long
async def test_two_programs_play_the_same_day(both: Both) -> None:
    ava, leo = await at_once(
        played_today(both[0], AVA), played_today(both[1], LEO, server=OTHER_SERVER)
    )
    assert (ava.game, ava.seat) == (leo.game, leo.seat)
    shown = [await program.daily.days.commitment(ava.day) for program in both]
    assert shown[0] == shown[1]
    assert ava.points == leo.points


async def test_one_attempt_is_played_by_two_programs_in_turns(both: Both) -> None:
    alone = await played_today(both[0], LEO)
    attempt = await both[1].daily.attempts.begin(AVA, SERVER, "Ava")
    turn = 0
    while not attempt.finished:
        attempt = await play_move(both[turn % 2], attempt)
        turn += 1
    assert attempt.game == alone.game


async def test_an_attempt_that_is_begun_twice_at_once_is_one(both: Both) -> None:
    one, other = await at_once(
        both[0].daily.attempts.begin(AVA, SERVER, "Ava"),
        both[1].daily.attempts.begin(AVA, OTHER_SERVER, "Ava"),
    )
    assert one == other
    assert await numbers(both[0], AVA) == [1, 2, 3]


async def test_a_move_that_is_pressed_twice_at_once_is_played_once(both: Both) -> None:
    before = await both[0].daily.attempts.begin(AVA, SERVER, "Ava")
    while not before.finished:
        after, same = await at_once(play_move(both[0], before), play_move(both[1], before))
        assert after == same
        before = after
    played = await numbers(both[0], AVA)
    assert played == [*range(1, len(played) + 1)]
    assert await count(both[0], DailyCount) == await count(both[0], DailyStreak) == 1
    async with both[0].repository.database.read() as session:
        assert await session.scalar(select(DailyCount.attempts)) == 1
        assert (await session.scalars(select(DailyStanding.days))).all() == [1, 1]


async def test_of_two_moves_at_once_one_is_played_and_the_other_is_late(both: Both) -> None:
    attempt = await both[0].daily.attempts.begin(AVA, SERVER, "Ava")
    keep, flip = (
        tables.daily.attempts.play(AVA, attempt.day, 1, Orient(flip))
        for tables, flip in zip(both, (False, True), strict=True)
    )
    found, late = await one_of(keep, flip)
    assert (len(found), late) == (1, 1)
    assert await both[1].daily.attempts.current(AVA, attempt.day) == found[0]


async def test_all_who_finish_at_once_are_counted(both: Both, clock: FakeClock) -> None:
    day = clock.time.date()
    await at_once(*(finish(both[user % 2], user, day, user % 3) for user in range(1, 19)))
    async with both[0].repository.database.read() as session:
        counts = await session.execute(select(DailyCount.points, DailyCount.attempts))
        assert {row.points: row.attempts for row in counts} == {0: 6, 1: 6, 2: 6}
    assert await count(both[0], DailyStanding) == 36


async def test_midnight_comes_once_for_both(both: Both, clock: FakeClock) -> None:
    before = await both[0].daily.attempts.begin(AVA, SERVER, "Ava")
    clock.advance(DAY)
    ending = asyncio.create_task(both[1].daily.days.end_days())
    one, other = await at_once(play_move(both[0], before), play_move(both[1], before))
    await ending
    assert one == other
    assert one.practice
    assert await count(both[0], DailyAttempt) == 1


@pytest.mark.parametrize("begins", [0, 1, 2, 5, 20])
async def test_a_member_who_begins_while_they_are_forgotten_has_one_try(
    both: Both, begins: int
) -> None:
    """The first is forgotten and bars, or it comes after and is the only one."""
    await both[1].daily.attempts.begin(LEO, SERVER, "Leo")

    async def begin() -> object:
        for _ in range(begins):
            await asyncio.sleep(0)
        try:
            return await both[1].daily.attempts.begin(AVA, SERVER, "Ava")
        except (TableError, DatabaseBusy):
            return None

    await at_once(begin(), both[0].forgetting.forget(SERVER, AVA_ACTOR))
    found = await both[0].daily.attempts.current(AVA, both[0].daily.days.today)
    assert (found is None) is (await count(both[0], DailyBar) == 1)


async def test_a_move_that_is_cut_off_at_any_moment_is_played_whole_or_not_at_all(
    both: Both,
) -> None:
    alone = await played_today(both[0], LEO)
    attempt = await both[0].daily.attempts.begin(AVA, SERVER, "Ava")
    steps = 0
    while not attempt.finished:
        steps += 3
        move = asyncio.create_task(play_move(both[0], attempt))
        for _ in range(steps):
            await asyncio.sleep(0)
        move.cancel()
        await asyncio.gather(move, return_exceptions=True)
        found = await both[1].daily.attempts.current(AVA, attempt.day)
        assert found is not None
        if found.decision_number == attempt.decision_number:
            assert found == attempt
            found = await play_move(both[1], attempt)
        attempt = found
    assert attempt.game == alone.game
    played = await numbers(both[0], AVA)
    assert played == [*range(1, len(played) + 1)]
    async with both[0].repository.database.read() as session:
        assert await session.scalar(select(func.sum(DailyCount.attempts))) == 2
        streaks = await session.execute(select(DailyStreak.days, DailyStreak.longest))
        assert [tuple(row) for row in streaks] == [(1, 1), (1, 1)]
