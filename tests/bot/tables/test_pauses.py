"""Pauses of members: limits that stand still, the days of a year, clocks and crashes."""

from datetime import timedelta

import pytest

from bot.storage import queries
from bot.storage.models.options import TableOptions
from bot.storage.models.pauses import BAR_LASTS
from bot.storage.models.tables import Source, Status
from bot.tables.core.deadlines import CLOSING_TIMEOUT, absent
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.pauses import PauseDays
from bot.tables.service import Tables
from bot.tables.upkeep.restoring import make_ready
from engine.actions import Orient
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    MIA,
    NOAH,
    SERVER,
    actions,
    due_at,
    first_action,
    game,
    game_on_turn,
    hand_over,
    lobby,
    play,
    run_due,
)
from tests.support.tables.open_tables import OpenTables

MOMENT = timedelta(seconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LIMITED = TableOptions(turn_limit=86_400, ping_after=None)
WITHOUT_LIMIT = TableOptions(ping_after=None)
KEEP = Orient(flip=False)


async def pause(tables: Tables, user_id: int, days: int, server: int = SERVER) -> PauseDays:
    now = tables.repository.now()
    return await tables.pauses.begin(server, user_id, days, pressed_at=now)


async def until_turn_of(tables: Tables, state: TableState, user_id: int) -> TableState:
    while [seat.user_id for seat in state.to_move] != [user_id]:
        state = await play(tables, state, state.to_move[0].index, first_action(state))
    return state


async def to_another(tables: Tables, state: TableState, user_id: int) -> TableState:
    """The game when another member than this one is on turn."""
    while [seat.user_id for seat in state.to_move] == [user_id]:
        state = await play(tables, state, state.to_move[0].index, first_action(state))
    return state


async def run_all(tables: Tables, clock: FakeClock, until: timedelta, state: TableState) -> None:
    """Run everything that becomes due at the table in this time."""
    end = clock.time + until
    while (due := await due_at(tables, state)) is not None and due <= end:
        clock.time = max(clock.time, due)
        await run_due(tables, state)
    clock.time = end


# Limits


async def test_a_turn_that_begins_in_a_pause_has_its_whole_limit_after_it(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, AVA, options=LIMITED)
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 3)
    ends = clock.time + 3 * DAY
    clock.advance(HOUR)
    state = await tables.repository.get(state.id)
    state = await until_turn_of(tables, state, MIA.user_id)
    assert state.deadline == ends + DAY
    await run_all(tables, clock, 4 * DAY - HOUR - MOMENT, state)
    assert (await tables.repository.get(state.id)).decision_number == state.decision_number
    await run_all(tables, clock, MOMENT, state)
    assert (await actions(tables, state))[-1].source is Source.STAND_IN


async def test_nobody_escapes_a_limit_that_runs(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    state = await until_turn_of(tables, state, MIA.user_id)
    due = state.deadline
    clock.advance(DAY - MOMENT)
    await pause(tables, MIA.user_id, 3)
    state = await tables.repository.get(state.id)
    assert state.deadline == due
    await run_all(tables, clock, MOMENT, state)
    assert (await actions(tables, state))[-1].source is Source.STAND_IN


async def test_a_pause_in_a_game_of_minutes_lets_the_others_seat_a_computer(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, AVA, options=TableOptions(turn_limit=300))
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 14)
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    seat = state.seat_of(MIA.user_id)
    await run_all(tables, clock, timedelta(minutes=5) - MOMENT, state)
    with pytest.raises(TableError):
        await hand_over(tables, state, NOAH.user_id, seat.index)
    await run_all(tables, clock, MOMENT, state)
    state = await tables.repository.get(state.id)
    assert absent(state) == (state.seat_of(MIA.user_id),)
    with pytest.raises(TableError, match="The others are waiting for you too"):
        await hand_over(tables, state, MIA.user_id, seat.index)
    state = await hand_over(tables, state, NOAH.user_id, seat.index)
    await run_all(tables, clock, timedelta(minutes=1), state)
    assert (await actions(tables, state))[-1].source is Source.STAND_IN


