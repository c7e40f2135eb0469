import asyncio
import time

from bot.observability.loop_delay import watch_event_loop
from bot.observability.metrics import Metrics

_BLOCKED = 0.5
"""Seconds: longer than the pause between two measurements."""


class Delays(Metrics):
    def __init__(self) -> None:
        self.seen: list[float] = []
        self.any = asyncio.Event()

    def event_loop_delay(self, seconds: float) -> None:
        self.seen.append(seconds)
        self.any.set()


async def test_what_holds_up_the_loop_is_measured() -> None:
    delays = Delays()
    watch = asyncio.create_task(watch_event_loop(delays))
    await asyncio.sleep(0)
    time.sleep(_BLOCKED)  # noqa: ASYNC251 - what is to be noticed
    await delays.any.wait()
    watch.cancel()
    assert delays.seen[0] > 0.1
