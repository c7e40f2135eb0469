"""What can be read at any time, without a table: the leaderboard, the rules, the tutorial."""

import discord

from bot.tables.service import Tables
from bot.ui.answers import place
from bot.ui.custom_id import Press
from bot.ui.draft import Draft
from bot.ui.leaderboard import leaderboard_draft
from bot.ui.presses import Handler
from bot.ui.rules import rules_draft
from bot.ui.tutorial import Learner, follow, lesson_draft


class Reading:
    """Answers its commands with a first page, and presses with the page that they lead to."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.handlers: dict[str, Handler] = {
            "board": self._turn_leaderboard,
            "rules": self._turn_rules,
            "learn": self._follow_lesson,
            "lesson": self._follow_lesson,
        }

    async def leaderboard(self, interaction: discord.Interaction) -> None:
        draft = await self._leaderboard(interaction, page=0)
        await interaction.response.send_message(**await draft.sending())

    async def rules(self, interaction: discord.Interaction) -> None:
        draft = await self._rules(interaction, page=0)
        await interaction.response.send_message(**await draft.sending(), ephemeral=True)

    async def tutorial(self, interaction: discord.Interaction) -> None:
        draft = lesson_draft(0, await self._learner(interaction))
        await interaction.response.send_message(**await draft.sending(), ephemeral=True)

    async def _turn_leaderboard(self, interaction: discord.Interaction, press: Press) -> None:
        await _turn(interaction, await self._leaderboard(interaction, press.turn))

    async def _turn_rules(self, interaction: discord.Interaction, press: Press) -> None:
        await _turn(interaction, await self._rules(interaction, press.turn))

    async def _follow_lesson(self, interaction: discord.Interaction, press: Press) -> None:
        draft, note = follow(press, await self._learner(interaction))
        await _turn(interaction, draft, note)

    async def _leaderboard(self, interaction: discord.Interaction, page: int) -> Draft:
        guild_id, _ = place(interaction)
        return await leaderboard_draft(self._tables.database, guild_id, page)

    async def _rules(self, interaction: discord.Interaction, page: int) -> Draft:
        return rules_draft(page, pictures=await self._wants_pictures(interaction))

    async def _learner(self, interaction: discord.Interaction) -> Learner:
        name = interaction.user.display_name
        return Learner(name, await self._wants_pictures(interaction))

    async def _wants_pictures(self, interaction: discord.Interaction) -> bool:
        guild_id, _ = place(interaction)
        default = (await self._tables.wishes.defaults(guild_id)).pictures
        return (await self._tables.wishes.of(interaction.user.id)).wants_pictures(default)


async def _turn(interaction: discord.Interaction, draft: Draft, note: str | None = None) -> None:
    clicked = interaction.message
    present = clicked.attachments if clicked is not None else ()
    await interaction.response.edit_message(**await draft.editing(note, present))
