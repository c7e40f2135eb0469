"""A member's own settings and data: `/scout settings` and `/scout privacy`."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import discord

from bot.tables.core.errors import TableError
from bot.tables.review.service import ReviewService
from bot.tables.service import Tables
from bot.ui.controllers.route import Who
from bot.ui.delivery.private_messages import PrivateMessages
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.kit.sending import always
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

_NOBODY = discord.AllowedMentions.none()


class SettingsController:
    """Shows a member the settings and handles their presses."""

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher
        self._preferences = tables.preferences

    async def show(self, press: Press) -> None:
        await press.answer(await self._message(press))

    async def change(self, press: Press) -> None:
        """Change a setting. Raises TableError if only managers can change it.

        Those of the server are changed by buttons of earlier versions.
        """
        # Only the buttons have a detail.
        chosen = press.detail or press.picked
        if chosen in OWN_CHANGES:
            await self._preferences.update(press.user_id, **OWN_CHANGES[chosen])
        elif chosen in SERVER_CHANGES:
            Who.MANAGER.require(press)
            await self._preferences.update_defaults(press.guild_id, **SERVER_CHANGES[chosen])
        else:
            raise TableError("That is no setting any more. Use `/scout settings` again.")
        await press.answer_privately(await self._message(press))
        # The setting may change how the member's hands look.
        for table_id in await self._tables.repository.live_ids_of(press.user_id):
            self._publisher.request(table_id)

    async def _message(self, press: Press) -> Message:
        preferences = await self._preferences.of(press.user_id)
        return settings_message(preferences, await self._preferences.defaults(press.guild_id))


class PrivacyController:
    """Shows and sends what is kept about a member, and forgets members after a question."""

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

        async def files() -> Mapping[str, Any]:
            shown = [
                discord.File(BytesIO(file.content), file.name, description="Your data, as JSON")
                for file in data.files
            ]
            return {"content": data_words(data), "attachments": shown, "allowed_mentions": _NOBODY}

        await press.change(files)

    async def ask_to_forget(self, press: Press) -> None:
        await press.answer(forget_question())

    async def forget(self, press: Press) -> None:
        """Forget the member, in longer than Discord waits; what only they see leaves the screen."""
        await press.close_question(FORGETTING)
        forgotten = await self._tables.forgetting.forget(press.guild_id, press.member)
        is_blocked = await self._tables.blocks.anywhere(press.user_id)
        press.done = sentence = f"{FORGOTTEN} {STILL_BLOCKED}" if is_blocked else FORGOTTEN
        self._reviews.drop(forgotten.table_ids, press.user_id)
        for message in forgotten.messages:
            await self._private.delete(message)
        try:
            await press.change(always(content=sentence, allowed_mentions=_NOBODY))
        except discord.NotFound:
            # The pressed message was one of those that have gone from the screen.
            await press.interaction.followup.send(sentence, ephemeral=True)
