"""The command line: host the bot, play without Discord, records, ratings."""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from pydantic import ValidationError

from bot.local import DEFAULT_PORT
from bot.settings import Settings

_MAX_TABLE = 2**31 - 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the given command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except ValidationError as error:
        print(_settings_error(error), file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Play the card game SCOUT on Discord or in a browser, and keep its games.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser(
        "run",
        help="host the bot on Discord (needs DISCORD_TOKEN)",
        description="Host the bot on Discord. Settings come from the environment or from .env; "
        ".env.example explains each.",
    )
    run.set_defaults(command=_run)
    play = commands.add_parser(
        "play",
        help="try it in a browser, without Discord",
        description="Serve a simulated channel with the real bot on 127.0.0.1. Its address is the "
        "same at every start, so an open page reconnects by itself.",
    )
    play.add_argument(
        "--port",
        type=_port,
        help=f"the page's port, 0 for any free one; by default {DEFAULT_PORT}, "
        "or any free one if that is in use",
    )
    play.add_argument(
        "--no-browser", action="store_true", help="only print the address; do not open a browser"
    )
    play.set_defaults(command=_play)
    _add_record_commands(commands)
    _add_rating_commands(commands)
    _add_replay_command(commands)
    return parser


def _add_record_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = commands.add_parser(
        "export",
        help="write the record of a finished game",
        description="Write the record of a finished game, JSON of the format scout-game/2, or "
        "scout-game/1 if no deal of it was committed to. The database is only read, also while the "
        "bot runs. Exit status 1 if there is no such record.",
    )
    export.add_argument(
        "table",
        type=_table_number,
        metavar="TABLE",
        help="the table's number, as the bot's log names it",
    )
    export.add_argument(
        "--database",
        metavar="URL",
        help="the database, as a SQLAlchemy URL; DATABASE_URL from the environment or .env if "
        "left out",
    )
    export.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="the file to write, replaced if it is there; standard output if left out",
    )
    export.set_defaults(command=_export)
    verify = commands.add_parser(
        "verify",
        help="check a record by the rules, and its deals by their commitments",
        description="Replay a record by the rules of the game, and compute the commitments to "
        "its deals, which it prints. Exit status 0 if it is valid, 1 if it is not, with the first "
        "thing that is wrong, 2 if it cannot be read.",
    )
    verify.add_argument("file", metavar="FILE", help="the record; - for standard input")
    verify.set_defaults(command=_verify)


def _add_rating_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    ratings = commands.add_parser("ratings", help="compute ratings and leaderboards again")
    rebuild = ratings.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "rebuild",
        help="compute them from the stored results",
        description="Compute ratings, standings and totals again from the stored results, and what "
        "an earlier version has not counted from the stored games. Stop the bot first.",
    )
    rebuild.add_argument(
        "--database",
        metavar="URL",
        help="the database, as a SQLAlchemy URL; DATABASE_URL from the environment or .env if "
        "left out",
    )
    rebuild.set_defaults(command=_rebuild)


def _add_replay_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    replay = commands.add_parser(
        "replay",
        help="tell a recorded game move by move",
        description="Print the game of a record in words and in notation, move by move, with all "
        "cards. Exit status as of verify.",
    )
    replay.add_argument("file", metavar="FILE", help="the record; - for standard input")
    replay.add_argument(
        "--round",
        type=int,
        metavar="N",
        dest="number",
        help="the only round to tell, counted from 1",
    )
    replay.set_defaults(command=_replay)


def _table_number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text) <= _MAX_TABLE:
        return int(text)
    raise argparse.ArgumentTypeError("this should be the number of a table, as in 7")


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")


def _run(_options: argparse.Namespace) -> int:
    settings = Settings()
    from bot.host import run

    return run(settings)


def _play(options: argparse.Namespace) -> int:
    settings = Settings()
    if find_spec("simcord") is None:
        print("The local page needs SimCord: pip install -e '.[local]'", file=sys.stderr)
        return 2
    # What follows takes seconds, beginning with the imports.
    print("Starting…", flush=True)
    from bot.local.page import play

    local_settings = settings.model_copy(update={"database_url": settings.play_database_url})
    return play(local_settings, port=options.port, open_browser=not options.no_browser)


def _export(options: argparse.Namespace) -> int:
    from bot.record_commands import export

    return export(options.database or Settings().database_url, options.table, options.output)


def _verify(options: argparse.Namespace) -> int:
    from bot.record_commands import verify

    return verify(options.file)


def _rebuild(options: argparse.Namespace) -> int:
    from bot.rating_commands import rebuild_ratings

    return rebuild_ratings(options.database or Settings().database_url)


def _replay(options: argparse.Namespace) -> int:
    from bot.replay_command import replay

    return replay(options.file, options.number)


def _settings_error(error: ValidationError) -> str:
    wrong = [f"{str(item['loc'][0]).upper()}: {item['msg']}" for item in error.errors()]
    return "These settings cannot be used. Check the environment and .env. " + "; ".join(wrong)


if __name__ == "__main__":
    sys.exit(main())
