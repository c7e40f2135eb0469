"""The command `python -m bot copy-database`."""

import argparse
import asyncio
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.command_line.command import refuse
from bot.hosting.database.copying import CopiedTable, CopyFailed, copy_database
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
    """0 when all is copied, 1 when nothing is."""
    new_file = _missing_file(options.target)
    try:
        copied = asyncio.run(_copy(options.source, options.target))
    except (CopyFailed, UnusableDatabase) as error:
        return refuse(f"Nothing was copied: {error}.", 1)
    else:
        new_file = None
    finally:
        if new_file is not None:
            _remove(new_file)
    print(
        f"{sum(table.rows for table in copied):,} rows in {len(copied)} tables copied, and found "
        "the same in both. Set DATABASE_URL to the new database, and keep the old one for a while."
    )
    return 0


async def _copy(source_url: str, target_url: str) -> list[CopiedTable]:
    source = Database(source_url)
    try:
        target = Database(target_url)
        try:
            return await copy_database(source, target, lambda line: print(line, flush=True))
        finally:
            await target.close()
    finally:
        await source.close()


def _missing_file(url: str) -> Path | None:
    """The SQLite file at this address, if there is none yet."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return None
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    file = Path(parsed.database)
    return None if file.exists() else file


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm", ".lock"):
        Path(f"{file}{end}").unlink(missing_ok=True)
