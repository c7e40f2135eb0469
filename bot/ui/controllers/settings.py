"""`/scout settings`: shows the settings and changes them."""

import discord

from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.answers import answer_privately, send_answer
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.message import Message
from bot.ui.kit.responses import location_of, picked_value, require_manager
from bot.ui.views.settings import OWN_CHANGES, SERVER_CHANGES, settings_message


class SettingsController:
    """Shows a member the settings and handles their presses."""

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher
        self._preferences = tables.preferences

    async def show(self, interaction: discord.Interaction) -> None:
        message = await self._message(interaction)
        await send_answer(interaction, message)

    async def change(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Change a setting. Raises TableError if only managers can change it.

        Those of the server are changed by buttons of earlier versions.
        """
        # Only the buttons have a detail.
        chosen = component_id.detail or picked_value(interaction)
        guild_id, _ = location_of(interaction)
        user_id = interaction.user.id
        if chosen in OWN_CHANGES:
            await self._preferences.update(user_id, **OWN_CHANGES[chosen])
        elif chosen in SERVER_CHANGES:
            require_manager(interaction)
            await self._preferences.update_defaults(guild_id, **SERVER_CHANGES[chosen])
        else:
            raise TableError("That is no setting any more. Use `/scout settings` again.")
        message = await self._message(interaction)
        await answer_privately(interaction, message)
        # The setting may change how the member's hands look.
        for table_id in await self._tables.repository.live_ids_of(user_id):
            self._publisher.request(table_id)

    async def _message(self, interaction: discord.Interaction) -> Message:
        guild_id, _ = location_of(interaction)
        return settings_message(
            await self._preferences.of(interaction.user.id),
            await self._preferences.defaults(guild_id),
        )
