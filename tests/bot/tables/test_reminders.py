"""Reminders of members whose move is awaited: when, how many, and of how many games at once."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Member
from bot.tables.core.deadlines import SAME_NONCE, is_reminder_new
from bot.tables.core.state import SeatState, TableState
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    MIA,
    NOAH,
    due_at,
    first_action,
    game,
    game_on_turn,
    play,
    run_due,
)

MOMENT = timedelta(milliseconds=1)
A_MINUTE = timedelta(minutes=1)
A_DAY = timedelta(days=1)
WEEK = TableOptions(turn_limit=7 * 86400)
OTHER = 77
"""Another channel of the server."""


async def mias_turn(
    tables: Tables, channel: int = CHANNEL, options: TableOptions = WEEK
) -> TableState:
    """A game of Mia and Noah that waits for Mia."""
    state = await game_on_turn(tables, NOAH, channel=channel, options=options)
    while state.members_to_move[0].user_id != MIA.user_id:
        state = await play(tables, state, 1, first_action(state))
    return state


async def mia_reminded(tables: Tables, clock: FakeClock, options: TableOptions) -> TableState:
    """Her turn, after the first reminder of it."""
    state = await mias_turn(tables, options=options)
    clock.advance(A_MINUTE)
    return await run_due(tables, state)


def mia_in(state: TableState) -> SeatState:
    return state.seats[0]


@pytest.fixture
def seen_by_same(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Says whether all who can read one channel can see the others."""

    def set_to(seen: bool) -> None:
        monkeypatch.setattr(tables.reminders, "_seen_by_same", lambda *_: seen)

    return set_to


# When


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "left"),
    [
        (60, None),
        (300, None),
        (3600, timedelta(minutes=10)),
        (86400, timedelta(hours=2.4)),
        (7 * 86400, timedelta(hours=16.8)),
    ],
)
async def test_the_second_reminder_comes_when_a_tenth_of_the_limit_is_left(
    tables: Tables, clock: FakeClock, limit: int, left: timedelta | None
) -> None:
    """At least ten minutes; a shorter limit has none."""
    state = await mias_turn(tables, options=TableOptions(turn_limit=limit))
    clock.advance(A_MINUTE / 2 if limit == 60 else A_MINUTE)
    state = await run_due(tables, state)
    assert (mia_in(state).reminded, mia_in(state).pinged) == (1, True)
    assert state.deadline is not None
    second = state.deadline - (left or timedelta(0))
    assert await due_at(tables, state) == second
    clock.time = second - MOMENT
    assert (await run_due(tables, state)).reposts == state.reposts
    clock.time = second
    after = await run_due(tables, state)
    if left is not None:
        assert mia_in(after).reminded == 2
        assert after.reposts == state.reposts + 1
        assert await due_at(tables, after) == state.deadline


async def test_no_member_is_reminded_in_a_lost_channel_and_all_are_once_it_is_back(
    tables: Tables, clock: FakeClock
) -> None:
    state = await mias_turn(tables)
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(2 * A_MINUTE)
    after = await run_due(tables, state)
    assert (mia_in(after).reminded, after.reposts) == (0, state.reposts)
    clock.advance(A_DAY / 2)
    await tables.lifecycle.mark_found(state.id)
    clock.advance(A_MINUTE)
    after = await run_due(tables, state)
    assert (mia_in(after).reminded, mia_in(after).pinged) == (1, True)
    assert after.reminded_at == clock.time


@pytest.mark.parametrize("options", [WEEK, TableOptions()])
async def test_a_reminder_that_found_its_channel_lost_comes_again(
    tables: Tables, clock: FakeClock, options: TableOptions
) -> None:
    state = await mia_reminded(tables, clock, options)
    assert mia_in(state).reminded == 1
    # Discord has refused the message.
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(A_DAY / 2)
    await tables.lifecycle.mark_found(state.id)
    clock.advance(A_MINUTE)
    after = await run_due(tables, state)
    assert (mia_in(after).reminded, mia_in(after).pinged) == (1, True)
    assert after.reminded_at == clock.time
    assert after.reposts == state.reposts + 1


@pytest.mark.parametrize("options", [WEEK, TableOptions()])
async def test_a_reminder_that_was_read_before_its_channel_was_lost_comes_once(
    tables: Tables, clock: FakeClock, options: TableOptions
) -> None:
    state = await mia_reminded(tables, clock, options)
    clock.advance(A_DAY / 4)
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(A_DAY / 4)
    await tables.lifecycle.mark_found(state.id)
    clock.advance(A_MINUTE)
    after = await run_due(tables, state)
    assert (mia_in(after).reminded, after.reposts) == (1, state.reposts)


