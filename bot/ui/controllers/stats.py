"""`/scout stats`: a member's card or the server's, private, posted on request."""

import discord

from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.kit.answers import send_answer
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.message import Message
from bot.ui.kit.responses import actor_of, avatar_of, location_of
from bot.ui.views.standings.stats import NO_GAMES, SERVER, member_message, no_games, server_message

_STALE = "That button no longer works. Use `/scout stats` again."
_EITHER = "Choose a member or the server, not both."
_MOST = 2**63 - 1
"""What the database takes as a member's id."""
_COMPUTER = "That is a bot: only members have stats."


class StatsController:
    """Shows what was played in this server, to its members alone."""

    def __init__(self, tables: Tables, avatars: AvatarStore) -> None:
        self._tables = tables
        self._avatars = avatars

    async def show(
        self,
        interaction: discord.Interaction,
        member: discord.User | discord.Member | None,
        *,
        server: bool,
    ) -> None:
        """Raises TableError for both, a bot, and where no game was finished."""
        if server and member is not None:
            raise TableError(_EITHER)
        if server:
            await send_answer(interaction, await self._server(interaction, private=True))
            return
        whose = member or interaction.user
        if whose.bot:
            raise TableError(_COMPUTER)
        guild_id, _ = location_of(interaction)
        address = avatar_of(whose)
        if address is not None:
            self._avatars.note(guild_id, whose.id, address)
            await self._avatars.soon(address)
        name = whose.display_name
        message = await self._member(interaction, whose.id, name, private=True)
        await send_answer(interaction, message)

    async def post(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Post in the channel what a private card shows, as it is by now."""
        detail = component_id.detail
        if detail == SERVER:
            message = await self._server(interaction, private=False)
        elif detail.isdecimal() and (user_id := int(detail)) <= _MOST:
            message = await self._member(interaction, user_id, "", private=False)
        else:
            raise TableError(_STALE)
        await send_answer(interaction, message, private=False)

    async def _member(
        self, interaction: discord.Interaction, user_id: int, name: str, *, private: bool
    ) -> Message:
        guild_id, _ = location_of(interaction)
        actor = actor_of(interaction)
        found = await self._tables.statistics.member(guild_id, user_id, actor.user_id)
        if found is None:
            raise TableError(no_games(name, own=user_id == actor.user_id))
        return member_message(
            found,
            asker=actor.name,
            avatar=self._avatars.of_members(guild_id, [user_id]).get(user_id),
            pictures=await self._shows_pictures(interaction),
            private=private,
        )

    async def _server(self, interaction: discord.Interaction, *, private: bool) -> Message:
        guild_id, _ = location_of(interaction)
        found = await self._tables.statistics.server(guild_id)
        if not found.games:
            raise TableError(NO_GAMES)
        pictures = await self._shows_pictures(interaction)
        return server_message(found, pictures=pictures, private=private)

    async def _shows_pictures(self, interaction: discord.Interaction) -> bool:
        """As the member's own messages; what is posted is as the member saw it."""
        guild_id, _ = location_of(interaction)
        default = (await self._tables.preferences.defaults(guild_id)).pictures
        return (await self._tables.preferences.of(interaction.user.id)).shows_pictures(default)
