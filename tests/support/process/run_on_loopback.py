"""The program, with Discord's HTTP API and its gateway at the two ports that come first.

What follows the ports is its command line, `run` if nothing does; `guided-check` and its options
run that tool instead. With NO_WARM_UP in the environment the program draws no picture before its
login, which saves most of a start's work. With NO_HOLD it says no "One moment", which on a busy
machine would stand before many answers.
"""

import os
import sys
from typing import NoReturn

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.__main__ import main
from bot.hosting import host
from bot.ui.kit import sending
from bot.ui.kit.deadlines import ANSWER_WITHIN


def run_on_loopback() -> NoReturn:
    """Run it until it ends, and exit with its status."""
    Route.BASE = f"http://127.0.0.1:{sys.argv[1]}"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{sys.argv[2]}/gateway")
    arguments = sys.argv[3:] or ["run"]
    if "NO_WARM_UP" in os.environ:
        assert hasattr(host, "warm_up")
        setattr(host, "warm_up", lambda: None)  # noqa: B010
    if "NO_HOLD" in os.environ:
        setattr(sending, "HELD_AT", -ANSWER_WITHIN)  # noqa: B010
    if arguments[0] == "guided-check":
        # Only here: the program itself never needs it.
        from tests.tools.guided_check import __main__ as guided_check

        sys.exit(guided_check.main(arguments[1:]))
    sys.exit(main(arguments))


if __name__ == "__main__":
    run_on_loopback()
