"""The same file, opened by a new process: whatever was under way goes on."""

import random
from datetime import timedelta

import pytest

from bot.storage import queries
from bot.storage.models.options import DEFAULT_PING, TableOptions
from bot.storage.models.tables import Source, Status
from bot.tables.core.deadlines import LOBBY_TIMEOUT
from bot.tables.core.errors import ChannelTaken
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from engine.actions import Orient
from engine.record import dumps, loads
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    CHANNEL,
    MIA,
    NOAH,
    SERVER,
    actions,
    game,
    game_on_turn,
    lobby,
    play,
    play_on,
    play_to_the_end,
)
from tests.support.tables.open_tables import PACE, OpenTables

LIMIT = timedelta(minutes=1)
LIMITED = TableOptions(turn_limit=60)


async def ring_what_is_due(tables: Tables) -> None:
    for table_id, at in await tables.repository.due_times():
        if at <= tables.repository.now():
            await tables.scheduler.run_due(table_id)


async def test_a_lobby_goes_on(tables: Tables, open_tables: OpenTables) -> None:
    state = await lobby(tables, NOAH, computers=1)
    restarted = open_tables()
    assert await restarted.repository.find_live_in(CHANNEL) == state
    with pytest.raises(ChannelTaken):
        await restarted.lifecycle.open(ENGLISH, SERVER, CHANNEL, MIA, TableOptions())
    assert (await restarted.lobby.start(state.id, MIA)).status is Status.PLAYING


async def test_a_lobby_whose_hour_passed_meanwhile_closes(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    state = await lobby(tables)
    clock.advance(LOBBY_TIMEOUT * 2)
    restarted = open_tables()
    await ring_what_is_due(restarted)
    assert (await restarted.repository.get(state.id)).status is Status.CLOSED


async def test_a_half_made_choice_of_hands_goes_on(tables: Tables, open_tables: OpenTables) -> None:
    state = await game(tables, NOAH)
    await play(tables, state, 0, Orient(flip=True))
    restarted = open_tables()
    after = await restarted.repository.get(state.id)
    assert [seat.name for seat in after.to_move] == ["Noah"]
    assert after.decision_number == state.decision_number


async def test_a_button_from_before_still_plays(tables: Tables, open_tables: OpenTables) -> None:
    state = await game_on_turn(tables, NOAH)
    restarted = open_tables()
    after = await play_on(restarted, state, random.Random(1))
    assert after.decision_number == state.decision_number + 1


async def test_a_computers_turn_goes_on(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    state = await game(tables, computers=2)
    restarted = open_tables()
    clock.advance(PACE)
    await ring_what_is_due(restarted)
    after = await restarted.repository.get(state.id)
    assert [seat.name for seat in after.to_move] == ["Mia"]


async def test_a_deadline_that_passed_meanwhile_ends_the_turn(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    clock.advance(LIMIT * 100)
    restarted = open_tables()
    await ring_what_is_due(restarted)
    await ring_what_is_due(restarted)
    after = await restarted.repository.get(state.id)
    assert after.decision_number == state.decision_number + 1
    assert (await actions(restarted, state))[-1].source is Source.STAND_IN
    assert after.deadline == clock.time + LIMIT


async def test_a_deadline_to_come_is_kept(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, options=LIMITED)
    clock.advance(LIMIT / 2)
    assert (await open_tables().repository.get(state.id)).deadline == state.decision_since + LIMIT


async def test_a_member_is_not_pinged_again(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH)
    clock.advance(timedelta(seconds=DEFAULT_PING))
    await ring_what_is_due(tables)
    pinged = await tables.repository.get(state.id)
    restarted = open_tables()
    await ring_what_is_due(restarted)
    assert await restarted.repository.get(state.id) == pinged


async def test_what_discord_may_not_show_yet_is_known(
    tables: Tables, open_tables: OpenTables
) -> None:
    state = await lobby(tables, NOAH)
    other = await lobby(tables, channel=CHANNEL + 1)
    async with tables.repository.database.write() as session:
        newest = {"table": other.id, "value": other.revision}
        published = (queries.tables.NEWER["published_revision"], [newest])
        await session.run_together([published])
    restarted = open_tables()
    async with restarted.repository.database.read() as session:
        assert await queries.tables.unpublished_tables(session) == [state.id]


@pytest.mark.slow  # plays whole games
async def test_a_game_restarted_again_and_again_is_a_whole_game(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    state, rng = (
        await game(tables, NOAH, computers=1, options=TableOptions(length=1)),
        random.Random(7),
    )
    while state.status is Status.PLAYING:
        if rng.random() < 0.3:
            tables = open_tables(seed=state.revision)
        if state.members_to_move:
            state = await play_on(tables, state, rng)
        clock.advance(PACE)
        await ring_what_is_due(tables)
        state = await tables.repository.get(state.id)
    assert state.game is not None
    assert loads(dumps(state.game)) == state.game


@pytest.mark.slow
async def test_a_finished_game_is_there_for_a_rematch(
    tables: Tables, open_tables: OpenTables
) -> None:
    state = await game(tables, NOAH, options=TableOptions(length=1))
    state = await play_to_the_end(tables, state, random.Random(1))
    restarted = open_tables()
    assert await restarted.repository.get(state.id) == state
    again = await restarted.lifecycle.rematch(ENGLISH, state.id, NOAH)
    assert [seat.user_id for seat in again.seats] == [NOAH.user_id]
    assert await open_tables().repository.get(again.id) == again
    assert [member.name for member in again.invited] == ["Mia"]
