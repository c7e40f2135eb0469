"""The bot's needs of its machine: database, disk space, typefaces, and worker processes."""

import asyncio
import shutil
import time
from pathlib import Path

from bot.doctor.findings import Findings, mend, of_faults, ok
from bot.hosting.database.inspection import Shape, database_file, shape_of
from bot.hosting.faults import database_faults
from bot.pictures.fonts import Style, extent, has_raqm
from bot.program_name import program_name
from bot.puzzles import puzzles
from bot.storage.engine.database import UnusableDatabase
from bot.storage.engine.database_file import is_folder
from bot.storage.engine.schema import NEWER_VERSION
from bot.tables.computers.workers import Workers
from engine.players.registry import player

_REMEDIES = {
    Shape.MISSING: "there is no file {name}. `{program} run` makes a new one; if you expected your "
    "games, check DATABASE_URL.",
    Shape.EMPTY: "{name}: nothing is in it. `{program} run` makes the tables; if you expected your "
    "games, check DATABASE_URL.",
    Shape.FOREIGN: "{name}: its tables are not this bot's. Check DATABASE_URL.",
    Shape.OLDER: "{name}: an older version of the bot wrote it. Back it up, then start this "
    "version: it brings the database up to date.",
    Shape.NEWER: f"{{name}}: {NEWER_VERSION}.",
}


async def check_database(url: str) -> Findings:
    """The faults of its address or file, and its shape."""
    faults = database_faults(url)
    found = of_faults(faults)
    if not any(fault.status for fault in faults):
        found += await _check_contents(url, database_file(url))
    return found


async def _check_contents(url: str, file: Path | None) -> Findings:
    name = "the database" if file is None else str(file)
    try:
        shape = await shape_of(url)
    except UnusableDatabase as error:
        if "locked" in str(error):
            return mend(
                f"another program has locked {name} ({error}). Close it: a database browser, a "
                "copy or a backup that is still open."
            )
        if "malformed" in str(error):
            return mend(
                f"{name} is damaged: {error}. Stop the bot, keep the file, and restore a backup."
            )
        return mend(f"{name} cannot be read: {error}. Check DATABASE_URL, and who can read it.")
    if shape is not Shape.CURRENT:
        return mend(_REMEDIES[shape].format(name=name, program=program_name()))
    return ok(f"{name} has the newest shape.")


_MEGABYTE = 1_000_000


async def check_disk(database_url: str, at_least: int) -> Findings:
    """Whether `at_least` megabytes are free at the database, or where the bot runs if a server
    keeps the database."""
    try:
        file = database_file(database_url)
    except UnusableDatabase:
        file = None
    folder = Path.cwd() if file is None else file.absolute().parent
    if not is_folder(folder):
        return mend(f"there is no folder {folder}. Make it, or check DATABASE_URL.")
    usage = await asyncio.to_thread(shutil.disk_usage, folder)
    free = f"{usage.free // _MEGABYTE:,} MB are free at {folder}"
    if usage.free < at_least * _MEGABYTE:
        return mend(
            f"only {free}, and there should be {at_least:,}. When the disk is full nothing is "
            "saved: delete what you do not need, or move the database to another disk."
        )
    return ok(f"{free}.")


async def check_fonts() -> Findings:
    """Whether all typefaces can be read, and letters joined as in Arabic."""
    try:
        await asyncio.to_thread(_draw_with_each)
    except OSError as error:
        return mend(
            f"a typeface cannot be read ({type(error).__name__}: {error}). Its file belongs to the "
            "bot: install that again."
        )
    if not has_raqm():
        return mend(
            "the typefaces are there, but this Pillow cannot join the letters of Arabic or "
            "Thai names. Install the libraries libraqm and libfribidi; all else is complete."
        )
    return ok("all typefaces can be read.")


def _draw_with_each() -> None:
    for style in (Style("display", 20), Style("bold", 20), Style("regular", 20)):
        extent("SCOUT 10 田", style)


async def check_workers(wanted: int) -> Findings:
    """Whether a worker process starts and chooses a move."""
    if not wanted:
        return ok("none, by COMPUTER_WORKERS=0: hard thinks in the bot itself, for a shorter time.")
    workers = Workers(1, player)
    began = time.monotonic()
    try:
        await asyncio.to_thread(workers.start)
        await asyncio.wrap_future(workers.submit(puzzles()[0].view(), seed=1))
    except (OSError, RuntimeError) as error:
        return mend(
            f"a worker process could not choose a move ({type(error).__name__}: {error}). "
            "Is there enough memory, and may the bot start processes? With COMPUTER_WORKERS=0 "
            "it does without."
        )
    finally:
        await asyncio.to_thread(workers.close)
    return ok(f"one started and chose a move within {time.monotonic() - began:.1f} s.")
