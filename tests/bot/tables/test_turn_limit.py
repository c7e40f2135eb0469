"""Members who do not move in time, and those who are away."""

import random
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Source, Status
from bot.tables.core.deadlines import THINKING_TIME
from bot.tables.core.errors import NotSeated, WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.actions import Orient
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    MIA,
    MODERATOR,
    NOAH,
    actions,
    due_at,
    first_action,
    game,
    game_on_turn,
    play,
    play_to_the_end,
    run_due,
)
from tests.support.tables.open_tables import PACE

MOMENT = timedelta(milliseconds=1)
A_MINUTE = timedelta(minutes=1)
LIMIT = timedelta(minutes=5)
LIMITED = TableOptions(turn_limit=300)
KEEP = Orient(flip=False)


async def limit_runs_out(tables: Tables, clock: FakeClock, state: TableState) -> TableState:
    """Run what is due: once for the ping and once for the limit."""
    assert state.deadline is not None
    clock.time = state.decision_since + A_MINUTE
    await run_due(tables, state)
    assert await due_at(tables, state) == state.deadline
    clock.time = state.deadline
    return await run_due(tables, state)


async def until_mia(tables: Tables, state: TableState) -> TableState:
    """Play for the others until Mia's seat is to move."""
    while state.seats[0] not in state.to_move:
        seat = state.to_move[-1]
        state = await play(tables, state, seat.index, first_action(state))
    return state


async def away_after_two(tables: Tables, clock: FakeClock) -> TableState:
    """Mia misses the choice of her hand and her first turn."""
    state = await game(tables, NOAH, AVA, options=LIMITED)
    for position in (1, 2):
        await play(tables, state, position, KEEP)
    state = await until_mia(tables, await limit_runs_out(tables, clock, state))
    return await limit_runs_out(tables, clock, state)


async def test_a_game_pauses_once_the_last_who_has_not_agreed_is_away(
    tables: Tables, clock: FakeClock
) -> None:
    state = await until_mia(tables, await game(tables, NOAH, AVA, options=LIMITED))
    state = await until_mia(tables, await limit_runs_out(tables, clock, state))
    await tables.table_pauses.ask(state.id, NOAH.user_id, 3)
    at = int(clock.time.timestamp())
    state = await tables.table_pauses.agree(state.id, AVA.user_id, at)
    assert state.paused_until is None
    state = await limit_runs_out(tables, clock, state)
    assert state.seats[0].away
    assert state.paused_until == clock.time + timedelta(days=3)


async def test_without_a_limit_a_turn_never_ends_by_itself(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH)
    clock.advance(A_MINUTE)
    await run_due(tables, state)
    clock.advance(timedelta(days=365))
    assert (await run_due(tables, state)).decision_number == state.decision_number


async def test_when_the_limit_runs_out_a_computer_makes_that_one_move(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, AVA, options=LIMITED)
    assert state.deadline == clock.time + LIMIT
    after = await limit_runs_out(tables, clock, state)
    assert after.decision_number == state.decision_number + 1
    assert (await actions(tables, state))[-1].source is Source.STAND_IN
    assert not any(seat.away for seat in after.seats)
    assert after.deadline == clock.time + LIMIT


