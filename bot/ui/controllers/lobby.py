"""Presses on a lobby's buttons; each is answered with the updated lobby."""

from collections.abc import Awaitable, Callable

import discord

from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.lobby import Lobby
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import actor_of
from bot.ui.views.lobby import HINTS, lobby_message
from engine.levels import Level


class LobbyController:
    """Handles the presses in a lobby."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def join(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        await _run(self._lobby.join, interaction, component_id)

    async def leave(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        await _run(self._lobby.leave, interaction, component_id)

    async def add_computer(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        async def add(table_id: int, actor: Actor) -> TableState:
            return await self._lobby.add_computer(table_id, actor, _level(component_id))

        await _run(add, interaction, component_id)

    async def remove_computer(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        await _run(self._lobby.remove_computer, interaction, component_id)

    async def set_hints(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        async def allow(table_id: int, actor: Actor) -> TableState:
            allowed = component_id.detail == HINTS
            return await self._lobby.set_hints(table_id, actor, allowed=allowed)

        await _run(allow, interaction, component_id)

    async def start(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        await _run(self._lobby.start, interaction, component_id)

    async def cancel(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        await _run(self._lobby.cancel, interaction, component_id)


async def _run(
    command: Callable[[int, Actor], Awaitable[TableState]],
    interaction: discord.Interaction,
    component_id: ComponentId,
) -> None:
    state = await command(component_id.table_id, actor_of(interaction))
    await interaction.response.edit_message(**await lobby_message(state).edit_arguments())


def _level(component_id: ComponentId) -> Level:
    """The level of an "Add" button; buttons from before there were levels have none."""
    try:
        return Level(component_id.detail or Level.MEDIUM)
    except ValueError:
        raise TableError("A computer is easy, medium or hard. Press one of these.") from None
