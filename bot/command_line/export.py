"""The command `python -m bot export`."""

import argparse
import asyncio
from pathlib import Path

from bot.command_line.command import add_database_option, refuse
from bot.settings import Settings
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.models.tables import MAX_TABLE_ID
from bot.tables.games.history import checked_record_of
from engine.errors import ScoutError

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
    """0 when it is written, 1 when not."""
    database_url = options.database or Settings().database_url
    try:
        record = asyncio.run(_record(database_url, options.table))
    except UnusableDatabase as error:
        return refuse(f"The database cannot be used: {error}.", 1)
    except ScoutError as error:
        return refuse(str(error), 1)
    return _write(record, options.output)


def _write(record: str, output: Path | None) -> int:
    if output is None:
        print(record)
        return 0
    try:
        output.write_text(f"{record}\n", encoding="utf-8", newline="\n")
    except OSError as error:
        return refuse(f"The record could not be written to {output}: {error.strerror}.", 1)
    return 0


async def _record(database_url: str, table_id: int) -> str:
    database = Database(database_url)
    try:
        return await checked_record_of(database, table_id)
    finally:
        await database.close()


def _table_number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text) <= MAX_TABLE_ID:
        return int(text)
    raise argparse.ArgumentTypeError("this should be the number of a table, as in 7")
