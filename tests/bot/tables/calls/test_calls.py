"""Calls to a lobby: which members get one, how often, and what a crash leaves of a call."""

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.storage import queries
from bot.storage.models.calls import Call, CallHours
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.calls.calls import MOST_CALLED, MadeCall
from bot.tables.calls.hours import FOR_NOW
from bot.tables.core.actor import Actor
from bot.tables.core.deadlines import SAME_NONCE
from bot.tables.core.errors import NotSeated, TableError, WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.storage.rows import a_pause
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    NOAH,
    SERVER,
    ZOE,
    block,
    game,
    lobby,
    play_to_the_end,
)
from tests.support.tables.open_tables import OpenTables

HOUR = timedelta(hours=1)
OTHER_CHANNEL, OTHER_SERVER = CHANNEL + 1, SERVER + 1
FIRST = 1000
"""The id of the first of members who do nothing but wait to be called."""
EVERY_DAY = range(7)


async def listen(tables: Tables, *user_ids: int, guild_id: int = SERVER, every: int = 3) -> None:
    """These members can be called at all hours."""
    for user_id in user_ids:
        always: dict[str, Any] = {"zone": "UTC", "days": EVERY_DAY, "begins": 0, "ends": 0}
        await tables.call_list.update(guild_id, user_id, every=every, **always)


async def candidates(tables: Tables, state: TableState, caller: int = MIA.user_id) -> list[int]:
    return await tables.calls.candidates(state.id, caller, state.channel_id)


async def call(tables: Tables, state: TableState, caller: int = MIA.user_id) -> MadeCall | None:
    found = await candidates(tables, state, caller)
    return await tables.calls.make(state.id, caller, state.channel_id, found)


async def sent_call(tables: Tables, state: TableState, caller: int = MIA.user_id) -> list[int]:
    """The members of a call whose message has arrived."""
    made = await call(tables, state, caller)
    assert made is not None
    await tables.calls.mark_sent(made, 77)
    return [*made.user_ids]


async def number_of_calls(tables: Tables) -> int | None:
    async with tables.repository.database.read() as session:
        return await session.scalar(select(func.count()).select_from(Call))


async def finished_game(tables: Tables, *others: Actor) -> TableState:
    """A game of Mia, Noah and these others over one round."""
    state = await game(tables, NOAH, *others, options=TableOptions(length=1))
    return await play_to_the_end(tables, state, random.Random(1))


async def mentioned(tables: Tables, finished: TableState, rematch: TableState) -> list[int]:
    """The members that this rematch of the game mentions if all see its channel."""
    invited = [member.user_id for member in rematch.invited]
    return await tables.lifecycle.mention_for_rematch(finished.id, rematch, invited)


@pytest.mark.parametrize("days", [0, 2])
async def test_members_whom_a_rematch_mentioned_are_not_called_to_it(
    tables: Tables, clock: FakeClock, days: int
) -> None:
    """A rematch of a game of some days ago mentions nobody, so they can be called."""
    await listen(tables, NOAH.user_id, AVA.user_id)
    finished = await finished_game(tables)
    clock.advance(timedelta(days=days))
    opened = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    called_back = await mentioned(tables, finished, opened)
    assert called_back == ([] if days else [NOAH.user_id])
    assert {*await candidates(tables, opened)} == {NOAH.user_id, AVA.user_id} - {*called_back}


@pytest.mark.parametrize("leaves", [False, True])
async def test_members_whom_an_earlier_rematch_mentioned_can_be_called(
    tables: Tables, clock: FakeClock, leaves: bool
) -> None:
    """The second rematch of a game mentions nobody, also if the host has left the first one."""
    await listen(tables, NOAH.user_id)
    finished = await finished_game(tables)
    clock.advance(HOUR)
    first = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    assert await mentioned(tables, finished, first) == [NOAH.user_id]
    close = (
        tables.lobby.leave(first.id, MIA.user_id)
        if leaves
        else tables.closing.cancel(first.id, MIA)
    )
    assert (await close).status is Status.CLOSED
    clock.advance(HOUR)
    second = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    assert await mentioned(tables, finished, second) == []
    assert await candidates(tables, second) == [NOAH.user_id]


