"""Opening a table in a channel, by command or by Rematch, and finding it again."""

import discord

from bot.storage import queries
from bot.storage.models import Status
from bot.tables.errors import ChannelTaken, TableError
from bot.tables.places import Terms
from bot.tables.service import Tables
from bot.tables.slots import LOBBY, live_slot
from bot.tables.state import TableState
from bot.ui.answers import place, require_permissions, tell, visitor
from bot.ui.custom_id import Press
from bot.ui.lobby import lobby_draft
from bot.ui.posts import Posts
from bot.ui.publisher import Publisher


class Openings:
    """Answers with a table's first message, or posts its newest again."""

    def __init__(self, tables: Tables, posts: Posts, publisher: Publisher) -> None:
        self._tables = tables
        self._posts = posts
        self._publisher = publisher

    async def new(self, interaction: discord.Interaction, terms: Terms) -> None:
        """A lobby with its host in it, or the way to the table that the channel has."""
        guild_id, channel_id = place(interaction)
        require_permissions(interaction, thread=terms.thread)
        try:
            state = await self._tables.places.open(
                guild_id, channel_id, visitor(interaction), terms
            )
        except ChannelTaken as taken:
            raise await self._link_instead(taken) from None
        await self._send_lobby(interaction, state)

    async def rematch(self, interaction: discord.Interaction, press: Press) -> None:
        """A lobby with the seats of a finished game."""
        require_permissions(interaction)
        try:
            state = await self._tables.places.rematch(press.table_id, visitor(interaction))
        except ChannelTaken as taken:
            raise await self._link_instead(taken) from None
        await self._send_lobby(interaction, state)

    async def table(self, interaction: discord.Interaction) -> None:
        """Post the channel's table again, or bring one here whose channel is gone."""
        guild_id, channel_id = place(interaction)
        require_permissions(interaction)
        state = await self._tables.ledger.look_in(channel_id)
        if state is None:
            state = await self._lost_table(interaction, guild_id)
        if state.awaits_thread and state.status is Status.PLAYING:
            raise TableError("The thread of this game is being opened; the table will be there.")
        await self._tables.places.post_anew(state.id, channel_id)
        await tell(interaction, "Here is the table.")

    async def link(self, state: TableState) -> str:
        """Where the table's message is, or at least its channel."""
        async with self._tables.database.read() as session:
            posts = await queries.posts_of(session, state.id)
        channel = f"https://discord.com/channels/{state.guild_id}/{state.channel_id}"
        post = posts.get(live_slot(state))
        return channel if post is None else f"{channel}/{post.message_id}"

    async def _send_lobby(self, interaction: discord.Interaction, state: TableState) -> None:
        draft = lobby_draft(state)
        self._tables.clock.note(state)
        # Unsent, the lobby is posted by the publisher afterwards.
        with self._publisher.held(state.id):
            answer = await interaction.response.send_message(**await draft.sending())
            if isinstance(answer.resource, discord.InteractionMessage):
                await self._posts.remember(state, LOBBY, answer.resource, draft)

    async def _link_instead(self, taken: ChannelTaken) -> TableError:
        state = await self._tables.ledger.look(taken.table_id)
        return TableError(f"{taken} Here it is: {await self.link(state)}")

    async def _lost_table(self, interaction: discord.Interaction, guild_id: int) -> TableState:
        mine = await self._tables.ledger.look_for(guild_id, interaction.user.id)
        if not mine:
            raise TableError("There is no table in this channel. `/scout new` opens one.")
        lost = [state for state in mine if _is_out_of_reach(interaction, state)]
        if not lost:
            raise TableError(f"Your table is over there: {await self.link(mine[0])}")
        return lost[0]


def _is_out_of_reach(interaction: discord.Interaction, state: TableState) -> bool:
    """Also where the channel went without a word, as while the bot was away."""
    server = interaction.guild
    gone = server is not None and server.get_channel_or_thread(state.channel_id) is None
    return gone or state.lost_at is not None
