"""A game is its rows: what is replayed from them is what was played."""

import random

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm.exc import StaleDataError

from bot.storage import queries
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Action, Round, Status
from bot.tables.core.repository import TableRepository
from bot.tables.service import Tables
from engine.errors import IllegalAction
from engine.record import dumps, loads
from tests.support.storage.database import only_sqlite
from tests.support.tables.members import AVA, LEO, NOAH, ZOE, game, play_on, play_to_the_end
from tests.support.tables.open_tables import OpenTables

OTHERS = (NOAH, AVA, LEO, ZOE)


def without_memory(tables: Tables) -> TableRepository:
    known = tables.repository
    return TableRepository(known.database, now=known.now, rng=known.rng, pace=known.pace)


@pytest.mark.long  # plays whole games
@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 2), (4, 1), (5, 1)])
async def test_a_game_from_its_rows_is_the_game_in_memory(
    tables: Tables, players: int, rounds: int
) -> None:
    state = await game(tables, *OTHERS[: players - 1], options=TableOptions(length=rounds))
    rng = random.Random(players)
    while state.status is Status.PLAYING:
        if rng.random() < 0.1:
            assert await without_memory(tables).get(state.id) == state
        state = await play_on(tables, state, rng)
    assert await without_memory(tables).get(state.id) == state
    assert state.game is not None
    assert loads(dumps(state.game)) == state.game


@pytest.mark.slow
async def test_every_deal_is_a_row(tables: Tables) -> None:
    state = await play_to_the_end(
        tables, await game(tables, NOAH, options=TableOptions(length=2)), random.Random(1)
    )
    assert state.game is not None
    async with tables.repository.database.read() as session:
        rows = (await session.scalars(select(Round).order_by(Round.number))).all()
    assert [row.number for row in rows] == [1, 2]
    for row, played in zip(rows, state.game.rounds, strict=True):
        assert row.start == played.deal.start
        assert row.hands == [[str(card) for card in hand] for hand in played.deal.hands]
        # With two players the cards set aside are the next round's deal (R4).
        assert row.set_aside == [str(card) for card in played.deal.set_aside]


@pytest.mark.slow
async def test_another_program_changes_the_newest_state(
    tables: Tables, open_tables: OpenTables
) -> None:
    """Memory is checked by the revision before each change."""
    other, rng = open_tables(), random.Random(1)
    state = await game(tables, NOAH)
    for program in [tables, other] * 3:
        before = state.revision
        state = await play_on(program, state, rng)
        assert state.revision == before + 1
        assert state == await without_memory(tables).get(state.id)


async def test_two_programs_at_once_play_one_of_two_clicks(
    tables: Tables, open_tables: OpenTables
) -> None:
    other, rng = open_tables(), random.Random(1)
    state = await game(tables, NOAH)
    state = await play_on(tables, state, rng)
    state = await play_on(tables, state, rng)
    ahead = await play_on(other, state, rng)
    with pytest.raises(ValueError, match="moved on"):
        await play_on(tables, state, rng)
    assert await tables.repository.get(state.id) == ahead


@only_sqlite("only a file of SQLite can be claimed")
async def test_a_change_behind_a_claimed_database_is_not_overwritten(
    tables: Tables, open_tables: OpenTables
) -> None:
    """Nothing is read before a change there: the UPDATE itself asks for the revision."""
    await tables.repository.database.claim()
    other, rng = open_tables(), random.Random(1)
    state = await play_on(tables, await game(tables, NOAH), rng)
    ahead = await play_on(other, await other.repository.get(state.id), rng)
    with pytest.raises(StaleDataError):
        await tables.turns.come_back(state.id, NOAH.user_id)
    assert await tables.repository.get(state.id) == ahead


async def test_rows_that_break_the_rules_are_not_played(tables: Tables) -> None:
    state = await game(tables, NOAH)
    await play_on(tables, state, random.Random(1))
    async with tables.repository.database.write() as session:
        await session.execute(update(Action).values(notation="S1-11"))
    with pytest.raises(IllegalAction, match=r"\(R6\)"):
        await without_memory(tables).get(state.id)
    async with tables.repository.database.read() as session:
        assert len(await queries.tables.actions_of(session, state.id)) == 1
