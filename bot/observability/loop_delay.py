"""Measures by how much the event loop is late: everybody waits for whatever holds it up."""

import asyncio

from bot.observability.metrics import Metrics

_PAUSE = 0.25
"""Seconds between two measurements."""


async def watch_event_loop(metrics: Metrics) -> None:
    """Tell `metrics` of each delay, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _PAUSE
        await asyncio.sleep(_PAUSE)
        metrics.event_loop_delay(max(loop.time() - due, 0.0))