async def test_a_table_that_never_pings_has_no_second_reminder(
    tables: Tables, clock: FakeClock
) -> None:
    options = TableOptions(turn_limit=86400, ping_after=None)
    state = await mias_turn(tables, options=options)
    assert await due_at(tables, state) == state.deadline


async def test_a_clock_that_jumps_reminds_once(tables: Tables, clock: FakeClock) -> None:
    state = await mias_turn(tables)
    assert state.deadline is not None
    clock.time = state.deadline - A_MINUTE
    after = await run_due(tables, state)
    assert (mia_in(after).reminded, after.reposts) == (2, state.reposts + 1)
    assert await due_at(tables, after) == state.deadline


async def test_a_clock_that_jumps_past_the_limit_reminds_nobody(
    tables: Tables, clock: FakeClock
) -> None:
    state = await mias_turn(tables)
    clock.advance(8 * A_DAY)
    after = await run_due(tables, state)
    assert (mia_in(after).pinged, after.reposts) == (False, state.reposts)
    assert (await run_due(tables, after)).decision_number == state.decision_number + 1


async def test_members_who_look_at_their_hand_get_the_second_alone(
    tables: Tables, clock: FakeClock
) -> None:
    state = await mias_turn(tables)
    tables.reminders.note_press(state, MIA.user_id)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    assert not mia_in(state).pinged
    due = await due_at(tables, state)
    assert due is not None
    clock.time = due
    assert mia_in(await run_due(tables, state)).pinged


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [0, 1, 2])
async def test_each_member_has_as_many_as_they_chose(
    tables: Tables, clock: FakeClock, chosen: int
) -> None:
    await tables.preferences.update(MIA.user_id, reminders=chosen)
    state = await mias_turn(tables)
    first = state.reposts
    times = []
    for _ in range(2):
        due = await due_at(tables, state)
        assert due is not None
        times.append(due)
        clock.time = due
        state = await run_due(tables, state)
    assert (mia_in(state).reminded, state.reposts - first) == (2, chosen)
    # One that is not sent does not make the last that was look new.
    assert state.reminded_at == [None, *times][chosen]


async def test_the_second_reminder_of_others_repeats_no_direct_message(
    tables: Tables, clock: FakeClock
) -> None:
    await tables.preferences.update(MIA.user_id, reminders=1, reminders_direct=True)
    state = await game(tables, NOAH, options=WEEK)
    direct = []
    for _ in range(2):
        due = await due_at(tables, state)
        assert due is not None
        clock.time = due
        state = await run_due(tables, state)
        direct.append(mia_in(state).direct)
    assert (direct, state.seats[1].pinged) == ([True, False], True)


async def test_a_pausing_member_is_reminded_after_the_pause(
    tables: Tables, clock: FakeClock
) -> None:
    state = await mias_turn(tables)
    await tables.pauses.begin(state.guild_id, MIA.user_id, 1, pressed_at=clock.time)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    assert (mia_in(state).reminded, mia_in(state).pinged) == (0, False)
    clock.advance(A_DAY)
    state = await run_due(tables, await run_due(tables, state))
    assert (mia_in(state).reminded, mia_in(state).pinged) == (1, True)


async def test_a_member_for_whom_a_computer_plays_is_not_reminded(
    tables: Tables, clock: FakeClock
) -> None:
    state = await mias_turn(tables)
    async with tables.repository.unit_of_work(state.id) as uow:
        uow.table.seats[0].away = True
    clock.advance(A_MINUTE)
    await tables.reminders.remind(state)
    state = await tables.repository.get(state.id)
    assert (mia_in(state).reminded, state.reposts) == (0, 0)


async def test_a_new_decision_begins_without_reminders(tables: Tables, clock: FakeClock) -> None:
    await tables.preferences.update(MIA.user_id, reminders_direct=True)
    state = await mias_turn(tables)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    assert mia_in(state).direct
    state = await play(tables, state, 0, first_action(state))
    assert [(seat.reminded, seat.direct, seat.also) for seat in state.seats] == [(0, False, ())] * 2
    assert state.reminded_at is None


# Never twice


async def test_a_table_posted_again_reminds_nobody(tables: Tables, clock: FakeClock) -> None:
    state = await mias_turn(tables)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    assert is_reminder_new(state, clock.time)
    state = await tables.lifecycle.repost(state.id, CHANNEL)
    assert mia_in(state).pinged
    assert not is_reminder_new(state, clock.time)


