"""The command line: host the bot, play without Discord, records, ratings, the database."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import cast

from bot.command_line.command import Command, run_safely
from bot.program_name import program_name

_COMMANDS = {
    "run": ("start", "host the bot on Discord (needs DISCORD_TOKEN)"),
    "play": ("start", "try it in a browser, without Discord"),
    "export": ("databases", "write the record of a finished game"),
    "verify": ("records", "check a record by the rules, and its deals by their commitments"),
    "replay": ("records", "tell a recorded game move by move"),
    "doctor": ("start", "say what is wrong with the bot, and what to do"),
    "ratings": ("databases", "compute ratings and leaderboards again"),
    "backup": ("databases", "copy the database to a file, also while the bot runs"),
    "restore": ("databases", "make a database of a backup, and check it"),
    "copy-database": ("databases", "copy everything to another database: SQLite, PostgreSQL"),
}
"""The commands: the module of each, and its line of help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(
        prog=program_name(),
        description="Play the card game SCOUT on Discord or in a browser, and keep its games.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, short_help) in _COMMANDS.items():
        command_parser = commands.add_parser(name, help=short_help)
        # The other modules are not imported: some take a second.
        if name in given[:1]:
            command = _command(name, module)
            command_parser.description = command.__doc__
            command.add_arguments(command_parser)
            command_parser.set_defaults(run=command.run)
    options = parser.parse_args(given)
    if isinstance(sys.stdout, TextIOWrapper):
        # On Windows a file or a pipe takes few letters, and not even a minus sign.
        sys.stdout.reconfigure(errors="backslashreplace")
    return run_safely(options.run, options)


def _command(name: str, module: str) -> Command:
    """The command of this name; the class of `copy-database` is CopyDatabase."""
    found = getattr(import_module(f"bot.command_line.{module}"), name.title().replace("-", ""))
    # The type checker cannot know, so a test asks each command for its help.
    return cast(Command, found())


if __name__ == "__main__":
    sys.exit(main())
