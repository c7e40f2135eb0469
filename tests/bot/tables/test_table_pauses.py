"""A pause of a whole game, to which all its players agree."""

from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.actor import Actor
from bot.tables.core.deadlines import ASK_AGAIN_AFTER, absent
from bot.tables.core.errors import NotSeated, TableError, WrongStage
from bot.tables.core.state import ClosingRequest, TableState
from bot.tables.service import Tables
from bot.tables.upkeep.restoring import make_ready
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    LEO,
    MIA,
    NOAH,
    SERVER,
    due_at,
    first_action,
    game_on_turn,
    lobby,
    play,
    run_due,
)
from tests.support.tables.open_tables import PACE, OpenTables

MOMENT = timedelta(seconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LIMITED = TableOptions(turn_limit=86_400, ping_after=None)
WITHOUT_LIMIT = TableOptions(ping_after=None)


async def asked(
    tables: Tables, *others: Actor, days: int = 3, options: TableOptions = LIMITED
) -> tuple[TableState, int]:
    """A game of Mia and others that Mia asks to pause, and the time of the request."""
    state = await game_on_turn(tables, *others, options=options)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, days)
    at = tables.repository.now()
    return state, int(at.timestamp())


async def paused(
    tables: Tables, clock: FakeClock, options: TableOptions = LIMITED
) -> tuple[TableState, int]:
    """A game of two that pauses for three days, after an hour of a turn; and since when."""
    state, at = await asked(tables, NOAH, options=options)
    clock.advance(HOUR)
    state = await tables.table_pauses.agree(state.id, NOAH.user_id, at)
    return state, int(clock.time.timestamp())


async def pause_game(tables: Tables, state: TableState) -> TableState:
    """The game of Mia and Noah, who pause it for three days."""
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 3)
    at = int(tables.repository.now().timestamp())
    return await tables.table_pauses.agree(state.id, NOAH.user_id, at)


async def end_game_pause(tables: Tables, state: TableState) -> TableState:
    state = await tables.repository.get(state.id)
    assert state.paused_at is not None
    since = int(state.paused_at.timestamp())
    return await tables.table_pauses.play_on(state.id, NOAH.user_id, since)


async def test_a_game_pauses_once_all_agree_and_not_before(
    tables: Tables, clock: FakeClock
) -> None:
    state, at = await asked(tables, NOAH, AVA)
    state = await tables.table_pauses.agree(state.id, NOAH.user_id, at)
    assert state.paused_until is None
    assert [seat.agrees_to_pause for seat in state.seats] == [False, True, False]
    state = await tables.table_pauses.agree(state.id, AVA.user_id, at)
    assert state.paused_until == clock.time + 3 * DAY
    assert state.pause_request is None
    assert state.deadline is None


async def test_silence_is_no_consent_and_a_request_ends_after_a_day(
    tables: Tables, clock: FakeClock
) -> None:
    state, at = await asked(tables, NOAH, options=WITHOUT_LIMIT)
    clock.advance(DAY - MOMENT)
    assert (await run_due(tables, state)).pause_request is not None
    clock.advance(MOMENT)
    state = await run_due(tables, state)
    assert (state.pause_request, state.paused_until) == (None, None)
    with pytest.raises(TableError, match="question is closed"):
        await tables.table_pauses.agree(state.id, NOAH.user_id, at)
    # Nobody chose to play on.
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 3)
    assert state.pause_request is not None


async def test_the_limit_goes_on_where_it_stood(tables: Tables, clock: FakeClock) -> None:
    state, _ = await paused(tables, clock)
    assert await due_at(tables, state) == state.paused_until
    clock.advance(3 * DAY)
    state = await run_due(tables, state)
    assert state.paused_until is None
    assert state.deadline == clock.time + DAY - HOUR


