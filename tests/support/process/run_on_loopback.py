"""The program, with Discord's HTTP API and its gateway at the two ports that come first.

What follows the ports is its command line, `run` if nothing does; `guided-check` and its options
run that tool instead. With NO_WARM_UP in the environment the program draws no picture before its
login, which saves most of a start's work. With NO_HOLD it says no "One moment", which on a busy
machine would stand before many answers. With QUICK_LOGINS it waits for less at the gateway, which
needs no protection here.
"""

import os
import sys
from functools import partialmethod
from typing import NoReturn

from discord import Client
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.state import ConnectionState
from yarl import URL

from bot.__main__ import main
from bot.hosting import gateway, host
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
    if "QUICK_LOGINS" in os.environ:
        _log_in_quickly()
    if "NO_HOLD" in os.environ:
        setattr(sending, "HELD_AT", -ANSWER_WITHIN)  # noqa: B010
    if arguments[0] == "guided-check":
        # Only here: the program itself never needs it.
        from tests.tools.guided_check import __main__ as guided_check

        sys.exit(guided_check.main(arguments[1:]))
    sys.exit(main(arguments))


def _log_in_quickly() -> None:
    """Leave out the seconds between logins, and most of those for further servers and retries."""

    async def do_not_wait(_client: Client, _shard: int | None, *, initial: bool = False) -> None:
        """In place of the five seconds after any login but the first."""

    begin = partialmethod(ConnectionState.__init__, guild_ready_timeout=0.5)
    setattr(ConnectionState, "__init__", begin)  # noqa: B010
    setattr(Client, "before_identify_hook", do_not_wait)  # noqa: B010
    setattr(gateway, "LONGEST", 0.5)  # noqa: B010


if __name__ == "__main__":
    run_on_loopback()
