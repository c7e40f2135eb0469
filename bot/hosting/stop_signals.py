"""The signals that end the program in good order: Ctrl-C, and what service managers send."""

import asyncio
import contextlib
import signal
from collections.abc import Callable


def on_stop_signal(stop: Callable[[], object]) -> None:
    """Call `stop` in the running loop at such a signal."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl-C cancels the whole run.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop)
