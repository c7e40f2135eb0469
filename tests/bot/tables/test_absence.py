"""Games without a turn limit: those who wait for an absent member, and games left alone."""

import random
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.storage.models.options import TableOptions
from bot.storage.models.results import Outcome, Result
from bot.storage.models.tables import Reason, Source, Status
from bot.tables.core.deadlines import QUIET_TIMEOUT, absent
from bot.tables.core.errors import NotSeated, TableError
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.tables.turns import NOTICE
from engine.actions import Orient
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    MIA,
    NOAH,
    actions,
    any_move,
    due_at,
    game,
    game_on_turn,
    hand_over,
    play,
    play_on,
    play_to_the_end,
    play_until_moved,
    run_due,
)
from tests.support.tables.open_tables import PACE, OpenTables

MOMENT = timedelta(seconds=1)
A_DAY = timedelta(days=1)
QUIET = TableOptions(ping_after=None)
KEEP = Orient(flip=False)


async def until_turn_of(tables: Tables, state: TableState, index: int) -> TableState:
    rng = random.Random(1)
    while state.seats[index] not in state.to_move or len(state.to_move) > 1:
        state = await play_on(tables, state, rng)
    return state


async def without_noah(
    tables: Tables, clock: FakeClock, options: TableOptions = QUIET
) -> TableState:
    """A game of Mia, Noah and Ava in which Noah has not moved for a day, and the others know it."""
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=options), 1)
    clock.advance(A_DAY)
    return await run_due(tables, state)


async def results(tables: Tables, state: TableState) -> dict[int, Result]:
    query = select(Result).where(Result.table_id == state.id)
    async with tables.repository.database.read() as session:
        return {row.user_id: row for row in (await session.scalars(query)).all()}


# Those who wait


async def test_those_who_wait_are_asked_once_after_a_day(tables: Tables, clock: FakeClock) -> None:
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=QUIET), 1)
    assert await due_at(tables, state) == state.decision_since + A_DAY
    clock.advance(A_DAY - MOMENT)
    assert absent(await run_due(tables, state)) == ()
    clock.advance(MOMENT)
    asked = await run_due(tables, state)
    assert [seat.name for seat in absent(asked)] == ["Noah"]
    assert [seat.name for seat in asked.waiting] == ["Mia", "Ava"]
    assert absent(await run_due(tables, asked)) == absent(asked)
    assert await due_at(tables, asked) == state.quiet_since + QUIET_TIMEOUT


async def test_those_who_wait_are_asked_when_one_of_them_does_not_pause(
    tables: Tables, clock: FakeClock
) -> None:
    """The question mentions no member who pauses, and is asked once."""
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=QUIET), 1)
    for member, days in ((MIA, 3), (AVA, 5)):
        await tables.pauses.begin(state.guild_id, member.user_id, days, pressed_at=clock.time)
    clock.advance(3 * A_DAY - MOMENT)
    assert not (await run_due(tables, state)).absence_asked
    clock.advance(MOMENT)
    await run_due(tables, state)
    asked = await run_due(tables, state)
    assert [seat.name for seat in absent(asked)] == ["Noah"]


async def test_the_time_is_an_option_of_the_table(tables: Tables, clock: FakeClock) -> None:
    options = TableOptions(ping_after=None, absent_after=3 * 86_400)
    state = await without_noah(tables, clock, options)
    assert absent(state) == ()
    clock.advance(2 * A_DAY)
    assert [seat.name for seat in absent(await run_due(tables, state))] == ["Noah"]


async def test_with_a_turn_limit_no_question_is_asked(tables: Tables, clock: FakeClock) -> None:
    options = TableOptions(ping_after=None, turn_limit=7 * 86_400)
    state = await without_noah(tables, clock, options)
    assert (absent(state), state.absence_asked) == ((), False)


