"""Members' hands: private messages with their cards, and on their turn the buttons for it."""

import logging
from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from cachetools import LRUCache

from bot.observability.logs import log_context
from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.actor import private_message
from bot.tables.core.errors import StalePress, WrongStage
from bot.tables.core.state import SeatState, Status, TableState
from bot.tables.core.table_messages import TableMessages, round_slot
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.text.language import Language
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.following_messages import FollowingMessages
from bot.ui.delivery.private_messages import PATIENCE, PrivateMessages, Unreachable
from bot.ui.kit.message import Message
from bot.ui.kit.permissions import missing_permissions
from bot.ui.kit.press import Press
from bot.ui.views.turn.hand import hand_message, has_to_wait
from bot.ui.views.turn.menu import NO_MENU, OpenMenu

_log = logging.getLogger(__name__)
_KEPT = 64
"""Maximum cached hands, least recently used dropped first; a drawn one takes 60 to 100 KB."""


class _KeptHand(NamedTuple):
    """A hand without a menu, and all inputs of it.

    Each change of a table makes a new state object, so states are compared by identity. `look` has
    all other inputs: the language, the member's preferences, and which avatars have arrived.
    """

    state: TableState
    look: tuple[Language, Preferences, list[bool]]
    hand: Message


class HandMessages(FollowingMessages):
    """Keeps the newest hand message of each member up to date."""

    kind = PrivateKind.HAND

    def __init__(self, private: PrivateMessages, tables: Tables, avatars: AvatarStore) -> None:
        super().__init__(private, tables, avatars)
        self._draw = partial(hand_message, avatars=avatars.files)
        # By table and seat: most presses of My hand ask for a hand that was shown before.
        self._kept: LRUCache[tuple[int, int], _KeptHand] = LRUCache(_KEPT)

    async def refresh(self, table_id: int, skipped: Collection[int]) -> None:
        """Update the hands at once; a later publication repeats failed updates."""
        with log_context(table=table_id):
            try:
                state = await self._repository.get(table_id)
                known = await self._repository.messages.of(table_id)
                await self.publish(state, known, skipped, is_patient=True)
            except Exception as error:  # noqa: BLE001 - the publication logs it, if it fails too
                _log.debug("hands are left to the publication: %s", type(error).__name__)

    async def answer(
        self,
        press: Press,
        note: str | None = None,
        menu: OpenMenu | None = None,
        *,
        with_active: bool = False,
    ) -> None:
        """Answer with the member's newest hand: update a pressed hand, otherwise send a new one.

        If `with_active`, a waiting hand shows the Active Set of now; later moves do not edit it.
        Raises NotSeated, WrongStage before the game, StalePress for a `menu` of a past decision.
        """
        table_id, user_id = press.state.id, press.user_id
        preferences = await self._preferences.of(user_id)
        async with self._private.lock(table_id, self.kind, user_id, PATIENCE):
            state = await self._repository.get(table_id)
            seat = _seat_of(press, state, menu)
            if state.lost_at is not None:
                lacking = missing_permissions(press)
                note = note if lacking is None else press.language.say(lacking)
            shown = at_rest = self._at_rest(press.language, state, seat, preferences)
            seen_at = press.received_at if with_active and has_to_wait(state, seat) else None
            if menu or seen_at:
                shown = self._draw(
                    press.language,
                    state,
                    seat,
                    menu or NO_MENU,
                    preferences=preferences,
                    seen_at=seen_at,
                )
            message_id = await press.answer_privately(shown, note)
            if message_id is None:
                return
            # A menu is open until the table changes, so later hands are compared with one at rest.
            sent = {"message_id": message_id, "round": state.round_number}
            former = await self._follow(press, state, preferences, at_rest, **sent)
        await self._private.say_moved(press.language, former)

    def _at_rest(
        self, language: Language, state: TableState, seat: SeatState, preferences: Preferences
    ) -> Message:
        """The hand without a menu, from the cache if its inputs are the same."""
        look = language, preferences, [one.avatar in self._avatars for one in state.seats]
        kept = self._kept.get((state.id, seat.index))
        if kept is not None and kept.state is state and kept.look == look:
            return kept.hand
        hand = self._draw(language, state, seat, preferences=preferences)
        if state.status is Status.PLAYING:
            self._kept[state.id, seat.index] = _KeptHand(state, look, hand)
        return hand

    async def find(self, table_id: int, user_id: int) -> PrivateMessage | None:
        """The member's hand message at that table, or None."""
        known = await self._repository.messages.of(table_id)
        return known.private(PrivateKind.HAND, user_id)

    async def _show(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        shown = self._at_rest(
            preferences.reader, state, state.seat_of(message.user_id), preferences
        )
        if _has_ended(state, message):
            await self._send(state, message, shown, known)
        else:
            await self._edit(message, shown, known)

    def _can_show(self, state: TableState, message: PrivateMessage, known: TableMessages) -> bool:
        if state.find_seat(message.user_id) is None or not self._private.is_reachable(message):
            return False
        # A new round's hand waits until the round's table is posted: it belongs below it.
        is_posted = round_slot(state.round_number) in known.public or state.lost_at is not None
        return is_posted or not _has_ended(state, message)

    async def _send(
        self, state: TableState, hand: PrivateMessage, message: Message, known: TableMessages
    ) -> None:
        """Send a new hand message for a new round."""
        try:
            message_id = await self._private.send(hand.token, message)
        except Unreachable:
            known.forget(hand)
            return
        newest = private_message(
            hand.table_id,
            hand.kind,
            hand,
            message_id=message_id,
            round=state.round_number,
            digest=message.digest,
        )
        # The member pressed something meanwhile and has a newer hand: keep that.
        if known.private(hand.kind, hand.user_id) is hand:
            known.follow(newest)
            await self._private.delete(hand)
        else:
            await self._private.delete(newest)


def _seat_of(press: Press, state: TableState, menu: OpenMenu | None) -> SeatState:
    """The member's seat, if it can see a hand and the menu belongs to this decision."""
    seat = state.seat_of(press.user_id)
    if state.status is Status.LOBBY:
        raise WrongStage(state.status, state.language)
    if menu is not None and (press.number != state.decision_number or seat not in state.to_move):
        raise StalePress
    return seat


def _has_ended(state: TableState, hand: PrivateMessage) -> bool:
    """Whether the hand belongs to an earlier round than the present one."""
    return state.status is Status.PLAYING and hand.round != state.round_number
