"""Whether the connection stands, and the delays between connections."""

import aiohttp
import discord
import discord.shard
import pytest

from bot.hosting.gateway import (
    LONGEST,
    GatewayBackoff,
    gateway_latency,
    gateway_problem,
    shorten_reconnect_delays,
)

ATTEMPTS = 50


def delays_after(error: type[Exception]) -> list[float]:
    backoff = GatewayBackoff()
    delays = []
    for _ in range(ATTEMPTS):
        try:
            raise error.__new__(error)
        except error:
            delays.append(backoff.delay())
    return delays


@pytest.mark.parametrize(
    "error", [ConnectionRefusedError, aiohttp.WSServerHandshakeError, discord.GatewayNotFound]
)
def test_while_discord_is_out_of_reach_the_delays_stay_short(error: type[Exception]) -> None:
    delays = delays_after(error)
    assert max(delays) <= LONGEST
    assert min(delays[10:]) > 0


@pytest.mark.parametrize("error", [discord.ConnectionClosed, TimeoutError])
def test_a_connection_that_discord_closes_is_not_hammered(error: type[Exception]) -> None:
    assert max(delays_after(error)) > 60


def test_discord_py_uses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.shard, "ExponentialBackoff", None)
    shorten_reconnect_delays()
    assert vars(discord.shard)["ExponentialBackoff"] is GatewayBackoff


async def test_before_the_login_there_is_no_connection() -> None:
    """With one, `tests/loopback/test_monitoring.py` asks."""
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    assert gateway_problem(client) == "not logged in yet"
    assert gateway_latency(client) == {}
