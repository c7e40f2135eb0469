"""Members who have never played are offered the tutorial, once and privately."""

import logging

import discord

from bot.tables.service import Tables
from bot.ui.kit.errors import REQUEST_ERRORS
from bot.ui.views.table.questions import welcome_message

_log = logging.getLogger(__name__)


class Welcome:
    """Called after a member's press at a lobby has been answered."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def offer(self, interaction: discord.Interaction) -> None:
        """Offer the tutorial once to a member without a finished game."""
        user_id = interaction.user.id
        if (await self._tables.preferences.of(user_id)).welcomed:
            return
        await self._tables.preferences.update(user_id, welcomed=True)
        if await self._tables.leaderboard.has_played(user_id):
            return
        message = welcome_message()
        try:
            await interaction.followup.send(**await message.send_arguments(), ephemeral=True)
        except REQUEST_ERRORS as error:
            _log.info("the tutorial could not be offered: %s", type(error).__name__)
