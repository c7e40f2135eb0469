"""The program with a turn limit that a run can wait for, and nothing else that is different."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.ui.views.settings import TURN_LIMITS
from tests.loopback.driver.bot_process import BotProcess
from tests.support.process.run_on_loopback import run_on_loopback

QUICK_TURN = 6
"""Seconds; Discord would not offer it."""


class ChaosProgram(BotProcess):
    module = __name__


@contextmanager
def quick_turns() -> Iterator[None]:
    """Tables can be opened with that limit, and drawn, in this process."""
    TURN_LIMITS[QUICK_TURN] = f"{QUICK_TURN} seconds"
    yield
    del TURN_LIMITS[QUICK_TURN]


if __name__ == "__main__":
    with quick_turns():
        run_on_loopback()
