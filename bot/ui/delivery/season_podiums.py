"""The podium of a season that is over: posted once, in the channel where the next one started."""

import asyncio
import hashlib
import logging

import aiohttp
import discord

from bot.tables.service import Tables
from bot.tables.standings.seasons import Podium
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.views.standings.seasons import podium_message

_log = logging.getLogger(__name__)
_NONCE_LENGTH = 25


class SeasonPodiums:
    """Posts each podium once: it counts as posted only when Discord has it."""

    def __init__(self, client: discord.Client, tables: Tables, avatars: AvatarStore) -> None:
        self._client = client
        self._tables = tables
        self._avatars = avatars
        self._one_at_a_time = asyncio.Lock()

    async def post_due(self, guild_id: int, channel_id: int) -> None:
        """Post the podium of the season that ended last, unless that has been done.

        What fails, or ends with the process, stays due for the next call.
        """
        async with self._one_at_a_time:
            podium = await self._tables.seasons.due_podium(guild_id)
            if podium is None:
                return
            try:
                await self._post(guild_id, channel_id, podium)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                _log.warning("a season's podium could not be posted: %s", type(error).__name__)
                return
            await self._tables.seasons.mark_posted(guild_id, podium)

    async def _post(self, guild_id: int, channel_id: int, podium: Podium) -> None:
        message = podium_message(
            podium,
            pictures=(await self._tables.preferences.defaults(guild_id)).pictures,
            avatars=self._avatars.of_members(guild_id, (line.user_id for line in podium.standings)),
        )
        channel = self._client.get_partial_messageable(
            channel_id, guild_id=guild_id, type=discord.ChannelType.text
        )
        # Discord sends one message per nonce: no second one after a lost reply or a crash.
        text = f"podium {guild_id} {podium.season.number} {podium.season.started_at}"
        nonce = hashlib.sha256(text.encode()).hexdigest()[:_NONCE_LENGTH]
        await channel.send(**await message.send_arguments(), nonce=nonce)
