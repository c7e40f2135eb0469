"""A login at Discord's HTTP API with the bot's token; it only reads, beside a running bot."""

import asyncio
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Self

import aiohttp
import discord

from bot.doctor.findings import Findings, mend, ok, unchecked, unusable
from bot.hosting.faults import NOT_SET, REFUSED

FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a request raises if Discord or the network fails."""
_TOLERANCE = 5.0
"""Seconds by which the clock may be off: dates have whole seconds, and replies take a while."""


class DiscordSession:
    """An async context; `client` can be used if `is_logged_in`.

    `time_of_day` returns seconds since 1970, by the host's clock.
    """

    def __init__(self, time_of_day: Callable[[], float] = time.time) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note_date)
        self.client = discord.Client(intents=discord.Intents(guilds=True), http_trace=trace)
        self.is_logged_in = False
        self._time_of_day = time_of_day
        self._ahead: float | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.close()

    async def log_in(self, token: str) -> Findings:
        """Whether Discord knows the token."""
        if not token:
            return unusable(NOT_SET)
        try:
            await self.client.login(token)
        except discord.LoginFailure:
            return unusable(REFUSED)
        self.is_logged_in = True
        return ok(f"Discord knows it as that of {self.client.user}.")

    async def check_clock(self) -> Findings:
        """Whether the host's clock agrees with the dates of Discord's replies so far."""
        if self._ahead is None:
            return unchecked("no reply of Discord's has told the time.")
        if abs(self._ahead) <= _TOLERANCE:
            return ok("it agrees with Discord's.")
        direction = "ahead of" if self._ahead > 0 else "behind"
        return mend(
            f"it is {abs(self._ahead):.0f} seconds {direction} Discord's, so times on tables "
            "are wrong. Let the machine set its clock by the network (NTP)."
        )

    async def _note_date(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        date = request.response.headers.get("Date")
        if date is not None:
            # The date is rounded down.
            discord_time = parsedate_to_datetime(date).timestamp() + 0.5
            self._ahead = self._time_of_day() - discord_time


def failure_words(error: Exception) -> str:
    """Why a check could not be made, if Discord or the network failed."""
    if isinstance(error, discord.HTTPException):
        if error.status == 429:
            return "Discord takes no requests from this address for now. Try again in an hour."
        if error.status >= 500:
            return (
                f"Discord answered with {error.status}: it is in trouble itself. Try again later; "
                "https://discordstatus.com says more."
            )
        return (
            f"Discord answered with {error.status} (code {error.code}). Call the doctor again in a "
            "minute; if it stays so, please report it with this line."
        )
    if isinstance(error, asyncio.TimeoutError):
        return "Discord did not answer in time."
    return (
        f"Discord cannot be reached ({type(error).__name__}). Check this machine's network, "
        "firewall and proxy; https://discordstatus.com says whether Discord itself is in trouble."
    )