async def test_only_the_member_whose_pause_moved_the_limit_is_replaced(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables, NOAH, AVA, options=TableOptions(turn_limit=300))
    await pause(tables, MIA.user_id, 14)
    state = await tables.lobby.start(state.id, MIA)
    ava = state.seat_of(AVA.user_id).index
    state = await play(tables, state, ava, KEEP)
    clock.advance(MOMENT)
    await pause(tables, NOAH.user_id, 14)
    clock.advance(timedelta(minutes=5))
    await tables.absence.ask(await tables.repository.get(state.id))
    state = await tables.repository.get(state.id)
    assert absent(state) == (state.seat_of(MIA.user_id),)
    with pytest.raises(TableError):
        await hand_over(tables, state, AVA.user_id, state.seat_of(NOAH.user_id).index)
    await hand_over(tables, state, AVA.user_id, state.seat_of(MIA.user_id).index)


async def test_nobody_is_replaced_who_comes_back_from_a_pause(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=TableOptions(turn_limit=300))
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 14)
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    await run_all(tables, clock, timedelta(minutes=5), state)
    assert absent(await tables.repository.get(state.id))
    await tables.pauses.end(SERVER, MIA.user_id)
    state = await tables.repository.get(state.id)
    assert absent(state) == ()
    with pytest.raises(TableError):
        await hand_over(tables, state, NOAH.user_id, state.seat_of(MIA.user_id).index)
    await run_all(tables, clock, timedelta(minutes=5), state)
    assert (await actions(tables, state))[-1].source is Source.STAND_IN


async def test_in_a_game_of_days_the_others_wait_for_the_end_of_a_pause(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 3)
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    await run_all(tables, clock, 2 * DAY, state)
    assert not (await tables.repository.get(state.id)).absence_asked


async def test_a_second_pause_leaves_the_limit_from_the_first_as_it_was(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 1)
    clock.advance(HOUR)
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    due = state.deadline
    clock.advance(DAY)
    await pause(tables, MIA.user_id, 5)
    assert (await tables.repository.get(state.id)).deadline == due


async def test_after_a_pause_ended_early_the_limit_runs_from_then_on(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 7)
    clock.advance(HOUR)
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    clock.advance(DAY)
    await tables.pauses.end(SERVER, MIA.user_id)
    state = await tables.repository.get(state.id)
    assert state.deadline == clock.time + DAY
    assert state.pause_of(state.seat_of(MIA.user_id)) is None


async def test_when_all_choose_at_once_a_pause_moves_no_other_limit(
    tables: Tables, clock: FakeClock
) -> None:
    await pause(tables, MIA.user_id, 3)
    ends = clock.time + 3 * DAY
    clock.advance(HOUR)
    state = await game(tables, NOAH, AVA, options=LIMITED)
    assert state.deadline == clock.time + DAY
    assert [seat.user_id for seat in state.first_due] == [NOAH.user_id, AVA.user_id]
    await run_all(tables, clock, DAY, state)
    assert [row.seat for row in await actions(tables, state)] == [1, 2]
    state = await tables.repository.get(state.id)
    assert state.deadline == ends + DAY
    await run_all(tables, clock, ends + DAY - clock.time, state)
    assert {row.seat: row.source for row in await actions(tables, state)} == {
        0: Source.STAND_IN,
        1: Source.STAND_IN,
        2: Source.STAND_IN,
    }


async def test_a_paused_member_can_play_and_stays_paused(tables: Tables, clock: FakeClock) -> None:
    await pause(tables, MIA.user_id, 3)
    clock.advance(HOUR)
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    seat = state.seat_of(MIA.user_id)
    assert state.pause_of(seat) is not None
    state = await to_another(tables, state, MIA.user_id)
    state = await until_turn_of(tables, state, MIA.user_id)
    assert state.pause_of(seat) is not None


async def test_a_pause_of_a_member_at_a_table_of_another_server_changes_nothing(
    tables: Tables, clock: FakeClock
) -> None:
    await pause(tables, MIA.user_id, 3, server=2)
    clock.advance(HOUR)
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    assert state.pauses == ()


# Tables


async def test_all_of_a_members_tables_in_the_server_show_the_pause_and_its_end(
    tables: Tables, clock: FakeClock
) -> None:
    states = [await game(tables, NOAH, channel=CHANNEL + one) for one in range(3)]
    shown: list[TableState] = []
    tables.repository.listeners.append(shown.append)
    await pause(tables, MIA.user_id, 1)
    assert sorted(state.id for state in shown) == [state.id for state in states]
    assert all(state.pause_of(state.seats[0]) for state in shown)
    await run_all(tables, clock, DAY, states[0])
    state = await tables.repository.get(states[0].id)
    assert state.pause_of(state.seats[0]) is None


