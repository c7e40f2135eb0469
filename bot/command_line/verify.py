"""The command `python -m bot verify`."""

import argparse

from bot.command_line.record_file import load, summary

DESCRIPTION = (
    "Replay a record by the rules of the game, and compute the commitments to its deals, which it "
    "prints, to be compared with those that were shown at the table. Exit status 0 if it is valid, "
    "1 if it is not, with the first thing that is wrong, 2 if it cannot be read, 3 if all is valid "
    "but for a deal that cannot be checked, because it has no commitment."
)
UNPROVEN = 3
_UNCHECKED = "cannot be checked: it was not committed to, or its commitment was erased"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the record; - for standard input")


def run(options: argparse.Namespace) -> int:
    record = load(options.file)
    commitments = record.commitments or (None,) * record.game.length
    is_proven = all(commitments)
    verdict = "valid" if is_proven else "valid, but not every deal can be checked"
    print(f"{verdict}: {summary(record)}")
    for number, committed in enumerate(commitments, 1):
        print(f"round {number}: {committed.digest if committed else _UNCHECKED}")
    return 0 if is_proven else UNPROVEN
