"""The command `python -m bot ratings rebuild`."""

import argparse
import asyncio

from sqlalchemy.exc import SQLAlchemyError

from bot.command_line.command import add_database_option, refuse
from bot.settings import Settings
from bot.storage.engine.database import Database, UnusableDatabase
from bot.tables.standings.rebuild import Rebuilt, rebuild

DESCRIPTION = "Compute ratings and leaderboards again."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    again = parser.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "rebuild",
        help="compute them from the stored results",
        description="Compute ratings, standings and totals again from the stored results, and what "
        "an earlier version has not counted from the stored games. Stop the bot first.",
    )
    add_database_option(again)


def run(options: argparse.Namespace) -> int:
    """0 when it is done, 1 when not; then nothing has changed."""
    try:
        rebuilt = asyncio.run(_rebuild(options.database or Settings().database_url))
    except UnusableDatabase as error:
        return refuse(f"The database cannot be used: {error}.", 1)
    print(
        f"{rebuilt.results:,} results of {rebuilt.games:,} games in {rebuilt.servers:,} servers"
        f" counted again; {rebuilt.replayed:,} games replayed."
    )
    return 0


async def _rebuild(database_url: str) -> Rebuilt:
    """Raises UnusableDatabase, also if a bot runs on it."""
    database = Database(database_url)
    try:
        await database.check()
        await database.claim()
        return await rebuild(database)
    except SQLAlchemyError as error:
        raise UnusableDatabase(error) from error
    finally:
        await database.close()
