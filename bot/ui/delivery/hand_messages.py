"""Members' private hands: sent and edited with their newest token until it expires."""

from collections.abc import Collection

import discord

from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.actor import private_message
from bot.tables.core.state import SeatState, Status, TableState
from bot.tables.core.table_messages import TableMessages
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.private_messages import PrivateMessages, Unreachable, gather_all
from bot.ui.kit.message import Message
from bot.ui.kit.responses import actor_of
from bot.ui.views.turn.hand import hand_message


class HandMessages:
    """Keeps the newest hand message of each member up to date."""

    def __init__(self, private: PrivateMessages, tables: Tables, avatars: AvatarStore) -> None:
        self._private = private
        self._avatars = avatars
        self._tables = tables

    async def publish(
        self, state: TableState, known: TableMessages, skipped: Collection[int]
    ) -> None:
        """Update the hands to `state`, except those of the members in `skipped`."""
        todo = [
            (hand, seat)
            for hand in known.private_of_kind(PrivateKind.HAND)
            if (seat := state.find_seat(hand.user_id)) is not None
            and hand.user_id not in skipped
            and self._private.is_reachable(hand)
        ]
        preferences = await self._tables.preferences.of_all([hand.user_id for hand, _ in todo])
        await gather_all(
            self._publish_hand(state, hand, seat, preferences[hand.user_id], known)
            for hand, seat in todo
        )

    async def remember(
        self,
        interaction: discord.Interaction,
        state: TableState,
        message_id: int,
        shown: Message,
    ) -> None:
        """Keep the hand that answered the interaction up to date from now on.

        `shown` is the hand without an open menu: the message keeps its menu step until the table
        changes, because only `shown` is compared with the next state.
        """
        actor = actor_of(interaction)
        known = await self._tables.repository.messages.of(state.id)
        former = known.private(PrivateKind.HAND, actor.user_id)
        in_place = former is not None and former.message_id == message_id
        hand = private_message(
            state.id,
            PrivateKind.HAND,
            actor,
            message_id=message_id,
            # An edited hand still stands below the table of the round in which it was sent.
            round_number=former.round if in_place and former is not None else _round(state),
            digest=shown.digest,
        )
        await self._private.follow(hand, known)

    async def find(self, table_id: int, user_id: int) -> PrivateMessage | None:
        """The member's hand message at that table, or None."""
        known = await self._tables.repository.messages.of(table_id)
        return known.private(PrivateKind.HAND, user_id)

    async def delete(self, hand: PrivateMessage) -> None:
        """Delete a hand message that `find` returned."""
        await self._private.delete(hand)

    async def _publish_hand(
        self,
        state: TableState,
        hand: PrivateMessage,
        seat: SeatState,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        message = hand_message(state, seat, preferences=preferences, avatars=self._avatars)
        if state.status is Status.PLAYING and hand.round != _round(state):
            await self._send(state, hand, message, known)
        else:
            await self._private.update(hand, message, known)

    async def _send(
        self, state: TableState, hand: PrivateMessage, message: Message, known: TableMessages
    ) -> None:
        """Send a new hand message for a new round, so that it stands below the round's table."""
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


def _round(state: TableState) -> int:
    return len(state.game.rounds) if state.game else 0
