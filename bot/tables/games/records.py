"""Finished games as records, JSON text (engine.record)."""

from sqlalchemy.exc import SQLAlchemyError

from bot.storage import queries
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.models.tables import Status
from bot.tables.core.errors import TableError
from bot.tables.core.replay import commitment_of, replay_game
from engine.record import dumps

_WHY_NOT = {
    Status.LOBBY: "has no game yet. Export it when its game is over.",
    Status.PLAYING: "is still playing. Until the game is over its cards are secret.",
    Status.CLOSED: "was closed before a game was over, so there is nothing to export.",
}


async def checked_record_of(database: Database, table_id: int) -> str:
    """As `record_of`, of a database that may be anything.

    Raises UnusableDatabase too.
    """
    await database.check()
    try:
        return await record_of(database, table_id)
    except SQLAlchemyError as error:
        raise UnusableDatabase(error) from error


async def record_of(database: Database, table_id: int) -> str:
    """The record of the finished game at a table, as JSON text.

    It names the members who allow it (Preferences.share_name), and no others; nor computers, which
    may be named after the member they play for. Raises TableError if there is none. The database
    is only read.
    """
    async with database.read() as session:
        table = await queries.tables.find_table(session, table_id)
        actions = await queries.tables.actions_of(session, table_id)
        seats = [] if table is None else table.seats
        members = await queries.members.members(session, [seat.user_id or 0 for seat in seats])
    if table is None:
        raise TableError(f"There is no table {table_id} in this database.")
    if table.status is not Status.OVER:
        raise TableError(f"Table {table_id} {_WHY_NOT[table.status]}")
    game = replay_game(table, actions)
    sharing = {member.user_id for member in members if member.share_name}
    names = [seat.name if seat.user_id in sharing else None for seat in seats]
    return dumps(game, [commitment_of(row, game) for row in table.rounds], names)
