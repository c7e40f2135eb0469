"""The command `python -m bot export`."""

import argparse
import asyncio
from pathlib import Path

from bot.command_line.command import Refused, add_database_option
from bot.settings import Settings
from bot.storage.engine.database import Database
from bot.storage.engine.database_file import write_private
from bot.storage.models.tables import MAX_TABLE_ID
from bot.tables.games.history import checked_record_of

DESCRIPTION = (
    "Write the record of a finished game, JSON of the format scout-game/2, or scout-game/1 if no "
    "deal of it was committed to. The database is only read, also while the bot runs. Exit status "
    "1 if there is no such record."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
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


def run(options: argparse.Namespace) -> int:
    """Write the record."""
    record = asyncio.run(_record(options.database or Settings().database_url, options.table))
    output: Path | None = options.output
    if output is None:
        print(record)
        return 0
    try:
        write_private(output, f"{record}\n")
    except OSError as error:
        sentence = f"The record could not be written to {output}: {error.strerror}."
        raise Refused(sentence) from error
    return 0


async def _record(database_url: str, table_id: int) -> str:
    async with Database(database_url) as database:
        return await checked_record_of(database, table_id)


def _table_number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text) <= MAX_TABLE_ID:
        return int(text)
    raise argparse.ArgumentTypeError("this should be the number of a table, as in 7")