async def test_a_table_that_a_paused_member_opens_or_joins_says_so(
    tables: Tables, clock: FakeClock
) -> None:
    await pause(tables, MIA.user_id, 1)
    await pause(tables, NOAH.user_id, 2)
    clock.advance(HOUR)
    state = await lobby(tables, NOAH, AVA)
    assert [state.pause_of(seat) is not None for seat in state.seats] == [True, True, False]


async def test_a_member_who_leaves_takes_the_pause_along(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH, AVA, options=LIMITED)
    await pause(tables, MIA.user_id, 3)
    state = await tables.lobby.leave(state.id, MIA.user_id)
    assert state.pauses == ()


# Without a limit


async def test_without_a_limit_those_who_wait_are_asked_a_day_after_the_pause(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=WITHOUT_LIMIT)
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 3)
    ends = clock.time + 3 * DAY
    clock.advance(HOUR)
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    await run_all(tables, clock, ends + DAY - clock.time - MOMENT, state)
    assert not (await tables.repository.get(state.id)).absence_asked
    await run_all(tables, clock, MOMENT, state)
    assert (await tables.repository.get(state.id)).absence_asked


async def test_a_game_left_alone_closes_a_fortnight_after_the_pause(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=WITHOUT_LIMIT)
    state = await to_another(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 10)
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    await run_all(tables, clock, 24 * DAY - MOMENT, state)
    assert (await tables.repository.get(state.id)).status is Status.PLAYING
    await run_all(tables, clock, 2 * MOMENT, state)
    assert (await tables.repository.get(state.id)).status is Status.CLOSED


async def test_silence_of_a_paused_member_is_no_consent_to_close(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=WITHOUT_LIMIT)
    await pause(tables, NOAH.user_id, 3)
    ends = clock.time + 3 * DAY
    clock.advance(HOUR)
    state = await tables.closing.cancel(state.id, MIA)
    assert await due_at(tables, state) == ends
    await run_due(tables, state)
    clock.time = ends
    state = await run_due(tables, state)
    assert state.status is Status.PLAYING
    # The pause is over, and the silence counts from its end.
    assert await due_at(tables, state) == ends + CLOSING_TIMEOUT


# Days


@pytest.mark.slow
async def test_a_year_has_fourteen_days_and_a_day_that_has_begun_counts(
    tables: Tables, clock: FakeClock
) -> None:
    assert await tables.pauses.of(SERVER, MIA.user_id) == PauseDays(14, 14)
    has = await pause(tables, MIA.user_id, 10)
    assert has == PauseDays(14, 4, clock.time + 10 * DAY)
    clock.advance(2 * DAY + HOUR)
    assert await tables.pauses.end(SERVER, MIA.user_id) == PauseDays(14, 11)
    with pytest.raises(TableError, match="11 days of pause left"):
        await pause(tables, MIA.user_id, 12)
    with pytest.raises(TableError, match="of pause left"):
        await pause(tables, MIA.user_id, 0)
    clock.advance(HOUR)
    await pause(tables, MIA.user_id, 11)
    with pytest.raises(TableError, match="You are already pausing"):
        await pause(tables, MIA.user_id, 1)
    clock.advance(12 * DAY)
    assert await tables.pauses.of(SERVER, MIA.user_id) == PauseDays(14, 0)
    # Each day can be used again a year after it.
    clock.advance(timedelta(days=365) - 12 * DAY)
    assert (await tables.pauses.of(SERVER, MIA.user_id)).left == 3


async def test_the_days_are_those_of_the_server(tables: Tables) -> None:
    await tables.server_settings.update(SERVER, pause_days=0)
    with pytest.raises(TableError, match="In this server members cannot pause"):
        await pause(tables, MIA.user_id, 1)
    await tables.server_settings.update(SERVER, pause_days=28)
    assert (await pause(tables, MIA.user_id, 28)).left == 0


@pytest.mark.slow
async def test_a_forgotten_member_has_no_new_days_at_once(tables: Tables, clock: FakeClock) -> None:
    await pause(tables, MIA.user_id, 14)
    clock.advance(HOUR)
    await tables.forgetting.forget(SERVER, MIA)
    clock.advance(MOMENT)
    with pytest.raises(TableError, match="You can pause again from"):
        await pause(tables, MIA.user_id, 1)
    await pause(tables, MIA.user_id, 1, server=2)
    clock.advance(28 * DAY)
    await tables.pauses.delete_old()
    await pause(tables, MIA.user_id, 1)


