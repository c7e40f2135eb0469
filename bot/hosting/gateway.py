"""The connection to Discord's gateway: its state, and the delays between attempts."""

import asyncio
import random
import sys
from typing import Literal

import discord
import discord.shard
from discord.backoff import ExponentialBackoff

LONGEST = 8.0
"""Seconds between attempts while no connection can be made."""


class GatewayBackoff(ExponentialBackoff[Literal[False]]):
    """discord.py's delays, but short ones while Discord cannot be reached at all.

    discord.py's delays grow to a quarter of an hour: after an outage members would wait that long.
    They protect Discord's limit of logins, but an attempt without a connection is no login. After a
    closed connection discord.py's delays apply.
    """

    def delay(self) -> float:
        """The seconds until the next attempt, called while the failure is handled."""
        delay = super().delay()
        if isinstance(sys.exception(), discord.ConnectionClosed | asyncio.TimeoutError):
            return delay
        return min(delay, random.uniform(LONGEST / 2, LONGEST))


def gateway_problem(client: discord.AutoShardedClient) -> str | None:
    """None if every shard is connected to Discord's gateway, else the reason."""
    if not client.is_ready():
        return "not logged in yet"
    closed = sorted(number for number, shard in client.shards.items() if shard.is_closed())
    return f"shard {', '.join(map(str, closed))} not connected" if closed else None


def gateway_latency(client: discord.AutoShardedClient) -> dict[int, float]:
    """Seconds between a heartbeat and its answer, by connected shard."""
    shards = client.shards.items()
    return {number: shard.latency for number, shard in shards if not shard.is_closed()}


def shorten_reconnect_delays() -> None:
    """Replace discord.py's backoff by GatewayBackoff: it has no setting for it."""
    setattr(discord.shard, "ExponentialBackoff", GatewayBackoff)  # noqa: B010 - not exported
