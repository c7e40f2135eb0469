"""Members' private hands: sent and edited on the token of their newest click, while it lives."""

from collections.abc import Collection

import discord

from bot.storage import queries
from bot.storage.models import Seat, Status
from bot.storage.queries import SentHand
from bot.tables.core.state import TableState
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.ui.delivery.private_messages import OutOfReach, PrivateMessages, all_done
from bot.ui.kit.message import Message
from bot.ui.kit.responses import actor_of
from bot.ui.views.hand import hand_message


class HandMessages:
    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._private = PrivateMessages(client)
        self._database = tables.database
        self._preferences = tables.preferences
        self._now = tables.repository.now

    async def publish(self, state: TableState, besides: Collection[int]) -> None:
        """Bring the hands up to `state`, but those of the members `besides`."""
        async with self._database.read() as session:
            seats = await queries.reachable_seats(session, state.id, self._now())
        todo = {
            seat.user_id: seat
            for seat in seats
            if seat.user_id is not None and seat.user_id not in besides
        }
        preferences = await self._preferences.of_all(todo)
        await all_done(
            self._publish_seat(state, seat, preferences[user_id]) for user_id, seat in todo.items()
        )

    async def remember(
        self,
        interaction: discord.Interaction,
        state: TableState,
        message_id: int,
        preferences: Preferences,
    ) -> None:
        """Keep the hand current that the interaction was answered with.

        A step towards an action is no other hand: it stays until the table moves on.
        """
        who = actor_of(interaction)
        clicked = interaction.message
        in_place = clicked is not None and clicked.id == message_id
        hand = SentHand(
            token=who.token,
            until=who.until,
            message_id=message_id,
            round=None if in_place else _round(state),
            digest=hand_message(state, state.seat_of(who.user_id), preferences=preferences).digest,
        )
        async with self._database.write() as session:
            await queries.save_hand(session, state.id, who.user_id, hand, instead_of=None)

    async def find(self, table_id: int, user_id: int) -> Seat | None:
        """The member's seat, if their hand there can still be reached."""
        async with self._database.read() as session:
            seats = await queries.reachable_seats(session, table_id, self._now())
        return next((seat for seat in seats if seat.user_id == user_id), None)

    async def remove(self, seat: Seat) -> None:
        """Delete the hand of a seat that `find` gave."""
        if seat.hand_token is not None and seat.hand_message_id is not None:
            await self._private.delete(seat.hand_token, seat.hand_message_id)

    async def _publish_seat(self, state: TableState, row: Seat, preferences: Preferences) -> None:
        assert row.hand_token is not None
        assert row.user_id is not None
        seat = state.find_seat(row.user_id)
        if seat is None:
            return
        message = hand_message(state, seat, preferences=preferences)
        try:
            if state.status is Status.PLAYING and row.hand_round != _round(state):
                await self._send(state, row, message)
            elif row.hand_message_id is not None and row.hand_digest != message.digest:
                await self._private.edit(row.hand_token, row.hand_message_id, message)
                await self._save(state, row, row.hand_message_id, message)
        except OutOfReach:
            async with self._database.write() as session:
                await queries.forget_hand(session, row.hand_token)

    async def _send(self, state: TableState, row: Seat, message: Message) -> None:
        """Every round's hand is a new sent, so that it stands below the round's table."""
        assert row.hand_token is not None
        message_id = await self._private.send(row.hand_token, message)
        await self._save(state, row, message_id, message)
        await self.remove(row)

    async def _save(self, state: TableState, row: Seat, message_id: int, message: Message) -> None:
        assert row.hand_token is not None
        assert row.hand_until is not None
        assert row.user_id is not None
        hand = SentHand(row.hand_token, row.hand_until, message_id, _round(state), message.digest)
        async with self._database.write() as session:
            await queries.save_hand(session, state.id, row.user_id, hand, instead_of=row.hand_token)


def _round(state: TableState) -> int:
    return len(state.game.rounds) if state.game else 0
