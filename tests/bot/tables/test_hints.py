"""Hints: which members can ask for one, and that a decision has only one."""

import asyncio
import random

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.computers.service import ComputerService
from bot.tables.core.errors import NotSeated, StalePress, TableError, WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.actions import Action, Orient
from engine.players import Level, Player
from engine.view import View
from tests.support.tables.members import AVA, LEO, MIA, NOAH, game, game_on_turn, lobby, play
from tests.support.tables.open_tables import OpenTables

HINTS = TableOptions(hints=True)
MEMBERS = (MIA, NOAH, AVA)


class Whimsical:
    def choose(self, view: View, rng: random.Random) -> Action:
        """Any legal action: by the seed alone is it the same again."""
        return rng.choice(view.legal_actions())


def whimsical(_: Level) -> Player:
    return Whimsical()


@pytest.fixture
def tables(open_tables: OpenTables) -> Tables:
    return open_tables(computers=ComputerService(workers=0, quick_players=whimsical))


async def hint(tables: Tables, state: TableState) -> Action:
    """The hint of the first seat that is to move."""
    seat = state.to_move[0]
    assert seat.user_id is not None
    return await tables.hints.ask(state.id, seat.user_id, state.decision_number)


@pytest.mark.slow
async def test_a_decision_has_one_hint_also_after_a_restart(
    tables: Tables, open_tables: OpenTables
) -> None:
    state = await game_on_turn(tables, NOAH, AVA, options=HINTS)
    hints = [await hint(tables, state) for _ in range(5)]
    again = open_tables(computers=ComputerService(workers=0, quick_players=whimsical), seed=2)
    hints += [await hint(again, state) for _ in range(5)]
    assert len(set(hints)) == 1


@pytest.mark.slow  # plays a whole game
async def test_each_decision_has_a_chance_of_its_own(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA, options=HINTS)
    hints = set()
    for _ in range(8):
        hints |= {
            await tables.hints.ask(state.id, member.user_id, state.decision_number)
            for member in MEMBERS
        }
        state = await tables.closing.cancel(state.id, MIA)
        state = await game(tables, NOAH, AVA, options=HINTS)
    assert hints == {Orient(False), Orient(True)}


async def test_only_the_member_to_move_gets_a_hint(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA, options=HINTS)
    await play(tables, state, 0, Orient(False))
    for user_id, turn in (
        (MIA.user_id, state.decision_number),
        (NOAH.user_id, state.decision_number + 1),
    ):
        with pytest.raises(StalePress):
            await tables.hints.ask(state.id, user_id, turn)
    with pytest.raises(NotSeated):
        await tables.hints.ask(state.id, LEO.user_id, state.decision_number)


async def test_a_table_without_hints_refuses_to_hint(tables: Tables) -> None:
    state = await game(tables, NOAH)
    with pytest.raises(TableError, match="Hints are off at this table"):
        await hint(tables, state)


async def test_hints_are_for_games_under_way(tables: Tables) -> None:
    state = await lobby(tables, NOAH, options=HINTS)
    with pytest.raises(WrongStage):
        await tables.hints.ask(state.id, MIA.user_id, state.decision_number)
    state = await tables.lobby.start(state.id, MIA)
    with pytest.raises(WrongStage):
        await tables.lobby.set_options(state.id, MIA, hints=False)
    assert (await tables.repository.get(state.id)).options.hints
    state = await tables.closing.cancel(state.id, MIA)
    assert state.status is Status.CLOSED
    with pytest.raises(WrongStage):
        await tables.hints.ask(state.id, MIA.user_id, state.decision_number)


class Counted:
    """Says how often it was asked, in whatever thread."""

    asked = 0

    def choose(self, view: View, rng: random.Random) -> Action:
        Counted.asked += 1
        return view.legal_actions()[0]


async def test_a_decision_is_searched_once_however_often_it_is_asked(
    open_tables: OpenTables,
) -> None:
    tables = open_tables(computers=ComputerService(workers=0, quick_players=lambda _: Counted()))
    state = await game_on_turn(tables, NOAH, AVA, options=HINTS)
    before = Counted.asked
    await asyncio.gather(*(hint(tables, state) for _ in range(20)))
    await hint(tables, state)
    assert Counted.asked == before + 1
