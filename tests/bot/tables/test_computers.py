import random
from datetime import timedelta

import pytest

from bot.storage.models import Source, Status
from bot.tables.lobby import Terms
from bot.tables.service import Tables
from bot.tables.state import TableState
from bot.tables.workers import choose
from engine.actions import Orient
from engine.players.levels import player
from engine.view import view
from tests.bot.conftest import PACE, OpenTables
from tests.bot.fake_clock import FakeClock
from tests.bot.tables.people import AVA, MIA, NOAH, actions, game, play, play_on, ring

KEEP = Orient(turn=False)
MOMENT = timedelta(milliseconds=1)


@pytest.fixture
async def computers_turn(tables: Tables, clock: FakeClock) -> TableState:
    """Mia and three computers, one of which is to move."""
    state = await game(tables, computers=3)
    clock.advance(PACE)
    await tables.clock.ring(state.id)
    state = await play(tables, await tables.ledger.look(state.id), 0, KEEP)
    rng = random.Random(1)
    while state.members_to_move:
        state = await play_on(tables, state, rng)
    return state


async def test_a_computer_keeps_its_pace(
    tables: Tables, clock: FakeClock, computers_turn: TableState
) -> None:
    clock.advance(PACE - MOMENT)
    assert (await ring(tables, computers_turn)).turn == computers_turn.turn
    clock.advance(MOMENT)
    state = await ring(tables, computers_turn)
    assert state.turn == computers_turn.turn + 1
    assert state.turn_since == clock.time


async def test_each_move_is_committed_by_itself(
    tables: Tables, clock: FakeClock, computers_turn: TableState
) -> None:
    state = computers_turn
    while not state.members_to_move:
        clock.advance(PACE)
        after = await ring(tables, state)
        assert (after.turn, after.revision) == (state.turn + 1, state.revision + 1)
        state = after
    (row, *_) = (await actions(tables, state))[::-1]
    assert (row.source, row.at) == (Source.COMPUTER, clock.time)


async def test_computers_choose_their_hands_while_the_members_still_think(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game(tables, NOAH, computers=2)
    clock.advance(PACE)
    state = await ring(tables, state)
    assert [seat.name for seat in state.to_move] == ["Mia", "Noah"]
    assert [row.seat for row in await actions(tables, state)] == [2, 3]
    assert [row.number for row in await actions(tables, state)] == [1, 2]


async def test_a_computer_decides_by_its_own_view_alone(
    tables: Tables, clock: FakeClock, computers_turn: TableState
) -> None:
    assert computers_turn.game is not None
    (seat,) = computers_turn.to_move
    same_chance = random.Random()
    same_chance.setstate(tables.ledger.rng.getstate())
    seen = view(computers_turn.game, seat.position)
    clock.advance(PACE)
    await ring(tables, computers_turn)
    row = (await actions(tables, computers_turn))[-1]
    assert row.seat == seat.position
    assert row.notation == str(choose(player, seat.level, seen, same_chance.getrandbits(64)))


async def test_a_computer_whose_turn_has_passed_does_nothing(
    tables: Tables, computers_turn: TableState
) -> None:
    await tables.turns.move_computers(computers_turn)
    after = await tables.ledger.look(computers_turn.id)
    await tables.turns.move_computers(computers_turn)
    assert (await tables.ledger.look(computers_turn.id)).turn == after.turn


async def test_at_a_table_cancelled_meanwhile_nothing_is_played(
    tables: Tables, computers_turn: TableState
) -> None:
    state = await tables.lobby.cancel(computers_turn.id, MIA)
    rows = await actions(tables, state)
    await tables.turns.move_computers(computers_turn)
    assert len(await actions(tables, state)) == len(rows)
    assert (await tables.ledger.look(state.id)).status is Status.CLOSED


async def test_the_seat_of_a_member_who_left_moves_by_itself(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game(tables, NOAH, AVA)
    for position in (0, 1):
        await play(tables, state, position, KEEP)
    await tables.lobby.leave(state.id, AVA)
    clock.advance(PACE)
    state = await ring(tables, state)
    row = (await actions(tables, state))[-1]
    assert (row.seat, row.source) == (2, Source.COMPUTER)


async def test_at_no_pace_a_table_of_computers_and_one_member_plays_through(
    open_tables: OpenTables,
) -> None:
    tables = open_tables(pace=timedelta(0))
    state = await game(tables, computers=4, terms=Terms(length=1))
    rng = random.Random(1)
    while state.status is Status.PLAYING:
        if state.members_to_move:
            state = await play_on(tables, state, rng)
        else:
            state = await ring(tables, state)
    assert state.game is not None
    assert state.game.over
