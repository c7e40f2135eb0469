"""Whether the database is there, and has a shape that this version can use."""

import os
from pathlib import Path
from shlex import quote

from sqlalchemy.exc import NoSuchModuleError

from bot.doctor.findings import Findings, mend, ok, unusable
from bot.hosting.database.inspection import Shape, database_file, is_on_server, shape_of
from bot.program_name import program_name
from bot.storage.engine.database import UnusableDatabase
from bot.storage.engine.database_file import is_readable_by_others
from bot.storage.engine.schema import NEWER_VERSION

_REMEDIES = {
    Shape.EMPTY: "nothing is in it. `{program} run` makes the tables; if you expected your "
    "games, check DATABASE_URL.",
    Shape.FOREIGN: "its tables are not this bot's. Check DATABASE_URL.",
    Shape.OLDER: "an older version of the bot wrote it. Back it up, then start this version: it "
    "brings the database up to date.",
    Shape.NEWER: f"{NEWER_VERSION}.",
}


async def check_database(url: str) -> Findings:
    """Which shape the database has, and whether its file can be written."""
    try:
        on_server = is_on_server(url)
        file = database_file(url)
    except UnusableDatabase:
        return unusable("DATABASE_URL is not an address of a database: see .env.example.")
    if not on_server and file is None:
        return mend("DATABASE_URL names no file, so each stop of the bot loses every game.")
    name = "the database" if file is None else str(file)
    try:
        shape = await shape_of(url)
    except UnusableDatabase as error:
        return _unreadable(name, error)
    if shape is Shape.MISSING:
        return mend(
            f"there is no file {name}. `{program_name()} run` makes a new one; if you expected "
            "your games, check DATABASE_URL."
        )
    if shape is not Shape.CURRENT:
        return mend(f"{name}: {_REMEDIES[shape].format(program=program_name())}")
    if file is not None and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        return mend(f"{name} and its folder must be writable for the user that the bot runs as.")
    if file is not None and (open_to_others := _readable_by_others(file)):
        return mend(
            f"others on this machine can read {', '.join(open_to_others)}, which have hands "
            f"and tokens in them. Run: chmod 600 {' '.join(map(quote, open_to_others))}"
        )
    return ok(f"{name} has the newest shape.")


def _readable_by_others(file: Path) -> list[str]:
    """The file and those beside it that others can read; earlier versions left it to the umask."""
    files = [Path(f"{file}{end}") for end in ("", "-wal", "-shm")]
    return [str(one) for one in files if one.is_file() and is_readable_by_others(one)]


def _unreadable(name: str, error: UnusableDatabase) -> Findings:
    if isinstance(error.__cause__, ImportError | NoSuchModuleError):
        return unusable(
            f"DATABASE_URL needs a driver that is not installed ({error.__cause__}). Install what "
            "docs/hosting.md names for this database, which for PostgreSQL is: pip install "
            "--require-hashes -r requirements/postgres.txt"
        )
    if "locked" in str(error):
        return mend(
            f"another program has locked {name} ({error}). Close it: a database browser, a copy "
            "or a backup that is still open."
        )
    return mend(f"{name} cannot be read: {error}. Check DATABASE_URL, and who can read it.")
