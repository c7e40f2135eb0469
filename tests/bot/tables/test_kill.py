"""Killed at any instant: every action that was answered is there once, and the table goes on."""

import random
from typing import NamedTuple, Self

import pytest
from sqlalchemy import func, select, text

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.results import Result
from bot.storage.models.tables import Action, Status, Table
from bot.tables.service import Tables
from engine.record import dumps, loads
from tests.support.process.killed_program import lines_until_killed
from tests.support.storage.database import ON_POSTGRES
from tests.support.tables.members import CHANNEL, play_to_the_end
from tests.support.tables.open_tables import OpenTables

pytestmark = pytest.mark.long  # starts a process and kills it

KILLS = 4


class Answered(NamedTuple):
    table_id: int
    number: int
    seat: int
    notation: str

    @classmethod
    def read(cls, line: str) -> Self:
        table_id, number, seat, notation = line.split()
        return cls(int(table_id), int(number), int(seat), notation)


async def play_and_kill(url: str, rng: random.Random) -> list[Answered]:
    """What a program answered before it was killed."""
    module = "tests.support.tables.play_until_killed"
    lines = await lines_until_killed(module, url, rng, most_lines=20, longest_rest=0.03)
    return [Answered.read(line) for line in lines]


async def stored(database: Database) -> list[Answered]:
    async with database.read() as session:
        rows = await session.execute(
            select(Action.table_id, Action.number, Action.seat, Action.notation).order_by(
                Action.table_id, Action.number
            )
        )
        return [Answered(*row) for row in rows]


async def check_every_table(tables: Tables) -> None:
    """Numbered without a gap, and each game is what its rows say."""
    async with tables.repository.database.read() as session:
        if not ON_POSTGRES:
            assert await session.scalar(text("PRAGMA integrity_check")) == "ok"
        all_tables = (await session.scalars(select(Table))).all()
    for table in all_tables:
        async with tables.repository.database.read() as session:
            actions = await queries.tables.actions_of(session, table.id)
        assert [action.number for action in actions] == [*range(1, table.action_count + 1)]
        state = await tables.repository.get(table.id)
        if not actions:
            # It was still being opened.
            continue
        assert state.game is not None
        assert state.game.over is (state.status is Status.OVER)


async def test_every_answered_action_is_stored_once_and_in_order(
    url: str, open_tables: OpenTables
) -> None:
    rng = random.Random(11)
    answered: list[Answered] = []
    for _ in range(KILLS):
        answered += await play_and_kill(url, rng)
    assert answered == sorted(set(answered), key=lambda action: action[:2])

    tables = open_tables()
    rows = await stored(tables.repository.database)
    assert set(answered) <= set(rows)
    assert len({row[:2] for row in rows}) == len(rows)
    await check_every_table(tables)

    state = await tables.repository.find_live_in(CHANNEL)
    if state is not None and state.status is Status.PLAYING:
        state = await play_to_the_end(tables, state, rng)
        assert state.game is not None
        assert loads(dumps(state.game)) == state.game
    async with tables.repository.database.read() as session:
        games = await session.scalar(
            select(func.count(Table.id)).where(Table.status == Status.OVER)
        )
        assert await session.scalar(select(func.count()).select_from(Result)) == 2 * (games or 0)
