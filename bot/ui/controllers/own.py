"""A member's own settings and data: `/scout settings` and `/scout privacy`."""

from io import BytesIO

import discord

from bot.tables.core.errors import TableError
from bot.tables.review.service import ReviewService
from bot.tables.service import Tables
from bot.ui.delivery.private_messages import PrivateMessages
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.views.privacy import (
    COLLECTING,
    FORGETTING,
    FORGOTTEN,
    STILL_BLOCKED,
    data_words,
    forget_question,
    privacy_message,
)
from bot.ui.views.settings import OWN_CHANGES, SERVER_CHANGES, settings_message


class SettingsController:
    """Shows a member the settings and handles their presses."""

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher
        self._preferences = tables.preferences

    async def show(self, press: Press) -> None:
        message = await self._message(press)
        await press.answer(message)

    async def change(self, press: Press) -> None:
        """Change a setting. Raises TableError if only managers can change it.

        Those of the server are changed by buttons of earlier versions.
        """
        # Only the buttons have a detail.
        chosen = press.detail or press.picked
        guild_id = press.guild_id
        user_id = press.user_id
        if chosen in OWN_CHANGES:
            await self._preferences.update(user_id, **OWN_CHANGES[chosen])
        elif chosen in SERVER_CHANGES:
            press.require_manager()
            await self._preferences.update_defaults(guild_id, **SERVER_CHANGES[chosen])
        else:
            raise TableError("That is no setting any more. Use `/scout settings` again.")
        message = await self._message(press)
        await press.answer_privately(message)
        # The setting may change how the member's hands look.
        for table_id in await self._tables.repository.live_ids_of(user_id):
            self._publisher.request(table_id)

    async def _message(self, press: Press) -> Message:
        guild_id = press.guild_id
        return settings_message(
            await self._preferences.of(press.user_id),
            await self._preferences.defaults(guild_id),
        )


class PrivacyController:
    """Nobody is forgotten before they have confirmed it."""

    def __init__(self, tables: Tables, private: PrivateMessages, reviews: ReviewService) -> None:
        self._tables = tables
        self._private = private
        self._reviews = reviews

    async def show(self, press: Press) -> None:
        """What is kept, and why."""
        await press.answer(privacy_message(self._tables.left_servers.keep_for))

    async def send_data(self, press: Press) -> None:
        """Send the member's own data as files, which may take longer than Discord waits."""
        await press.say(COLLECTING)
        data = await self._tables.own_data(press.user_id)
        files = [
            discord.File(BytesIO(file.content), file.name, description="Your data, as JSON")
            for file in data.files
        ]
        await press.interaction.edit_original_response(
            content=data_words(data),
            attachments=files,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def ask_to_forget(self, press: Press) -> None:
        await press.answer(forget_question())

    async def forget(self, press: Press) -> None:
        """Forget the member, in longer than Discord waits; what only they see leaves the screen."""
        guild_id = press.guild_id
        actor = press.member
        await press.close_question(FORGETTING)
        forgotten = await self._tables.forgetting.forget(guild_id, actor)
        told = FORGOTTEN
        if await self._tables.blocks.anywhere(actor.user_id):
            told += f" {STILL_BLOCKED}"
        press.done = told
        self._reviews.drop(forgotten.table_ids, actor.user_id)
        for message in forgotten.messages:
            await self._private.delete(message)
        try:
            await press.interaction.edit_original_response(
                content=told, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound:
            # The pressed message was one of those that have gone from the screen.
            await press.interaction.followup.send(told, ephemeral=True)
