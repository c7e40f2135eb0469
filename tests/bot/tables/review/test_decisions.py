"""What is looked back at: the member's own decisions, each with what the seat knew then."""

import random

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Source
from bot.tables.core.replay import positions
from bot.tables.core.state import TableState
from bot.tables.review import Decision, decisions
from bot.tables.service import Tables
from engine.actions import Orient
from engine.game import Game
from engine.view import view
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.tables.members import (
    AVA,
    LEO,
    NOAH,
    ZOE,
    actions,
    game,
    play_to_the_end,
    stored_table,
)

pytestmark = pytest.mark.slow  # plays whole games in a database

OTHERS = (NOAH, AVA, LEO, ZOE)


async def looked_back(tables: Tables, state: TableState, seat: int) -> list[tuple[Game, Decision]]:
    """The seat's decisions, each with the whole game as it stood then."""
    rows = await actions(tables, state)
    table = await stored_table(tables, state)
    stood = {row.number: game for row, game in zip(rows, positions(table, rows), strict=False)}
    return [(stood[decision.number], decision) for decision in decisions(table, rows, seat)]


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 2), (5, 1)])
async def test_every_decision_of_a_seat_is_there_in_its_order(
    tables: Tables, players: int, rounds: int
) -> None:
    state = await game(tables, *OTHERS[: players - 1], options=TableOptions(length=rounds))
    state = await play_to_the_end(tables, state, random.Random(players))
    rows = await actions(tables, state)
    for seat in range(players):
        found = [decision for _, decision in await looked_back(tables, state, seat)]
        own = [row for row in rows if row.seat == seat]
        assert [(row.number, row.notation) for row in own] == [
            (decision.number, str(decision.action)) for decision in found
        ]
        for decision in found:
            assert decision.view.seat == seat
            assert decision.action in decision.view.legal_actions()
            assert (decision.turn == 0) == isinstance(decision.action, Orient)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_a_decision_depends_on_nothing_that_was_hidden_then(
    tables: Tables, players: int
) -> None:
    rng = random.Random(players)
    state = await game(tables, *OTHERS[: players - 1], options=TableOptions(length=2))
    state = await play_to_the_end(tables, state, rng)
    for seat in range(players):
        for before, decision in await looked_back(tables, state, seat):
            assert decision.view == view(before, seat)
            assert decision.view == view(with_other_hands(before, seat, rng), seat)


async def test_what_a_computer_did_for_a_member_is_left_out(tables: Tables) -> None:
    state = await game(tables, NOAH, options=TableOptions(length=1, turn_limit=60))
    await tables.turns.end_turn(state)
    state = await tables.repository.get(state.id)
    state = await play_to_the_end(tables, state, random.Random(1))
    rows = await actions(tables, state)
    assert Source.STAND_IN in {row.source for row in rows}
    for seat in range(2):
        found = [decision.number for _, decision in await looked_back(tables, state, seat)]
        assert found == [
            row.number for row in rows if (row.seat, row.source) == (seat, Source.MEMBER)
        ]
