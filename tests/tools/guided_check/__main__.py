"""The command line of the guided check: `python -m tests.tools.guided_check --channel ID`."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.command_line.command import run_safely
from bot.observability.logs import set_up_logs
from bot.observability.scrubbing import Scrubber
from bot.settings import Settings
from tests.tools.guided_check.check import check_by_hand

_DESCRIPTION = (
    "A check by hand on a real server: does Discord do what docs/discord.md says? The bot posts a "
    "message in the channel, and you press its buttons for two minutes. It takes away what it "
    "made. Exit status 1 if something is not as believed, or you do not press; 2 if a setting "
    "cannot be used."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the check; returns the exit status."""
    parser = argparse.ArgumentParser("python -m tests.tools.guided_check", description=_DESCRIPTION)
    parser.add_argument(
        "--channel", type=_id, required=True, metavar="ID", help="the channel to check in"
    )
    parser.add_argument(
        "--as",
        type=_id,
        dest="host",
        metavar="USER_ID",
        help="the member who presses; the application's owners if left out",
    )
    parser.add_argument(
        "--long", action="store_true", help="wait until tokens expire, a quarter of an hour more"
    )
    return run_safely(_run, parser.parse_args(arguments))


def _run(options: argparse.Namespace) -> int:
    settings = Settings()
    scrubber = Scrubber(*settings.secrets)
    set_up_logs("CRITICAL", scrubber)
    return asyncio.run(
        check_by_hand(
            settings.discord_token.get_secret_value(),
            options.channel,
            lambda line: print(scrubber.text(line), flush=True),
            hosts=() if options.host is None else (options.host,),
            until_tokens_expire=options.long,
        )
    )


def _id(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 20:
        return int(text)
    raise argparse.ArgumentTypeError(
        "this should be an id: in Discord's settings switch on the developer mode, then "
        "right-click and copy the id"
    )


if __name__ == "__main__":
    sys.exit(main())