async def test_members_of_another_hosts_second_rematch_can_be_called(
    tables: Tables, clock: FakeClock
) -> None:
    """The host of the first one joins it: that says nothing of whom the second one mentioned."""
    await listen(tables, AVA.user_id)
    finished = await finished_game(tables, AVA)
    first = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    assert {*await mentioned(tables, finished, first)} == {NOAH.user_id, AVA.user_id}
    await tables.closing.cancel(first.id, MIA)
    second = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    assert await mentioned(tables, finished, second) == []
    await tables.lobby.join(second.id, MIA)
    clock.advance(HOUR)
    assert await candidates(tables, second) == [AVA.user_id]


async def test_an_invited_member_whom_the_rematch_could_not_mention_can_be_called(
    tables: Tables,
) -> None:
    """They did not see its channel then."""
    await listen(tables, NOAH.user_id, AVA.user_id)
    finished = await finished_game(tables, AVA)
    opened = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    mention = tables.lifecycle.mention_for_rematch
    assert await mention(finished.id, opened, [AVA.user_id]) == [AVA.user_id]
    assert await candidates(tables, opened) == [NOAH.user_id]


async def test_members_whom_a_rematch_mentioned_are_not_called_after_a_game_beside_it(
    tables: Tables, clock: FakeClock
) -> None:
    """A game in a thread leaves its channel to other games."""
    await listen(tables, NOAH.user_id, AVA.user_id, LEO.user_id)
    options = TableOptions(length=1, thread=True)
    finished = await game(tables, NOAH, options=options)
    await tables.lifecycle.enter_thread(finished.id, CHANNEL + 1)
    beside = await game(tables, LEO, options=options)
    await tables.lifecycle.enter_thread(beside.id, CHANNEL + 2)
    await play_to_the_end(tables, finished, random.Random(1))
    opened = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    assert await mentioned(tables, finished, opened) == [NOAH.user_id]
    clock.advance(HOUR)
    await play_to_the_end(tables, beside, random.Random(1))
    assert {*await candidates(tables, opened)} == {AVA.user_id, LEO.user_id}


@pytest.mark.parametrize("joins", [False, True])
async def test_members_whom_a_rematch_mentioned_are_not_called_after_a_table_of_others(
    tables: Tables, clock: FakeClock, joins: bool
) -> None:
    """One of these others may join the rematch."""
    await listen(tables, NOAH.user_id, AVA.user_id)
    finished = await finished_game(tables)
    clock.advance(HOUR)
    others = await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL, ZOE, TableOptions())
    await tables.closing.cancel(others.id, ZOE)
    opened = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    assert await mentioned(tables, finished, opened) == [NOAH.user_id]
    if joins:
        await tables.lobby.join(opened.id, ZOE)
    assert await candidates(tables, opened) == [AVA.user_id]


async def test_only_members_who_asked_for_it_are_called(tables: Tables) -> None:
    state = await lobby(tables)
    assert await candidates(tables, state) == []
    assert await call(tables, state) is None
    await listen(tables, NOAH.user_id)
    assert await candidates(tables, state) == [NOAH.user_id]
    await tables.call_list.leave(SERVER, [NOAH.user_id])
    assert await candidates(tables, state) == []


async def test_only_members_of_the_server_whose_hours_are_now_are_called(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id, guild_id=OTHER_SERVER)
    await listen(tables, AVA.user_id, LEO.user_id)
    # It is 20:00 by UTC.
    await tables.call_list.update(SERVER, AVA.user_id, begins=18, ends=20)
    await tables.call_list.update(SERVER, ZOE.user_id, until=clock.time + FOR_NOW)
    assert await candidates(tables, state) == [LEO.user_id, ZOE.user_id]


async def test_a_member_who_plays_anywhere_or_pauses_or_is_blocked_is_not_called(
    tables: Tables,
) -> None:
    state = await lobby(tables)
    await listen(tables, MIA.user_id, NOAH.user_id, AVA.user_id, LEO.user_id, ZOE.user_id)
    await game(tables, ZOE, channel=OTHER_CHANNEL)
    await tables.lobby.leave(
        (await tables.repository.live_of(SERVER, MIA.user_id))[0].id, MIA.user_id
    )
    now = tables.repository.now()
    async with tables.repository.database.write() as session:
        session.add(a_pause(AVA.user_id, begins=now, ends=now + HOUR))
    await block(tables, LEO)
    assert await candidates(tables, state) == [NOAH.user_id]


