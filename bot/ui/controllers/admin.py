"""`/scout admin`: the panel in which managers set up their server.

Every press asks again for Manage Server: permissions can be gone since the panel was shown, and
Discord's app is not the only sender.
"""

import discord

from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.ui.delivery.server_posts import NEEDED
from bot.ui.kit.answers import answer_privately, send_answer
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.message import Message
from bot.ui.kit.picked import picked_channels, picked_roles
from bot.ui.kit.responses import (
    location_of,
    permission_titles,
    picked_value,
    require_manager,
)
from bot.ui.views.servers.admin import RULE_CHANGES, AdminPage, Picks, ServerState, admin_message
from bot.ui.views.servers.blocked import blocked_message
from bot.ui.views.settings import SERVER_CHANGES

STALE = "That button no longer works. Use `/scout admin` again."


class AdminController:
    """Shows the panel and makes the changes that managers press."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def show(self, interaction: discord.Interaction) -> None:
        """Open the panel. Raises TableError for members without Manage Server."""
        require_manager(interaction)
        await send_answer(interaction, await self._message(interaction, AdminPage.OVERVIEW))

    async def show_page(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Go to the page in the detail."""
        require_manager(interaction)
        try:
            page = AdminPage(component_id.detail)
        except ValueError:
            raise TableError(STALE) from None
        message = await self._message(interaction, page, component_id.number)
        await answer_privately(interaction, message)

    async def change(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Change a rule or a default; show the page where it stands."""
        require_manager(interaction)
        page = await self._change(interaction, component_id.detail)
        await answer_privately(interaction, await self._message(interaction, page))

    async def _change(self, interaction: discord.Interaction, detail: str) -> AdminPage:
        guild_id, _ = location_of(interaction)
        policies = self._tables.policies
        if detail == Picks.CHANNELS:
            await policies.update(guild_id, channels=_require(picked_channels(interaction)))
            return AdminPage.TABLES
        if detail == Picks.HOST_ROLE:
            await policies.update(guild_id, host_role=_picked_role(interaction, guild_id))
            return AdminPage.TABLES
        if detail == Picks.LOG_CHANNEL:
            await policies.update(guild_id, log_channel=_picked_log_channel(interaction))
            return AdminPage.REPORTS
        # The other selects have options of their own.
        chosen = detail
        if detail in (Picks.MAX_TABLES, Picks.TURN_LIMIT):
            chosen = picked_value(interaction) or ""
        if chosen in SERVER_CHANGES:
            await self._tables.preferences.update_defaults(guild_id, **SERVER_CHANGES[chosen])
            return AdminPage.NEW_TABLES
        if chosen not in RULE_CHANGES:
            raise TableError(STALE)
        await policies.update(guild_id, **RULE_CHANGES[chosen])
        return AdminPage.REPORTS if "log_channel" in RULE_CHANGES[chosen] else AdminPage.TABLES

    async def _message(
        self, interaction: discord.Interaction, page: AdminPage, number: int = 0
    ) -> Message:
        guild_id, _ = location_of(interaction)
        blocked = await self._tables.blocks.page(guild_id, number)
        if page is AdminPage.BLOCKED:
            return blocked_message(blocked)
        policy = await self._tables.policies.of(guild_id)
        named = {*policy.channels, policy.host_role, policy.log_channel} - {None}
        has = self._tables.policies.has
        server = ServerState(
            policy,
            await self._tables.preferences.defaults(guild_id),
            await self._tables.policies.live_tables(guild_id),
            blocked.total,
            frozenset(one for one in named if one is not None and not has(guild_id, one)),
            _lacking_in_log(interaction, policy.log_channel),
        )
        return admin_message(server, page)


def _require(picked: tuple[int, ...] | None) -> tuple[int, ...]:
    """What was picked; TableError if Discord's app cannot have sent it."""
    if picked is None:
        raise TableError(STALE)
    return picked


def _picked_role(interaction: discord.Interaction, guild_id: int) -> int | None:
    """The one picked role; None for none, and for the role that everybody has."""
    roles = _require(picked_roles(interaction))
    if len(roles) > 1:
        raise TableError(STALE)
    return next((role for role in roles if role != guild_id), None)


def _picked_log_channel(interaction: discord.Interaction) -> int | None:
    """The one picked channel, None for none. Raises TableError if the bot cannot post there."""
    channels = _require(picked_channels(interaction, text_only=True))
    if len(channels) > 1:
        raise TableError(STALE)
    if not channels:
        return None
    lacking = _lacking_in_log(interaction, channels[0])
    if lacking:
        raise TableError(
            f"I need {lacking} in <#{channels[0]}>. Allow it there, then choose the channel again."
        )
    return channels[0]


def _lacking_in_log(interaction: discord.Interaction, channel_id: int | None) -> str:
    """The permissions that the bot lacks in this log channel; empty if none, or it is deleted."""
    server = interaction.guild
    channel = None if server is None or channel_id is None else server.get_channel(channel_id)
    if server is None or channel is None:
        return ""
    return permission_titles(NEEDED, channel.permissions_for(server.me))