@pytest.mark.slow
async def test_a_member_forgotten_while_the_clock_is_ahead_is_not_barred_for_years(
    tables: Tables, clock: FakeClock
) -> None:
    now = clock.time
    for ahead in (timedelta(seconds=30), 800 * DAY):
        clock.time = now + ahead
        await pause(tables, MIA.user_id, 1)
        await tables.forgetting.forget(SERVER, MIA)
    clock.time = now
    barred = (await tables.pauses.of(SERVER, MIA.user_id)).barred_until
    assert barred == now + timedelta(seconds=30) + BAR_LASTS


async def test_a_press_from_before_a_forgetting_begins_no_pause(
    tables: Tables, clock: FakeClock
) -> None:
    pressed_at = clock.time
    clock.advance(MOMENT)
    await tables.forgetting.forget(SERVER, MIA)
    with pytest.raises(TableError, match="Press again"):
        await tables.pauses.begin(SERVER, MIA.user_id, 1, pressed_at=pressed_at)


# Clocks and crashes


async def test_a_pause_taken_while_the_clock_was_ahead_delays_no_game(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    now = clock.time
    clock.advance(400 * DAY)
    await pause(tables, MIA.user_id, 7)
    clock.time = now
    assert await tables.pauses.of(SERVER, MIA.user_id) == PauseDays(14, 14)
    await pause(tables, MIA.user_id, 14)
    await tables.pauses.end(SERVER, MIA.user_id)
    clock.time = now + HOUR
    state = await until_turn_of(tables, await tables.repository.get(state.id), MIA.user_id)
    assert state.deadline == clock.time + DAY
    async with tables.repository.database.read() as session:
        paused = await queries.pauses.pausing(session, SERVER, [MIA.user_id], clock.time)
    assert paused == set()


async def test_a_new_pause_takes_the_place_of_one_from_while_the_clock_was_ahead(
    tables: Tables, clock: FakeClock
) -> None:
    now = clock.time
    clock.advance(20 * DAY)
    await pause(tables, MIA.user_id, 7)
    clock.time = now
    await pause(tables, MIA.user_id, 3)
    clock.advance(21 * DAY)
    assert await tables.pauses.of(SERVER, MIA.user_id) == PauseDays(14, 11)


async def test_after_a_restart_the_rows_alone_say_what_is_next(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    """As after a crash between the pause's commit and all that follows from it."""
    tables = open_tables()
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    state = await to_another(tables, state, MIA.user_id)
    tables.repository.listeners.clear()
    await pause(tables, MIA.user_id, 3)
    ends = clock.time + 3 * DAY
    again = open_tables()
    assert state.id in await again.repository.unpublished()
    assert (state.id, clock.time) in await again.repository.due_times()
    state = await run_due(again, state)
    assert state.pause_of(state.seat_of(MIA.user_id)) is not None
    state = await until_turn_of(again, state, MIA.user_id)
    assert state.deadline == ends + DAY
    last = open_tables()
    assert (await last.repository.get(state.id)).deadline == ends + DAY


async def test_an_end_by_the_clock_while_no_program_ran_is_shown_at_the_start(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables()
    state = await game_on_turn(tables, NOAH, options=WITHOUT_LIMIT)
    await pause(tables, MIA.user_id, 1)
    clock.advance(DAY + HOUR)
    again = open_tables()
    before = await again.repository.get(state.id)
    after = await run_due(again, state)
    assert after.revision == before.revision + 1
    assert not any(after.pause_of(seat) for seat in after.seats)


@pytest.mark.slow
async def test_a_restored_backup_counts_a_limit_from_the_end_of_the_pause(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables()
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    state = await until_turn_of(tables, state, MIA.user_id)
    await pause(tables, MIA.user_id, 3)
    ends = clock.time + 3 * DAY
    clock.advance(HOUR)
    await tables.close()
    await make_ready(tables.repository.database, clock.time, lambda _: None)
    again = open_tables()
    (restored,) = await again.repository.live_of(SERVER, MIA.user_id)
    assert restored.deadline == ends + DAY
    assert not (await run_due(again, restored)).stand_ins
