"""Buttons and selects: each press is read from its custom_id, carried out, and answered."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord

from bot.tables.errors import TableError
from bot.tables.lobby import Lobby
from bot.tables.state import TableState
from bot.tables.visitors import Visitor
from bot.ui.answers import explained, pressed_custom_id, visitor
from bot.ui.custom_id import Press, parse_press
from bot.ui.lobby import HINTS, lobby_draft
from bot.ui.publisher import Publisher
from engine.players.levels import Level

Handler = Callable[[discord.Interaction, Press], Awaitable[None]]
Deed = Callable[[int, Visitor], Awaitable[TableState]]


class Presses:
    """Hands each press to the handler of its verb; nothing about a press is kept in memory."""

    def __init__(self, publisher: Publisher, handlers: Mapping[str, Handler]) -> None:
        self._publisher = publisher
        self._handlers = handlers

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a press; a custom_id that is not of ours is left alone."""
        press = parse_press(pressed_custom_id(interaction))
        if press is None:
            return
        async with explained(interaction):
            with self._publisher.answering(press.table_id, interaction.user.id):
                await self._handler(press.verb)(interaction, press)

    def _handler(self, verb: str) -> Handler:
        if verb not in self._handlers:
            raise TableError("That button is out of use. `/scout table` posts the table again.")
        return self._handlers[verb]


def lobby_handlers(lobby: Lobby) -> dict[str, Handler]:
    """What the lobby's own buttons do."""
    deeds: dict[str, Deed] = {
        "join": lobby.join,
        "leave": lobby.leave,
        "remove": lobby.remove_computer,
        "start": lobby.start,
        "cancel": lobby.cancel,
    }

    async def add(interaction: discord.Interaction, press: Press) -> None:
        deed = partial(lobby.add_computer, level=_level(press))
        await _answering_with_the_lobby(deed)(interaction, press)

    async def hints(interaction: discord.Interaction, press: Press) -> None:
        deed = partial(lobby.allow_hints, allowed=press.detail == HINTS)
        await _answering_with_the_lobby(deed)(interaction, press)

    plain = {verb: _answering_with_the_lobby(deed) for verb, deed in deeds.items()}
    return plain | {"add": add, "hints": hints}


def _level(press: Press) -> Level:
    """The level that an "Add" button names; before there were three, one named none."""
    try:
        return Level(press.detail or Level.MEDIUM)
    except ValueError:
        raise TableError("A computer is easy, medium or hard. Press one of these.") from None


def _answering_with_the_lobby(deed: Deed) -> Handler:
    async def handle(interaction: discord.Interaction, press: Press) -> None:
        state = await deed(press.table_id, visitor(interaction))
        await interaction.response.edit_message(**await lobby_draft(state).editing())

    return handle