async def test_a_member_whom_the_host_took_out_is_not_called_back(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    await listen(tables, NOAH.user_id, AVA.user_id)
    await tables.lobby.take_out(state.id, MIA, NOAH.user_id)
    assert await candidates(tables, state) == [AVA.user_id]


async def test_those_who_avoid_each_other_are_not_called_to_the_same_table(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    await listen(tables, AVA.user_id, LEO.user_id, ZOE.user_id)
    await tables.avoidances.switch(AVA.user_id, NOAH.user_id)
    await tables.avoidances.switch(NOAH.user_id, LEO.user_id)
    assert await candidates(tables, state) == [ZOE.user_id]
    # It keeps nobody from a table that is open to all.
    await tables.lobby.join(state.id, AVA)


async def test_a_member_who_stops_avoiding_another_changes_no_other_entry(tables: Tables) -> None:
    switch = tables.avoidances.switch
    for other in (NOAH, LEO):
        await switch(AVA.user_id, other.user_id)
    await switch(ZOE.user_id, NOAH.user_id)
    await switch(AVA.user_id, NOAH.user_id)
    assert await tables.avoidances.of(AVA.user_id) == [LEO.user_id]
    assert await tables.avoidances.of(ZOE.user_id) == [NOAH.user_id]


async def test_a_list_of_avoided_members_has_an_end_and_never_oneself(tables: Tables) -> None:
    for user_id in range(FIRST, FIRST + 25):
        await tables.avoidances.switch(MIA.user_id, user_id)
    with pytest.raises(TableError, match="Your list is full"):
        await tables.avoidances.switch(MIA.user_id, FIRST + 25)
    with pytest.raises(TableError, match="That is you"):
        await tables.avoidances.switch(MIA.user_id, MIA.user_id)
    await tables.avoidances.clear(MIA.user_id)
    assert await tables.avoidances.of(MIA.user_id) == []


@pytest.mark.slow
async def test_ten_are_called_and_next_time_those_who_were_called_longest_ago(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables)
    everybody = [*range(FIRST, FIRST + MOST_CALLED + 5)]
    await listen(tables, *everybody)
    assert await sent_call(tables, state) == everybody[:MOST_CALLED]
    clock.advance(3 * HOUR)
    assert await sent_call(tables, state) == everybody[MOST_CALLED:] + everybody[:5]


async def test_a_member_is_called_once_in_their_hours(tables: Tables, clock: FakeClock) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id, every=12)
    await listen(tables, AVA.user_id, every=3)
    assert await sent_call(tables, state) == [NOAH.user_id, AVA.user_id]
    clock.advance(3 * HOUR)
    assert await candidates(tables, state) == [AVA.user_id]
    clock.advance(9 * HOUR)
    # Other hours of theirs do not bring a call earlier.
    await tables.call_list.update(SERVER, NOAH.user_id, every=24)
    assert await candidates(tables, state) == [AVA.user_id]


@pytest.mark.slow
async def test_an_hour_counts_for_the_channel_and_for_the_host(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    """Also for a lobby that is opened again, another host, another server and after a restart."""
    state = await lobby(tables, NOAH)
    await listen(tables, *range(FIRST, FIRST + 30))
    await sent_call(tables, state)
    await tables.closing.cancel(state.id, MIA)
    tables = open_tables()
    again = await lobby(tables, AVA)
    for caller in (MIA, AVA):
        with pytest.raises(TableError, match="once an hour"):
            await candidates(tables, again, caller.user_id)
    await tables.closing.cancel(again.id, MIA)
    elsewhere = await lobby(tables, AVA, channel=OTHER_CHANNEL)
    with pytest.raises(TableError, match="once an hour"):
        await candidates(tables, elsewhere)
    with pytest.raises(TableError, match="once an hour"):
        # The table's host has called, whoever presses.
        await candidates(tables, elsewhere, AVA.user_id)
    clock.advance(HOUR)
    assert len(await sent_call(tables, elsewhere, AVA.user_id)) == MOST_CALLED


async def test_threads_of_a_channel_count_as_the_channel(tables: Tables) -> None:
    state = await lobby(tables)
    other = await tables.lifecycle.open(state.language, SERVER, 55, NOAH, state.options)
    await listen(tables, AVA.user_id)
    made = await tables.calls.make(state.id, MIA.user_id, CHANNEL, [AVA.user_id])
    assert made is not None
    with pytest.raises(TableError, match="once an hour"):
        await tables.calls.candidates(other.id, NOAH.user_id, CHANNEL)


async def test_only_the_members_of_a_lobby_with_a_free_seat_call(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    await listen(tables, AVA.user_id)
    with pytest.raises(NotSeated):
        await candidates(tables, state, LEO.user_id)
    await tables.server_settings.update(SERVER, calls=False)
    with pytest.raises(TableError, match="switched calls off"):
        await candidates(tables, state)
    await tables.server_settings.update(SERVER, calls=True)
    for _ in range(3):
        await tables.lobby.add_computer(state.id, MIA)
    with pytest.raises(TableError, match="All seats are taken"):
        await candidates(tables, state)
    await tables.lobby.start(state.id, MIA)
    with pytest.raises(WrongStage):
        await candidates(tables, state)


async def test_only_members_who_were_found_and_can_still_be_called_are_mentioned(
    tables: Tables,
) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id, AVA.user_id, LEO.user_id)
    await tables.call_list.leave(SERVER, [AVA.user_id])
    found = [NOAH.user_id, AVA.user_id]
    made = await tables.calls.make(state.id, MIA.user_id, CHANNEL, found)
    assert made is not None
    assert made.user_ids == [NOAH.user_id]


async def test_of_two_hosts_at_once_one_calls_in_a_channel(
    tables: Tables, open_tables: OpenTables
) -> None:
    """By two processes; each member is called once."""
    state, others = await lobby(tables, NOAH), open_tables()
    await listen(tables, AVA.user_id)

    async def try_to_call(tables: Tables, caller: int) -> MadeCall | TableError | None:
        try:
            return await tables.calls.make(state.id, caller, CHANNEL, [AVA.user_id])
        except TableError as error:
            return error

    attempts = [
        try_to_call(tables if at % 2 else others, (MIA, NOAH)[at % 2].user_id) for at in range(6)
    ]
    found = await asyncio.gather(*attempts)
    assert len([one for one in found if isinstance(one, MadeCall)]) == 1
    assert await number_of_calls(tables) == 1


async def test_a_call_that_a_crash_left_is_sent_again_for_two_minutes(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id, AVA.user_id)
    made = await call(tables, state)
    assert made is not None
    tables = open_tables()
    clock.advance(SAME_NONCE)
    (again,) = await tables.calls.unsent()
    assert (again.id, again.user_ids) == (made.id, made.user_ids)
    assert await tables.calls.unsent(state.id + 1) == []
    # Nobody is mentioned who has left the list since.
    await tables.call_list.leave(SERVER, [AVA.user_id])
    assert [one.user_ids for one in await tables.calls.unsent(state.id)] == [[NOAH.user_id]]
    clock.advance(timedelta(seconds=1))
    assert await tables.calls.unsent() == []
    # Its hour counts, and its members were called.
    with pytest.raises(TableError, match="once an hour"):
        await candidates(tables, state)
    clock.advance(HOUR)
    assert await candidates(tables, state) == []


async def test_a_call_is_not_sent_again_once_it_arrived_or_its_lobby_has_ended(
    tables: Tables,
) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id)
    made = await call(tables, state)
    assert made is not None
    assert await tables.calls.unsent() != []
    await tables.closing.cancel(state.id, MIA)
    assert await tables.calls.unsent() == []
    state = await lobby(tables)
    await tables.calls.mark_sent(made, 77)
    assert await tables.calls.unsent() == []


async def test_a_call_is_not_sent_again_while_all_seats_of_its_lobby_are_taken(
    tables: Tables,
) -> None:
    state = await lobby(tables)
    await listen(tables, ZOE.user_id)
    made = await call(tables, state)
    assert made is not None
    for actor in (NOAH, AVA, LEO):
        await tables.lobby.join(state.id, actor)
    assert [one.id for one in await tables.calls.unsent()] == [made.id]
    await tables.lobby.add_computer(state.id, MIA)
    assert await tables.calls.unsent() == []
    await tables.lobby.remove_computer(state.id, MIA)
    assert [one.id for one in await tables.calls.unsent(state.id)] == [made.id]


async def test_a_call_is_not_sent_again_in_a_server_that_has_switched_calls_off(
    tables: Tables,
) -> None:
    state = await lobby(tables)
    await listen(tables, AVA.user_id)
    made = await call(tables, state)
    assert made is not None
    await tables.server_settings.update(SERVER, calls=False)
    assert await tables.calls.unsent() == []
    await tables.server_settings.update(SERVER, calls=True)
    assert [one.id for one in await tables.calls.unsent()] == [made.id]


@pytest.mark.slow
async def test_an_error_of_discord_does_not_use_up_the_hour(
    tables: Tables, clock: FakeClock
) -> None:
    """The same call can be sent again; later other members are called, and nobody twice."""
    state = await lobby(tables)
    await listen(tables, *range(FIRST, FIRST + 12))
    made = await call(tables, state)
    assert made is not None
    await tables.calls.mark_failed(made)
    assert [one.id for one in await tables.calls.unsent(state.id)] == [made.id]
    clock.advance(3 * SAME_NONCE)
    assert await sent_call(tables, state) == [FIRST + 10, FIRST + 11]


async def test_a_message_that_discord_refuses_counts_as_no_call(tables: Tables) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id)
    made = await call(tables, state)
    assert made is not None
    await tables.calls.take_back(made)
    assert await number_of_calls(tables) == 0
    assert await candidates(tables, state) == [NOAH.user_id]


