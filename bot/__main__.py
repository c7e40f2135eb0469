"""The command line: `python -m bot run` on Discord, `python -m bot play` without it."""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from pydantic import ValidationError

from bot.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the given command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        settings = Settings()
    except ValidationError as error:
        print(_settings_error(error), file=sys.stderr)
        return 2
    return _play(settings, options) if options.command == "play" else _run(settings)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Play the card game SCOUT on Discord or in a browser."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser(
        "run",
        help="host the bot on Discord (needs DISCORD_TOKEN)",
        description="Host the bot on Discord. Settings come from the environment or from .env; "
        ".env.example explains each.",
    )
    play = commands.add_parser(
        "play",
        help="try it in a browser, without Discord",
        description="Serve a simulated channel with the real bot on 127.0.0.1.",
    )
    play.add_argument("--port", type=int, default=0, help="the page's port; a free one if left out")
    play.add_argument(
        "--no-browser", action="store_true", help="only print the address, open nothing"
    )
    return parser


def _run(settings: Settings) -> int:
    from bot.host import run

    return run(settings)


def _play(settings: Settings, options: argparse.Namespace) -> int:
    if find_spec("simcord") is None:
        print("The local page needs SimCord: pip install -e '.[local]'", file=sys.stderr)
        return 2
    from bot.local.page import play

    local_settings = settings.model_copy(update={"database_url": settings.play_database_url})
    return play(local_settings, port=options.port, open_browser=not options.no_browser)


def _settings_error(error: ValidationError) -> str:
    wrong = [f"{str(item['loc'][0]).upper()}: {item['msg']}" for item in error.errors()]
    return "A setting cannot be used. " + "; ".join(wrong)


if __name__ == "__main__":
    sys.exit(main())
