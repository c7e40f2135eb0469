"""The log channel of a server: reports of members, and what moderators have done."""

import logging

import aiohttp
import discord

from bot.tables.servers.server_rules import ServerRules
from bot.ui.kit.message import Message

_log = logging.getLogger(__name__)
NEEDED = discord.Permissions(view_channel=True, send_messages=True, embed_links=True)
"""What the bot needs in a log channel."""


class ServerLog:
    """Posts in the channel that a server's managers have chosen."""

    def __init__(self, client: discord.Client, rules: ServerRules) -> None:
        self._client = client
        self._rules = rules

    async def is_on(self, guild_id: int) -> bool:
        """Whether the server has a log channel that still exists."""
        return await self._channel(guild_id) is not None

    async def post(self, guild_id: int, message: Message) -> bool:
        """Post a message; whether Discord has it. Nothing is posted without a log channel."""
        channel_id = await self._channel(guild_id)
        if channel_id is None:
            return False
        channel = self._client.get_partial_messageable(
            channel_id, guild_id=guild_id, type=discord.ChannelType.text
        )
        try:
            await channel.send(**await message.send_arguments())
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("a log channel could not be reached: %s", type(error).__name__)
            return False
        return True

    async def _channel(self, guild_id: int) -> int | None:
        channel = (await self._rules.of(guild_id)).log_channel
        return channel if channel is not None and self._rules.has(guild_id, channel) else None


def still_has(client: discord.Client, guild_id: int, entity_id: int) -> bool:
    """Whether a server has a channel or role; True where Discord has not told what it has."""
    server = client.get_guild(guild_id)
    if server is None or server.unavailable or not server.channels:
        return True
    return server.get_channel(entity_id) is not None or server.get_role(entity_id) is not None