@pytest.mark.parametrize("direction", [1, -1])
async def test_a_reminder_that_may_have_been_sent_is_dropped_after_two_minutes(
    tables: Tables, clock: FakeClock, direction: int
) -> None:
    """Also by a clock that was ahead when it was stored."""
    state = await mias_turn(tables)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    assert is_reminder_new(state, clock.time + direction * SAME_NONCE)
    assert not is_reminder_new(state, clock.time + direction * (SAME_NONCE + MOMENT))


async def both_choose(tables: Tables) -> TableState:
    """The begin of a game of Mia and Noah, which waits for both."""
    state = await game(tables, NOAH, options=WEEK)
    assert len(state.members_to_move) == 2
    return state


def direct_to(state: TableState) -> list[int | None]:
    return [seat.user_id for seat in state.members_to_move if seat.direct]


async def test_a_table_posted_again_does_not_revive_a_direct_message(
    tables: Tables, clock: FakeClock
) -> None:
    await tables.preferences.update(MIA.user_id, reminders=1, reminders_direct=True)
    state = await both_choose(tables)
    clock.advance(A_MINUTE)
    state = await tables.lifecycle.repost((await run_due(tables, state)).id, CHANNEL)
    due = await due_at(tables, state)
    assert due is not None
    clock.time = due
    assert direct_to(await run_due(tables, state)) == []


async def test_a_refused_direct_message_does_not_send_that_of_another_member_again(
    tables: Tables, clock: FakeClock
) -> None:
    """Hers keeps its time, and with it the nonce; it can still be sent if it was not."""
    for member in (MIA, NOAH):
        await tables.preferences.update(member.user_id, reminders_direct=True)
    state = await both_choose(tables)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    clock.advance(A_MINUTE)
    await tables.reminders.send_in_channel(state, {state.seats[1]: False})
    after = await tables.repository.get(state.id)
    assert after.reminded_at == state.reminded_at
    assert (direct_to(after), after.seats[1].pinged) == ([MIA.user_id], True)
    assert (await tables.preferences.of(NOAH.user_id)).reminders_direct


# Several games