async def test_a_computer_plays_for_the_absent_until_they_are_back(
    tables: Tables, clock: FakeClock
) -> None:
    state = await hand_over(tables, await without_noah(tables, clock), MIA.user_id, 1)
    assert [seat.away for seat in state.seats] == [False, True, False]
    assert absent(state) == ()
    state = await run_due(tables, state)
    assert (await actions(tables, state))[-1].source is Source.STAND_IN
    state = await tables.turns.come_back(state.id, NOAH.user_id)
    assert not any(seat.away for seat in state.seats)


@pytest.mark.parametrize("asked_before", [False, True])
async def test_a_game_pauses_without_the_consent_of_the_absent(
    tables: Tables, clock: FakeClock, asked_before: bool
) -> None:
    """They are back once they end the pause."""
    state = await without_noah(tables, clock)
    at = int(clock.time.timestamp())
    for asked_now in (asked_before, not asked_before):
        if asked_now:
            await tables.table_pauses.ask(state.id, MIA.user_id, 3)
            state = await tables.table_pauses.agree(state.id, AVA.user_id, at)
        else:
            state = await hand_over(tables, state, MIA.user_id, 1)
    assert state.paused_until == clock.time + 3 * A_DAY
    state = await tables.table_pauses.play_on(state.id, NOAH.user_id, at)
    assert (state.paused_until, state.seats[1].away) == (None, False)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 3)
    assert state.paused_until is None


async def test_a_member_who_is_away_becomes_host_after_all_others(
    tables: Tables, clock: FakeClock
) -> None:
    state = await hand_over(tables, await without_noah(tables, clock), AVA.user_id, 1)
    assert (await tables.lobby.leave(state.id, MIA.user_id)).host_id == AVA.user_id
    assert (await tables.lobby.leave(state.id, AVA.user_id)).host_id == NOAH.user_id


async def test_a_member_who_comes_back_on_turn_has_the_whole_time_again(
    tables: Tables, clock: FakeClock
) -> None:
    state = await hand_over(tables, await without_noah(tables, clock), MIA.user_id, 1)
    state = await tables.turns.come_back(state.id, NOAH.user_id)
    assert (absent(state), state.decision_since) == ((), clock.time)
    with pytest.raises(TableError, match="question is closed"):
        await hand_over(tables, state, MIA.user_id, 1)
    clock.advance(A_DAY)
    assert [seat.name for seat in absent(await run_due(tables, state))] == ["Noah"]


async def test_a_move_settles_the_question(tables: Tables, clock: FakeClock) -> None:
    asked = await without_noah(tables, clock)
    moved = await play(tables, asked, 1, any_move(asked, 1, random.Random(1)))
    assert (absent(moved), moved.absence_asked) == ((), False)
    with pytest.raises(TableError, match="question is closed"):
        await hand_over(tables, asked, MIA.user_id, 1)


async def test_only_members_who_wait_can_answer(tables: Tables, clock: FakeClock) -> None:
    asked = await without_noah(tables, clock)
    with pytest.raises(TableError, match="waiting for you"):
        await hand_over(tables, asked, NOAH.user_id, 1)
    with pytest.raises(NotSeated):
        await hand_over(tables, asked, 999, 1)
    for index in (0, 2, 3, 10**6):
        with pytest.raises(TableError, match="question is closed"):
            await hand_over(tables, asked, MIA.user_id, index)
    state = await hand_over(tables, asked, MIA.user_id, 1)
    with pytest.raises(TableError, match="already"):
        await hand_over(tables, asked, AVA.user_id, 1)
    assert await tables.repository.get(state.id) == state


async def test_before_anybody_was_asked_no_seat_is_handed_over(tables: Tables) -> None:
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=QUIET), 1)
    with pytest.raises(TableError, match="question is closed"):
        await hand_over(tables, state, MIA.user_id, 1)


