"""Posts in a server's channels besides its tables: the log of moderation, and seasons' podiums."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot.tables.servers.settings import ServerSettingsStore
from bot.tables.service import Tables
from bot.tables.standings.seasons import Podium
from bot.text.language import Language, language_for, language_of
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.public_messages import nonce_of, send_once
from bot.ui.kit.errors import REQUEST_ERRORS, optional
from bot.ui.kit.message import Message
from bot.ui.views.standings.leaderboard import podium_message

_log = logging.getLogger(__name__)
NEEDED = discord.Permissions(view_channel=True, send_messages=True, embed_links=True)
"""The permissions that the bot needs in a log channel."""
NEEDED_FOR_DAILY = NEEDED | discord.Permissions(attach_files=True)
"""The permissions that it needs in the channel for the daily deal."""


class ServerLanguages:
    """The language of what all members of a server read: tables, scores, its log."""

    def __init__(self, client: discord.Client, settings: ServerSettingsStore) -> None:
        self._client = client
        self._settings = settings

    async def of(self, guild_id: int) -> Language:
        """The language that its managers chose; without one, Discord's for the server."""
        chosen = (await self._settings.of(guild_id)).language
        return language_of(chosen, self.by_discord(guild_id).code)

    def by_discord(self, guild_id: int) -> Language:
        """The preferred language of a Community server; for any other server Discord says en-US."""
        server = self._client.get_guild(guild_id)
        if server is None or "COMMUNITY" not in server.features:
            return language_of(None)
        return language_for(str(server.preferred_locale))


class ServerLog:
    """Posts members' reports and moderators' actions in the channel that managers have chosen."""

    def __init__(
        self, client: discord.Client, settings: ServerSettingsStore, languages: ServerLanguages
    ) -> None:
        self._client = client
        self._settings = settings
        self._languages = languages

    async def post(self, guild_id: int, draw: Callable[[Language], Message]) -> bool:
        """Post a message in the server's language; return whether Discord has it.

        False without a log channel.
        """
        channel_id = await self.channel_of(guild_id)
        if channel_id is None:
            return False
        message = draw(await self._languages.of(guild_id))
        try:
            channel = self._client.get_partial_messageable(channel_id)
            await send_once(channel, message, nonce_of(secrets.token_hex()))
        except REQUEST_ERRORS as error:
            _log.warning("a log channel could not be reached: %s", type(error).__name__)
            return False
        return True

    async def channel_of(self, guild_id: int) -> int | None:
        """The server's log channel; None if it has none that still exists."""
        channel = (await self._settings.of(guild_id)).log_channel
        return channel if channel is not None and self._settings.has(guild_id, channel) else None


def still_has(client: discord.Client, guild_id: int, entity_id: int) -> bool:
    """Whether a server has a channel or role; True if Discord has not sent its channels."""
    server = client.get_guild(guild_id)
    if server is None or server.unavailable or not server.channels:
        return True
    return server.get_channel(entity_id) is not None or server.get_role(entity_id) is not None


def place_of(client: discord.Client, guild_id: int, channel_id: int) -> int | None:
    """The channel, or its parent if it is a thread; None if it is not known, as an archived one."""
    server = client.get_guild(guild_id)
    if server is None or server.unavailable:
        return None
    channel = server.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return None if channel is None else channel.id


class SeasonPodiums:
    """Posts each podium once, in the channel where the next season started; one at a time a server.

    It counts as posted only when Discord has it.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        avatars: AvatarStore,
        languages: ServerLanguages,
    ) -> None:
        self._client = client
        self._tables = tables
        self._languages = languages
        self._avatars = avatars
        self._one_at_a_time: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def post_due(self, guild_id: int, channel_id: int) -> None:
        """Post the podiums of ended seasons, oldest first, unless they are posted already.

        A failed post, or one cut off by the end of the process, stays due for the next call.
        """
        seasons = self._tables.seasons
        async with self._one_at_a_time.setdefault(guild_id, asyncio.Lock()):
            with optional("podium"):
                while podium := await seasons.due_podium(guild_id):
                    await self._post(guild_id, channel_id, podium)
                    await seasons.mark_posted(guild_id, podium)

    async def _post(self, guild_id: int, channel_id: int, podium: Podium) -> None:
        message = podium_message(
            await self._languages.of(guild_id),
            podium,
            pictures=(await self._tables.server_settings.of(guild_id)).pictures,
            avatar_of=partial(self._avatars.of_member, guild_id),
        )
        nonce = nonce_of(f"podium {guild_id} {podium.season.number} {podium.season.started_at}")
        channel = self._client.get_partial_messageable(channel_id)
        try:
            await channel.send(**await message.send_arguments(), nonce=nonce)
        except REQUEST_ERRORS as error:
            _log.warning("a season's podium could not be posted: %s", type(error).__name__)
            raise
