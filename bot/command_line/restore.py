"""The command `python -m bot restore`."""

import argparse
import asyncio
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.command_line.command import Refused, add_database_option
from bot.hosting.database.backup import BackupFailed, new_copy, revision_of
from bot.settings import Settings
from bot.storage.engine.database import Database, UnusableDatabase
from bot.tables.upkeep.restoring import Restored, make_ready, most_of

WITH_PROBLEMS = 3
"""The exit status after a restore with games that do not replay."""
DESCRIPTION = (
    "Make a new database of a backup, replay every finished game in it, and let the bot go on from "
    "there: live tables get new numbers, so that buttons from after the backup do nothing. With "
    "--in-place the database is there already, restored by another program such as pg_restore. "
    "Exit status 0 if all is well, 1 if nothing was restored, 3 if it was but some games do not "
    "replay."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("file", type=Path, metavar="FILE", nargs="?", help="the backup")
    given.add_argument(
        "--in-place",
        action="store_true",
        help="check the database itself, which another program has restored",
    )
    add_database_option(parser)


def run(options: argparse.Namespace) -> int:
    """0 if all is well, 3 with games that do not replay."""
    given = options.database or Settings().database_url
    try:
        url = make_url(given)
        if options.in_place:
            restored = asyncio.run(_make_ready(given, in_place=True))
        else:
            restored = _into_new_file(options.file, url)
    except ArgumentError as error:
        sentence = "Nothing was restored: the database's address is no SQLAlchemy URL."
        raise Refused(sentence) from error
    except (BackupFailed, UnusableDatabase) as error:
        raise Refused(f"Nothing was restored: {error}.") from error
    return _report(restored)


def _into_new_file(backup: Path, url: URL) -> Restored:
    """Raises BackupFailed and UnusableDatabase; then there is no new file."""
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BackupFailed(
            "a backup FILE becomes an SQLite file, and the database is none. Restore into one "
            "with --database and use copy-database, or restore with pg_restore and then use "
            "--in-place"
        )
    target = Path(url.database)
    for end in ("", "-wal"):
        beside = Path(f"{target}{end}")
        if beside.exists():
            raise BackupFailed(
                f"{beside} is there. Move it away first, and what else begins with "
                f"{target.name}, or name another file with --database"
            )
    with new_copy(backup, target) as copied:
        print(f"{backup} is intact; its tables have the shape {revision_of(copied)}.", flush=True)
        return asyncio.run(_make_ready(url.set(database=str(copied)).render_as_string()))


async def _make_ready(url: str, *, in_place: bool = False) -> Restored:
    async with Database(url) as database:
        if in_place:
            await database.check_presence()
            await database.claim()
        return await make_ready(database, datetime.now(UTC), lambda line: print(line, flush=True))


def _report(restored: Restored) -> int:
    print(
        f"{restored.games:,} finished games replayed to their scores; {restored.deals:,} deals as "
        f"committed. {restored.live:,} live tables go on. New tables count from "
        f"{restored.next_id:,}."
    )
    if not restored.problems:
        return 0
    print(f"{len(restored.problems):,} games do not replay:")
    for problem in most_of(restored.problems):
        print(f"- {problem}")
    return WITH_PROBLEMS