async def test_of_several_absent_members_each_is_handed_over_alone(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game(tables, NOAH, AVA, options=QUIET)
    clock.advance(2 * A_DAY)
    state = await run_due(tables, state)
    assert absent(state) == (), "nobody waits before somebody has chosen"
    state = await run_due(tables, await play(tables, state, 0, KEEP))
    assert [seat.name for seat in absent(state)] == ["Noah", "Ava"]
    state = await hand_over(tables, state, MIA.user_id, 1)
    state = await run_due(tables, state)
    assert [seat.name for seat in absent(state)] == ["Ava"]
    with pytest.raises(TableError, match="waiting for you"):
        await hand_over(tables, state, AVA.user_id, 2)
    state = await run_due(tables, await hand_over(tables, state, MIA.user_id, 2))
    assert state.decision_number == 2
    assert [row.source for row in await actions(tables, state)] == [
        Source.MEMBER,
        Source.STAND_IN,
        Source.STAND_IN,
    ]


async def test_a_member_for_whom_a_computer_plays_hands_no_seat_over(
    tables: Tables, clock: FakeClock
) -> None:
    state = await hand_over(tables, await without_noah(tables, clock), MIA.user_id, 1)
    while not state.members_to_move:
        clock.advance(PACE)
        state = await run_due(tables, state)
    (absent,) = state.members_to_move
    clock.advance(A_DAY)
    state = await run_due(tables, state)
    with pytest.raises(TableError, match="I'm back"):
        await hand_over(tables, state, NOAH.user_id, absent.index)


async def test_the_question_follows_those_who_leave(tables: Tables, clock: FakeClock) -> None:
    """A forgotten member leaves first; after that nothing of the question names them."""
    state = await without_noah(tables, clock)
    await tables.lobby.leave(state.id, MIA.user_id)
    state = await tables.repository.get(state.id)
    assert [seat.name for seat in state.waiting] == ["Ava"]
    with pytest.raises(NotSeated):
        await hand_over(tables, state, MIA.user_id, 1)
    await tables.lobby.leave(state.id, NOAH.user_id)
    left = await tables.repository.get(state.id)
    assert (absent(left), left.waiting) == ((), ())
    with pytest.raises(TableError, match="question is closed"):
        await hand_over(tables, left, AVA.user_id, 1)


@pytest.mark.slow
async def test_leaving_after_a_computer_began_to_play_is_leaving(
    tables: Tables, clock: FakeClock
) -> None:
    state = await end_without_noah(tables, clock, timedelta(0), leaves=True)
    noah = (await results(tables, state))[NOAH.user_id]
    assert (noah.outcome, noah.rank, noah.people_rank) == (Outcome.LEFT, 3, 3)


async def test_no_question_is_asked_when_no_member_waits(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, computers=2, options=QUIET)
    while not state.members_to_move:
        clock.advance(PACE)
        state = await run_due(tables, state)
    assert await due_at(tables, state) == state.quiet_since + QUIET_TIMEOUT
    clock.advance(2 * A_DAY)
    assert not (await run_due(tables, state)).absence_asked


async def test_the_question_waits_for_a_request_to_close_the_game(
    tables: Tables, clock: FakeClock
) -> None:
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=QUIET), 1)
    clock.advance(A_DAY - MOMENT)
    state = await tables.closing.cancel(state.id, MIA)
    clock.advance(MOMENT)
    assert not (await run_due(tables, state)).absence_asked
    assert state.closing is not None
    await tables.closing.decline(state.id, AVA.user_id, int(state.closing.at.timestamp()))
    assert [seat.name for seat in absent(await run_due(tables, state))] == ["Noah"]


async def test_no_question_is_asked_in_a_lost_channel(tables: Tables, clock: FakeClock) -> None:
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=QUIET), 1)
    clock.advance(A_DAY - MOMENT)
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(A_DAY / 2)
    assert not (await run_due(tables, state)).absence_asked
    await tables.lifecycle.mark_found(state.id)
    # Who could not see the table was not absent.
    assert not (await run_due(tables, state)).absence_asked
    clock.advance(MOMENT)
    assert (await run_due(tables, state)).absence_asked


