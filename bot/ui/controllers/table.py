"""Opening a table, by command or by Rematch, and sending its message again."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import discord

from bot.observability.logs import add_log_ids
from bot.tables.core.errors import ChannelNotAllowed, ChannelTaken, TableError
from bot.tables.core.state import Status, TableOptions, TableState
from bot.tables.core.table_messages import LOBBY, live_slot
from bot.tables.service import Tables
from bot.ui.controllers.welcome import Welcome
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.answers import send_answer, tell
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import actor_of, location_of, require_permissions, thread_parent
from bot.ui.views.table.lobby import lobby_message


class TableController:
    """Answers with a new table's lobby, or sends a table's live message again."""

    def __init__(
        self,
        tables: Tables,
        public: PublicMessages,
        publisher: Publisher,
        avatars: AvatarStore,
        welcome: Welcome,
    ) -> None:
        self._tables = tables
        self._public = public
        self._publisher = publisher
        self._avatars = avatars
        self._welcome = welcome

    async def new(self, interaction: discord.Interaction, options: TableOptions) -> None:
        """Open a table; TableError with a link if the channel already has one."""
        guild_id, channel_id = location_of(interaction)
        require_permissions(interaction, thread=options.thread)
        async with self._explaining(interaction):
            state = await self._tables.lifecycle.open(
                guild_id,
                channel_id,
                actor_of(interaction),
                options,
                parent_id=thread_parent(interaction),
            )
        await self._send_lobby(interaction, state)

    async def rematch(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Open a table with the seats of a finished game."""
        require_permissions(interaction)
        async with self._explaining(interaction):
            state = await self._tables.lifecycle.rematch(
                component_id.table_id, actor_of(interaction), parent_id=thread_parent(interaction)
            )
        await self._send_lobby(interaction, state)

    async def table(self, interaction: discord.Interaction) -> None:
        """Send the channel's table again, or move here a table whose channel is lost."""
        guild_id, channel_id = location_of(interaction)
        require_permissions(interaction)
        state = await self._tables.repository.find_live_in(channel_id)
        if state is None:
            state = await self._lost_table(interaction, guild_id)
            async with self._explaining(interaction):
                await self._tables.policies.require_place(
                    guild_id, channel_id, thread_parent(interaction)
                )
        add_log_ids(table=state.id)
        if state.find_seat(interaction.user.id) is None:
            await self._tables.blocks.require_none(guild_id, actor_of(interaction))
        if state.awaits_thread and state.status is Status.PLAYING:
            raise TableError("This game's thread is being opened. The table will be posted there.")
        with self._publisher.answering(state.id, interaction.user.id):
            await self._tables.lifecycle.repost(state.id, channel_id)
            await tell(interaction, "Here is the table.")

    async def link(self, state: TableState) -> str:
        """A link to the table's live message, or else to its channel."""
        known = await self._tables.repository.messages.of(state.id)
        channel = f"https://discord.com/channels/{state.guild_id}/{state.channel_id}"
        shown = known.public.get(live_slot(state))
        return channel if shown is None else f"{channel}/{shown.message_id}"

    async def _send_lobby(self, interaction: discord.Interaction, state: TableState) -> None:
        add_log_ids(table=state.id)
        self._avatars.fetch(state)
        message = lobby_message(state, self._avatars)
        self._tables.scheduler.notify(state)
        # If sending fails, the publisher sends the lobby afterwards.
        with self._publisher.held(state.id):
            sent = await send_answer(interaction, message, private=False)
            if sent is not None:
                known = await self._tables.repository.messages.of(state.id)
                self._public.remember(state, LOBBY, sent, message, known)
                self._tables.repository.messages.save_soon(known)
        await self._welcome.offer(interaction)

    @asynccontextmanager
    async def _explaining(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Add to a refusal what only Discord knows: links, and which channels a member sees."""
        try:
            yield
        except ChannelTaken as taken:
            raise await self._taken_error(taken) from None
        except ChannelNotAllowed as refused:
            sentence = str(ChannelNotAllowed(_visible(interaction, refused.channels)))
            if interaction.permissions.manage_guild:
                sentence += " You can change this with `/scout admin`."
            raise TableError(sentence) from None

    async def _taken_error(self, taken: ChannelTaken) -> TableError:
        state = await self._tables.repository.get(taken.table_id)
        return TableError(f"{taken} Here it is: {await self.link(state)}")

    async def _lost_table(self, interaction: discord.Interaction, guild_id: int) -> TableState:
        mine = await self._tables.repository.live_of(guild_id, interaction.user.id)
        if not mine:
            raise TableError("There is no table in this channel. `/scout new` opens one.")
        lost = [state for state in mine if _is_lost(interaction, state)]
        if not lost:
            raise TableError(f"Your table is in another channel: {await self.link(mine[0])}")
        return lost[0]


def _visible(interaction: discord.Interaction, channel_ids: Sequence[int]) -> list[int]:
    """Those of these channels that the member can see."""
    server, member = interaction.guild, interaction.user
    if server is None or not isinstance(member, discord.Member):
        return []
    channels = [server.get_channel(channel_id) for channel_id in channel_ids]
    return [
        channel.id
        for channel in channels
        if channel is not None and channel.permissions_for(member).view_channel
    ]


def _is_lost(interaction: discord.Interaction, state: TableState) -> bool:
    """Whether the table's channel is lost or was deleted, perhaps while the bot was offline."""
    server = interaction.guild
    gone = server is not None and server.get_channel_or_thread(state.channel_id) is None
    return gone or state.lost_at is not None
