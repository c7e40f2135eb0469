"""Routes each press of a button or a select to a handler, by its custom_id."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.tables.core.repository import TableRepository
from bot.ui.controllers.gate import Gate
from bot.ui.controllers.orphans import OrphanedMessages
from bot.ui.controllers.places import concerns_table, is_of_past_game, require_place
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from bot.ui.kit.responses import pressed_custom_id, report_errors

Handler = Callable[[discord.Interaction, ComponentId], Awaitable[None]]


class ComponentRouter:
    """Calls the handler of a press's verb, if the press belongs to its table."""

    def __init__(
        self,
        gate: Gate,
        repository: TableRepository,
        publisher: Publisher,
        routes: Mapping[Verb, Handler],
    ) -> None:
        self._gate = gate
        self._orphans = OrphanedMessages(repository.messages, publisher)
        self._repository = repository
        self._publisher = publisher
        self._routes = routes

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a press; ignore a custom_id that is not ours."""
        component_id = parse_component_id(pressed_custom_id(interaction))
        if component_id is None:
            return
        is_orphan = False
        async with report_errors(interaction), self._gate.admit(interaction):
            if concerns_table(component_id.verb):
                state = await self._repository.get(component_id.table_id)
                require_place(interaction, component_id.verb, state)
                if not is_of_past_game(component_id.verb):
                    is_orphan = await self._orphans.is_orphan(interaction, state)
            with self._publisher.answering(component_id.table_id, interaction.user.id):
                await self._routes[component_id.verb](interaction, component_id)
        if is_orphan:
            await self._orphans.disarm(interaction)
