"""The command line: host the bot, play without Discord, records, ratings, the database."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import cast

from bot.command_line.command import Command, run_safely
from bot.program_name import program_name

_COMMANDS = {
    "run": "host the bot on Discord (needs DISCORD_TOKEN)",
    "play": "try it in a browser, without Discord",
    "export": "write the record of a finished game",
    "verify": "check a record by the rules, and its deals by their commitments",
    "replay": "tell a recorded game move by move",
    "doctor": "say what is wrong with the bot, and what to do",
    "ratings": "compute ratings and leaderboards again",
    "backup": "copy the database to a file, also while the bot runs",
    "restore": "make a database of a backup, and check it",
    "copy-database": "copy everything to another database: SQLite, PostgreSQL",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the given command; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(
        prog=program_name(),
        description="Play the card game SCOUT on Discord or in a browser, and keep its games.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, short_help in _COMMANDS.items():
        command_parser = commands.add_parser(name, help=short_help)
        # The other modules are not imported: some take a second.
        if name in given[:1]:
            command = _command(name)
            command_parser.description = command.DESCRIPTION
            command.add_arguments(command_parser)
            command_parser.set_defaults(run=command.run)
    options = parser.parse_args(given)
    return run_safely(options.run, options)


def _command(name: str) -> Command:
    """The module of a command; its name is the command's, with `_` for `-`."""
    module = import_module(f"bot.command_line.{name.replace('-', '_')}")
    # The type checker cannot know, so a test asks each command for its help.
    return cast(Command, module)


if __name__ == "__main__":
    sys.exit(main())