async def test_old_calls_and_lists_of_the_past_are_deleted(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id)
    await tables.call_list.update(SERVER, AVA.user_id, until=clock.time + FOR_NOW)
    await sent_call(tables, state)
    clock.advance(timedelta(days=3))
    await tables.calls.delete_old()
    assert await number_of_calls(tables) == 1
    clock.advance(timedelta(seconds=1))
    await tables.calls.delete_old()
    assert await number_of_calls(tables) == 0
    async with tables.repository.database.read() as session:
        assert [*await session.scalars(select(CallHours.user_id))] == [NOAH.user_id]


async def test_a_call_with_the_id_of_an_old_one_mentions_none_of_its_members(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables)
    await listen(tables, NOAH.user_id)
    await sent_call(tables, state)
    await tables.call_list.update(SERVER, NOAH.user_id, days=())
    clock.advance(timedelta(days=3, seconds=1))
    await tables.calls.delete_old()
    await listen(tables, AVA.user_id, LEO.user_id)
    made = await call(tables, state)
    assert made is not None
    assert [one.user_ids for one in await tables.calls.unsent()] == [[AVA.user_id, LEO.user_id]]
    # Its message may not be there yet.
    assert await tables.calls.without(AVA.user_id) == []
    await tables.calls.mark_sent(made, 77)
    assert await tables.calls.without(NOAH.user_id) == []
    left = MadeCall(made.id, state.id, [LEO.user_id], message_id=77)
    assert await tables.calls.without(AVA.user_id) == [left]


