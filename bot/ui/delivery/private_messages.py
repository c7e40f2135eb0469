"""Messages that only one member sees, sent with an interaction's token until it expires.

The newest of each kind (hand, spectator, review) is kept up to date.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from http import HTTPStatus

import discord

from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.actor import Actor, private_message
from bot.tables.core.errors import WrongStage
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import TableMessages
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.kit.errors import REQUEST_ERRORS, raise_if_temporary
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.kit.sending import send_or_send_plain
from bot.ui.views.table.table import spectator_message
from bot.ui.views.turn.hand import hand_message

_log = logging.getLogger(__name__)
_UNREACHABLE = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
_MOVED = {
    PrivateKind.HAND: "Your hand is now in a newer message.",
    PrivateKind.SPECTATOR: "The game you watch is now in a newer message.",
    PrivateKind.REVIEW: "This review is now in a newer message.",
}


class Unreachable(Exception):
    """The token expired or the message was dismissed; the member's next press sends a new one."""


class PrivateMessages:
    """Sends and edits private messages outside of a response, using only the token."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now

    def is_reachable(self, message: PrivateMessage) -> bool:
        return message.until > self._now()

    async def follow(self, message: PrivateMessage, known: TableMessages) -> None:
        """Keep this message up to date from now on; a former one of its kind says that it moved."""
        former = known.follow(message)
        if (
            former is not None
            and former.message_id not in (None, message.message_id)
            and self.is_reachable(former)
        ):
            with suppress(Unreachable, *REQUEST_ERRORS):
                moved = Message(discord.Embed(description=_MOVED[message.kind]))
                await self.edit(former.token, former.message_id, moved)

    async def update(self, message: PrivateMessage, shown: Message, known: TableMessages) -> bool:
        """Update the message to `shown`; return whether it is still in use."""
        try:
            if message.message_id is not None and message.digest != shown.digest:
                await self.edit(message.token, message.message_id, shown)
                message.digest = shown.digest
                known.mark_changed(message)
        except Unreachable:
            known.unfollow(message)
            return False
        return True

    async def send(self, token: str, message: Message) -> int:
        """Send a message; return its id. Raises Unreachable."""
        with _raising_unreachable():
            return await send_or_send_plain(message, partial(self._send, token))

    async def edit(self, token: str, message_id: int | None, message: Message) -> None:
        """Edit a message. Raises Unreachable."""
        assert message_id is not None
        with _raising_unreachable():
            await send_or_send_plain(message, partial(self._edit, token, message_id))

    async def delete(self, message: PrivateMessage) -> None:
        """Delete the message, if Discord allows it; otherwise it remains."""
        if message.message_id is None or not self.is_reachable(message):
            return
        with suppress(*REQUEST_ERRORS):
            await self._webhook(message.token).delete_message(message.message_id)

    async def _send(self, token: str, message: Message) -> int:
        arguments = await message.send_arguments()
        return (await self._webhook(token).send(**arguments, ephemeral=True, wait=True)).id

    async def _edit(self, token: str, message_id: int, message: Message) -> None:
        await self._webhook(token).edit_message(message_id, **await message.edit_arguments())

    def _webhook(self, token: str) -> discord.Webhook:
        """The webhook of an interaction's follow-ups, made from its token."""
        application_id = self._client.application_id
        assert application_id is not None
        webhook = discord.Webhook.partial(application_id, token, client=self._client)
        webhook.type = discord.WebhookType.application
        return webhook


@contextmanager
def _raising_unreachable() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        raise_if_temporary(error)
        if error.status not in _UNREACHABLE:
            _log.warning("a private message could not be written: %s", error)
        raise Unreachable from error


class _FollowingMessages:
    """Private messages of one kind, each of which follows a table."""

    kind: PrivateKind

    def __init__(self, private: PrivateMessages, tables: Tables, avatars: AvatarStore) -> None:
        self._private = private
        self._avatars = avatars
        self._tables = tables

    async def publish(
        self, state: TableState, known: TableMessages, skipped: Collection[int]
    ) -> None:
        """Update the messages to `state`, except those of the members in `skipped`."""
        todo = [one for one in known.private_of_kind(self.kind) if one.user_id not in skipped]
        preferences = await self._tables.preferences.of_all([one.user_id for one in todo])
        outcomes = await asyncio.gather(
            *(self._publish_one(state, one, preferences[one.user_id], known) for one in todo),
            return_exceptions=True,
        )
        # Raised only now, so that a retry does not overlap with a running publication.
        for outcome in outcomes:
            if outcome is not None:
                raise outcome

    async def _publish_one(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        raise NotImplementedError


class HandMessages(_FollowingMessages):
    """Keeps the newest hand message of each member up to date."""

    kind = PrivateKind.HAND

    async def remember(
        self, actor: Actor, state: TableState, message_id: int, shown: Message
    ) -> None:
        """Keep the hand that answered the actor up to date from now on.

        `shown` is the hand without an open menu: the message keeps its menu step until the table
        changes, because only `shown` is compared with the next state.
        """
        known = await self._tables.repository.messages.of(state.id)
        former = known.private(PrivateKind.HAND, actor.user_id)
        # An edited hand still stands below the table of the round in which it was sent.
        edited = former is not None and former.message_id == message_id
        hand = private_message(
            state.id,
            PrivateKind.HAND,
            actor,
            message_id=message_id,
            round_number=former.round if former is not None and edited else _round(state),
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

    async def _publish_one(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        seat = state.find_seat(message.user_id)
        if seat is None or not self._private.is_reachable(message):
            return
        shown = hand_message(state, seat, preferences=preferences, avatars=self._avatars)
        if state.status is Status.PLAYING and message.round != _round(state):
            await self._send(state, message, shown, known)
        else:
            await self._private.update(message, shown, known)

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


class SpectatorMessages(_FollowingMessages):
    """Sends spectators a view of the table and keeps it up to date."""

    kind = PrivateKind.SPECTATOR

    async def watch(self, press: Press) -> None:
        """Send a message that follows the table, or renew the one with the pressed button."""
        state = await self._tables.repository.get(press.state.id)
        if state.game is None:
            raise WrongStage(state.status)
        state = (await self._tables.preferences.of(press.user_id)).applied_to(state)
        actor = press.member
        message = spectator_message(state, actor.until, self._avatars)
        message_id = await press.answer_privately(message)
        # After the game nothing changes any more.
        if message_id is None or state.status is not Status.PLAYING:
            return
        known = await self._tables.repository.messages.of(state.id)
        sent = private_message(
            state.id, PrivateKind.SPECTATOR, actor, message_id=message_id, digest=message.digest
        )
        await self._private.follow(sent, known)

    async def _publish_one(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        if not self._private.is_reachable(message):
            known.unfollow(message)
            return
        shown = spectator_message(preferences.applied_to(state), message.until, self._avatars)
        followed = await self._private.update(message, shown, known)
        if followed and state.status is not Status.PLAYING:
            known.unfollow(message)
