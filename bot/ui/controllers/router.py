"""Buttons and selects: each press is read from its custom_id, carried out, and answered."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord

from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.lobby import Lobby
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.component_id import ComponentId, parse_component_id
from bot.ui.kit.responses import actor_of, explained, pressed_custom_id
from bot.ui.views.lobby import HINTS, lobby_message
from engine.levels import Level

Handler = Callable[[discord.Interaction, ComponentId], Awaitable[None]]
Command = Callable[[int, Actor], Awaitable[TableState]]


class ComponentRouter:
    """Hands each press to the handler of its verb; nothing about a press is kept in memory."""

    def __init__(self, publisher: Publisher, handlers: Mapping[str, Handler]) -> None:
        self._publisher = publisher
        self._handlers = handlers

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a press; a custom_id that is not of ours is left alone."""
        component_id = parse_component_id(pressed_custom_id(interaction))
        if component_id is None:
            return
        async with explained(interaction):
            with self._publisher.answering(component_id.table_id, interaction.user.id):
                await self._handler(component_id.verb)(interaction, component_id)

    def _handler(self, verb: str) -> Handler:
        if verb not in self._handlers:
            raise TableError("That button is out of use. `/scout table` posts the table again.")
        return self._handlers[verb]


def lobby_handlers(lobby: Lobby) -> dict[str, Handler]:
    """What the lobby's own buttons do."""
    commands: dict[str, Command] = {
        "join": lobby.join,
        "leave": lobby.leave,
        "remove": lobby.remove_computer,
        "start": lobby.start,
        "cancel": lobby.cancel,
    }

    async def add(interaction: discord.Interaction, component_id: ComponentId) -> None:
        command = partial(lobby.add_computer, level=_level(component_id))
        await _answering_with_the_lobby(command)(interaction, component_id)

    async def hints(interaction: discord.Interaction, component_id: ComponentId) -> None:
        command = partial(lobby.allow_hints, allowed=component_id.detail == HINTS)
        await _answering_with_the_lobby(command)(interaction, component_id)

    plain = {verb: _answering_with_the_lobby(command) for verb, command in commands.items()}
    return plain | {"add": add, "hints": hints}


def _level(component_id: ComponentId) -> Level:
    """The level that an "Add" button names; before there were three, one named none."""
    try:
        return Level(component_id.detail or Level.MEDIUM)
    except ValueError:
        raise TableError("A computer is easy, medium or hard. Press one of these.") from None


def _answering_with_the_lobby(command: Command) -> Handler:
    async def handle(interaction: discord.Interaction, component_id: ComponentId) -> None:
        state = await command(component_id.table_id, actor_of(interaction))
        await interaction.response.edit_message(**await lobby_message(state).edit_arguments())

    return handle
