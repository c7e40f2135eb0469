"""What every command of the command line has, and what several share."""

import argparse
import sys
from typing import Protocol

_MAX_WORDS = 500
"""Characters of a refusal, which may quote a file."""


class Command(Protocol):
    """A module of this package."""

    DESCRIPTION: str
    """What the command does and its exit statuses, for its `--help`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Run the command with its parsed arguments; gives the exit status."""


def add_database_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--database URL`; None if it is left out."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="the database, as a SQLAlchemy URL; DATABASE_URL from the environment or .env if "
        "left out",
    )


def refuse(sentence: str, status: int) -> int:
    """Say what is wrong, on standard error; gives the exit status."""
    short = sentence if len(sentence) <= _MAX_WORDS else f"{sentence[:_MAX_WORDS]}…"
    print(short, file=sys.stderr)
    return status
