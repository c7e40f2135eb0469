"""Copies of a table's message that a crash left behind: they lose their buttons once pressed.

A process can end after Discord has taken a message and before its id is stored. The table is then
sent again, and the copy stays, with buttons that work. It is recognised by its id when somebody
presses one of them.
"""

import logging

import discord

from bot.tables.core.message_store import MessageStore
from bot.tables.core.state import TableState
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.answers import is_private
from bot.ui.kit.errors import REQUEST_ERRORS

_log = logging.getLogger(__name__)
_OLD_COPY = discord.Embed(
    description="This is an old copy of the table. Please use the newest one."
)


class OrphanedMessages:
    """Finds public messages of tables that the bot does not know, and disarms them."""

    def __init__(self, messages: MessageStore, publisher: Publisher) -> None:
        self._messages = messages
        self._publisher = publisher

    async def is_orphan(self, interaction: discord.Interaction, state: TableState) -> bool:
        """Whether the pressed message is a copy; call it before the press changes the table."""
        pressed = interaction.message
        if pressed is None or is_private(interaction) or self._publisher.is_sending(state.id):
            return False
        known = await self._messages.of(state.id)
        ids = {message.message_id for message in known.public.values()}
        # Of a table that is over and of which no message is known, any may be the right one.
        return pressed.id not in ids and (state.status.live or bool(ids))

    @staticmethod
    async def disarm(interaction: discord.Interaction) -> None:
        """Take the buttons from the pressed message; call it after the answer."""
        assert interaction.message is not None
        try:
            await interaction.message.edit(
                embed=_OLD_COPY,
                attachments=[],
                view=None,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except REQUEST_ERRORS as error:
            # It may have been deleted meanwhile, as a retired message is.
            _log.info("a copy could not be disarmed: %s", type(error).__name__)
