"""Reads a whole table from the database."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage import models, queries
from bot.storage.models.tables import Source
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.replay import replay_game
from bot.tables.core.state import TableState, table_state


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table as last committed: its rows and their state."""

    table: models.Table
    state: TableState


async def load(session: AsyncSession, table_id: int) -> Loaded:
    """The table with its rows attached to this session. Raises NoSuchTable."""
    table = await queries.tables.find_table(session, table_id)
    if table is None:
        raise NoSuchTable
    if not table.rounds:
        return Loaded(table, table_state(table, None))
    actions = await queries.tables.actions_of(session, table_id)
    game = replay_game(table, actions)
    stand_ins = frozenset(row.number for row in actions if row.source is Source.STAND_IN)
    return Loaded(table, table_state(table, game, stand_ins))
