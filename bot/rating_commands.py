"""The command about ratings: `python -m bot ratings rebuild`."""

import asyncio
import sys

from sqlalchemy.exc import SQLAlchemyError

from bot.storage.database import Database, UnusableDatabase
from bot.tables.rebuild import Rebuilt, rebuild


def rebuild_ratings(database_url: str) -> int:
    """Compute ratings, standings and totals again, and print how many results were counted.

    Gives the exit status: 0 when it is done, 1 when not; then nothing has changed.
    """
    try:
        rebuilt = asyncio.run(_rebuild(database_url))
    except UnusableDatabase as error:
        print(f"The database cannot be used: {error}.", file=sys.stderr)
        return 1
    print(
        f"{rebuilt.results:,} results of {rebuilt.games:,} games in {rebuilt.servers:,} servers"
        f" counted again; {rebuilt.replayed:,} games replayed."
    )
    return 0


async def _rebuild(database_url: str) -> Rebuilt:
    """Raises UnusableDatabase, also while the bot runs on an SQLite file."""
    database = Database(database_url)
    try:
        await database.check()
        await database.claim()
        return await rebuild(database)
    except SQLAlchemyError as error:
        raise UnusableDatabase(error) from error
    finally:
        await database.close()
