"""What is due at a table, and when: the closing of a lobby, the ping."""

import asyncio
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Reason, Status
from bot.tables.core.deadlines import THINKING_TIME, WakeableSleep
from bot.tables.core.errors import ChannelTaken
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.actions import Orient
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    MIA,
    NOAH,
    due_at,
    first_action,
    game,
    game_on_turn,
    lobby,
    play,
    run_due,
)
from tests.support.tables.open_tables import PACE

MOMENT = timedelta(milliseconds=1)
A_MINUTE = timedelta(minutes=1)
AN_HOUR = timedelta(hours=1)
A_DAY = timedelta(days=1)
KEEP = Orient(flip=False)


# The lobby


async def test_a_lobby_that_nobody_touches_for_an_hour_closes(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables, NOAH)
    assert await due_at(tables, state) == clock.time + AN_HOUR
    clock.advance(AN_HOUR - MOMENT)
    assert (await run_due(tables, state)).status is Status.LOBBY
    clock.advance(MOMENT)
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.IDLE)
    assert await due_at(tables, state) is None


async def test_a_press_in_the_lobby_keeps_it_open_for_another_hour(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables)
    lobby_service = tables.lobby
    for command in (
        lobby_service.join,
        lobby_service.add_computer,
        lobby_service.remove_computer,
        lobby_service.join,
    ):
        clock.advance(AN_HOUR - MOMENT)
        await command(state.id, MIA)
        assert await due_at(tables, state) == clock.time + AN_HOUR
    clock.advance(MOMENT)
    assert (await run_due(tables, state)).status is Status.LOBBY


async def test_a_refused_click_adds_no_time(tables: Tables, clock: FakeClock) -> None:
    state = await lobby(tables, options=TableOptions(size=2))
    await tables.lobby.join(state.id, NOAH)
    due = await due_at(tables, state)
    clock.advance(MOMENT)
    with pytest.raises(ValueError, match="All seats are taken"):
        await tables.lobby.join(state.id, AVA)
    assert await due_at(tables, state) == due


async def test_a_touch_in_the_last_moment_keeps_the_lobby_open(
    tables: Tables, clock: FakeClock
) -> None:
    """The scheduler has looked at the lobby while somebody is joining."""
    state = await lobby(tables)
    # Else both read them first, each on a connection of its own, and either is the first to go on.
    await tables.repository.messages.of(state.id)
    clock.advance(AN_HOUR)
    await asyncio.gather(tables.scheduler.run_due(state.id), tables.lobby.join(state.id, NOAH))
    after = await tables.repository.get(state.id)
    assert (after.status, len(after.seats)) == (Status.LOBBY, 2)


async def test_a_game_under_way_is_closed_by_no_deadline_of_a_lobby(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH)
    clock.advance(timedelta(days=13))
    await run_due(tables, state)
    assert (await run_due(tables, state)).status is Status.PLAYING


# The ping


def is_pinged(state: TableState) -> bool:
    """Whether a member who is to move is mentioned."""
    return any(seat.pinged for seat in state.members_to_move)


async def test_the_player_on_turn_is_pinged_after_a_minute(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH)
    assert await due_at(tables, state) == clock.time + A_MINUTE
    clock.advance(A_MINUTE - MOMENT)
    assert not is_pinged(await run_due(tables, state))
    clock.advance(MOMENT)
    pinged = await run_due(tables, state)
    assert is_pinged(pinged)
    assert pinged.revision > state.revision


async def test_a_turn_has_one_ping(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    assert await due_at(tables, state) == state.decision_since + A_DAY, "others are asked then"


async def test_the_next_turn_has_a_ping_of_its_own(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH)
    clock.advance(A_MINUTE)
    state = await run_due(tables, state)
    (seat,) = state.to_move
    state = await play(tables, state, seat.index, first_action(state))
    assert not is_pinged(state)
    assert await due_at(tables, state) == clock.time + A_MINUTE


async def test_nobody_is_pinged_while_a_computer_thinks(tables: Tables) -> None:
    state = await game(tables, computers=1)
    assert await due_at(tables, state) == state.decision_since + PACE - THINKING_TIME
    await play(tables, state, 0, KEEP)
    assert await due_at(tables, state) == state.decision_since + PACE - THINKING_TIME


async def test_a_move_in_the_last_moment_needs_no_ping(tables: Tables, clock: FakeClock) -> None:
    """The scheduler has looked at the turn while its player is moving."""
    state = await game_on_turn(tables, NOAH)
    clock.advance(A_MINUTE)
    (seat,) = state.to_move
    await asyncio.gather(
        tables.scheduler.run_due(state.id), play(tables, state, seat.index, first_action(state))
    )
    after = await tables.repository.get(state.id)
    assert (after.decision_number, is_pinged(after)) == (state.decision_number + 1, False)


# A channel out of reach


@pytest.mark.parametrize("started", [False, True])
async def test_a_table_out_of_reach_for_a_day_closes(
    tables: Tables, clock: FakeClock, started: bool
) -> None:
    state = await (game_on_turn if started else lobby)(tables, NOAH)
    if started:
        clock.advance(A_MINUTE)
        state = await run_due(tables, state)
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(A_DAY - MOMENT)
    if not started:
        await tables.lobby.join(state.id, MIA)
    assert (await run_due(tables, state)).status.live
    clock.advance(MOMENT)
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.LOST)


async def test_a_table_within_reach_again_goes_on(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH)
    await tables.lifecycle.mark_lost(state.id)
    lost = await tables.repository.get(state.id)
    assert lost.lost_at == clock.time
    clock.advance(A_DAY - MOMENT)
    await tables.lifecycle.mark_found(lost.id)
    clock.advance(MOMENT)
    await run_due(tables, state)
    assert (await run_due(tables, state)).status is Status.PLAYING


async def test_the_day_counts_from_the_first_failure(tables: Tables, clock: FakeClock) -> None:
    state = await game_on_turn(tables, NOAH)
    await tables.lifecycle.mark_lost(state.id)
    since = clock.time
    clock.advance(timedelta(hours=5))
    await tables.lifecycle.mark_lost(state.id)
    assert (await tables.repository.get(state.id)).lost_at == since


async def test_a_table_posted_again_elsewhere_is_found_there(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH)
    await tables.lifecycle.mark_lost(state.id)
    state = await tables.lifecycle.repost(state.id, 77)
    assert (state.channel_id, state.lost_at, state.reposts) == (77, None, 1)
    assert await tables.repository.find_live_in(77) == state


async def test_a_table_is_not_posted_again_where_another_lives(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH)
    other = await lobby(tables, channel=77)
    with pytest.raises(ChannelTaken) as refusal:
        await tables.lifecycle.repost(state.id, 77)
    assert refusal.value.table_id == other.id
    assert await tables.repository.get(state.id) == state


async def test_a_sleep_ends_after_its_time_or_when_it_is_woken() -> None:
    sleeper = WakeableSleep()
    await sleeper.sleep(0)
    waiting = asyncio.create_task(sleeper.sleep(3600))
    await asyncio.sleep(0)
    assert not waiting.done()
    sleeper.wake()
    await waiting


async def test_a_sleep_that_was_woken_before_it_began_is_none() -> None:
    sleeper = WakeableSleep()
    sleeper.wake()
    await sleeper.sleep(3600)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(sleeper.sleep(3600), 0.01)
