"""What a bot has left at Discord after its first start."""

from typing import Any

import aiohttp

from bot.client import ScoutClient
from bot.doctor.examination import DoctorClient
from bot.settings import Settings
from bot.ui.delivery.application import upload_emojis
from bot.ui.kit.emojis import use_emojis
from tests.loopback.server.payloads import APPLICATION
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord


async def start_once(discord: LoopbackDiscord, settings: Settings) -> None:
    """Register the commands of this version and upload its emojis."""
    await register(discord, await own_commands(settings))
    async with DoctorClient() as client:
        await client.log_in(GOOD_TOKEN)
        await upload_emojis(client, pause=0)
    # That bot was another process: the tests after this one know none of its emojis.
    use_emojis({})


async def own_commands(settings: Settings) -> list[dict[str, Any]]:
    bot = ScoutClient(settings)
    commands = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    return commands


async def register(discord: LoopbackDiscord, commands: list[dict[str, Any]]) -> None:
    """Send them as the commands of the application."""
    address = f"http://127.0.0.1:{discord.port}/applications/{APPLICATION}/commands"
    headers = {"Authorization": f"Bot {GOOD_TOKEN}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.put(address, json=commands) as reply,
    ):
        assert reply.status == 200
