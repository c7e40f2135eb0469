"""What a host's monitoring asks the database."""

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.tables import Status


async def ping(database: Database) -> None:
    """Read something. Raises DatabaseFileMissing, SQLAlchemyError, OSError."""
    database.require_file()
    async with database.read() as session:
        await queries.tables.ping(session)


async def count_live(database: Database) -> dict[Status, int]:
    """How many live tables there are, by status; also those of other processes."""
    async with database.read() as session:
        return await queries.tables.count_live_tables(session)