@pytest.mark.slow
async def test_a_forgotten_member_is_in_no_list_and_no_call(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    await listen(tables, AVA.user_id, LEO.user_id)
    await sent_call(tables, state, NOAH.user_id)
    for user_id, other in ((AVA, LEO), (LEO, AVA), (NOAH, MIA)):
        await tables.avoidances.switch(user_id.user_id, other.user_id)
    for actor in (AVA, NOAH):
        await tables.forgetting.forget(SERVER, actor)
    async with tables.repository.database.read() as session:
        assert [*await session.scalars(select(CallHours.user_id))] == [LEO.user_id]
        (row,) = await session.scalars(select(Call))
        assert row.host_id == MIA.user_id
        assert row.caller_id < 0
        assert await queries.calls.avoided_or_avoiding(session, [MIA.user_id, AVA.user_id]) == set()


async def test_a_press_from_before_a_forgetting_brings_nobody_back(
    tables: Tables, clock: FakeClock
) -> None:
    pressed_at = clock.time
    clock.advance(timedelta(seconds=1))
    await tables.forgetting.forget(SERVER, AVA)
    lists, avoidances = tables.call_list, tables.avoidances
    for late in (
        lists.update(SERVER, AVA.user_id, pressed_at=pressed_at, zone="UTC"),
        avoidances.switch(AVA.user_id, MIA.user_id, pressed_at=pressed_at),
        avoidances.switch(MIA.user_id, AVA.user_id, pressed_at=pressed_at),
    ):
        with pytest.raises(TableError, match="Press again"):
            await late
    assert await lists.of(SERVER, AVA.user_id) is None
    assert await avoidances.of(AVA.user_id) == await avoidances.of(MIA.user_id) == []
    clock.advance(timedelta(seconds=1))
    await lists.update(SERVER, AVA.user_id, pressed_at=clock.time, zone="UTC")
    assert await lists.of(SERVER, AVA.user_id) is not None