async def test_after_a_restart_the_question_is_still_open(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    asked = await without_noah(open_tables(), clock)
    again = open_tables()
    assert absent(await again.repository.get(asked.id)) == absent(asked)
    assert [seat.away for seat in (await hand_over(again, asked, AVA.user_id, 1)).seats] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("absent_after", [1, 7])
async def test_a_member_has_a_day_after_a_stop_of_the_program(
    open_tables: OpenTables, clock: FakeClock, absent_after: int
) -> None:
    """They could not move while it did not run; without a day they would lose the seat at once."""
    options = TableOptions(ping_after=None, absent_after=absent_after * 86_400)
    tables = open_tables()
    game = await game_on_turn(tables, NOAH, AVA, options=options)
    state = await until_turn_of(tables, game, 1)
    clock.advance(absent_after * A_DAY + timedelta(hours=3))
    tables = open_tables()
    assert not (await run_due(tables, state)).absence_asked
    assert await due_at(tables, state) == clock.time + NOTICE
    clock.advance(NOTICE)
    assert [seat.name for seat in absent(await run_due(tables, state))] == ["Noah"]


async def test_a_member_has_a_day_after_a_suspension_of_the_machine(
    tables: Tables, clock: FakeClock
) -> None:
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=QUIET), 1)
    clock.advance(A_DAY + timedelta(hours=3))
    tables.absence.resume()
    assert not (await run_due(tables, state)).absence_asked
    assert await due_at(tables, state) == clock.time + NOTICE