@pytest.mark.parametrize(("own_days", "used"), [(5, timedelta(0)), (1, HOUR)])
async def test_a_turn_held_up_by_a_members_own_pause_loses_nothing_by_the_games_pause(
    tables: Tables, clock: FakeClock, own_days: int, used: timedelta
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    while state.to_move[0].user_id == MIA.user_id:
        state = await play(tables, state, state.to_move[0].index, first_action(state))
    await tables.pauses.begin(SERVER, MIA.user_id, own_days, pressed_at=clock.time)
    clock.advance(HOUR)
    state = await tables.repository.get(state.id)
    while state.to_move[0].user_id == NOAH.user_id:
        state = await play(tables, state, state.to_move[0].index, first_action(state))
    clock.advance(DAY)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 14)
    state = await tables.table_pauses.agree(state.id, NOAH.user_id, int(clock.time.timestamp()))
    assert state.paused_until is not None
    clock.time = state.paused_until
    while state.paused_until is not None:
        state = await run_due(tables, state)
    assert state.deadline == clock.time + DAY - used


@pytest.mark.slow
@pytest.mark.parametrize("begun", ["before", "while", "in a second one"])
async def test_a_members_own_pause_does_not_move_a_limit_that_the_games_pause_held_up(
    tables: Tables, clock: FakeClock, begun: str
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    mover = state.to_move[0].user_id
    assert mover is not None
    clock.advance(HOUR)
    if begun == "before":
        await tables.pauses.begin(SERVER, mover, 10, pressed_at=clock.time)
        clock.advance(HOUR)
    used = clock.time - state.decision_since
    state = await pause_game(tables, state)
    if begun == "in a second one":
        clock.advance(DAY)
        state = await end_game_pause(tables, state)
        state = await pause_game(tables, state)
    clock.advance(HOUR)
    if begun != "before":
        await tables.pauses.begin(SERVER, mover, 10, pressed_at=clock.time)
    clock.advance(DAY)
    state = await end_game_pause(tables, state)
    assert state.deadline == clock.time + DAY - used
    # The next turn of the member begins in their pause.
    state = await play(tables, state, state.to_move[0].index, first_action(state))
    while state.to_move[0].user_id != mover:
        state = await play(tables, state, state.to_move[0].index, first_action(state))
    assert state.deadline == state.pauses[0].ends + DAY


async def test_anybody_can_play_on_earlier(tables: Tables, clock: FakeClock) -> None:
    state, since = await paused(tables, clock)
    clock.advance(DAY)
    with pytest.raises(TableError, match="question is closed"):
        await tables.table_pauses.play_on(state.id, NOAH.user_id, since - 1)
    with pytest.raises(NotSeated):
        await tables.table_pauses.play_on(state.id, LEO.user_id, since)
    state = await tables.table_pauses.play_on(state.id, NOAH.user_id, since)
    assert state.deadline == clock.time + DAY - HOUR


async def test_a_move_ends_the_pause(tables: Tables, clock: FakeClock) -> None:
    state, _ = await paused(tables, clock)
    clock.advance(DAY)
    state = await play(tables, state, state.to_move[0].index, first_action(state))
    assert state.paused_until is None
    assert state.deadline == clock.time + DAY


async def test_a_member_who_declines_is_not_asked_again_for_an_hour(
    tables: Tables, clock: FakeClock
) -> None:
    state, at = await asked(tables, NOAH)
    with pytest.raises(TableError, match="already been asked"):
        await tables.table_pauses.ask(state.id, NOAH.user_id, 1)
    await tables.table_pauses.play_on(state.id, NOAH.user_id, at)
    with pytest.raises(TableError, match="You can ask again"):
        await tables.table_pauses.ask(state.id, MIA.user_id, 1)
    clock.advance(ASK_AGAIN_AFTER)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 1)
    assert state.pause_request is not None
    assert not any(seat.agrees_to_pause for seat in state.seats)


