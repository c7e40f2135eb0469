"""The commands on databases and their games: `python -m bot backup`, `restore`, `copy-database`,
`export` and `ratings`.
"""

import argparse
import asyncio
import shlex
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL

from bot.command_line.command import (
    Command,
    Refused,
    add_database_option,
    database_url,
    number_within,
    say,
)
from bot.hosting.database.backup import (
    BESIDE,
    BackupFailed,
    FileThere,
    back_up,
    belongs_to,
    left_beside,
    new_copy,
    revision_of,
)
from bot.hosting.database.copying import CopyFailed, TableHash, copy_database
from bot.hosting.database.inspection import database_file, is_on_server
from bot.storage.engine.database import (
    Database,
    UnusableDatabase,
    read_address,
    unusable_on_failure,
)
from bot.storage.engine.database_file import mode_of, write_private
from bot.storage.models.tables import MAX_TABLE_ID
from bot.tables.games.history import record_of
from bot.tables.standings.rebuild import rebuild
from bot.tables.upkeep.restoring import Restored, make_ready

T = TypeVar("T")

ANOTHER_PROGRAM = 3
"""The exit status if another program has to make the backup."""
_MOST_PROBLEMS = 20
WITH_PROBLEMS = 3
"""The exit status after a restore with games that do not replay."""
_BY_POSTGRES = (
    "PostgreSQL makes its backups itself. Run this, with the password in PGPASSWORD and a umask of "
    "077, since the file has every hand in it:"
)
_TABLE = "this should be the number of a table, as in 7"


class Backup(Command):
    """Copy the SQLite database to a file, also while the bot runs, and check the copy. Exit status
    0 if the backup is made; 1 if not; 3 for PostgreSQL, with the command of pg_dump to use."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the file to write")
        parser.add_argument("--replace", action="store_true", help="replace FILE if it is there")
        add_database_option(parser)

    def run(self, options: argparse.Namespace) -> int:
        with _refused_as("No backup was made", hint=" Give another name, or --replace."):
            url = read_address(database_url(options))
            if url.get_backend_name() == "postgresql":
                say(_BY_POSTGRES)
                say(pg_dump(url, options.file))
                return ANOTHER_PROGRAM
            file = database_file(url.render_as_string()) or Path(url.database or "")
            backup = back_up(file, options.file, replace=options.replace)
        say(f"{backup.file}: {backup.size:,} bytes, shape {backup.revision}, intact.")
        return 0


class Restore(Command):
    """Make a new database of a backup, replay every finished game in it, and let the bot go on from
    there: live tables get new numbers, so that buttons from after the backup do nothing. With
    --in-place the database is there already, restored by another program such as pg_restore. Exit
    status 0 if all is well, 1 if nothing was restored, 3 if it was but some games do not replay."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        given = parser.add_mutually_exclusive_group(required=True)
        given.add_argument("file", type=Path, metavar="FILE", nargs="?", help="the backup")
        given.add_argument(
            "--in-place",
            action="store_true",
            help="check the database itself, which another program has restored",
        )
        add_database_option(parser)

    def run(self, options: argparse.Namespace) -> int:
        with _refused_as("Nothing was restored"):
            url = database_url(options)
            if options.in_place:
                restored = asyncio.run(_make_ready(url, in_place=True))
            else:
                restored = _into_new_file(options.file, read_address(url))
        return report(restored)


