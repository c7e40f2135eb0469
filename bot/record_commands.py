"""The commands about records: `python -m bot export` and `python -m bot verify`."""

import asyncio
import sys
from pathlib import Path

from bot.storage.database import Database, UnusableDatabase
from bot.tables.records import checked_record_of
from engine.errors import RecordError, ScoutError
from engine.record import Record, parse

STDIN = "-"
MAX_BYTES = 10_000_000
"""Of a file to verify; a record of ten rounds with five players has about ten thousand."""
_MAX_WORDS = 500
"""Characters of a refusal, which may quote the file."""


def export(database_url: str, table_id: int, output: Path | None) -> int:
    """Write the record of a finished game to a file, or to standard output if None.

    Gives the exit status: 0 when it is written, 1 when not.
    """
    try:
        record = asyncio.run(_record(database_url, table_id))
    except UnusableDatabase as error:
        return refuse(f"The database cannot be used: {error}.", 1)
    except ScoutError as error:
        return refuse(str(error), 1)
    if output is None:
        print(record)
        return 0
    try:
        output.write_text(f"{record}\n", encoding="utf-8", newline="\n")
    except OSError as error:
        return refuse(f"The record could not be written to {output}: {error.strerror}.", 1)
    return 0


def verify(file: str) -> int:
    """Say whether a file (STDIN for standard input) is the record of a game played by the rules.

    Print the commitments, so that they can be compared with those that were shown at the table.
    Gives the exit status: 0 if it is, 1 if it is not, 2 if it cannot be read.
    """
    record = load(file)
    if isinstance(record, int):
        return record
    print(f"valid: {summary(record)}")
    for number, committed in enumerate(record.commitments, 1):
        print(f"round {number}: {committed.digest if committed else 'not committed to'}")
    return 0


def load(file: str) -> Record | int:
    """The record in a file, or the exit status after what is wrong has been said."""
    try:
        content = _read(file)
    except OSError as error:
        return refuse(f"{file} cannot be read: {error.strerror}.", 2)
    if len(content) > MAX_BYTES:
        return refuse(f"{file} is too large: a record has at most {MAX_BYTES:,} bytes.", 2)
    try:
        return parse(content.decode())
    except UnicodeDecodeError:
        return refuse(f"{file} is not UTF-8 text.", 2)
    except RecordError as error:
        return refuse(f"invalid: {error}", 1)


async def _record(database_url: str, table_id: int) -> str:
    database = Database(database_url)
    try:
        return await checked_record_of(database, table_id)
    finally:
        await database.close()


def _read(file: str) -> bytes:
    """No more than tells that there is too much."""
    if file == STDIN:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as opened:
        return opened.read(MAX_BYTES + 1)


def summary(record: Record) -> str:
    """`3 players, 2 rounds, totals 4, -2, 7; 2 of 2 deals as committed`."""
    game, held = record.game, sum(one is not None for one in record.commitments)
    rounds = f"{game.length} round{'s' if game.length > 1 else ''}"
    totals = f"totals {', '.join(map(str, game.totals()))}"
    deals = f"{held} of {game.length} deals as committed" if held else "no deal was committed to"
    return f"{game.players} players, {rounds}, {totals}; {deals}"


def refuse(sentence: str, status: int) -> int:
    """Say what is wrong, on standard error; gives the exit status."""
    short = sentence if len(sentence) <= _MAX_WORDS else f"{sentence[:_MAX_WORDS]}…"
    print(short, file=sys.stderr)
    return status
