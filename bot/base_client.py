"""A Discord client that passes changes of servers and channels to the tables they concern."""

from datetime import datetime
from functools import partial
from typing import Any

import discord

from bot.storage.engine.completion import retry_until_available
from bot.storage.models.sharding import Shards
from bot.tables.service import Tables
from bot.ui.delivery.publisher import Publisher

_OfServer = discord.abc.GuildChannel | discord.Thread | discord.Role | discord.Member
"""The attributes of a server whose changes can make lost tables reachable again."""


class BaseClient(discord.AutoShardedClient):
    """Also knows which servers the bot is in, as far as Discord has sent them.

    Events of servers that another process acts for are left to that one.
    """

    tables: Tables
    publisher: Publisher

    def __init__(self, *, intents: discord.Intents, **options: Any) -> None:
        super().__init__(intents=intents, **options)
        self._began: datetime | None = None
        self._ready_shards: set[int] = set()
        self._away_since: dict[int, datetime | None] = {}
        """When each shard lost its connection; None while it has one."""

    def is_in(self, guild_id: int) -> bool | None:
        """Whether the bot is in the server; None until Discord has sent all of its shard."""
        is_ready = self._shard_of(guild_id) in self._ready_shards
        return self.get_guild(guild_id) is not None if is_ready else None

    def away_since(self, guild_id: int) -> datetime | None:
        """When the connection that brings the server's presses was lost; None if it is there.

        Before the first connection it is the start of the program.
        """
        return self._away_since.get(self._shard_of(guild_id), self._began)

    def _shard_of(self, guild_id: int) -> int:
        return Shards(frozenset(), self.shard_count or 1).shard_of(guild_id)

    async def setup_hook(self) -> None:
        self._began = self.tables.repository.now()

    async def reconcile_servers(self) -> None:
        """Note which servers were left or joined while the bot was offline."""
        await retry_until_available(self._reconcile_servers)

    async def _reconcile_servers(self) -> None:
        # Iterate over a copy: another shard can become ready meanwhile.
        for shard_id in [*self._ready_shards]:
            shard = Shards(frozenset({shard_id}), self.shard_count or 1)
            present = [server.id for server in self.guilds if shard.contain(server.id)]
            await self.tables.left_servers.reconcile(present, shard)

    async def close(self) -> None:
        # That of several shards fails before they are set up.
        await (super().close() if self._began else discord.Client.close(self))

    async def on_shard_ready(self, shard_id: int) -> None:
        # By now all servers of the shard are known, also those out of reach for the time being.
        self._ready_shards.add(shard_id)
        await self.reconcile_servers()
        for server in [*self.guilds]:
            if server.unavailable and server.shard_id == shard_id:
                await self.on_guild_unavailable(server)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        # discord.py repeats this event after each attempt that fails.
        since = self._away_since.get(shard_id, self._began)
        self._away_since[shard_id] = since or self.tables.repository.now()

    async def on_shard_connect(self, shard_id: int) -> None:
        self._away_since[shard_id] = None
        servers = [server.id for server in self.guilds if server.shard_id == shard_id]
        self.publisher.request_lost(*servers)

    on_shard_resumed = on_shard_connect

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._mark_lost(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._mark_lost(thread.guild_id, thread.thread_id)

    async def on_guild_remove(self, server: discord.Guild) -> None:
        await self._mark_lost(server.id)
        await retry_until_available(partial(self._note_membership, server.id))

    async def on_guild_unavailable(self, server: discord.Guild) -> None:
        # In an outage of the server its members cannot press anything.
        await self._mark_lost(server.id)

    async def on_guild_available(self, server: discord.Guild) -> None:
        self.publisher.request_lost(server.id)

    async def on_guild_join(self, server: discord.Guild) -> None:
        await retry_until_available(partial(self._note_membership, server.id))
        self.publisher.request_lost(server.id)

    async def on_guild_channel_update(self, _before: object, changed: _OfServer) -> None:
        self.publisher.request_lost(changed.guild.id)

    # Discord sends the bot's own roles without the intent for members.
    on_thread_update = on_guild_role_update = on_member_update = on_guild_channel_update

    async def on_thread_join(self, thread: discord.Thread) -> None:
        # The bot was added to it, or it was archived and is opened again.
        self.publisher.request_lost(thread.guild.id)

    async def _note_membership(self, guild_id: int) -> None:
        """Note whether the bot is in the server now: it may have left and returned."""
        if not self.tables.assignment.includes(guild_id):
            return
        if self.get_guild(guild_id) is None:
            await self.tables.left_servers.left(guild_id)
        else:
            await self.tables.left_servers.returned(guild_id)

    async def _mark_lost(self, guild_id: int, channel_id: int | None = None) -> None:
        """Mark the tables of the channel as lost, or without one those of the server."""

        async def mark() -> None:
            if self.tables.assignment.includes(guild_id):
                await self.tables.lifecycle.mark_all_lost(guild_id, channel_id)

        await retry_until_available(mark)
