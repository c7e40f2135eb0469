"""A loopback Discord, on which the bot of this version has been started before."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from discord.http import Route
from pydantic import SecretStr

from bot.doctor.examination import examine
from bot.settings import Settings
from bot.ui.kit.permissions import PERMISSIONS
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord
from tests.support.doctor.findings import Examine, Findings
from tests.support.doctor.first_start import start_once


@pytest.fixture
def settings(url: str, bare_environment: None) -> Settings:
    """With a token and a database that a bot can use, and without workers, which take a second."""
    return Settings(discord_token=SecretStr(GOOD_TOKEN), database_url=url, computer_workers=0)


@pytest.fixture
async def discord(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> AsyncIterator[LoopbackDiscord]:
    """With one server."""
    async with LoopbackDiscord() as discord:
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{discord.port}")
        guild = discord.world.add_guild("A server")
        discord.world.add_channel(guild, "scout", PERMISSIONS.value)
        await start_once(discord, settings)
        yield discord


@pytest.fixture
def examined(settings: Settings) -> Examine:
    """Makes all checks; settings can be changed for them."""

    async def examine_it(free_megabytes: int = 1, **changes: Any) -> Findings:
        found: Findings = {}
        changed = settings.model_copy(update=changes)
        async for name, finding in examine(changed, free_megabytes=free_megabytes):
            found.setdefault(name, []).append(finding)
        return found

    return examine_it
