"""What a host's monitoring asks the database."""

from bot.storage import table_queries
from bot.storage.database import Database
from bot.storage.models import Status


async def ping(database: Database) -> None:
    """Read something. Raises DatabaseFileMissing, SQLAlchemyError, OSError."""
    database.require_file()
    async with database.read() as session:
        await table_queries.ping(session)


async def count_live(database: Database) -> dict[Status, int]:
    """How many live tables there are, by status; also those of other processes."""
    async with database.read() as session:
        return await table_queries.count_live_tables(session)
