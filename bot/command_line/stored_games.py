"""The commands on games in the database: `python -m bot export`, `python -m bot ratings`."""

import argparse
import asyncio
from pathlib import Path

from bot.command_line.command import Command, Refused, add_database_option, database_url, say
from bot.storage.engine.database import Database, unusable_on_failure
from bot.storage.engine.database_file import write_private
from bot.storage.models.tables import MAX_TABLE_ID
from bot.tables.games.history import checked_record_of
from bot.tables.standings.rebuild import Rebuilt, rebuild


class Export(Command):
    """Write the record of a finished game, JSON of the format scout-game/2, or scout-game/1 if no
    deal of it was committed to. The database is only read, also while the bot runs. Exit status 1
    if there is no such record."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "table",
            type=_table_number,
            metavar="TABLE",
            help="the table's number, as the bot's log names it",
        )
        add_database_option(parser)
        parser.add_argument(
            "--output",
            type=Path,
            metavar="FILE",
            help="the file to write, replaced if it is there; standard output if left out",
        )

    def run(self, options: argparse.Namespace) -> int:
        record = asyncio.run(_record(database_url(options), options.table))
        output: Path | None = options.output
        if output is None:
            say(record)
            return 0
        try:
            write_private(output, f"{record}\n")
        except OSError as error:
            sentence = f"The record could not be written to {output}: {error.strerror}."
            raise Refused(sentence) from error
        return 0


class Ratings(Command):
    """Compute ratings and leaderboards again."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        again = parser.add_subparsers(required=True, metavar="COMMAND").add_parser(
            "rebuild",
            help="compute them from the stored results",
            description="Compute ratings, standings and totals again from the stored results, and "
            "what an earlier version has not counted from the stored games. Stop the bot first.",
        )
        add_database_option(again)

    def run(self, options: argparse.Namespace) -> int:
        """Compute them; if it fails, nothing has changed."""
        rebuilt = asyncio.run(_rebuild(database_url(options)))
        say(
            f"{rebuilt.results:,} results of {rebuilt.games:,} games in {rebuilt.servers:,} servers"
            f" counted again; {rebuilt.replayed:,} games replayed."
        )
        return 0


async def _record(database_url: str, table_id: int) -> str:
    async with Database(database_url) as database:
        return await checked_record_of(database, table_id)


def _table_number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text) <= MAX_TABLE_ID:
        return int(text)
    raise argparse.ArgumentTypeError("this should be the number of a table, as in 7")


async def _rebuild(database_url: str) -> Rebuilt:
    """Raises UnusableDatabase, also if a bot runs on it."""
    async with Database(database_url) as database:
        await database.check()
        await database.claim()
        with unusable_on_failure():
            return await rebuild(database)
