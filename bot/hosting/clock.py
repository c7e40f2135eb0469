"""The clock by which deadlines are measured, and jumps of the host's clock."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import discord

_TOLERANCE = timedelta(seconds=1)
"""Differences up to this are no jump: the two clocks of a machine drift apart, and a clock that is
corrected gradually jumps once it is off by more."""
_WRONG = timedelta(minutes=5)
"""Differences from Discord's time up to this are left: they may be corrected gradually."""
_log = logging.getLogger(__name__)


class Clock:
    """The host's time of day, but it never goes back while the program runs.

    If the host's clock is put forward, or the machine was suspended, that time counts as passed. If
    the host's clock is put back, this clock stays ahead of it: otherwise every deadline would be
    late by the difference. A host whose clock is wrong at the start does not matter (see `set`).
    `put_forward` is called at the first reading after a jump ahead, before anything is due by it.
    """

    def __init__(
        self,
        time_of_day: Callable[[], datetime] = discord.utils.utcnow,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._time_of_day = time_of_day
        self._monotonic = monotonic
        self._ahead = timedelta(0)
        self._last = (self._time_of_day(), self._monotonic())
        self.put_forward: Callable[[], object] = lambda: None

    def now(self) -> datetime:
        """The time, aware and in UTC."""
        host, monotonic = self._time_of_day(), self._monotonic()
        last, last_monotonic = self._last
        expected = last + timedelta(seconds=monotonic - last_monotonic)
        now = host + self._ahead
        if now < expected - _TOLERANCE:
            # Put back: keep the former pace.
            self._ahead = expected - host
        elif now > expected + _TOLERANCE:
            # Put forward: first use up the lead over the host.
            self._ahead = min(self._ahead, max(expected - host, timedelta(0)))
        now = host + self._ahead
        self._last = (now, monotonic)
        if now > expected + _TOLERANCE:
            self.put_forward()
        return now.astimezone(UTC)

    def set(self, time: datetime) -> None:
        """Go by Discord's time, if the host's clock is wrong; call it before anything is due."""
        ahead = self.now() - time
        if abs(ahead) > _WRONG:
            direction = "ahead of" if ahead > timedelta(0) else "behind"
            _log.warning(
                "This machine's clock is %.0f seconds %s Discord's, so the bot goes by Discord's. "
                "Let the machine set its clock by the network (NTP).",
                *(abs(ahead).total_seconds(), direction),
            )
            self._ahead -= ahead
            self._last = (time, self._monotonic())


_PUT_BACK = " The bot's own is not put back: if times on its tables are wrong, restart it."
_PAUSE = 5.0
"""Seconds between two readings of the clocks: each wakes an idle program."""


async def watch_clock(
    jumped: Callable[[], None],
    *,
    wall: Callable[[], float] = time.time,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> None:
    """Call `jumped` each time the wall clock has jumped against the monotonic one, until cancelled.

    A jump is a suspended machine or a clock that was set. Both clocks return seconds. While a
    machine is suspended the monotonic clock may stand still, and its sleepers oversleep.
    """
    offset = wall() - monotonic()
    while True:
        await sleep(_PAUSE)
        jump = wall() - monotonic() - offset
        if abs(jump) > _TOLERANCE.total_seconds():
            offset += jump
            more = _PUT_BACK if jump < 0 else ""
            _log.warning("The clock jumped by %+.0f seconds.%s", jump, more)
            jumped()
