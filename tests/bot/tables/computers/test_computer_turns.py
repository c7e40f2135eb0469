import asyncio
import random
from datetime import timedelta
from pathlib import Path

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Source, Status
from bot.tables.computers.service import SEARCH_LIMIT, SHORTEST_MOVE
from bot.tables.computers.workers import choose
from bot.tables.core.deadlines import THINKING_TIME
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.actions import Orient
from engine.players import Level
from engine.players.registry import player
from engine.view import view
from tests.support.tables.blocking_players import BlockingPlayers, at_work, eventually
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    MIA,
    NOAH,
    actions,
    game,
    lobby,
    play,
    play_on,
    run_due,
)
from tests.support.tables.open_tables import PACE, OpenTables

KEEP = Orient(flip=False)
MOMENT = timedelta(milliseconds=1)
LIMIT = timedelta(seconds=SEARCH_LIMIT)


@pytest.fixture
async def computers_turn(tables: Tables, clock: FakeClock) -> TableState:
    """Mia and three computers, one of which is to move."""
    state = await game(tables, computers=3)
    clock.advance(PACE)
    await tables.scheduler.run_due(state.id)
    state = await play(tables, await tables.repository.get(state.id), 0, KEEP)
    rng = random.Random(1)
    while state.members_to_move:
        state = await play_on(tables, state, rng)
    return state


@pytest.mark.slow
async def test_a_computer_begins_to_think_before_its_move_is_due(
    tables: Tables, clock: FakeClock, computers_turn: TableState
) -> None:
    clock.advance(PACE - THINKING_TIME - MOMENT)
    assert (await run_due(tables, computers_turn)).decision_number == computers_turn.decision_number
    clock.advance(MOMENT)
    moving = asyncio.create_task(run_due(tables, computers_turn))
    await eventually(lambda: clock.wakings)
    assert clock.wakings == [computers_turn.decision_since + PACE]
    clock.advance(THINKING_TIME)
    state = await moving
    assert state.decision_number == computers_turn.decision_number + 1
    assert state.decision_since == clock.time


@pytest.mark.long
@pytest.mark.slow  # computers think for real
@pytest.mark.parametrize(
    ("pace", "thought"),
    [(PACE, timedelta(0)), (PACE, LIMIT), (timedelta(0), timedelta(seconds=0.5))],
)
@pytest.mark.parametrize("level", Level)
async def test_the_time_of_a_move_shows_neither_its_level_nor_how_hard_it_was(
    open_tables: OpenTables,
    clock: FakeClock,
    tmp_path: Path,
    level: Level,
    pace: timedelta,
    thought: timedelta,
) -> None:
    held = BlockingPlayers(tmp_path, frozenset(Level))
    async with at_work(1, held, clock.sleep, quick_players=held) as computers:
        tables = open_tables(pace=pace, computers=computers)
        state = await lobby(tables)
        await tables.lobby.add_computer(state.id, MIA, level)
        state = await tables.lobby.start(state.id, MIA)
        moment = clock.time + max(pace, SHORTEST_MOVE)
        clock.advance(max(pace - THINKING_TIME, timedelta(0)))
        moving = asyncio.create_task(tables.scheduler.run_due(state.id))
        await eventually(lambda: held.thinking)
        clock.advance(thought)
        held.release()
        await eventually(lambda: clock.wakings == [moment])
        clock.advance(moment - clock.time)
        await moving
    assert [row.at for row in await actions(tables, state)] == [moment]


async def test_each_move_is_committed_by_itself(
    tables: Tables, clock: FakeClock, computers_turn: TableState
) -> None:
    state = computers_turn
    while not state.members_to_move:
        clock.advance(PACE)
        after = await run_due(tables, state)
        assert (after.decision_number, after.revision) == (
            state.decision_number + 1,
            state.revision + 1,
        )
        state = after
    (row, *_) = (await actions(tables, state))[::-1]
    assert (row.source, row.at) == (Source.COMPUTER, clock.time)


async def test_computers_choose_their_hands_while_the_members_still_think(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game(tables, NOAH, computers=2)
    clock.advance(PACE)
    state = await run_due(tables, state)
    assert [seat.name for seat in state.to_move] == ["Mia", "Noah"]
    assert [row.seat for row in await actions(tables, state)] == [2, 3]
    assert [row.number for row in await actions(tables, state)] == [1, 2]


async def test_a_computer_decides_by_its_own_view_alone(
    tables: Tables, clock: FakeClock, computers_turn: TableState
) -> None:
    assert computers_turn.game is not None
    (seat,) = computers_turn.to_move
    same_chance = random.Random()
    same_chance.setstate(tables.repository.rng.getstate())
    seen = view(computers_turn.game, seat.index)
    clock.advance(PACE)
    await run_due(tables, computers_turn)
    row = (await actions(tables, computers_turn))[-1]
    assert row.seat == seat.index
    assert seat.level is not None
    assert row.notation == str(choose(player, seat.level, seen, same_chance.getrandbits(64)))


async def test_a_computer_whose_turn_has_passed_does_nothing(
    tables: Tables, computers_turn: TableState
) -> None:
    await tables.turns.move_computers(computers_turn, tables.repository.now())
    after = await tables.repository.get(computers_turn.id)
    await tables.turns.move_computers(computers_turn, tables.repository.now())
    assert (await tables.repository.get(computers_turn.id)).decision_number == after.decision_number


async def test_at_a_table_cancelled_meanwhile_nothing_is_played(
    tables: Tables, computers_turn: TableState
) -> None:
    state = await tables.closing.cancel(computers_turn.id, MIA)
    rows = await actions(tables, state)
    await tables.turns.move_computers(computers_turn, tables.repository.now())
    assert len(await actions(tables, state)) == len(rows)
    assert (await tables.repository.get(state.id)).status is Status.CLOSED


async def test_at_a_table_cancelled_while_a_computer_waits_nothing_is_played(
    tables: Tables, clock: FakeClock, computers_turn: TableState
) -> None:
    rows = await actions(tables, computers_turn)
    clock.advance(PACE - THINKING_TIME)
    moving = asyncio.create_task(tables.scheduler.run_due(computers_turn.id))
    await eventually(lambda: clock.wakings)
    await tables.closing.cancel(computers_turn.id, MIA)
    clock.advance(THINKING_TIME)
    await moving
    assert len(await actions(tables, computers_turn)) == len(rows)


async def test_the_seat_of_a_member_who_left_moves_by_itself(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game(tables, NOAH, AVA)
    for position in (0, 1):
        await play(tables, state, position, KEEP)
    await tables.lobby.leave(state.id, AVA.user_id)
    clock.advance(PACE)
    state = await run_due(tables, state)
    row = (await actions(tables, state))[-1]
    assert (row.seat, row.source) == (2, Source.COMPUTER)


@pytest.mark.slow  # plays a whole game
async def test_at_no_pace_a_table_of_computers_and_one_member_plays_through(
    open_tables: OpenTables,
) -> None:
    tables = open_tables(pace=timedelta(0))
    state = await game(tables, computers=4, options=TableOptions(length=1))
    rng = random.Random(1)
    while state.status is Status.PLAYING:
        if state.members_to_move:
            state = await play_on(tables, state, rng)
        else:
            state = await run_due(tables, state)
    assert state.game is not None
    assert state.game.over