async def test_others_are_asked_though_the_program_stops_at_the_same_time_every_day(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    """It is started again two minutes after each day of running: each time the new day was over."""
    tables = open_tables()
    state = await until_turn_of(tables, await game_on_turn(tables, NOAH, AVA, options=QUIET), 1)
    for _ in range(2):
        clock.advance(A_DAY + timedelta(minutes=2))
        state = await run_due(open_tables(), state)
    assert [seat.name for seat in absent(state)] == ["Noah"]


async def test_a_member_has_that_day_too_if_the_game_has_paused(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables()
    game = await game_on_turn(tables, NOAH, AVA, options=QUIET)
    state = await until_turn_of(tables, game, 1)
    await tables.table_pauses.ask(state.id, AVA.user_id, 1)
    asked_at = int(clock.time.timestamp())
    for member in (MIA, NOAH):
        await tables.table_pauses.agree(state.id, member.user_id, asked_at)
    clock.advance(A_DAY)
    state = await run_due(tables, state)
    assert state.paused_until is None
    clock.advance(A_DAY + timedelta(hours=3))
    tables = open_tables()
    assert not (await run_due(tables, state)).absence_asked
    assert await due_at(tables, state) == clock.time + NOTICE


async def test_a_short_stop_of_the_program_gives_no_more_time(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    state = await until_turn_of(
        open_tables(), await game_on_turn(open_tables(), NOAH, AVA, options=QUIET), 1
    )
    clock.advance(A_DAY + timedelta(seconds=20))
    assert (await run_due(open_tables(), state)).absence_asked


# Results


async def end_without_noah(
    tables: Tables, clock: FakeClock, later: timedelta, *, leaves: bool = False
) -> TableState:
    """A game that Mia and Ava end so long after a computer began to play for Noah."""
    rng = random.Random(2)
    options = TableOptions(length=1, ping_after=None)
    state = await game_on_turn(tables, NOAH, AVA, options=options)
    for who in (MIA, NOAH, AVA):
        state = await play_until_moved(tables, state, who, rng)
    state = await until_turn_of(tables, state, 1)
    clock.advance(A_DAY)
    state = await hand_over(tables, await run_due(tables, state), MIA.user_id, 1)
    clock.advance(later)
    if leaves:
        await tables.lobby.leave(state.id, NOAH.user_id)
    return await play_to_the_end(tables, await tables.repository.get(state.id), rng)


@pytest.mark.slow
async def test_within_a_day_a_computer_at_the_end_is_no_departure(
    tables: Tables, clock: FakeClock
) -> None:
    state = await end_without_noah(tables, clock, A_DAY - MOMENT)
    assert state.game is not None
    ranks = {seat: rank for rank, seat, _ in state.game.ranking()}
    noah = (await results(tables, state))[NOAH.user_id]
    assert (noah.outcome, noah.rank, noah.may_rise) == (Outcome.FINISHED, ranks[1], False)
    assert noah.people_rank == ranks[1]
    # The list of their games has the rank and the points of the final scores.
    assert (noah.rounds, noah.points) == (1, state.game.totals()[1])


@pytest.mark.slow
@pytest.mark.parametrize("is_found", [False, True])
async def test_a_day_out_of_reach_is_no_departure_of_an_absent_member(
    tables: Tables, clock: FakeClock, *, is_found: bool
) -> None:
    """A game that stays there counts as if all had stopped when its channel was lost."""
    options, rng = TableOptions(length=2, ping_after=None), random.Random(3)
    state = await game_on_turn(tables, NOAH, AVA, options=options)
    while state.game is not None and len(state.game.rounds) < 2:
        state = await play_on(tables, state, rng)
    state = await until_turn_of(tables, state, 1)
    clock.advance(A_DAY)
    state = await hand_over(tables, await run_due(tables, state), MIA.user_id, 1)
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(A_DAY)
    if is_found:
        await tables.lifecycle.mark_found(state.id)
        state = await play_to_the_end(tables, await tables.repository.get(state.id), rng)
    while state.status is Status.PLAYING:
        # A computer's move, then the closing.
        state = await run_due(tables, state)
    assert state.status is (Status.OVER if is_found else Status.CLOSED)
    noah = (await results(tables, state))[NOAH.user_id]
    assert (noah.outcome, noah.rounds) == (Outcome.FINISHED, 2 if is_found else 1)
    assert not noah.may_rise


@pytest.mark.slow
async def test_a_pause_of_the_game_is_no_departure_of_an_absent_member(
    tables: Tables, clock: FakeClock
) -> None:
    rng, options = random.Random(3), TableOptions(length=1, ping_after=None)
    state = await game_on_turn(tables, NOAH, options=options)
    for member in (MIA, NOAH):
        state = await play_until_moved(tables, state, member, rng)
    state = await until_turn_of(tables, state, 1)
    clock.advance(A_DAY)
    state = await hand_over(tables, await run_due(tables, state), MIA.user_id, 1)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 3)
    clock.advance(3 * A_DAY)
    state = await run_due(tables, state)
    assert state.paused_until is None
    state = await play_to_the_end(tables, state, rng)
    assert (await results(tables, state))[NOAH.user_id].outcome is Outcome.FINISHED


@pytest.mark.slow
async def test_later_it_counts_as_leaving(tables: Tables, clock: FakeClock) -> None:
    state = await end_without_noah(tables, clock, A_DAY)
    noah = (await results(tables, state))[NOAH.user_id]
    assert (noah.outcome, noah.rank, noah.people_rank) == (Outcome.REPLACED, 3, 3)


# Games left alone


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, 2])
async def test_after_two_weeks_without_a_press_a_game_is_over(
    tables: Tables, clock: FakeClock, rounds: int
) -> None:
    """It counts if a round is over."""
    options = TableOptions(length=2, ping_after=None)
    state = await game_on_turn(tables, NOAH, options=options)
    rng = random.Random(3)
    while state.game is not None and len(state.game.rounds) < rounds:
        state = await play_on(tables, state, rng)
    clock.time = state.decision_since + A_DAY
    await run_due(tables, state)
    clock.time = state.decision_since + QUIET_TIMEOUT - MOMENT
    assert (await run_due(tables, state)).status is Status.PLAYING
    clock.advance(MOMENT)
    state = await run_due(tables, state)
    assert state.status is Status.CLOSED
    assert (state.closed_reason, state.closed_detail) == (Reason.QUIET, "14")
    assert bool(await results(tables, state)) == (rounds == 2)
    assert await tables.server_settings.live_tables(state.guild_id) == 0


