"""How long the bot waits before it connects to Discord's gateway again."""

import asyncio
import random
import sys
from typing import Literal

import discord.client
from discord.backoff import ExponentialBackoff

LONGEST = 8.0
"""Seconds between attempts while no connection can be made."""


class GatewayBackoff(ExponentialBackoff[Literal[False]]):
    """discord.py's delays, but short ones while Discord cannot be reached at all.

    discord.py's grow up to a quarter of an hour, and after an outage everybody would wait for the
    rest of the last one. Discord counts and limits logins; an attempt that finds no connection is
    none. After a connection that was closed again the delays stay as they are.
    """

    def delay(self) -> float:
        """The seconds until the next attempt, called while the failure is handled."""
        delay = super().delay()
        if isinstance(sys.exception(), discord.ConnectionClosed | asyncio.TimeoutError):
            return delay
        return min(delay, random.uniform(LONGEST / 2, LONGEST))


def shorten_reconnect_delays() -> None:
    """Use these delays from now on: discord.py has no setting for them."""
    setattr(discord.client, "ExponentialBackoff", GatewayBackoff)  # noqa: B010 - not exported
