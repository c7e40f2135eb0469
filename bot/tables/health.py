"""What a host's monitoring asks the database."""

from bot.storage.engine.database import Database
from bot.storage.models.tables import Status
from bot.storage.queries import tables as table_queries


async def ping(database: Database) -> None:
    """Read something. Raises DatabaseFileMissing, SQLAlchemyError, OSError."""
    database.require_file()
    async with database.read() as session:
        await table_queries.ping(session)


async def count_live(database: Database) -> dict[Status, int]:
    """How many live tables there are, by status; also those of other processes."""
    async with database.read() as session:
        return await table_queries.count_live_tables(session)
