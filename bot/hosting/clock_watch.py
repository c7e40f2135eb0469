"""Notices that the clock has jumped: the machine was suspended, or somebody set the time."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)
_PAUSE = 1.0
"""Seconds between two readings of the clocks."""
_TOLERANCE = 1.0
"""Seconds; a clock that is corrected gradually counts as a jump once it is off by so much."""


async def watch_clock(
    jumped: Callable[[], None],
    *,
    wall: Callable[[], float] = time.time,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> None:
    """Call `jumped` each time the wall clock has jumped against the monotonic one, until cancelled.

    Both clocks give seconds. While a machine is suspended the monotonic clock may stand still, and
    whatever sleeps by it would oversleep.
    """
    offset = wall() - monotonic()
    while True:
        await sleep(_PAUSE)
        jump = wall() - monotonic() - offset
        if abs(jump) > _TOLERANCE:
            offset += jump
            _log.warning("The clock jumped by %+.0f seconds.", jump)
            jumped()
