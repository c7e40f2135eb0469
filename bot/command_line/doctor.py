"""The command `python -m bot doctor`."""

import argparse
import asyncio
import json

from bot.command_line.command import Command, add_database_option, say
from bot.observability.logs import set_up_logs
from bot.observability.scrubbing import Scrubber
from bot.settings import Settings

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
            type=_megabytes,
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
            line = {"check": name, "outcome": finding.outcome, "sentence": sentence}
            say(json.dumps(line))
        else:
            say(f"{finding.outcome:<8} {name}: {sentence}")
    return exit_status(findings)


def _megabytes(text: str) -> int:
    if text.isascii() and text.isdigit():
        return int(text)
    raise argparse.ArgumentTypeError("this is a number of megabytes, as in 100")