class CopyDatabase(Command):
    """Copy everything in one database to another, empty one, and compare both: SQLite to
    PostgreSQL, back, or SQLite to SQLite. Stop the bot first. Exit status 1 if nothing was
    copied."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "source", metavar="FROM", help="the database to copy, as a SQLAlchemy URL"
        )
        parser.add_argument(
            "target", metavar="TO", help="an empty database, or a file that is not there"
        )

    def run(self, options: argparse.Namespace) -> int:
        with _refused_as("Nothing was copied"):
            _require_two(options.source, options.target)
            file = database_file(options.target)
            if file is None and not is_on_server(options.target):
                raise CopyFailed("TO names no file, so nothing of the copy would be left")
            new = None if file is None or mode_of(file) else file
            if new is not None and (left := left_beside(new)):
                raise CopyFailed(f"{left} is there. Move it away first, or name another file")
            try:
                copied = asyncio.run(_copy(options.source, options.target))
            except BaseException:
                for end in ("", *BESIDE) if new is not None else ():
                    # The system may refuse that, as it refused the file itself.
                    with suppress(OSError):
                        Path(f"{new}{end}").unlink()
                raise
        rows = sum(table.rows for table in copied)
        say(
            f"{rows:,} rows in {len(copied)} tables copied, and found the same in both. Set "
            "DATABASE_URL to the new database, and keep the old one for a while."
        )
        return 0


@contextmanager
def _refused_as(beginning: str, hint: str = "") -> Iterator[None]:
    """Raise Refused for a failure in the block, with the hint if a file exists already."""
    try:
        yield
    except (BackupFailed, CopyFailed, UnusableDatabase) as error:
        more = hint if isinstance(error, FileThere) else ""
        raise Refused(f"{beginning}: {error}.{more}") from error


def pg_dump(url: URL, file: Path) -> str:
    """The command that backs up the database at this address; without its password."""
    # Both programs know these, and other options by other names.
    place = {name: url.query[name] for name in ("host", "port", "user") if name in url.query}
    # Not url.set: there None means to keep the password.
    address = URL.create("postgresql", url.username, None, url.host, url.port, url.database, place)
    options = ("--format=custom", f"--file={file}", f"--dbname={address.render_as_string()}")
    return shlex.join(["pg_dump", *options])


def _into_new_file(backup: Path, url: URL) -> Restored:
    """Restore the backup to a new file. Raises BackupFailed, UnusableDatabase without the file."""
    target = database_file(url.render_as_string())
    if target is None:
        raise BackupFailed(
            "a backup FILE becomes an SQLite file, and the database is none. Restore into one with "
            "--database and use copy-database, or restore with pg_restore and then use --in-place"
        )
    there = target if mode_of(target) else left_beside(target)
    if there is not None:
        raise BackupFailed(
            f"{there} is there. Move it away first, and what else begins with "
            f"{target.name}, or name another file with --database"
        )
    with new_copy(backup, target) as copied:
        say(f"{backup} is intact; its tables have the shape {revision_of(copied)}.")
        copy = URL.create(url.drivername, database=str(copied))
        return asyncio.run(_make_ready(copy.render_as_string()))


async def _make_ready(url: str, *, in_place: bool = False) -> Restored:
    async with Database(url) as database:
        if in_place:
            await database.check(of_any_shape=True)
            await database.claim()
        return await make_ready(database, datetime.now(UTC), say)


def report(restored: Restored) -> int:
    """Say what was found in a restored database; returns the exit status."""
    say(
        f"{restored.games:,} finished games replayed to their scores; {restored.deals:,} deals as "
        f"committed. {restored.live:,} live tables go on. New tables count from "
        f"{restored.next_id:,}."
    )
    if not restored.problems:
        return 0
    say(f"{len(restored.problems):,} games do not replay:")
    for problem in restored.problems[:_MOST_PROBLEMS]:
        say(f"- {problem}")
    if (more := len(restored.problems) - _MOST_PROBLEMS) > 0:
        say(f"- and {more:,} more")
    return WITH_PROBLEMS


def _require_two(source_url: str, target_url: str) -> None:
    """Raise CopyFailed if both addresses name the same database; raises UnusableDatabase too."""
    source, target = database_file(source_url), database_file(target_url)
    is_one = read_address(source_url) == read_address(target_url)
    if source is not None and target is not None and mode_of(source) and mode_of(target):
        is_one = source.samefile(target)
    if is_one:
        raise CopyFailed("FROM and TO are the same database")


async def _copy(source_url: str, target_url: str) -> list[TableHash]:
    async with Database(source_url) as source, Database(target_url) as target:
        return await copy_database(source, target, say)


class Export(Command):
    """Write the record of a finished game, JSON of the format scout-game/2, or scout-game/1 if no
    deal of it was committed to. The database is only read, also while the bot runs. Exit status 1
    if there is no such record."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "table",
            type=number_within(1, MAX_TABLE_ID, _TABLE),
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
        url = database_url(options)
        record = asyncio.run(_with_database(url, partial(record_of, table_id=options.table)))
        output: Path | None = options.output
        if output is None:
            say(record)
            return 0
        try:
            file = database_file(url)
            if file is not None and belongs_to(file, output):
                raise Refused(f"{output} belongs to the database itself. Give another name.")
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
        """Compute ratings and leaderboards again; if that fails, nothing has changed."""
        rebuilt = asyncio.run(_with_database(database_url(options), rebuild, alone=True))
        say(
            f"{rebuilt.results:,} results of {rebuilt.games:,} games in {rebuilt.servers:,} servers"
            f" counted again; {rebuilt.replayed:,} games replayed."
        )
        return 0


async def _with_database(
    url: str, work: Callable[[Database], Awaitable[T]], *, alone: bool = False
) -> T:
    """Do this with a database of the newest shape; if `alone`, no bot may run on it.

    Raises UnusableDatabase.
    """
    async with Database(url) as database:
        await database.check()
        if alone:
            await database.claim()
        with unusable_on_failure():
            return await work(database)
