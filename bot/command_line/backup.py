"""The command `python -m bot backup`."""

import argparse
import shlex
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.command_line.command import Refused, add_database_option
from bot.hosting.database.backup import BackupFailed, FileThere, back_up
from bot.settings import Settings

ANOTHER_PROGRAM = 3
"""The exit status where another program makes the backup."""
DESCRIPTION = (
    "Copy the SQLite database to a file, also while the bot runs, and check the copy. Exit status "
    "0 if the backup is made; 1 if not; 3 for PostgreSQL, with the command of pg_dump to use."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    parser.add_argument("--replace", action="store_true", help="replace FILE if it is there")
    add_database_option(parser)


def run(options: argparse.Namespace) -> int:
    """0 if it is made, 3 if another program has to make it."""
    given = options.database or Settings().database_url
    try:
        url = make_url(given)
    except ArgumentError as error:
        sentence = "The database cannot be used: its address is no SQLAlchemy URL."
        raise Refused(sentence) from error
    if url.get_backend_name() == "postgresql":
        print("PostgreSQL makes its backups itself. Run this, with the password in PGPASSWORD:")
        print(pg_dump(url, options.file))
        return ANOTHER_PROGRAM
    try:
        backup = back_up(Path(url.database or ""), options.file, replace=options.replace)
    except FileThere as error:
        sentence = f"No backup was made: {error}. Give another name, or --replace."
        raise Refused(sentence) from error
    except BackupFailed as error:
        raise Refused(f"No backup was made: {error}.") from error
    print(f"{backup.file}: {backup.size:,} bytes, shape {backup.revision}, intact.")
    return 0


def pg_dump(url: URL, file: Path) -> str:
    """The command that backs up the database at this address; without its password."""
    # Not url.set: there None means to keep the password.
    address = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    options = ("--format=custom", f"--file={file}", f"--dbname={address.render_as_string()}")
    return shlex.join(["pg_dump", *options])
