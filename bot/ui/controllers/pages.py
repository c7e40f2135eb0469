"""Pages that need no table: the rules, the tutorial."""

import discord

from bot.tables.service import Tables
from bot.ui.kit.answers import answer_privately, send_answer
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.message import Message
from bot.ui.kit.responses import location_of, picked_value
from bot.ui.views.learning.rules import rules_message
from bot.ui.views.learning.tutorial import TABLE_WAITS, Learner, follow, tutorial_message
from bot.ui.views.turn.action_buttons import picked


class PageController:
    """Answers commands with the first page and presses with the page that they open."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def rules(self, interaction: discord.Interaction) -> None:
        message = await self._rules(interaction, page=0)
        await send_answer(interaction, message)

    async def tutorial(self, interaction: discord.Interaction, note: str | None = None) -> None:
        """Send the lesson's first message, with a note above it if there is one."""
        message = tutorial_message(0, await self._learner(interaction))
        await send_answer(interaction, message, note)
        # Nobody needs to be offered what they have found.
        await self._tables.preferences.update(interaction.user.id, welcomed=True)

    async def how_to_play(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        """The tutorial, asked for at a lobby."""
        await self.tutorial(interaction, TABLE_WAITS)

    async def show_rules_page(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        await answer_privately(interaction, await self._rules(interaction, component_id.number))

    async def show_tutorial_page(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        press = picked(component_id, picked_value(interaction))
        message, note = follow(press, await self._learner(interaction))
        await answer_privately(interaction, message, note)

    async def _rules(self, interaction: discord.Interaction, page: int) -> Message:
        return rules_message(page, pictures=await self._shows_pictures(interaction))

    async def _learner(self, interaction: discord.Interaction) -> Learner:
        name = interaction.user.display_name
        return Learner(name, await self._shows_pictures(interaction))

    async def _shows_pictures(self, interaction: discord.Interaction) -> bool:
        guild_id, _ = location_of(interaction)
        default = (await self._tables.preferences.defaults(guild_id)).pictures
        return (await self._tables.preferences.of(interaction.user.id)).shows_pictures(default)
