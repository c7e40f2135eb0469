"""Routes each press of a button or a select to a handler, by its custom_id."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from bot.ui.kit.responses import pressed_custom_id, report_errors

Handler = Callable[[discord.Interaction, ComponentId], Awaitable[None]]


class ComponentRouter:
    """Calls the handler of a press's verb; keeps nothing in memory."""

    def __init__(self, publisher: Publisher, routes: Mapping[Verb, Handler]) -> None:
        self._publisher = publisher
        self._routes = routes

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a press; ignore a custom_id that is not ours."""
        async with report_errors(interaction):
            component_id = parse_component_id(pressed_custom_id(interaction))
            if component_id is None:
                return
            with self._publisher.answering(component_id.table_id, interaction.user.id):
                await self._routes[component_id.verb](interaction, component_id)
