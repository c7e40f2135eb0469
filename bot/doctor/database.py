"""Whether the database is there, and has a shape that this version can use."""

import os
from pathlib import Path

from bot.doctor.findings import Findings, mend, of_faults, ok
from bot.hosting.database.inspection import Shape, database_file, is_on_server, shape_of
from bot.hosting.faults import database_faults
from bot.program_name import program_name
from bot.storage.engine.database import UnusableDatabase
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
    """What is wrong with its address or file; which shape it has; whether it can be written."""
    faults = database_faults(url)
    if any(fault.status for fault in faults):
        return of_faults(faults)
    file = database_file(url)
    if file is None and not is_on_server(url):
        return of_faults(faults)
    return [*of_faults(faults), *await _check_contents(url, file)]


async def _check_contents(url: str, file: Path | None) -> Findings:
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
    return ok(f"{name} has the newest shape.")


def _unreadable(name: str, error: UnusableDatabase) -> Findings:
    if "locked" in str(error):
        return mend(
            f"another program has locked {name} ({error}). Close it: a database browser, a copy "
            "or a backup that is still open."
        )
    return mend(f"{name} cannot be read: {error}. Check DATABASE_URL, and who can read it.")
