"""`/scout privacy`, `/scout data` and `/scout forget-me`: what is kept about a member."""

from io import BytesIO
from typing import Any

import discord
from discord import app_commands

from bot.tables.review.service import ReviewService
from bot.tables.service import Tables
from bot.ui.controllers.gate import Gate
from bot.ui.delivery.private_messages import PrivateMessages
from bot.ui.kit.answers import close_question, send_answer, tell
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import actor_of, location_of, note_done, report_errors
from bot.ui.views.privacy import (
    COLLECTING,
    FORGETTING,
    FORGOTTEN,
    STILL_BLOCKED,
    data_words,
    forget_question,
    privacy_message,
)


class PrivacyController:
    """Nobody is forgotten before they have confirmed it."""

    def __init__(self, tables: Tables, private: PrivateMessages, reviews: ReviewService) -> None:
        self._tables = tables
        self._private = private
        self._reviews = reviews

    async def show(self, interaction: discord.Interaction) -> None:
        """What is kept, and why."""
        await send_answer(interaction, privacy_message(self._tables.left_servers.keep_for))

    async def send_data(
        self, interaction: discord.Interaction, component_id: ComponentId | None = None
    ) -> None:
        """Send the member's own data as files, which may take longer than Discord waits."""
        await tell(interaction, COLLECTING)
        data = await self._tables.own_data(interaction.user.id)
        files = [
            discord.File(BytesIO(file.content), file.name, description="Your data, as JSON")
            for file in data.files
        ]
        await interaction.edit_original_response(
            content=data_words(data),
            attachments=files,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def ask_to_forget(
        self, interaction: discord.Interaction, component_id: ComponentId | None = None
    ) -> None:
        await send_answer(interaction, forget_question())

    async def forget(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Forget the member, in longer than Discord waits; what only they see leaves the screen."""
        guild_id, _ = location_of(interaction)
        actor = actor_of(interaction)
        await close_question(interaction, FORGETTING)
        forgotten = await self._tables.forgetting.forget(guild_id, actor)
        told = FORGOTTEN
        if await self._tables.blocks.anywhere(actor.user_id):
            told += f" {STILL_BLOCKED}"
        note_done(interaction, told)
        self._reviews.drop(forgotten.table_ids, actor.user_id)
        for message in forgotten.messages:
            await self._private.delete(message)
        try:
            await interaction.edit_original_response(
                content=told, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound:
            # The pressed message was one of those that have gone from the screen.
            await interaction.followup.send(told, ephemeral=True)


def privacy_commands(
    privacy: PrivacyController, gate: Gate
) -> list[app_commands.Command[Any, ..., None]]:
    """The commands, to be added to `/scout`."""

    @app_commands.command(name="privacy", description="See what is kept about you, and why")
    async def show(interaction: discord.Interaction) -> None:
        async with report_errors(interaction), gate.admit(interaction):
            await privacy.show(interaction)

    @app_commands.command(name="data", description="Get all that is kept about you, as a file")
    async def data(interaction: discord.Interaction) -> None:
        async with report_errors(interaction), gate.admit(interaction):
            await privacy.send_data(interaction)

    @app_commands.command(
        name="forget-me", description="Take your name and id out of all games, in every server"
    )
    async def forget(interaction: discord.Interaction) -> None:
        async with report_errors(interaction), gate.admit(interaction):
            await privacy.ask_to_forget(interaction)

    return [show, data, forget]