async def test_a_moment_before_the_limit_nothing_is_played(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    clock.advance(LIMIT - MOMENT)
    await run_due(tables, state)
    assert (await run_due(tables, state)).decision_number == state.decision_number


async def test_a_choice_is_made_for_a_member_who_has_not_chosen_in_time(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game(tables, NOAH, AVA, options=LIMITED)
    await play(tables, state, 1, KEEP)
    after = await limit_runs_out(tables, clock, state)
    assert after.decision_number == state.decision_number + 1
    assert [row.source for row in await actions(tables, state)] == [
        Source.MEMBER,
        Source.STAND_IN,
        Source.STAND_IN,
    ]


async def test_after_two_in_a_row_the_computer_keeps_the_seat(
    tables: Tables, clock: FakeClock
) -> None:
    state = await away_after_two(tables, clock)
    assert [seat.away for seat in state.seats] == [True, False, False]
    assert state.seats[0].user_id == MIA.user_id


async def test_a_seat_that_is_away_moves_at_the_computers_pace(
    tables: Tables, clock: FakeClock
) -> None:
    state = await away_after_two(tables, clock)
    state = await until_mia(tables, state)
    assert await due_at(tables, state) == state.decision_since + PACE - THINKING_TIME
    assert state.deadline is None
    clock.advance(PACE)
    after = await run_due(tables, state)
    assert after.decision_number == state.decision_number + 1
    assert (await actions(tables, state))[-1].source is Source.STAND_IN


async def test_coming_back_takes_the_seat_again(tables: Tables, clock: FakeClock) -> None:
    state = await until_mia(tables, await away_after_two(tables, clock))
    state = await tables.turns.come_back(state.id, MIA.user_id)
    assert not state.seats[0].away
    clock.advance(PACE)
    assert (await run_due(tables, state)).decision_number == state.decision_number
    state = await limit_runs_out(tables, clock, state)
    assert not state.seats[0].away, "the count of misses starts anew"


async def test_a_move_of_ones_own_takes_the_seat_again(tables: Tables, clock: FakeClock) -> None:
    state = await until_mia(tables, await away_after_two(tables, clock))
    state = await play(tables, state, 0, first_action(state))
    assert not state.seats[0].away


async def test_misses_that_are_not_in_a_row_cost_no_seat(tables: Tables, clock: FakeClock) -> None:
    state = await game(tables, NOAH, AVA, options=LIMITED)
    for position in (1, 2):
        await play(tables, state, position, KEEP)
    state = await until_mia(tables, await limit_runs_out(tables, clock, state))
    state = await play(tables, state, 0, first_action(state))
    state = await limit_runs_out(tables, clock, await until_mia(tables, state))
    assert not state.seats[0].away


async def test_a_member_who_is_back_in_the_last_moment_makes_the_move(
    tables: Tables, clock: FakeClock
) -> None:
    """The computer had looked already when the member came back."""
    looked = await until_mia(tables, await away_after_two(tables, clock))
    back = await tables.turns.come_back(looked.id, MIA.user_id)
    await tables.turns.move_computers(looked, tables.repository.now())
    assert (await tables.repository.get(back.id)).decision_number == back.decision_number


async def test_a_move_in_the_last_moment_counts(tables: Tables, clock: FakeClock) -> None:
    """The clock had looked already when the member moved."""
    looked = await game_on_turn(tables, NOAH, options=LIMITED)
    (seat,) = looked.to_move
    state = await play(tables, looked, seat.index, first_action(looked))
    await tables.turns.end_turn(looked)
    after = await tables.repository.get(state.id)
    assert (after.decision_number, after.game) == (state.decision_number, state.game)
    assert not any(seat.away for seat in after.seats)


async def test_a_limit_at_a_cancelled_table_plays_nothing(tables: Tables, clock: FakeClock) -> None:
    looked = await game_on_turn(tables, NOAH, options=LIMITED)
    await tables.closing.cancel(looked.id, MODERATOR)
    await tables.turns.end_turn(looked)
    after = await tables.repository.get(looked.id)
    assert (after.status, after.decision_number) == (Status.CLOSED, looked.decision_number)


async def test_a_member_who_never_left_may_come_back_and_others_may_not(tables: Tables) -> None:
    state = await game(tables, NOAH)
    assert (await tables.turns.come_back(state.id, NOAH.user_id)).seats == state.seats
    with pytest.raises(NotSeated):
        await tables.turns.come_back(state.id, AVA.user_id)
    await tables.closing.cancel(state.id, MIA)
    with pytest.raises(WrongStage, match="This table is closed"):
        await tables.turns.come_back(state.id, NOAH.user_id)


@pytest.mark.slow
async def test_a_game_of_a_week_a_turn_that_all_have_left_alone_is_played_to_its_end(
    tables: Tables, clock: FakeClock
) -> None:
    """No question and no fourteen days end it: limits run out, then computers play."""
    options = TableOptions(turn_limit=7 * 86400, ping_after=None, length=1)
    state = await game_on_turn(tables, NOAH, AVA, options=options)
    began = clock.time
    while state.status is Status.PLAYING:
        due = await due_at(tables, state)
        assert due is not None
        assert due == (state.deadline or state.decision_since + PACE - THINKING_TIME)
        clock.time = state.deadline or state.decision_since + PACE
        state = await run_due(tables, state)
        assert not state.absence_asked
    assert state.status is Status.OVER
    assert clock.time - began > timedelta(days=28), "each member missed two limits first"
    assert all(seat.away for seat in state.seats)


async def test_a_game_that_ended_in_a_lost_channel_ended_then_and_not_when_it_is_found(
    tables: Tables, clock: FakeClock
) -> None:
    options = TableOptions(turn_limit=300, length=1)
    state = await game_on_turn(tables, NOAH, options=options)
    await tables.lifecycle.mark_lost(state.id)
    state = await play_to_the_end(tables, state, random.Random(1))
    ended = state.decision_since
    clock.advance(timedelta(days=3))
    await tables.lifecycle.mark_found(state.id)
    state = await tables.repository.get(state.id)
    assert (state.lost_at, state.decision_since) == (None, ended)