async def test_no_seat_is_handed_over_while_a_game_pauses(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH, options=WITHOUT_LIMIT)
    clock.advance(DAY)
    state = await run_due(tables, state)
    assert absent(state)
    index = absent(state)[0].index
    other = state.seats[1 - index].user_id
    assert other is not None
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 3)
    at = int(clock.time.timestamp())
    state = await tables.table_pauses.agree(state.id, NOAH.user_id, at)
    assert absent(state) == ()
    with pytest.raises(TableError, match="question is closed"):
        await tables.absence.hand_over(state.id, other, state.decision_number, index)
    clock.advance(3 * DAY)
    state = await run_due(tables, state)
    # Fourteen days without a press count from now on, and so does the next absence.
    assert state.quiet_since == clock.time
    assert absent(state) == ()
    clock.advance(DAY)
    assert absent(await run_due(tables, state))


@pytest.mark.parametrize("options", [TableOptions(turn_limit=86_400), TableOptions()])
async def test_the_member_to_move_is_reminded_when_the_game_goes_on(
    tables: Tables, clock: FakeClock, options: TableOptions
) -> None:
    state = await game_on_turn(tables, NOAH, options=options)
    mover = state.to_move[0].index
    clock.advance(HOUR)
    state = await run_due(tables, state)
    assert state.seats[mover].reminded == 1
    user_id = state.seats[mover].user_id
    assert user_id is not None
    # A look at the hand before the pause is no look at the game that goes on.
    tables.reminders.note_press(state, user_id)
    state = await pause_game(tables, state)
    clock.advance(3 * DAY)
    state = await run_due(tables, state)
    clock.advance(timedelta(minutes=1))
    state = await run_due(tables, state)
    assert (state.paused_until, state.seats[mover].pinged) == (None, True)
    assert (state.seats[mover].reminded, state.reminded_at) == (1, clock.time)


async def test_alone_with_computers_a_game_pauses_at_once(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, computers=2, options=LIMITED)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 1)
    assert state.paused_until == clock.time + DAY
    assert await due_at(tables, state) == state.paused_until
    with pytest.raises(TableError, match="is already paused"):
        await tables.table_pauses.ask(state.id, MIA.user_id, 1)


async def test_a_pause_begun_while_a_computer_is_to_move_ends_too(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, computers=2, options=LIMITED)
    while state.members_to_move:
        state = await play(tables, state, state.to_move[0].index, first_action(state))
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 3)
    assert state.paused_until == clock.time + 3 * DAY
    clock.advance(3 * DAY)
    state = await run_due(tables, state)
    assert state.paused_until is None
    clock.advance(PACE)
    assert (await run_due(tables, state)).decision_number > state.decision_number


async def test_a_request_ends_with_its_asker_and_needs_no_consent_of_members_who_left(
    tables: Tables, clock: FakeClock
) -> None:
    state, at = await asked(tables, NOAH, AVA)
    state = await tables.table_pauses.agree(state.id, NOAH.user_id, at)
    state = await tables.lobby.leave(state.id, AVA.user_id)
    assert state.paused_until == clock.time + 3 * DAY
    await tables.closing.cancel(state.id, MIA)
    state = await tables.table_pauses.play_on(state.id, NOAH.user_id, at)
    clock.advance(2 * HOUR)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 1)
    state = await tables.lobby.leave(state.id, MIA.user_id)
    assert (state.pause_request, state.paused_until) == (None, None)


@pytest.mark.slow
async def test_a_forgotten_asker_leaves_no_request(tables: Tables) -> None:
    state, _ = await asked(tables, NOAH, AVA)
    await tables.forgetting.forget(SERVER, MIA)
    assert (await tables.repository.get(state.id)).pause_request is None


