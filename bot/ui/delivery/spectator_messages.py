"""Spectators' private messages: each shows a table until its token expires."""

from collections.abc import Collection

import discord

from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.actor import private_message
from bot.tables.core.errors import WrongStage
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import TableMessages
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.private_messages import PrivateMessages, gather_all
from bot.ui.kit.answers import answer_privately
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import actor_of
from bot.ui.views.table.table import spectator_message


class SpectatorMessages:
    """Sends spectators a view of the table and keeps it up to date."""

    def __init__(self, private: PrivateMessages, tables: Tables, avatars: AvatarStore) -> None:
        self._private = private
        self._avatars = avatars
        self._tables = tables

    async def watch(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Send a message that follows the table, or renew the one with the pressed button."""
        state = await self._tables.repository.get(component_id.table_id)
        if state.game is None:
            raise WrongStage(state.status)
        state = (await self._tables.preferences.of(interaction.user.id)).applied_to(state)
        actor = actor_of(interaction)
        message = spectator_message(state, actor.until, self._avatars)
        message_id = await answer_privately(interaction, message)
        # After the game nothing changes any more.
        if message_id is None or state.status is not Status.PLAYING:
            return
        known = await self._tables.repository.messages.of(state.id)
        sent = private_message(
            state.id, PrivateKind.SPECTATOR, actor, message_id=message_id, digest=message.digest
        )
        await self._private.follow(sent, known)

    async def publish(
        self, state: TableState, known: TableMessages, skipped: Collection[int]
    ) -> None:
        """Update the messages to `state`, except those of the members in `skipped`."""
        todo = [
            message
            for message in known.private_of_kind(PrivateKind.SPECTATOR)
            if message.user_id not in skipped
        ]
        preferences = await self._tables.preferences.of_all([message.user_id for message in todo])
        await gather_all(
            self._publish_one(state, message, preferences[message.user_id], known)
            for message in todo
        )

    async def _publish_one(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        if not self._private.is_reachable(message):
            known.unfollow(message)
            return
        shown = spectator_message(preferences.applied_to(state), message.until, self._avatars)
        followed = await self._private.update(message, shown, known)
        if followed and state.status is not Status.PLAYING:
            known.unfollow(message)
