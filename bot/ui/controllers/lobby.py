"""Presses on a lobby's buttons; each is answered with the updated lobby."""

from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.core.state import Status, TableState
from bot.tables.lobby import Lobby
from bot.ui.controllers.welcome import Welcome
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.kit.answers import update_pressed
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import actor_of
from bot.ui.views.table.lobby import HINTS, lobby_message
from engine.players import Level


class LobbyController:
    """Handles the presses in a lobby."""

    def __init__(self, lobby: Lobby, avatars: AvatarStore, welcome: Welcome) -> None:
        self._lobby = lobby
        self._avatars = avatars
        self._welcome = welcome

    async def join(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        await self._carry_out(self._lobby.join, interaction, component_id)
        await self._welcome.offer(interaction)

    async def leave(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        leave = partial(self._lobby.leave, stage=Status.LOBBY)
        await self._carry_out(leave, interaction, component_id)

    async def add_computer(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        async def add(table_id: int, actor: Actor) -> TableState:
            return await self._lobby.add_computer(table_id, actor, _level(component_id))

        await self._carry_out(add, interaction, component_id)

    async def remove_computer(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> None:
        await self._carry_out(self._lobby.remove_computer, interaction, component_id)

    async def set_hints(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        async def allow(table_id: int, actor: Actor) -> TableState:
            allowed = component_id.detail == HINTS
            return await self._lobby.set_hints(table_id, actor, allowed=allowed)

        await self._carry_out(allow, interaction, component_id)

    async def start(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        await self._carry_out(self._lobby.start, interaction, component_id)

    async def _carry_out(
        self,
        command: Callable[[int, Actor], Awaitable[TableState]],
        interaction: discord.Interaction,
        component_id: ComponentId,
    ) -> None:
        state = await command(component_id.table_id, actor_of(interaction))
        self._avatars.fetch(state)
        await update_pressed(interaction, lobby_message(state, self._avatars))


def _level(component_id: ComponentId) -> Level:
    """The level of an "Add" button; buttons from before there were levels have none."""
    try:
        return Level(component_id.detail or Level.MEDIUM)
    except ValueError:
        raise TableError(f"Choose a computer's level: {', '.join(Level)}.") from None
