"""Private messages that follow a table: members' hands, and what spectators see.

One request at a time changes a message, answers included, and each shows the newest state at the
moment of its sending: so none is overtaken by an older one.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection
from datetime import datetime
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
from bot.ui.delivery.private_messages import PATIENCE, PrivateMessages, Unreachable
from bot.ui.kit.message import Message
from bot.ui.kit.permissions import missing_permissions
from bot.ui.kit.press import Press
from bot.ui.views.table.table import spectator_message
from bot.ui.views.turn.hand import hand_message, has_to_wait
from bot.ui.views.turn.menu import FIRST, MenuPath
from engine.actions import Action

_log = logging.getLogger(__name__)
_KEPT = 64
"""Hands in memory, the latest used; with its picture one takes 60 to 100 KB."""


class OpenMenu(NamedTuple):
    """The step of a choice that a hand shows; see `hand_message`."""

    path: MenuPath = FIRST
    asked: Action | None = None
    hint: Action | None = None


NO_MENU = OpenMenu()


class _FollowingMessages(ABC):
    """Private messages of one kind, each of which follows a table."""

    kind: PrivateKind

    def __init__(self, private: PrivateMessages, tables: Tables, avatars: AvatarStore) -> None:
        self._private = private
        self._avatars = avatars
        self._repository = tables.repository
        self._preferences = tables.preferences
        # The tables and members whose updates have not begun yet: they will show the newest state.
        self._waiting: set[tuple[int, int]] = set()

    async def publish(
        self,
        state: TableState,
        known: TableMessages,
        skipped: Collection[int],
        *,
        is_patient: bool = False,
    ) -> float:
        """Update the messages to `state` or a newer one, except those of the members in `skipped`.

        If Discord accepts no edit by a token now, the message is left, unless `is_patient`.
        Returns in how many seconds it accepts the next, 0 if none is left.
        """
        messages = [one for one in known.private_of_kind(self.kind) if one.user_id not in skipped]
        left = [one for one in messages if not await self._shows(state, one.user_id, known)]
        if not left:
            return 0
        due = self._due(state, left)
        outcomes = await asyncio.gather(
            *(self._update(one, known, wait) for one, wait in due if wait == 0 or is_patient),
            return_exceptions=True,
        )
        # Raised only now, so that a retry does not overlap with a running publication.
        for outcome in outcomes:
            if outcome is not None:
                raise outcome
        return 0 if is_patient else max((wait for _, wait in due), default=0)

    async def _shows(self, state: TableState, user_id: int, known: TableMessages) -> bool:
        """Whether the member's message shows this state, and no request is changing it."""
        shown = known.shown.get((self.kind, user_id))
        is_in_use = self._private.is_in_use(known.table_id, self.kind, user_id)
        # Asked before the preferences: those may have to be read, and an update begins meanwhile.
        if shown is None or shown[0] != state.revision or is_in_use:
            return False
        return shown == (state.revision, await self._preferences.of(user_id))

    def _due(
        self, state: TableState, messages: list[PrivateMessage]
    ) -> list[tuple[PrivateMessage, float]]:
        """The messages with the seconds until they can be edited; the members on turn come first.

        One edit of the others is kept for the moment when it is their turn.
        """
        on_turn = [seat.user_id for seat in state.members_to_move]
        messages.sort(key=lambda message: message.user_id not in on_turn)
        wait = self._private.seconds_until_edit
        return [(one, wait(one, spare=one.user_id not in on_turn)) for one in messages]

    async def _update(self, message: PrivateMessage, known: TableMessages, after: float) -> None:
        """Show the newest state, after so many seconds."""
        if after:
            await asyncio.sleep(after)
        key = (known.table_id, message.user_id)
        self._waiting.add(key)
        try:
            async with self._private.line(known.table_id, self.kind, message.user_id):
                self._waiting.discard(key)
                await self._show_newest(known, message.user_id)
        finally:
            self._waiting.discard(key)

    async def _show_newest(self, known: TableMessages, user_id: int) -> None:
        message = known.private(self.kind, user_id)
        state = await self._repository.get(known.table_id)
        preferences = await self._preferences.of(user_id)
        newest = (state.revision, preferences)
        if message is None or known.shown.get((self.kind, user_id)) == newest:
            return
        if self._can_show(state, message, known):
            known.shown[self.kind, user_id] = newest
            try:
                await self._show(state, message, preferences, known)
            except BaseException:
                known.shown.pop((self.kind, user_id), None)
                raise

    @abstractmethod
    async def _show(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        """Show a state that the message can show."""

    @abstractmethod
    def _can_show(self, state: TableState, message: PrivateMessage, known: TableMessages) -> bool:
        """Whether the message can show the state now."""

    async def _edit(self, message: PrivateMessage, shown: Message, known: TableMessages) -> None:
        """Edit the message unless it looks like this already."""
        if message.message_id is None or await self._private.update(message, shown, known):
            return
        newer = known.private(self.kind, message.user_id)
        if newer is not None and newer.message_id == message.message_id:
            # An answer did not wait any longer, and may have come before this edit.
            newer.digest = None
            known.shown.pop((self.kind, message.user_id), None)
            await self._show_newest(known, message.user_id)

    def _follow(
        self,
        message: PrivateMessage,
        state: TableState,
        preferences: Preferences,
        known: TableMessages,
    ) -> PrivateMessage | None:
        """Keep an answer up to date from now on; returns the message that it replaces."""
        former = known.follow(message)
        known.shown[self.kind, message.user_id] = (state.revision, preferences)
        self._repository.messages.save_soon(known)
        return former if former and former.message_id != message.message_id else None


class HandMessages(_FollowingMessages):
    """Keeps the newest hand message of each member up to date."""

    kind = PrivateKind.HAND

    def __init__(self, private: PrivateMessages, tables: Tables, avatars: AvatarStore) -> None:
        super().__init__(private, tables, avatars)
        # By table and seat, for My hand: the state, what else the hand depends on, and the hand.
        self._kept: LRUCache[tuple[int, int], tuple[TableState, object, Message]] = LRUCache(_KEPT)

    async def refresh(self, table_id: int, skipped: Collection[int]) -> None:
        """Update the hands at once; a publication repeats what fails."""
        with log_context(table=table_id):
            try:
                state = await self._repository.get(table_id)
                known = await self._repository.messages.of(table_id)
                waiting = {user_id for table, user_id in self._waiting if table == table_id}
                await self.publish(state, known, waiting.union(skipped), is_patient=True)
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
        """Answer with the member's newest hand: update a pressed hand, else send a new one.

        If `with_active`, a hand that waits has the Active Set of this moment; no move edits it.
        Raises NotSeated, WrongStage before the game, and StalePress for a `menu` of an earlier
        decision.
        """
        table_id, user_id = press.state.id, press.user_id
        known = await self._repository.messages.of(table_id)
        preferences = await self._preferences.of(user_id)
        async with self._private.line(table_id, self.kind, user_id, PATIENCE):
            state = await self._repository.get(table_id)
            seat = _seat_of(press, state, menu)
            if state.lost_at is not None:
                lacking = missing_permissions(press)
                note = note if lacking is None else press.language.say(lacking)
            shown = at_rest = self._draw(press.language, state, seat, preferences)
            seen_at = press.received_at if with_active and has_to_wait(state, seat) else None
            if menu or seen_at:
                shown = self._draw(press.language, state, seat, preferences, menu, seen_at)
            message_id = await press.answer_privately(shown, note)
            if message_id is None:
                return
            # The menu stays open until the table changes: only the hand at rest is compared.
            hand = _hand(press, message_id, at_rest.digest, state, known)
            former = self._follow(hand, state, preferences, known)
        await self._private.say_moved(press.language, former)

    def _draw(
        self,
        language: Language,
        state: TableState,
        seat: SeatState,
        preferences: Preferences,
        menu: OpenMenu | None = None,
        seen_at: datetime | None = None,
    ) -> Message:
        """The hand at this step; without a menu the one that is kept, while nothing has changed."""
        about, avatars = (language, state, seat), self._avatars
        draw = partial(hand_message, *about, preferences=preferences, avatars=avatars)
        if menu or seen_at:
            return draw(**(menu or NO_MENU)._asdict(), seen_at=seen_at)
        key = state.id, seat.index
        look = language, preferences, [one.avatar in avatars for one in state.seats]
        kept = self._kept.get(key)
        if kept is None or kept[0] is not state or kept[1] != look:
            self._kept[key] = kept = state, look, draw()
        return kept[2]

    async def find(self, table_id: int, user_id: int) -> PrivateMessage | None:
        """The member's hand message at that table, or None."""
        known = await self._repository.messages.of(table_id)
        return known.private(PrivateKind.HAND, user_id)

    async def delete(self, hand: PrivateMessage | None) -> None:
        """Delete what `find` returned."""
        if hand is not None:
            await self._private.delete(hand)

    async def _show(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        shown = self._draw(preferences.reader, state, state.seat_of(message.user_id), preferences)
        if _has_ended(state, message):
            await self._send(state, message, shown, known)
        else:
            await self._edit(message, shown, known)

    def _can_show(self, state: TableState, message: PrivateMessage, known: TableMessages) -> bool:
        if state.find_seat(message.user_id) is None or not self._private.is_reachable(message):
            return False
        # A new round's hand stands below the table of its round.
        is_posted = round_slot(_round(state)) in known.public or state.lost_at is not None
        return is_posted or not _has_ended(state, message)

    async def _send(
        self, state: TableState, hand: PrivateMessage, message: Message, known: TableMessages
    ) -> None:
        """Send a new hand message for a new round."""
        try:
            message_id = await self._private.send(hand.token, message)
        except Unreachable:
            known.unfollow(hand)
            return
        newest = PrivateMessage(
            table_id=hand.table_id,
            kind=hand.kind,
            user_id=hand.user_id,
            token=hand.token,
            until=hand.until,
            message_id=message_id,
            round=_round(state),
            digest=message.digest,
        )
        # If the member has pressed something meanwhile, their newer hand is kept.
        if known.private(hand.kind, hand.user_id) is hand:
            known.follow(newest)
            await self._private.delete(hand)
        else:
            await self._private.delete(newest)


def _hand(
    press: Press, message_id: int, digest: str, state: TableState, known: TableMessages
) -> PrivateMessage:
    """The row of the hand that answered."""
    former = known.private(PrivateKind.HAND, press.user_id)
    # An edited hand still stands below the table of the round in which it was sent.
    is_edited = former is not None and former.message_id == message_id
    return private_message(
        known.table_id,
        PrivateKind.HAND,
        press.member,
        message_id=message_id,
        round_number=(former.round if former and is_edited else None) or _round(state),
        digest=digest,
    )


def _seat_of(press: Press, state: TableState, menu: OpenMenu | None) -> SeatState:
    """The member's seat, if it can see the hand, and the menu is of this decision."""
    seat = state.seat_of(press.user_id)
    if state.status is Status.LOBBY:
        raise WrongStage(state.status)
    if menu is not None and (
        press.component_id.number != state.decision_number or seat not in state.to_move
    ):
        raise StalePress
    return seat


def _round(state: TableState) -> int:
    return len(state.game.rounds) if state.game else 0


def _has_ended(state: TableState, hand: PrivateMessage) -> bool:
    """Whether another round runs than that of the hand."""
    return state.status is Status.PLAYING and hand.round != _round(state)


class SpectatorMessages(_FollowingMessages):
    """Sends spectators a view of the table and keeps it up to date."""

    kind = PrivateKind.SPECTATOR

    async def watch(self, press: Press) -> None:
        """Send a message that follows the table, or renew the one with the pressed button."""
        table_id = press.state.id
        known = await self._repository.messages.of(table_id)
        preferences = await self._preferences.of(press.user_id)
        async with self._private.line(table_id, self.kind, press.user_id, PATIENCE):
            state = await self._repository.get(table_id)
            if state.game is None:
                raise WrongStage(state.status)
            actor = press.member
            shown = spectator_message(
                press.language, preferences.applied_to(state), actor.until, self._avatars
            )
            message_id = await press.answer_privately(shown)
            # After the game nothing changes any more.
            if message_id is None or state.status is not Status.PLAYING:
                return
            sent = private_message(
                table_id, self.kind, actor, message_id=message_id, digest=shown.digest
            )
            former = self._follow(sent, state, preferences, known)
        await self._private.say_moved(press.language, former)

    async def _show(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        shown = spectator_message(
            preferences.reader, preferences.applied_to(state), message.until, self._avatars
        )
        await self._edit(message, shown, known)
        if state.status is not Status.PLAYING:
            known.unfollow(message)

    def _can_show(self, state: TableState, message: PrivateMessage, known: TableMessages) -> bool:
        is_reachable = self._private.is_reachable(message)
        if not is_reachable:
            known.unfollow(message)
        return is_reachable
