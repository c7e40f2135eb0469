"""Presses in a member's hand: showing it, choosing an action in steps, playing it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.storage.models.tables import Status
from bot.tables.core.errors import StalePress, WrongStage
from bot.tables.core.replay import recorded_event
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.private_messages import HandMessages
from bot.ui.kit.component_id import Verb
from bot.ui.kit.permissions import missing_permissions
from bot.ui.kit.press import Press
from bot.ui.views.elements import event_words
from bot.ui.views.turn.action_buttons import split_hint
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.menu import FIRST, MenuPath, parse_menu_path
from engine.actions import Action, Orient, parse_action


class HandController:
    """Handles the presses of a hand; an unfinished choice is kept only in the custom_ids."""

    def __init__(self, tables: Tables, hands: HandMessages, avatars: AvatarStore) -> None:
        self._tables = tables
        self._avatars = avatars
        self._hands = hands

    async def show(self, press: Press) -> None:
        """Show the member's hand."""
        # Again: while the press was checked the game may have moved on.
        state = await self._tables.repository.get(press.state.id)
        self._tables.recent_activity.note(state, press.user_id)
        await self._show_hand(press, state)

    async def come_back(self, press: Press) -> None:
        """Return the seat to a member for whom a computer was moving."""
        state = await self._tables.turns.come_back(press.state.id, press.user_id)
        await self._show_hand(press, state, note="Welcome back!")

    async def choose(self, press: Press) -> None:
        """Show the next step of a choice."""
        await self._choose(press, press.detail)

    async def confirm(self, press: Press) -> None:
        """Show the question before an action, for members that confirm their moves."""
        await self._confirm(press, press.detail)

    async def play(self, press: Press) -> None:
        """Play the action of the pressed button."""
        await self._play(press, press.detail)

    async def pick(self, press: Press) -> None:
        """Handle a select; its options stand for buttons: `play S2-4` or `look +L3`."""
        verb, _, detail = (press.picked or "").partition(" ")
        match verb:
            case Verb.PLAY:
                await self._play(press, detail)
            case Verb.CONFIRM:
                await self._confirm(press, detail)
            case Verb.CHOOSE:
                await self._choose(press, detail)
            case _:
                async with self._handling_stale_press(press):
                    raise StalePress

    async def hint(self, press: Press) -> None:
        """Show what the hard computer would do."""
        async with self._handling_stale_press(press):
            number = press.component_id.number
            hint = await self._tables.hints.ask(press.state.id, press.user_id, number)
            await self._show_step(press, hint=hint)

    async def _choose(self, press: Press, detail: str) -> None:
        path, hint = split_hint(detail)
        await self._show_step(press, path=parse_menu_path(path), hint=hint)

    async def _confirm(self, press: Press, detail: str) -> None:
        asked, hint = split_hint(detail)
        await self._show_step(press, asked=parse_action(asked), hint=hint)

    async def _play(self, press: Press, detail: str) -> None:
        notation, _ = split_hint(detail)
        action = parse_action(notation)
        decision = press.component_id.number
        async with self._handling_stale_press(press):
            state = await self._tables.turns.play(press.state.id, press.user_id, decision, action)
            note = _played_note(state, decision, action)
            press.done = f"{note} Press **My hand** to see your cards."
            await self._show_hand(press, state, note=note)

    @asynccontextmanager
    async def _handling_stale_press(self, press: Press) -> AsyncIterator[None]:
        """Answer a stale press with the present hand and a note."""
        try:
            yield
        except StalePress as stale:
            state = await self._tables.repository.get(press.state.id)
            await self._show_hand(press, state, note=str(stale))

    async def _show_step(
        self,
        press: Press,
        *,
        path: MenuPath = FIRST,
        asked: Action | None = None,
        hint: Action | None = None,
    ) -> None:
        async with self._handling_stale_press(press):
            state = await self._tables.repository.get(press.state.id)
            seat = state.seat_of(press.user_id)
            if press.component_id.number != state.decision_number or seat not in state.to_move:
                raise StalePress
            self._tables.recent_activity.note(state, press.user_id)
            await self._show_hand(press, state, path=path, asked=asked, hint=hint)

    async def _show_hand(
        self,
        press: Press,
        state: TableState,
        *,
        path: MenuPath = FIRST,
        asked: Action | None = None,
        hint: Action | None = None,
        note: str | None = None,
    ) -> None:
        """Answer with the member's hand: update a pressed hand, otherwise send a new one.

        Raises NotSeated, and WrongStage before the game.
        """
        seat = state.seat_of(press.user_id)
        if state.status is Status.LOBBY:
            raise WrongStage(state.status)
        if state.lost_at is not None:
            note = missing_permissions(press.interaction) or note
        preferences = await self._tables.preferences.of(press.user_id)
        draw = partial(hand_message, state, seat, preferences=preferences, avatars=self._avatars)
        message = draw(path=path, asked=asked, hint=hint)
        message_id = await press.answer_privately(message, note)
        if message_id is not None:
            at_rest = path == FIRST and asked is None and hint is None
            shown = message if at_rest else draw()
            await self._hands.remember(press.member, state, message_id, shown)


def _played_note(state: TableState, decision: int, action: Action) -> str:
    if isinstance(action, Orient):
        return "You flip your hand." if action.flip else "You keep your hand as dealt."
    assert state.game is not None
    event = recorded_event(state.game, decision)
    return event_words(state, event, you=event.seat) + "."
