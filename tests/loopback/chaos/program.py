"""The program, with a turn limit short enough for a run; nothing else is different."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.ui.views.settings import TURN_LIMITS
from tests.loopback.driver.bot_process import BotProcess
from tests.support.process.run_on_loopback import run_on_loopback

QUICK_TURN = 6
"""The limit in seconds; the program does not offer it at Discord."""


class ChaosProgram(BotProcess):
    module = __name__


@contextmanager
def quick_turns() -> Iterator[None]:
    """Allow this process to open and to draw tables with that limit."""
    TURN_LIMITS[QUICK_TURN] = f"{QUICK_TURN} seconds"
    yield
    del TURN_LIMITS[QUICK_TURN]


if __name__ == "__main__":
    with quick_turns():
        run_on_loopback()
