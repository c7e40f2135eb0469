"""Routes each press of a button or a select to a handler, by its custom_id."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.observability.logs import add_log_ids
from bot.tables.core.errors import TableError
from bot.tables.core.repository import TableRepository
from bot.ui.controllers.blocking import BlockingController
from bot.ui.controllers.gate import Gate
from bot.ui.controllers.orphans import OrphanedMessages
from bot.ui.controllers.places import concerns_table, is_of_past_game, require_place
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.component_id import (
    ComponentId,
    Verb,
    is_component_id,
    parse_component_id,
)
from bot.ui.kit.responses import pressed_custom_id, report_errors

Handler = Callable[[discord.Interaction, ComponentId], Awaitable[None]]


class ComponentRouter:
    """Calls the handler of a press's verb, if the press belongs to its table."""

    def __init__(
        self,
        gate: Gate,
        repository: TableRepository,
        publisher: Publisher,
        blocking: BlockingController,
        routes: Mapping[Verb, Handler],
    ) -> None:
        self._gate = gate
        self._orphans = OrphanedMessages(repository.messages, publisher)
        self._repository = repository
        self._publisher = publisher
        self._blocking = blocking
        self._routes = routes

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a press or a form; ignore a custom_id that is not ours."""
        custom_id = pressed_custom_id(interaction)
        if not is_component_id(custom_id):
            return
        is_orphan, state = False, None
        async with report_errors(interaction), self._gate.admit(interaction):
            component_id = parse_component_id(custom_id)
            assert component_id is not None
            if component_id.table_id:
                add_log_ids(table=component_id.table_id)
            _require_form(interaction, component_id.verb)
            if concerns_table(component_id.verb):
                state = await self._repository.get(component_id.table_id)
                require_place(interaction, component_id.verb, state)
            await self._blocking.require_not_blocked(interaction, component_id.verb, state)
            if state is not None and not is_of_past_game(component_id.verb):
                is_orphan = await self._orphans.is_orphan(interaction, state)
            with self._publisher.answering(component_id.table_id, interaction.user.id):
                await self._routes[component_id.verb](interaction, component_id)
        if is_orphan:
            await self._orphans.disarm(interaction)


def _require_form(interaction: discord.Interaction, verb: Verb) -> None:
    """Raise TableError unless what is a form comes from one, and everything else does not."""
    is_form = interaction.type is discord.InteractionType.modal_submit
    if is_form != (verb is Verb.REPORT):
        raise TableError("That button no longer works. `/scout help` lists what does.")
