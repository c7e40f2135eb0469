"""A loopback Discord with a channel, and a host who presses there."""

from collections.abc import AsyncIterator

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.ui.kit.permissions import PERMISSIONS
from tests.loopback.server.service import LoopbackDiscord
from tests.tools.guided_check.host import GuidedHost


@pytest.fixture
async def host(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GuidedHost]:
    """A host in a channel where the bot has the permissions that it needs and no more."""
    async with LoopbackDiscord() as discord:
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{discord.port}")
        gateway = URL(f"ws://127.0.0.1:{discord.port}/gateway")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        guild = discord.world.add_guild("A server")
        channel = discord.world.add_channel(guild, "check", PERMISSIONS.value)
        mia = discord.world.add_member(guild, "Mia", 0, None)
        yield GuidedHost(discord, channel, mia)
