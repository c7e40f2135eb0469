"""Members' private hands: sent and edited on the token of their newest click, while it lives."""

from collections.abc import Collection

import discord

from bot.storage import queries
from bot.storage.models import Seat, Status
from bot.storage.queries import SentHand
from bot.tables.service import Tables
from bot.tables.state import TableState
from bot.tables.wishes import Wishes
from bot.ui.answers import visitor
from bot.ui.draft import Draft
from bot.ui.hand import hand_draft
from bot.ui.private import OutOfReach, PrivateMessages, all_done


class Hands:
    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._private = PrivateMessages(client)
        self._database = tables.database
        self._wishes = tables.wishes
        self._now = tables.ledger.now

    async def publish(self, state: TableState, besides: Collection[int]) -> None:
        """Bring the hands up to `state`, but those of the members `besides`."""
        async with self._database.read() as session:
            seats = await queries.reachable_seats(session, state.id, self._now())
        todo = {
            seat.user_id: seat
            for seat in seats
            if seat.user_id is not None and seat.user_id not in besides
        }
        wishes = await self._wishes.of_all(todo)
        await all_done(
            self._publish_seat(state, seat, wishes[user_id]) for user_id, seat in todo.items()
        )

    async def remember(
        self, interaction: discord.Interaction, state: TableState, message_id: int, wishes: Wishes
    ) -> None:
        """Keep the hand current that the interaction was answered with.

        A step towards an action is no other hand: it stays until the table moves on.
        """
        who = visitor(interaction)
        clicked = interaction.message
        in_place = clicked is not None and clicked.id == message_id
        hand = SentHand(
            token=who.token,
            until=who.until,
            message_id=message_id,
            round=None if in_place else _round(state),
            digest=hand_draft(state, state.seat_of(who.user_id), wishes=wishes).digest,
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

    async def _publish_seat(self, state: TableState, row: Seat, wishes: Wishes) -> None:
        assert row.hand_token is not None
        assert row.user_id is not None
        seat = state.find_seat(row.user_id)
        if seat is None:
            return
        draft = hand_draft(state, seat, wishes=wishes)
        try:
            if state.status is Status.PLAYING and row.hand_round != _round(state):
                await self._send(state, row, draft)
            elif row.hand_message_id is not None and row.hand_digest != draft.digest:
                await self._private.edit(row.hand_token, row.hand_message_id, draft)
                await self._save(state, row, row.hand_message_id, draft)
        except OutOfReach:
            async with self._database.write() as session:
                await queries.forget_hand(session, row.hand_token)

    async def _send(self, state: TableState, row: Seat, draft: Draft) -> None:
        """Every round's hand is a new message, so that it stands below the round's table."""
        assert row.hand_token is not None
        message_id = await self._private.send(row.hand_token, draft)
        await self._save(state, row, message_id, draft)
        await self.remove(row)

    async def _save(self, state: TableState, row: Seat, message_id: int, draft: Draft) -> None:
        assert row.hand_token is not None
        assert row.hand_until is not None
        assert row.user_id is not None
        hand = SentHand(row.hand_token, row.hand_until, message_id, _round(state), draft.digest)
        async with self._database.write() as session:
            await queries.save_hand(session, state.id, row.user_id, hand, instead_of=row.hand_token)


def _round(state: TableState) -> int:
    return len(state.game.rounds) if state.game else 0
