"""The command `python -m bot verify`."""

import argparse

from bot.command_line.record_file import load, summary

DESCRIPTION = (
    "Replay a record by the rules of the game, and compute the commitments to its deals, which it "
    "prints, to be compared with those that were shown at the table. Exit status 0 if it is valid, "
    "1 if it is not, with the first thing that is wrong, 2 if it cannot be read."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the record; - for standard input")


def run(options: argparse.Namespace) -> int:
    record = load(options.file)
    print(f"valid: {summary(record)}")
    for number, committed in enumerate(record.commitments, 1):
        print(f"round {number}: {committed.digest if committed else 'not committed to'}")
    return 0