@pytest.mark.slow
async def test_two_games_that_wait_have_one_reminder(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    one = await mias_turn(tables)
    clock.advance(A_MINUTE / 2)
    other = await mias_turn(tables, OTHER)
    clock.advance(A_MINUTE / 2)
    one = await run_due(tables, one)
    assert mia_in(one).also == (str(OTHER),)
    clock.advance(A_MINUTE / 2)
    other = await run_due(tables, other)
    assert (mia_in(other).reminded, mia_in(other).pinged, other.reposts) == (1, False, 0)
    assert other.deadline is not None
    assert await due_at(tables, other) == other.deadline - timedelta(hours=16.8)


async def test_two_games_whose_reminders_are_due_at_once_have_one(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    states = [await mias_turn(tables), await mias_turn(tables, OTHER)]
    clock.advance(A_MINUTE)
    for state in states:
        await tables.scheduler.run_due(state.id)
    after = [await tables.repository.get(state.id) for state in states]
    assert sum(state.reposts for state in after) == 1
    assert [mia_in(state).reminded for state in after] == [1, 1]


async def test_a_clock_that_jumps_reminds_once_of_all_games(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    one, other = await mias_turn(tables), await mias_turn(tables, OTHER)
    assert one.deadline is not None
    clock.time = one.deadline - A_MINUTE
    one = await run_due(tables, one)
    assert mia_in(one).also == (str(OTHER),)
    other = await tables.repository.get(other.id)
    assert mia_in(other).reminded == 2
    assert await due_at(tables, other) == other.deadline


@pytest.mark.slow
async def test_a_move_meanwhile_leaves_the_other_game_its_own_reminder(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    one, other = await mias_turn(tables), await mias_turn(tables, OTHER)
    clock.advance(A_MINUTE)
    await tables.repository.drop([other.id])
    async with asyncio.timeout(20), tables.repository.exclusive([other.id]):
        reminding = asyncio.create_task(tables.reminders.remind(one))
        # Until it waits for the other table.
        while not tables.repository._locks[other.id]._waiters:  # noqa: ASYNC110
            await asyncio.sleep(0)
        one = await play(tables, one, 0, first_action(one))
    await reminding
    one = await tables.repository.get(one.id)
    assert [(seat.pinged, seat.reminded) for seat in one.seats] == [(False, 0)] * 2
    other = await run_due(tables, other)
    assert (mia_in(other).pinged, mia_in(other).reminded, other.reposts) == (True, 1, 1)


@pytest.mark.slow
async def test_a_channel_that_some_readers_cannot_see_is_not_named(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(False)
    states = [await mias_turn(tables), await mias_turn(tables, OTHER)]
    clock.advance(A_MINUTE)
    for state in states:
        after = await run_due(tables, state)
        assert (mia_in(after).pinged, mia_in(after).also, after.reposts) == (True, (), 1)


async def test_a_game_that_pauses_is_named_in_no_reminder(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    one, other = await mias_turn(tables), await mias_turn(tables, OTHER)
    await tables.table_pauses.ask(other.id, MIA.user_id, 1)
    await tables.table_pauses.agree(other.id, NOAH.user_id, int(clock.time.timestamp()))
    clock.advance(A_MINUTE)
    one = await run_due(tables, one)
    assert (mia_in(one).pinged, mia_in(one).also) == (True, ())
    assert mia_in(await tables.repository.get(other.id)).reminded == 0


async def test_a_game_that_the_member_looks_at_is_named_in_no_first_reminder(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    one, other = await mias_turn(tables), await mias_turn(tables, OTHER)
    tables.reminders.note_press(other, MIA.user_id)
    clock.advance(A_MINUTE)
    one = await run_due(tables, one)
    assert (mia_in(one).pinged, mia_in(one).also) == (True, ())


@pytest.mark.slow
async def test_a_direct_message_names_all_games(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(False)
    await tables.preferences.update(MIA.user_id, reminders_direct=True)
    one, _ = await mias_turn(tables), await mias_turn(tables, OTHER)
    clock.advance(A_MINUTE)
    one = await run_due(tables, one)
    assert (mia_in(one).direct, mia_in(one).pinged, one.reposts) == (True, False, 0)
    assert mia_in(one).also == (str(OTHER),)


@pytest.mark.slow
async def test_a_game_whose_time_is_far_keeps_its_second_reminder(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    day = TableOptions(turn_limit=86400)
    one, week = await mias_turn(tables, options=day), await mias_turn(tables, OTHER)
    clock.advance(A_MINUTE)
    one = await run_due(tables, one)
    assert one.deadline is not None
    clock.time = one.deadline - timedelta(hours=2)
    one = await run_due(tables, one)
    assert (mia_in(one).reminded, mia_in(one).also) == (2, ())
    assert mia_in(await tables.repository.get(week.id)).reminded == 1


async def test_where_discord_refuses_a_direct_message_the_channel_is_used_from_then_on(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    """The other game, which cannot be named there, has a reminder of its own."""
    seen_by_same(False)
    await tables.preferences.update(MIA.user_id, reminders_direct=True)
    one, other = await mias_turn(tables), await mias_turn(tables, OTHER)
    clock.advance(A_MINUTE)
    one = await run_due(tables, one)
    await tables.reminders.send_in_channel(one, {mia_in(one): True})
    one = await tables.repository.get(one.id)
    seat = mia_in(one)
    assert (seat.pinged, seat.direct, seat.also, seat.reminded) == (True, False, (), 1)
    assert is_reminder_new(one, clock.time)
    assert await tables.preferences.of(MIA.user_id) == Preferences()
    other = await run_due(tables, other)
    assert (mia_in(other).pinged, other.reposts) == (True, 1)


async def test_a_refusal_says_nothing_of_a_member_who_was_forgotten_meanwhile(
    tables: Tables, clock: FakeClock
) -> None:
    await tables.preferences.update(MIA.user_id, reminders_direct=True)
    one = await mias_turn(tables)
    clock.advance(A_MINUTE)
    one = await run_due(tables, one)
    clock.advance(MOMENT)
    await tables.forgetting.forget(one.guild_id, MIA)
    await tables.reminders.send_in_channel(one, {mia_in(one): True})
    after = await tables.repository.get(one.id)
    assert (after.seats[0].user_id, after.seats[0].pinged, after.seats[0].also) == (None, False, ())
    async with tables.repository.database.read() as session:
        assert await session.get(Member, MIA.user_id) is None


async def test_ava_is_not_reminded_of_a_game_that_waits_for_mia(
    tables: Tables, clock: FakeClock, seen_by_same: Callable[[bool], None]
) -> None:
    seen_by_same(True)
    one = await mias_turn(tables)
    other = await game_on_turn(tables, NOAH, AVA, channel=OTHER, options=WEEK)
    while other.members_to_move[0].user_id != AVA.user_id:
        other = await play(tables, other, other.to_move[0].index, first_action(other))
    clock.advance(A_MINUTE)
    one = await run_due(tables, one)
    assert mia_in(one).also == ()
    assert (await tables.repository.get(other.id)).revision == other.revision