@pytest.mark.parametrize("rounds", [1, 2])
async def test_a_member_who_ignores_a_game_against_computers_for_two_weeks_has_left_it(
    tables: Tables, clock: FakeClock, rounds: int
) -> None:
    """Otherwise they could keep a lucky round, or be rid of an unlucky one."""
    state = await game_on_turn(tables, computers=2, options=QUIET)
    state = await play_until_moved(tables, state, MIA, random.Random(1))
    while state.round_number < rounds:
        state = await play_until_moved(tables, state, MIA, random.Random(1))
    while not state.members_to_move:
        await tables.turns.move_computers(state, clock.time)
        state = await tables.repository.get(state.id)
    clock.time = state.quiet_since + QUIET_TIMEOUT
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.QUIET)
    (result,) = (await results(tables, state)).values()
    assert (result.outcome, result.may_rise) == (Outcome.LEFT, False)


async def test_a_member_who_presses_nothing_in_a_lost_channel_has_not_left_the_game(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, computers=2, options=QUIET)
    state = await play_until_moved(tables, state, MIA, random.Random(1))
    while not state.members_to_move:
        state = await run_due(tables, state)
        clock.advance(PACE)
    clock.time = state.quiet_since + QUIET_TIMEOUT - A_DAY / 2
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(A_DAY / 2)
    assert (await run_due(tables, state)).status is Status.PLAYING
    clock.advance(A_DAY / 2)
    assert (await run_due(tables, state)).closed_reason is Reason.LOST


async def test_a_press_that_changes_nothing_keeps_the_game_open(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    """Also if the program starts again before it is due, and forgets what is in memory."""
    tables = open_tables()
    state = await game_on_turn(tables, computers=2, options=QUIET)
    state = await play_until_moved(tables, state, MIA, random.Random(1))
    while not state.members_to_move:
        state = await run_due(tables, state)
        clock.advance(PACE)
    clock.advance(10 * A_DAY)
    pressed = clock.time
    tables.repository.note_press(state)
    await tables.repository.messages.save()
    clock.time = state.quiet_since + QUIET_TIMEOUT
    for program in (tables, open_tables()):
        assert (await run_due(program, state)).status is Status.PLAYING
        assert await due_at(program, state) == pressed + QUIET_TIMEOUT
    clock.time = pressed + QUIET_TIMEOUT
    assert (await run_due(program, state)).status is Status.CLOSED


async def test_presses_are_saved_once_an_hour(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH, options=QUIET)
    known = await tables.repository.messages.of(state.id)
    saved = []
    for _ in range(5):
        clock.advance(timedelta(minutes=30))
        tables.repository.note_press(state)
        saved.append(known.changes.columns.get("pressed_at"))
        await tables.repository.messages.save()
    assert [at is not None for at in saved] == [True, False, True, False, True]


async def test_after_a_pause_of_the_program_a_day_is_left(tables: Tables, clock: FakeClock) -> None:
    state = await without_noah(tables, clock)
    clock.advance(400 * A_DAY)
    assert (await run_due(tables, state)).status is Status.PLAYING
    assert await due_at(tables, state) == clock.time + NOTICE
    clock.advance(NOTICE)
    assert (await run_due(tables, state)).status is Status.CLOSED


async def test_a_clock_that_was_ahead_closes_nothing_and_is_forgiven(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables()
    state = await without_noah(tables, clock)
    clock.advance(400 * A_DAY)
    await run_due(tables, state)
    clock.advance(-400 * A_DAY)
    again = open_tables()
    assert await again.repository.due_times() == [(state.id, clock.time)]
    state = await run_due(again, state)
    assert (state.status, state.quiet_since) == (Status.PLAYING, clock.time)
