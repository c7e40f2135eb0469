"""Buttons and selects: each press is read from its custom_id, carried out, and answered."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from bot.ui.kit.responses import explained, pressed_custom_id

Handler = Callable[[discord.Interaction, ComponentId], Awaitable[None]]


class ComponentRouter:
    """Hands each press to the handler of its verb; nothing about a press is kept in memory."""

    def __init__(self, publisher: Publisher, routes: Mapping[Verb, Handler]) -> None:
        self._publisher = publisher
        self._routes = routes

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a press; a custom_id that is not of ours is left alone."""
        async with explained(interaction):
            component_id = parse_component_id(pressed_custom_id(interaction))
            if component_id is None:
                return
            with self._publisher.answering(component_id.table_id, interaction.user.id):
                await self._routes[component_id.verb](interaction, component_id)
