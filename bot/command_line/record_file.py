"""A record in a file, for the commands that read one."""

import sys
from pathlib import Path

from bot.command_line.command import Refused
from engine.errors import RecordError
from engine.record import Record, parse

STDIN = "-"
MAX_BYTES = 10_000_000
"""Of a file to read; a record of ten rounds with five players has about ten thousand."""


def load(file: str) -> Record:
    """The record in a file, STDIN for standard input.

    Raises Refused with the exit status 1 if it is not the record of a game played by the rules, 2
    if it cannot be read.
    """
    try:
        content = _read(file)
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}.", 2) from error
    if len(content) > MAX_BYTES:
        raise Refused(f"{file} is too large: a record has at most {MAX_BYTES:,} bytes.", 2)
    try:
        return parse(content.decode())
    except UnicodeDecodeError as error:
        raise Refused(f"{file} is not UTF-8 text.", 2) from error
    except RecordError as error:
        raise Refused(f"invalid: {error}") from error


def summary(record: Record) -> str:
    """`3 players, 2 rounds, totals 4, -2, 7; 2 of 2 deals as committed`."""
    game, held = record.game, sum(one is not None for one in record.commitments)
    rounds = f"{game.length} round{'s' if game.length > 1 else ''}"
    totals = f"totals {', '.join(map(str, game.totals()))}"
    deals = f"{held} of {game.length} deals as committed" if held else "no deal was committed to"
    return f"{game.players} players, {rounds}, {totals}; {deals}"


def _read(file: str) -> bytes:
    """Read one byte past the limit."""
    if file == STDIN:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as opened:
        return opened.read(MAX_BYTES + 1)
