"""Presses in a member's hand: showing it, choosing an action in steps, playing it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import discord

from bot.tables.core.errors import StalePress, WrongStage
from bot.tables.core.replay import recorded_event
from bot.tables.core.state import Status, TableState
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.private_messages import HandMessages
from bot.ui.kit.answers import answer_privately
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.responses import missing_permissions, note_done, picked_value
from bot.ui.views.elements import event_words
from bot.ui.views.turn.action_buttons import carried
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.menu import FIRST, MenuPath, parse_menu_path
from engine.actions import Action, Orient, parse_action


class HandController:
    """Handles the presses of a hand; an unfinished choice is kept only in the custom_ids."""

    def __init__(self, tables: Tables, hands: HandMessages, avatars: AvatarStore) -> None:
        self._tables = tables
        self._avatars = avatars
        self._hands = hands

    async def show(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Show the member's hand."""
        state = await self._tables.repository.get(component_id.table_id)
        self._tables.recent_activity.note(state, interaction.user.id)
        await self.show_hand(interaction, state)

    async def come_back(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Give the seat back to a member for whom a computer was moving."""
        state = await self._tables.turns.come_back(component_id.table_id, interaction.user.id)
        await self.show_hand(interaction, state, note="Welcome back!")

    async def choose(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Show the next step of a choice."""
        path, hint = carried(component_id.detail)
        await self._show_step(interaction, component_id, path=parse_menu_path(path), hint=hint)

    async def confirm(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Show the question before an action, for members who have confirmation switched on."""
        asked, hint = carried(component_id.detail)
        await self._show_step(interaction, component_id, asked=parse_action(asked), hint=hint)

    async def hint(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Show what the hard computer would do."""
        async with self._handling_stale_press(interaction, component_id):
            hint = await self._tables.hints.ask(
                component_id.table_id, interaction.user.id, component_id.number
            )
            await self._show_step(interaction, component_id, hint=hint)

    async def play(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Play the action of the pressed button."""
        notation, _ = carried(component_id.detail)
        action = parse_action(notation)
        async with self._handling_stale_press(interaction, component_id):
            state = await self._tables.turns.play(
                component_id.table_id, interaction.user.id, component_id.number, action
            )
            note = _played_note(state, component_id.number, action)
            note_done(interaction, f"{note} Press **My hand** to see your cards.")
            await self.show_hand(interaction, state, note=note)

    async def pick(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Handle a select; its options stand for buttons: `play S2-4` or `look +L3`."""
        verb, _, detail = (picked_value(interaction) or "").partition(" ")
        handlers = {
            Verb.PLAY.value: self.play,
            Verb.CONFIRM.value: self.confirm,
            Verb.CHOOSE.value: self.choose,
        }
        handler = handlers.get(verb, self._refuse)
        await handler(interaction, component_id._replace(detail=detail))

    async def _refuse(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        async with self._handling_stale_press(interaction, component_id):
            raise StalePress

    @asynccontextmanager
    async def _handling_stale_press(
        self, interaction: discord.Interaction, component_id: ComponentId
    ) -> AsyncIterator[None]:
        """Answer a stale press with the present hand and a note."""
        try:
            yield
        except StalePress as stale:
            state = await self._tables.repository.get(component_id.table_id)
            await self.show_hand(interaction, state, note=str(stale))

    async def _show_step(
        self,
        interaction: discord.Interaction,
        component_id: ComponentId,
        *,
        path: MenuPath = FIRST,
        asked: Action | None = None,
        hint: Action | None = None,
    ) -> None:
        async with self._handling_stale_press(interaction, component_id):
            state = await self._tables.repository.get(component_id.table_id)
            seat = state.seat_of(interaction.user.id)
            if component_id.number != state.decision_number or seat not in state.to_move:
                raise StalePress
            self._tables.recent_activity.note(state, interaction.user.id)
            await self.show_hand(interaction, state, path=path, asked=asked, hint=hint)

    async def show_hand(
        self,
        interaction: discord.Interaction,
        state: TableState,
        *,
        path: MenuPath = FIRST,
        asked: Action | None = None,
        hint: Action | None = None,
        note: str | None = None,
    ) -> None:
        """Answer with the member's hand: updates a pressed hand, otherwise sends a new one.

        Raises NotSeated, and WrongStage before the game.
        """
        seat = state.seat_of(interaction.user.id)
        if state.status is Status.LOBBY:
            raise WrongStage(state.status)
        if state.lost_at is not None:
            note = missing_permissions(interaction) or note
        preferences = await self._tables.preferences.of(interaction.user.id)
        draw = partial(hand_message, state, seat, preferences=preferences, avatars=self._avatars)
        message = draw(path=path, asked=asked, hint=hint)
        message_id = await answer_privately(interaction, message, note)
        if message_id is not None:
            at_rest = path == FIRST and asked is None and hint is None
            shown = message if at_rest else draw()
            await self._hands.remember(interaction, state, message_id, shown)


def _played_note(state: TableState, decision: int, action: Action) -> str:
    if isinstance(action, Orient):
        return "You flip your hand." if action.flip else "You keep your hand as dealt."
    assert state.game is not None
    event = recorded_event(state.game, decision)
    return event_words(state, event, you=event.seat) + "."
