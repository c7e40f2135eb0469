"""ComponentRouter on a member's own hand: looking at it, choosing in steps, playing."""

import discord

from bot.storage.models import Status
from bot.tables.core.errors import StaleClick, WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.ui.controllers.router import Handler
from bot.ui.delivery.hand_messages import HandMessages
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import answer_privately, missing_permissions, pressed_values
from bot.ui.views.action_buttons import carried
from bot.ui.views.action_menu import MenuPath, parse_menu_path
from bot.ui.views.hand import hand_message
from bot.ui.views.text import event_words
from engine.actions import Action, Orient, parse_action

_AT_THE_BEGINNING = MenuPath()


class HandController:
    """Nothing about a half-made choice is kept: it rides in the custom_ids."""

    def __init__(self, tables: Tables, hands: HandMessages) -> None:
        self._tables = tables
        self._hands = hands
        self.handlers: dict[str, Handler] = {
            "hand": self._hand,
            "back": self._back,
            "look": self._unless_stale(self._look),
            "hint": self._unless_stale(self._hint),
            "ask": self._unless_stale(self._ask),
            "play": self._unless_stale(self._play),
            "pick": self._unless_stale(self._pick),
        }

    def _unless_stale(self, handler: Handler) -> Handler:
        """Who pressed too late gets the hand as it is now, and a word."""

        async def handle(interaction: discord.Interaction, component_id: ComponentId) -> None:
            try:
                await handler(interaction, component_id)
            except StaleClick as stale:
                state = await self._tables.repository.get(component_id.table_id)
                await self.show_hand(interaction, state, note=str(stale))

        return handle

    async def _hand(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        await self.show_hand(interaction, await self._tables.repository.get(component_id.table_id))

    async def _back(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        state = await self._tables.turns.come_back(component_id.table_id, interaction.user.id)
        await self.show_hand(interaction, state, note="Welcome back!")

    async def _look(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        path, hint = carried(component_id.detail)
        await self._show_step(interaction, component_id, path=parse_menu_path(path), hint=hint)

    async def _ask(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        asked, hint = carried(component_id.detail)
        await self._show_step(interaction, component_id, asked=parse_action(asked), hint=hint)

    async def _hint(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        hint = await self._tables.hints.ask(
            component_id.table_id, interaction.user.id, component_id.number
        )
        await self._show_step(interaction, component_id, hint=hint)

    async def _show_step(
        self,
        interaction: discord.Interaction,
        component_id: ComponentId,
        *,
        path: MenuPath = _AT_THE_BEGINNING,
        asked: Action | None = None,
        hint: Action | None = None,
    ) -> None:
        state = await self._tables.repository.get(component_id.table_id)
        seat = state.seat_of(interaction.user.id)
        if component_id.number != state.decision_number or seat not in state.to_move:
            raise StaleClick
        await self.show_hand(interaction, state, path=path, asked=asked, hint=hint)

    async def _play(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        notation, _ = carried(component_id.detail)
        action = parse_action(notation)
        state = await self._tables.turns.play(
            component_id.table_id, interaction.user.id, component_id.number, action
        )
        await self.show_hand(interaction, state, note=_told(state, action))

    async def _pick(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """A select's option stands for a button: `play S2-4` or `look +L3`."""
        verb, _, detail = pressed_values(interaction)[0].partition(" ")
        handler = {"play": self._play, "ask": self._ask}.get(verb, self._look)
        await handler(interaction, component_id._replace(verb=verb, detail=detail))

    async def show_hand(
        self,
        interaction: discord.Interaction,
        state: TableState,
        *,
        path: MenuPath = _AT_THE_BEGINNING,
        asked: Action | None = None,
        hint: Action | None = None,
        note: str | None = None,
    ) -> None:
        """Answer with the member's hand: in place if the click came from one, else anew.

        Raises NotSeated, and WrongStage before the game.
        """
        seat = state.seat_of(interaction.user.id)
        if state.status is Status.LOBBY:
            raise WrongStage(state.status)
        if state.lost_at is not None:
            note = missing_permissions(interaction) or note
        preferences = await self._tables.preferences.of(interaction.user.id)
        message = hand_message(state, seat, path, preferences=preferences, asked=asked, hint=hint)
        message_id = await answer_privately(interaction, message, note)
        if message_id is not None:
            await self._hands.remember(interaction, state, message_id, preferences)


def _told(state: TableState, action: Action) -> str:
    if isinstance(action, Orient):
        return "You turned your hand over." if action.flip else "You keep your hand as it is."
    assert state.game is not None
    log = next(played.log for played in reversed(state.game.rounds) if played.log)
    return event_words(state, log[-1], you=True) + "."
