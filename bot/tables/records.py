"""Finished games as records: JSON text of the format `scout-game/1` (engine.record)."""

from sqlalchemy.exc import SQLAlchemyError

from bot.storage import table_queries
from bot.storage.database import Database, UnusableDatabase
from bot.storage.models import Status
from bot.tables.core.errors import TableError
from bot.tables.core.replay import replay_game
from engine.record import dumps

_WHY_NOT = {
    Status.LOBBY: "has no game yet. Export it when its game is over.",
    Status.PLAYING: "is still playing. Until the game is over its cards are secret.",
    Status.CLOSED: "was closed before a game was over, so there is nothing to export.",
}


async def record_of(database: Database, table_id: int) -> str:
    """The record of the finished game at a table, as JSON text.

    Raises TableError if there is none, and UnusableDatabase. The database is only read.
    """
    await database.check()
    try:
        async with database.read() as session:
            table = await table_queries.find_table(session, table_id)
            actions = await table_queries.actions_of(session, table_id)
    except SQLAlchemyError as error:
        raise UnusableDatabase(error) from error
    if table is None:
        raise TableError(f"There is no table {table_id} in this database.")
    if table.status is not Status.OVER:
        raise TableError(f"Table {table_id} {_WHY_NOT[table.status]}")
    return dumps(replay_game(table, actions))
