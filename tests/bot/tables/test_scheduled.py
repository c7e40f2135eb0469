"""Scheduled tables: who signs up, who is here, and when the game begins."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.storage import queries
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.models.options import TableOptions
from bot.storage.models.pauses import MemberPause
from bot.storage.models.tables import Reason, Status
from bot.tables.core.actor import Actor
from bot.tables.core.deadlines import PUNCTUAL, ROLL_CALL, ROOM_CHECKS
from bot.tables.core.errors import Blocked, ChannelNotAllowed, TableError, WrongStage
from bot.tables.core.state import TableState
from bot.tables.lifecycle import EARLIEST, LATEST
from bot.tables.scheduled import LONGEST_WAIT, MAX_SIGN_UPS
from bot.tables.servers.settings import MAX_SCHEDULED
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.storage.traces import traces
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    NOAH,
    SERVER,
    ZOE,
    asked_to_block,
    block,
    due_at,
    lobby,
    member,
    run_due,
    stored_table,
    tokens,
)
from tests.support.tables.open_tables import OpenTables

IN_TWO_HOURS = timedelta(hours=2)
MINUTE = timedelta(minutes=1)


async def scheduled(
    tables: Tables,
    *others: Actor,
    host: Actor = MIA,
    ahead: timedelta = IN_TWO_HOURS,
    channel: int = CHANNEL,
    options: TableOptions | None = None,
) -> TableState:
    """A scheduled table that the host opened and to which these others signed up."""
    starts_at = tables.repository.now() + ahead
    state = await tables.lifecycle.open(
        ENGLISH, SERVER, channel, host, options or TableOptions(), starts_at=starts_at
    )
    for actor in others:
        state = await tables.scheduled.sign_up(state.id, actor)
    return state


async def roll_called(
    tables: Tables, clock: FakeClock, *others: Actor, options: TableOptions | None = None
) -> TableState:
    """The same table at its roll call, ten minutes before the time."""
    state = await scheduled(tables, *others, options=options)
    clock.advance(IN_TWO_HOURS - ROLL_CALL)
    return await run_due(tables, state)


async def all_here(tables: Tables, clock: FakeClock) -> TableState:
    """Three members signed up, and have answered the roll call."""
    state = await roll_called(tables, clock, NOAH, AVA)
    for actor in (MIA, NOAH, AVA):
        state = await tables.scheduled.sign_up(state.id, actor)
    return state


def named(state: TableState) -> list[str]:
    return [one.name for one in state.sign_ups]


def seated(state: TableState) -> list[str]:
    return [seat.name for seat in state.seats]


async def test_a_scheduled_table_has_no_seats_and_leaves_its_channel_free(tables: Tables) -> None:
    state = await scheduled(tables, NOAH)
    assert (state.status, state.seats, named(state)) == (Status.SCHEDULED, (), ["Mia", "Noah"])
    assert not state.status.live
    assert await tables.repository.find_live_in(CHANNEL) is None
    assert (await lobby(tables)).status is Status.LOBBY
    assert await tables.repository.scheduled_in(SERVER) == [state]


@pytest.mark.parametrize("wrong", [EARLIEST - MINUTE, -EARLIEST, LATEST + MINUTE])
async def test_a_time_too_near_too_far_or_past_is_refused(tables: Tables, wrong: timedelta) -> None:
    with pytest.raises(TableError, match="from 15 minutes to 14 days from now"):
        await scheduled(tables, ahead=wrong)
    for right in (EARLIEST, LATEST):
        await scheduled(tables, ahead=right)


async def test_a_server_has_five_scheduled_tables_even_if_two_programs_open_them(
    tables: Tables, open_tables: OpenTables
) -> None:
    manager = replace(MIA, manages_server=True)
    for _ in range(MAX_SCHEDULED - 1):
        await scheduled(tables, host=manager)
    outcomes = await asyncio.gather(
        *(scheduled(program, host=manager) for program in (tables, open_tables())),
        return_exceptions=True,
    )
    (refused,) = (outcome for outcome in outcomes if isinstance(outcome, TableError))
    assert "already has five scheduled tables" in str(refused)
    assert len(await tables.repository.scheduled_in(SERVER)) == MAX_SCHEDULED


async def test_scheduled_tables_in_deleted_channels_take_no_place(tables: Tables) -> None:
    for _ in range(MAX_SCHEDULED):
        await scheduled(tables, host=replace(MIA, manages_server=True))
    await tables.lifecycle.mark_all_lost(SERVER, CHANNEL)
    assert (await scheduled(tables, host=NOAH, channel=CHANNEL + 1)).status is Status.SCHEDULED


async def test_a_member_has_two_scheduled_tables_in_a_server(tables: Tables) -> None:
    first = await scheduled(tables)
    await scheduled(tables)
    with pytest.raises(TableError, match="You already have two scheduled tables"):
        await scheduled(tables)
    await scheduled(tables, host=NOAH)
    await tables.closing.cancel(first.id, MIA)
    await scheduled(tables)


async def test_the_roll_call_mentions_once_those_who_signed_up_before(
    tables: Tables, clock: FakeClock
) -> None:
    state = await scheduled(tables, NOAH)
    assert await due_at(tables, state) == clock.time + IN_TWO_HOURS - ROLL_CALL
    clock.advance(IN_TWO_HOURS - ROLL_CALL)
    state = await run_due(tables, state)
    assert state.roll_call_at == clock.time
    state = await tables.scheduled.sign_up(state.id, AVA)
    assert [(one.mentioned, one.here) for one in state.sign_ups] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    assert await run_due(tables, state) == await tables.repository.get(state.id)
    assert (await tables.repository.get(state.id)).roll_call_at == clock.time


async def test_the_roll_call_mentions_no_member_who_pauses(
    tables: Tables, clock: FakeClock
) -> None:
    state = await scheduled(tables, NOAH)
    async with tables.repository.database.write() as session:
        ends = clock.time + timedelta(days=1)
        session.add(
            MemberPause(guild_id=SERVER, user_id=NOAH.user_id, begins=clock.time, ends=ends)
        )
    clock.advance(IN_TWO_HOURS - ROLL_CALL)
    state = await run_due(tables, state)
    assert [(one.name, one.mentioned) for one in state.sign_ups] == [("Mia", True), ("Noah", False)]


async def test_members_who_are_here_are_seated_in_the_order_of_signing_up_with_a_fresh_token(
    tables: Tables, clock: FakeClock
) -> None:
    state = await roll_called(tables, clock, NOAH, AVA, LEO)
    for actor in (LEO, NOAH, AVA):
        state = await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    state = await run_due(tables, state)
    assert (state.status, seated(state)) == (Status.PLAYING, ["Noah", "Ava", "Leo"])
    assert (state.sign_ups, state.host_id) == ((), NOAH.user_id)
    assert (await tokens(tables, state)).keys() == {NOAH.user_id, AVA.user_id, LEO.user_id}


async def test_with_more_members_than_seats_the_first_members_here_play(
    tables: Tables, clock: FakeClock
) -> None:
    state = await roll_called(tables, clock, NOAH, AVA, LEO, options=TableOptions(size=2))
    for actor in (LEO, AVA, MIA):
        state = await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    state = await run_due(tables, state)
    assert (seated(state), state.host_id) == (["Mia", "Ava"], MIA.user_id)
    assert (await tokens(tables, state)).keys() == {MIA.user_id, AVA.user_id}


@pytest.mark.slow
async def test_with_fewer_than_two_it_closes_and_says_so(tables: Tables, clock: FakeClock) -> None:
    state = await roll_called(tables, clock, NOAH)
    state = await tables.scheduled.sign_up(state.id, MIA)
    clock.advance(ROLL_CALL)
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.TOO_FEW)
    assert state.sign_ups == ()
    with pytest.raises(WrongStage, match="This table is closed"):
        await tables.scheduled.sign_up(state.id, NOAH)


async def test_signing_off_gives_up_the_place_and_signing_up_again_is_the_last(
    tables: Tables,
) -> None:
    state = await scheduled(tables, NOAH, AVA)
    state = await tables.scheduled.sign_up(state.id, NOAH)
    assert named(state) == ["Mia", "Noah", "Ava"]
    state = await tables.lobby.leave(state.id, NOAH.user_id)
    assert named(state) == ["Mia", "Ava"]
    with pytest.raises(TableError, match="has not begun"):
        await tables.lobby.leave(state.id, NOAH.user_id)
    assert named(await tables.scheduled.sign_up(state.id, NOAH)) == ["Mia", "Ava", "Noah"]


async def test_a_host_who_signed_off_can_still_close_the_table(tables: Tables) -> None:
    state = await scheduled(tables, NOAH)
    await tables.lobby.leave(state.id, MIA.user_id)
    with pytest.raises(TableError, match="Only the host or a moderator"):
        await tables.closing.cancel(state.id, NOAH)
    state = await tables.closing.cancel(state.id, MIA)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.ENDED)


async def test_the_list_has_an_end(tables: Tables) -> None:
    crowd = [member(1000 + number, f"Member {number}") for number in range(MAX_SIGN_UPS)]
    state = await scheduled(tables, *crowd[1:])
    with pytest.raises(TableError, match="list of this table is full"):
        await tables.scheduled.sign_up(state.id, NOAH)
    assert len(named(await tables.scheduled.sign_up(state.id, crowd[1]))) == MAX_SIGN_UPS


async def test_a_blocked_member_cannot_sign_up_and_loses_the_place(
    tables: Tables, clock: FakeClock
) -> None:
    state = await all_here(tables, clock)
    await block(tables, AVA)
    assert named(await tables.repository.get(state.id)) == ["Mia", "Noah"]
    with pytest.raises(Blocked):
        await tables.scheduled.sign_up(state.id, AVA)
    # As if the program had ended between the block and the removal.
    await tables.blocks.add(await asked_to_block(tables, NOAH))
    clock.advance(ROLL_CALL)
    assert (await run_due(tables, state)).closed_reason is Reason.TOO_FEW


async def test_a_blocked_manager_who_signs_up_gets_the_seat(
    tables: Tables, clock: FakeClock
) -> None:
    state = await roll_called(tables, clock)
    manager = replace(NOAH, manages_server=True)
    await block(tables, NOAH)
    for actor in (MIA, manager):
        state = await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    assert seated(await run_due(tables, state)) == ["Mia", "Noah"]


async def test_it_waits_for_its_channel_and_begins_when_that_is_free(
    tables: Tables, clock: FakeClock
) -> None:
    state = await roll_called(tables, clock, NOAH)
    other = await lobby(tables, ZOE)
    for actor in (MIA, NOAH):
        await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    state = await run_due(tables, state)
    assert (state.status, state.waits_for_room) == (Status.SCHEDULED, True)
    assert await due_at(tables, state) == clock.time + ROOM_CHECKS
    state = await tables.scheduled.sign_up(state.id, AVA)
    await tables.closing.cancel(other.id, MIA)
    clock.advance(ROOM_CHECKS)
    state = await run_due(tables, state)
    assert (state.status, seated(state)) == (Status.PLAYING, ["Mia", "Noah", "Ava"])


@pytest.mark.slow
async def test_it_waits_for_an_hour_at_most(tables: Tables, clock: FakeClock) -> None:
    state = await roll_called(tables, clock, NOAH)
    await lobby(tables, ZOE)
    for actor in (MIA, NOAH):
        await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    for _ in range(LONGEST_WAIT // ROOM_CHECKS):
        state = await run_due(tables, state)
        assert state.waits_for_room
        clock.advance(ROOM_CHECKS)
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.NO_ROOM)


async def test_the_servers_number_of_tables_counts_it_from_its_beginning(
    tables: Tables, clock: FakeClock
) -> None:
    await tables.server_settings.update(SERVER, max_tables=1)
    state = await roll_called(tables, clock, NOAH)
    other = await lobby(tables, channel=CHANNEL + 1)
    for actor in (MIA, NOAH):
        await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    assert (await run_due(tables, state)).waits_for_room
    await tables.closing.cancel(other.id, MIA)
    clock.advance(ROOM_CHECKS)
    assert (await run_due(tables, state)).status is Status.PLAYING
    with pytest.raises(TableError, match="one table at a time"):
        await lobby(tables, channel=CHANNEL + 1)


async def test_in_a_channel_that_managers_have_forbidden_it_closes_without_a_roll_call(
    tables: Tables, clock: FakeClock
) -> None:
    state = await scheduled(tables, NOAH)
    await tables.server_settings.update(SERVER, channels=(CHANNEL + 1,))
    with pytest.raises(ChannelNotAllowed):
        await tables.scheduled.sign_up(state.id, AVA)
    # Late: otherwise the roll call would be repeated.
    clock.advance(IN_TWO_HOURS)
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.FORBIDDEN)
    assert state.roll_call_at is None


@pytest.mark.parametrize("late", [0 * MINUTE, 2 * MINUTE])
async def test_in_a_channel_that_managers_forbid_after_the_roll_call_it_closes_too(
    tables: Tables, clock: FakeClock, late: timedelta
) -> None:
    state = await all_here(tables, clock)
    await tables.server_settings.update(SERVER, channels=(CHANNEL + 1,))
    clock.advance(ROLL_CALL + late)
    assert (await run_due(tables, state)).closed_reason is Reason.FORBIDDEN


@pytest.mark.parametrize("late", [2 * MINUTE, 15 * MINUTE])
async def test_after_a_short_absence_of_the_bot_members_say_again_that_they_are_here(
    tables: Tables, clock: FakeClock, open_tables: OpenTables, late: timedelta
) -> None:
    state = await roll_called(tables, clock, NOAH)
    await tables.scheduled.sign_up(state.id, NOAH)
    clock.advance(ROLL_CALL + late)
    again = open_tables()
    state = await run_due(again, state)
    # They are mentioned again: nothing else tells them.
    assert (state.starts_at, state.roll_call_at) == (clock.time + ROLL_CALL, clock.time)
    assert [(one.here, one.mentioned) for one in state.sign_ups] == [(False, True)] * 2
    for actor in (MIA, NOAH):
        await again.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    assert (await run_due(again, state)).status is Status.PLAYING


async def test_after_a_longer_absence_it_closes(tables: Tables, clock: FakeClock) -> None:
    state = await roll_called(tables, clock, NOAH)
    for actor in (MIA, NOAH):
        await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL + 16 * MINUTE)
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.LATE)


async def test_a_late_roll_call_lasts_the_whole_time(tables: Tables, clock: FakeClock) -> None:
    punctual, late, missed = [await scheduled(tables, NOAH, host=one) for one in (MIA, AVA, LEO)]
    clock.advance(IN_TWO_HOURS - ROLL_CALL + PUNCTUAL)
    state = await run_due(tables, punctual)
    assert state.starts_at == punctual.starts_at
    clock.advance(ROLL_CALL)
    state = await run_due(tables, late)
    assert (state.roll_call_at, state.starts_at) == (clock.time, clock.time + ROLL_CALL)
    clock.advance(16 * MINUTE)
    assert (await run_due(tables, missed)).closed_reason is Reason.LATE


async def test_a_table_whose_clock_was_ahead_begins_at_its_time(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    state = await scheduled(tables, NOAH)
    clock.advance(-timedelta(days=1))
    again = open_tables()
    await run_due(again, state)
    found = await again.repository.get(state.id)
    assert (found.status, found.starts_at) == (Status.SCHEDULED, state.starts_at)
    assert state.starts_at is not None
    assert await due_at(again, found) == state.starts_at - ROLL_CALL


async def test_its_scheduler_finds_it_after_a_restart(
    tables: Tables, open_tables: OpenTables
) -> None:
    state = await scheduled(tables, NOAH)
    assert dict(await open_tables().repository.due_times()) == {
        state.id: await due_at(tables, state)
    }


async def test_a_member_who_was_here_before_a_restart_can_be_sent_their_hand(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    state = await all_here(tables, clock)
    here = {MIA.user_id, NOAH.user_id, AVA.user_id}
    assert (await tokens(tables, state)).keys() == here
    again = open_tables()
    await again.forgetting.forget(SERVER, AVA)
    clock.advance(ROLL_CALL)
    state = await run_due(again, state)
    assert seated(state) == ["Mia", "Noah"]
    assert (await tokens(again, state)).keys() == here - {AVA.user_id}


async def test_of_two_programs_one_begins_the_game(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    state = await roll_called(tables, clock, NOAH)
    for actor in (MIA, NOAH):
        state = await tables.scheduled.sign_up(state.id, actor)
    clock.advance(ROLL_CALL)
    other = open_tables()
    await asyncio.gather(
        tables.scheduled.proceed(state), other.scheduled.proceed(state), return_exceptions=True
    )
    found = await stored_table(tables, state)
    assert (found.status, len(found.rounds)) == (Status.PLAYING, 1)


@pytest.mark.slow
async def test_a_forgotten_member_is_no_longer_signed_up(
    tables: Tables, clock: FakeClock, url: str, tmp_path: Path
) -> None:
    state = await all_here(tables, clock)
    await tables.forgetting.forget(SERVER, MIA)
    assert traces(tmp_path / "games.sqlite3", MIA.user_id, MIA.name, MIA.token) == []
    state = await tables.repository.get(state.id)
    assert named(state) == ["Noah", "Ava"]
    assert state.host_id < 0
    clock.advance(ROLL_CALL)
    state = await run_due(tables, state)
    assert (state.status, seated(state), state.host_id) == (
        Status.PLAYING,
        ["Noah", "Ava"],
        NOAH.user_id,
    )


async def test_a_forgotten_host_leaves_no_table_for_which_nobody_else_signed_up(
    tables: Tables,
) -> None:
    alone = await scheduled(tables)
    joined = await scheduled(tables, NOAH, channel=CHANNEL + 1)
    await tables.forgetting.forget(SERVER, MIA)
    alone, joined = [await tables.repository.get(state.id) for state in (alone, joined)]
    assert (alone.status, alone.closed_reason) == (Status.CLOSED, Reason.EMPTY)
    assert joined.status is Status.SCHEDULED


async def test_a_blocked_host_leaves_no_table_for_which_nobody_else_signed_up(
    tables: Tables,
) -> None:
    alone = await scheduled(tables)
    joined = await scheduled(tables, NOAH, channel=CHANNEL + 1)
    await block(tables, MIA)
    alone, joined = [await tables.repository.get(state.id) for state in (alone, joined)]
    assert (alone.status, alone.closed_reason) == (Status.CLOSED, Reason.EMPTY)
    assert joined.status is Status.SCHEDULED


@pytest.mark.parametrize("is_forgotten", [True, False])
async def test_without_its_host_a_table_closes_when_the_last_member_signs_off(
    tables: Tables, *, is_forgotten: bool
) -> None:
    state = await scheduled(tables, NOAH, AVA)
    if is_forgotten:
        await tables.forgetting.forget(SERVER, MIA)
    else:
        await block(tables, MIA)
    state = await tables.lobby.leave(state.id, NOAH.user_id)
    assert state.status is Status.SCHEDULED
    state = await tables.lobby.leave(state.id, AVA.user_id)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.EMPTY)


@pytest.mark.parametrize("is_forgotten", [True, False])
async def test_without_its_host_a_table_closes_when_its_last_member_is_forgotten_or_blocked(
    tables: Tables, *, is_forgotten: bool
) -> None:
    state = await scheduled(tables, NOAH)
    for one in (MIA, NOAH):
        if is_forgotten:
            await tables.forgetting.forget(SERVER, one)
        else:
            await block(tables, one)
    state = await tables.repository.get(state.id)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.EMPTY)


@pytest.mark.slow
async def test_a_sign_up_that_comes_as_a_member_is_forgotten_is_forgotten_or_new(
    tables: Tables, open_tables: OpenTables
) -> None:
    state = await scheduled(tables, NOAH)
    other = open_tables()
    outcomes = await asyncio.gather(
        tables.forgetting.forget(SERVER, AVA),
        other.scheduled.sign_up(state.id, AVA),
        return_exceptions=True,
    )
    assert not [one for one in outcomes if isinstance(one, Exception)]
    await tables.forgetting.forget(SERVER, AVA)
    async with tables.repository.database.read() as session:
        assert await queries.tables.tables_inviting(session, AVA.user_id, SERVER) == []


async def test_members_who_come_and_go_as_it_begins_are_seated_or_refused(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    state = await all_here(tables, clock)
    clock.advance(ROLL_CALL)
    other = open_tables()
    outcomes = await asyncio.gather(
        tables.scheduled.sign_up(state.id, LEO),
        tables.scheduled.proceed(state),
        tables.lobby.leave(state.id, AVA.user_id, Status.SCHEDULED),
        other.scheduled.sign_up(state.id, ZOE),
        return_exceptions=True,
    )
    refused = [one for one in outcomes if isinstance(one, Exception)]
    assert all(isinstance(one, WrongStage | DatabaseBusy) for one in refused)
    found = await stored_table(tables, state)
    assert (found.status, found.sign_ups) == (Status.PLAYING, [])
    names = [seat.name for seat in found.seats]
    assert names[:2] == ["Mia", "Noah"]
    assert [seat.index for seat in found.seats] == list(range(len(names)))
    came = {"Leo": outcomes[0], "Zoe": outcomes[3]}
    assert {*names[2:]} - {"Ava"} == {
        name for name, one in came.items() if not isinstance(one, Exception)
    }
    assert ("Ava" in names) is isinstance(outcomes[2], Exception)


async def test_a_lost_channel_closes_it_after_a_day(tables: Tables, clock: FakeClock) -> None:
    state = await scheduled(tables, NOAH, ahead=timedelta(days=3))
    await tables.lifecycle.mark_all_lost(SERVER, CHANNEL)
    clock.advance(timedelta(days=1))
    state = await run_due(tables, state)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.LOST)


async def test_the_roll_is_called_again_if_its_channel_was_lost(
    tables: Tables, clock: FakeClock
) -> None:
    state = await roll_called(tables, clock, NOAH)
    await tables.lifecycle.mark_all_lost(SERVER, CHANNEL)
    clock.advance(ROLL_CALL)
    assert (await run_due(tables, state)).status is Status.SCHEDULED
    await tables.lifecycle.mark_found(state.id)
    state = await run_due(tables, state)
    assert (state.roll_call_at, state.starts_at) == (clock.time, clock.time + ROLL_CALL)
    assert [one.mentioned for one in state.sign_ups] == [True, True]


async def test_a_roll_call_is_not_made_in_a_channel_that_is_lost(
    tables: Tables, clock: FakeClock
) -> None:
    state = await scheduled(tables, NOAH)
    await tables.lifecycle.mark_all_lost(SERVER, CHANNEL)
    clock.advance(IN_TWO_HOURS - ROLL_CALL)
    assert (await run_due(tables, state)).roll_call_at is None
    await tables.lifecycle.mark_found(state.id)
    assert (await run_due(tables, state)).roll_call_at == clock.time


@pytest.mark.parametrize("turn_limit", [None, 60])
async def test_the_roll_is_called_again_if_the_channel_was_lost_at_the_time(
    tables: Tables, clock: FakeClock, turn_limit: int | None
) -> None:
    options = TableOptions(turn_limit=turn_limit)
    state = await roll_called(tables, clock, NOAH, options=options)
    clock.advance(ROLL_CALL / 2)
    await tables.lifecycle.mark_all_lost(SERVER, CHANNEL)
    clock.advance(ROLL_CALL)
    await tables.lifecycle.mark_found(state.id)
    state = await run_due(tables, state)
    assert (state.status, state.waits_for_room) == (Status.SCHEDULED, False)
    assert (state.roll_call_at, state.starts_at) == (clock.time, clock.time + ROLL_CALL)
