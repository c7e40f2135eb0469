"""The command `python -m bot copy-database`."""

import argparse
import asyncio
from pathlib import Path

from bot.command_line.command import Refused
from bot.hosting.database.backup import BESIDE
from bot.hosting.database.copying import CopiedTable, CopyFailed, copy_database
from bot.hosting.database.inspection import database_file
from bot.storage.engine.database import Database, UnusableDatabase

DESCRIPTION = (
    "Copy everything in one database to another, empty one, and compare both: SQLite to "
    "PostgreSQL, back, or SQLite to SQLite. Stop the bot first. Exit status 1 if nothing was "
    "copied."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="the database to copy, as a SQLAlchemy URL")
    parser.add_argument(
        "target", metavar="TO", help="an empty database, or a file that is not there"
    )


def run(options: argparse.Namespace) -> int:
    """Copy everything, or nothing: then a new file is removed too."""
    new_file = _missing_file(options.target)
    try:
        copied = asyncio.run(_copy(options.source, options.target))
    except BaseException as error:
        if new_file is not None:
            for end in ("", *BESIDE):
                Path(f"{new_file}{end}").unlink(missing_ok=True)
        if isinstance(error, CopyFailed | UnusableDatabase):
            raise Refused(f"Nothing was copied: {error}.") from error
        raise
    print(
        f"{sum(table.rows for table in copied):,} rows in {len(copied)} tables copied, and found "
        "the same in both. Set DATABASE_URL to the new database, and keep the old one for a while."
    )
    return 0


async def _copy(source_url: str, target_url: str) -> list[CopiedTable]:
    async with Database(source_url) as source, Database(target_url) as target:
        return await copy_database(source, target, lambda line: print(line, flush=True))


def _missing_file(url: str) -> Path | None:
    """The SQLite file at this address, if there is none yet."""
    try:
        file = database_file(url)
    except UnusableDatabase:
        return None
    return None if file is None or file.exists() else file
