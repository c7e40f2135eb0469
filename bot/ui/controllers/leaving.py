"""Leaving a game and closing a table: asked first, then carried out."""

import discord

from bot.tables.core.state import Status, TableState
from bot.tables.lobby import Lobby
from bot.ui.delivery.private_messages import HandMessages
from bot.ui.delivery.server_posts import ServerLog
from bot.ui.kit.answers import close_question, send_answer, tell
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import actor_of
from bot.ui.views.servers.report import closed_line, log_message
from bot.ui.views.table.questions import cancel_question, kept_words, leave_question


class LeavingController:
    """Nothing is given up or closed before the member has confirmed it."""

    def __init__(self, lobby: Lobby, hands: HandMessages, log: ServerLog) -> None:
        self._lobby = lobby
        self._hands = hands
        self._log = log

    async def ask_to_leave(self, interaction: discord.Interaction, state: TableState) -> None:
        """Ask in a game; in a lobby, where the seat can be taken again, leave at once."""
        state.seat_of(interaction.user.id)
        if state.status is Status.PLAYING:
            await send_answer(interaction, leave_question(state))
        else:
            await self._lobby.leave(state.id, actor_of(interaction), Status.LOBBY)
            await tell(interaction, "You have left the table.")

    async def leave(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Give up the seat; the hand goes from the screen."""
        hand = await self._hands.find(component_id.table_id, interaction.user.id)
        actor = actor_of(interaction)
        state = await self._lobby.leave(component_id.table_id, actor, Status.PLAYING)
        # The game of nobody has ended with it.
        goes_on = " A computer plays on for you." if state.status is Status.PLAYING else ""
        await close_question(interaction, f"You have left the game.{goes_on}")
        if hand is not None:
            await self._hands.delete(hand)

    async def ask_to_cancel(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        """Ask the host or a moderator; others are refused."""
        state = await self._lobby.closable(component_id.table_id, actor_of(interaction))
        await send_answer(interaction, cancel_question(state))

    async def cancel(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Close the table for everybody; the server's log says so if it is not the host's doing."""
        stage = Status.LOBBY if component_id.detail == Status.LOBBY else Status.PLAYING
        actor = actor_of(interaction)
        state = await self._lobby.cancel(component_id.table_id, actor, stage)
        await close_question(interaction, "The table is closed.")
        if state.host_id != actor.user_id:
            line = log_message(closed_line(state, actor.user_id))
            await self._log.post(state.guild_id, line)

    async def keep(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """The member has thought better of it."""
        await close_question(interaction, kept_words(component_id.detail))