async def test_silence_closes_no_game_while_it_pauses(tables: Tables, clock: FakeClock) -> None:
    state, since = await paused(tables, clock, WITHOUT_LIMIT)
    state = await tables.closing.cancel(state.id, MIA)
    clock.advance(DAY)
    assert (await run_due(tables, state)).status is Status.PLAYING
    state = await tables.table_pauses.play_on(state.id, MIA.user_id, since)
    # Mia ends the pause, and still asks.
    assert state.closing == ClosingRequest(MIA.user_id, clock.time, declined=False)


async def test_the_same_button_ends_a_pause_and_declines_to_close_the_game(
    tables: Tables, clock: FakeClock
) -> None:
    """Both are called "Play on", and the table says of each that "Play on" does it."""
    state, since = await paused(tables, clock, WITHOUT_LIMIT)
    await tables.closing.cancel(state.id, MIA)
    state = await tables.table_pauses.play_on(state.id, NOAH.user_id, since)
    assert state.closing == ClosingRequest(MIA.user_id, clock.time, declined=True)
    state = await pause_game(tables, state)
    clock.advance(ASK_AGAIN_AFTER)
    await tables.closing.cancel(state.id, MIA)
    asked_at = int(clock.time.timestamp())
    state = await tables.closing.decline(state.id, NOAH.user_id, asked_at)
    assert state.paused_until is None


async def test_only_games_pause_and_an_end_clears_everything(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    with pytest.raises(WrongStage):
        await tables.table_pauses.ask(state.id, MIA.user_id, 1)
    state = await tables.lobby.start(state.id, MIA)
    with pytest.raises(NotSeated):
        await tables.table_pauses.ask(state.id, LEO.user_id, 1)
    state = await tables.table_pauses.ask(state.id, MIA.user_id, 1)
    state = await tables.closing.cancel(state.id, MIA)
    assert state.status is Status.CLOSED
    assert (state.pause_request, state.paused_at) == (None, None)
    # It does not continue.
    at = int(tables.repository.now().timestamp())
    for answer in (tables.table_pauses.agree, tables.table_pauses.play_on):
        with pytest.raises(WrongStage, match="This table is closed"):
            await answer(state.id, NOAH.user_id, at)


async def test_a_pause_from_while_the_clock_was_ahead_begins_now(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables()
    now = clock.time
    clock.advance(400 * DAY)
    state, _ = await paused(tables, clock)
    tables.repository.note_press(state)
    await tables.repository.messages.save()
    clock.time = now
    again = open_tables()
    assert (state.id, clock.time) in await again.repository.due_times()
    state = await run_due(again, state)
    assert state.paused_until == now + 3 * DAY
    assert await due_at(again, state) == now + 3 * DAY


async def test_a_pause_over_while_the_clock_was_ahead_helps_no_later_pause_of_a_member(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables()
    now = clock.time
    clock.advance(400 * DAY)
    state, since = await paused(tables, clock)
    clock.advance(HOUR)
    state = await tables.table_pauses.play_on(state.id, NOAH.user_id, since)
    clock.time = now
    again = open_tables()
    state = await run_due(again, state)
    mover = state.to_move[0].user_id
    assert mover is not None
    clock.advance(HOUR)
    await again.pauses.begin(SERVER, mover, 3, pressed_at=clock.time)
    assert (await again.repository.get(state.id)).deadline == now + DAY


@pytest.mark.slow
async def test_in_a_restored_backup_a_turn_begins_again_after_a_pause_of_the_game_too(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables()
    state, since = await paused(tables, clock)
    state = await tables.table_pauses.play_on(state.id, NOAH.user_id, since)
    mover = state.to_move[0].user_id
    assert mover is not None
    clock.advance(HOUR)
    await tables.pauses.begin(SERVER, mover, 3, pressed_at=clock.time)
    ends = clock.time + 3 * DAY
    await tables.close()
    clock.advance(HOUR)
    await make_ready(tables.repository.database, clock.time, lambda _: None)
    (restored,) = await open_tables().repository.live_of(SERVER, mover)
    assert restored.deadline == ends + DAY
