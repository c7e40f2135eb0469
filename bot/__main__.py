"""The command line: host the bot, play without Discord, records, ratings."""

import argparse
import sys
from collections.abc import Sequence

from pydantic import ValidationError

from bot.command_line.command import Command

_COMMANDS = {
    "run": "host the bot on Discord (needs DISCORD_TOKEN)",
    "play": "try it in a browser, without Discord",
    "export": "write the record of a finished game",
    "verify": "check a record by the rules, and its deals by their commitments",
    "replay": "tell a recorded game move by move",
    "ratings": "compute ratings and leaderboards again",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the given command; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Play the card game SCOUT on Discord or in a browser, and keep its games.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, short_help in _COMMANDS.items():
        command_parser = commands.add_parser(name, help=short_help)
        # The others' modules stay unread: some take a second to import.
        if name in given[:1]:
            command = _command(name)
            command_parser.description = command.DESCRIPTION
            command.add_arguments(command_parser)
            command_parser.set_defaults(run=command.run)
    options = parser.parse_args(given)
    try:
        return int(options.run(options))
    except ValidationError as error:
        print(_settings_error(error), file=sys.stderr)
        return 2


def _command(name: str) -> Command:
    match name:
        case "run":
            from bot.command_line import run

            return run
        case "play":
            from bot.command_line import play

            return play
        case "export":
            from bot.command_line import export

            return export
        case "verify":
            from bot.command_line import verify

            return verify
        case "replay":
            from bot.command_line import replay

            return replay
        case _:
            from bot.command_line import ratings

            return ratings


def _settings_error(error: ValidationError) -> str:
    wrong = [f"{str(item['loc'][0]).upper()}: {item['msg']}" for item in error.errors()]
    return "These settings cannot be used. Check the environment and .env. " + "; ".join(wrong)


if __name__ == "__main__":
    sys.exit(main())
