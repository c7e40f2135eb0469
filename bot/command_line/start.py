"""The commands that start the bot: `python -m bot run` and `python -m bot play`."""

import argparse
import sys
from importlib.util import find_spec

from bot.command_line.command import Command, say
from bot.local import DEFAULT_PORT
from bot.settings import Settings
from bot.text.language import ENGLISH, LANGUAGES, PSEUDO, language_of

SIMCORD_HELP = (
    "The local page needs SimCord, which is not installed here. In a copy of the project, "
    "`make play` installs it and starts the page."
)


class Run(Command):
    """Host the bot on Discord. Settings come from the environment or from .env; .env.example
    explains each."""

    def run(self, options: argparse.Namespace) -> int:
        settings = Settings()
        # After the settings, because this takes a second.
        from bot.hosting.host import run as host

        return host(settings)


class Play(Command):
    """Serve a simulated channel with the real bot on 127.0.0.1. Its address is the same at every
    start, so an open page reconnects by itself."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            type=_port,
            help=f"the page's port, 0 for any free one; by default {DEFAULT_PORT}, "
            "or any free one if that is in use",
        )
        parser.add_argument(
            "--no-browser",
            action="store_true",
            help="only print the address; do not open a browser",
        )

        parser.add_argument(
            "--language",
            choices=[language.code for language in (*LANGUAGES, PSEUDO)],
            default=ENGLISH.code,
            help="the language of the server and its members at the start; each member can choose "
            f"another on the page. {PSEUDO.code} is English with accents, for tests",
        )

    def run(self, options: argparse.Namespace) -> int:
        settings = Settings()
        if find_spec("simcord") is None:
            print(SIMCORD_HELP, file=sys.stderr)
            return 2
        # What follows needs seconds, beginning with the imports.
        say("Starting…")
        from bot.local.page import play

        own = {"database_url": settings.play_database_url, "shard_ids": None, "shard_count": None}
        local_settings = settings.model_copy(update=own)
        return play(
            local_settings,
            port=options.port,
            language=language_of(options.language),
            open_browser=not options.no_browser,
        )


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
