"""The commands for a host: `python -m bot run`, `play` and `doctor`."""

import argparse
import asyncio
import json
from importlib.util import find_spec
from math import inf

from bot.command_line.command import Command, Refused, add_database_option, number_within, say
from bot.local import DEFAULT_PORT
from bot.observability.logs import set_up_logs
from bot.observability.scrubbing import Scrubber
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
            type=number_within(0, 65535, "a port is a number from 0 to 65535"),
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
            raise Refused(SIMCORD_HELP, 2)
        # The rest needs seconds, beginning with the imports.
        say("Starting…")
        from bot.local.page import play

        own = {"database_url": settings.play_database_url, "shard_ids": None, "shard_count": None}
        return play(
            settings.model_copy(update=own),
            port=options.port,
            language=language_of(options.language),
            open_browser=not options.no_browser,
        )


_FREE_MEGABYTES = 500


class Doctor(Command):
    """Say what keeps the bot from working, line by line: ok, or what to do. It changes nothing, and
    the bot may run meanwhile. Exit status 0 if all is well, 1 if something needs mending or could
    not be checked, 2 if a setting cannot be used."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_database_option(parser)
        parser.add_argument(
            "--json", action="store_true", help="a JSON object a line: check, outcome, sentence"
        )
        parser.add_argument(
            "--free",
            type=number_within(0, inf, "this is a number of megabytes, as in 100"),
            default=_FREE_MEGABYTES,
            metavar="MEGABYTES",
            help="how much has to be free on the disk of the database (%(default)s)",
        )

    def run(self, options: argparse.Namespace) -> int:
        settings = Settings()
        if options.database:
            settings = settings.model_copy(update={"database_url": options.database})
        return asyncio.run(_examine(settings, options))


async def _examine(settings: Settings, options: argparse.Namespace) -> int:
    # After the settings, because this takes a second.
    from bot.doctor.examination import examine
    from bot.doctor.findings import exit_status

    scrubber = Scrubber(*settings.secrets)
    # The findings say what failed; discord.py would log it again in other words.
    set_up_logs("CRITICAL", scrubber)
    findings = []
    async for name, finding in examine(settings, free_megabytes=options.free):
        findings.append(finding)
        sentence = scrubber.text(finding.sentence)
        if options.json:
            say(json.dumps({"check": name, "outcome": finding.outcome, "sentence": sentence}))
        else:
            say(f"{finding.outcome:<8} {name}: {sentence}")
    return exit_status(findings)
