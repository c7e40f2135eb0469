"""The command `python -m bot ratings rebuild`."""

import argparse
import asyncio

from bot.command_line.command import add_database_option
from bot.settings import Settings
from bot.storage.engine.database import Database, unusable_on_failure
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
    """Compute them; if it fails, nothing has changed."""
    rebuilt = asyncio.run(_rebuild(options.database or Settings().database_url))
    print(
        f"{rebuilt.results:,} results of {rebuilt.games:,} games in {rebuilt.servers:,} servers"
        f" counted again; {rebuilt.replayed:,} games replayed."
    )
    return 0


async def _rebuild(database_url: str) -> Rebuilt:
    """Raises UnusableDatabase, also if a bot runs on it."""
    async with Database(database_url) as database:
        await database.check()
        await database.claim()
        with unusable_on_failure():
            return await rebuild(database)
