"""Blocking members: by managers, in the panel of `/scout admin`; and refusing who is blocked."""

import discord

from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.ui.controllers.admin import STALE
from bot.ui.controllers.places import is_open_to_blocked
from bot.ui.delivery.private_messages import HandMessages
from bot.ui.delivery.server_posts import ServerLog
from bot.ui.kit.answers import answer_privately
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.picked import id_in, picked_member
from bot.ui.kit.responses import (
    actor_of,
    location_of,
    picked_value,
    pressed_label,
    require_manager,
)
from bot.ui.views.servers.blocked import blocked_line, member_message, name_in, unblocked_line
from bot.ui.views.servers.report import log_message

_BOT = "That is a bot: it takes no seats. Choose a member."
_YOURSELF = "You cannot block yourself. Choose another member."


class BlockingController:
    """Shows members, and blocks and unblocks them."""

    def __init__(self, tables: Tables, hands: HandMessages, log: ServerLog) -> None:
        self._tables = tables
        self._hands = hands
        self._log = log

    async def require_not_blocked(
        self, interaction: discord.Interaction, verb: Verb, state: TableState | None = None
    ) -> None:
        """Raise Blocked if the server blocks this member, and the verb is not open to them."""
        if not is_open_to_blocked(verb, state, interaction.user.id):
            guild_id, _ = location_of(interaction)
            await self._tables.blocks.require_none(guild_id, actor_of(interaction))

    async def choose(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Show the member that was picked, in the list of the server or of the blocked ones."""
        require_manager(interaction)
        listed = picked_value(interaction)
        if listed is not None:
            await self._show(interaction, int(listed), "")
            return
        picked = picked_member(interaction)
        if picked is None:
            raise TableError(STALE)
        if picked.is_bot:
            raise TableError(_BOT)
        if picked.user_id == interaction.user.id:
            raise TableError(_YOURSELF)
        await self._show(interaction, picked.user_id, picked.name)

    async def block(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Block the member whom the pressed button names; their seats in lobbies become free."""
        require_manager(interaction)
        user_id, name = id_in(component_id), name_in(pressed_label(interaction) or "")
        if user_id is None or not name:
            raise TableError(STALE)
        if user_id == interaction.user.id:
            raise TableError(_YOURSELF)
        guild_id, _ = location_of(interaction)
        await self._tables.moderation.block(guild_id, user_id, name, interaction.user.id)
        await self._show(interaction, user_id, name)
        line = blocked_line(user_id, name, interaction.user.id)
        await self._log.post(guild_id, log_message(line))

    async def unblock(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Lift a block."""
        require_manager(interaction)
        guild_id, _ = location_of(interaction)
        user_id = id_in(component_id)
        block = None if user_id is None else await self._tables.blocks.find(guild_id, user_id)
        if user_id is None or block is None:
            raise TableError("That member is not blocked any more. Use `/scout admin` again.")
        await self._tables.blocks.remove(guild_id, user_id)
        await self._show(interaction, user_id, block.name)
        line = unblocked_line(user_id, interaction.user.id)
        await self._log.post(guild_id, log_message(line))

    async def replace(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Let computers play on for a blocked member; the hands go from their screen."""
        require_manager(interaction)
        guild_id, _ = location_of(interaction)
        user_id = id_in(component_id)
        if user_id is None or await self._tables.blocks.find(guild_id, user_id) is None:
            raise TableError("Only a blocked member's seat can be given to a computer.")
        games = (await self._tables.moderation.seats(guild_id, user_id)).games
        hands = [await self._hands.find(state.id, user_id) for state in games]
        await self._tables.moderation.replace(guild_id, user_id)
        await self._show(interaction, user_id, "")
        for hand in hands:
            if hand is not None:
                await self._hands.delete(hand)

    async def _show(self, interaction: discord.Interaction, user_id: int, name: str) -> None:
        """Answer with the member's page; only who is not blocked needs a `name`."""
        guild_id, _ = location_of(interaction)
        block = await self._tables.blocks.find(guild_id, user_id)
        if block is None and not name:
            raise TableError("That member is not blocked any more. Use `/scout admin` again.")
        seats = await self._tables.moderation.seats(guild_id, user_id)
        await answer_privately(interaction, member_message(user_id, name, block, seats))
