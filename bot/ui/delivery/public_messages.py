"""A table's public messages: which ones it should have, and sending, editing and deleting them."""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import discord

from bot.storage.models.tables import PrivateKind, PublicMessage
from bot.tables.core.deadlines import ASK_AGAIN_AFTER, SAME_NONCE, is_reminder_new
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import (
    DEAL,
    FINAL,
    LOBBY,
    ROLL_CALL,
    ROUND,
    TableMessages,
    channel_of,
    deal_slot,
    live_slot,
    pause_slot,
)
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.expected_messages import ExpectedMessages
from bot.ui.delivery.private_messages import FirstAnswer, webhook_of
from bot.ui.delivery.sight import is_reached
from bot.ui.kit.component_id import parse_component_id
from bot.ui.kit.emojis import fitted_text
from bot.ui.kit.errors import (
    ARCHIVED_THREAD,
    REQUEST_ERRORS,
    UNKNOWN_MESSAGE,
    is_temporary,
    raise_if_temporary,
)
from bot.ui.kit.message import Message
from bot.ui.views.table.lobby import opening_message

_log = logging.getLogger(__name__)
_NONCE_LENGTH = 25
SENDING_PATIENCE = 30.0
"""Seconds for one message, its wait for its turn included, and for what has to be asked for it."""
_SEND_PAUSES = (0.5, 2)
"""Seconds after each attempt to send a message, except the last."""


class PublicMessages:
    """Sends, edits and deletes messages as the bot, without an interaction."""

    def __init__(self, client: discord.Client, tables: Tables, avatars: AvatarStore) -> None:
        self._client = client
        self._tables = tables
        self._avatars = avatars
        self._expected = ExpectedMessages(avatars.files)

    async def publish(self, state: TableState, known: TableMessages) -> bool:
        """Update the public messages to `state`; return whether the channel is within reach.

        False if there was nothing to write, except to a lost channel. Raises discord.HTTPException.
        """
        self._avatars.fetch(state)
        if state.status is Status.LOBBY:
            expected = {LOBBY: await self.opening(state)}
        else:
            expected = self._expected.of(state, known.public)
        _retire_outdated(state, known)
        written, failure = False, None
        for slot, message in expected.items():
            try:
                written |= await self._show(state, slot, message, known)
            except discord.HTTPException as error:
                raise_if_temporary(error)
                # A game in a thread has messages in two channels, and one may be unreachable.
                failure = error
        if failure is not None:
            raise failure
        for slot, shown in known.public.items():
            if slot not in expected:
                await self._delete(shown, known)
        if state.lost_at is not None and state.status.is_open and not written:
            # Otherwise a table stays lost after the bot has returned to its server.
            await self._client.fetch_channel(state.channel_id)
            return True
        return written

    async def opening(self, state: TableState) -> Message:
        """The table's first message; a lobby offers calls if its server has them."""
        self._avatars.fetch(state)
        is_lobby = state.status is Status.LOBBY
        has_calls = is_lobby and (await self._tables.server_settings.of(state.guild_id)).calls
        return opening_message(state.language, state, self._avatars.files, has_calls=has_calls)

    async def send_opening(self, state: TableState, message: Message) -> discord.Message:
        """Send a new table's first message; a publication of the lobby gets the same one."""
        channel = self._client.get_partial_messageable(state.channel_id)
        nonce = _nonce(state, LOBBY, TableMessages(state.id), None)
        return await send_once(channel, message, nonce)

    async def lobby_message_id(
        self, state: TableState, known: TableMessages, *, resend: bool = False
    ) -> int:
        """The id of the lobby's message; it is sent if there is none, or again with `resend`."""
        shown = known.public.get(LOBBY)
        if shown is None or resend:
            message = await self.opening(state)
            return await self._send(state, LOBBY, message, known, pings=False, instead_of=shown)
        return shown.message_id

    async def _show(
        self, state: TableState, slot: str, message: Message, known: TableMessages
    ) -> bool:
        """Send or edit the slot's message; return whether the channel was written to."""
        shown = known.public.get(slot)
        if shown is None and _is_past(state, slot, self._tables.repository.now()):
            return False
        if shown is None and slot == LOBBY:
            shown = await self._answered_lobby(state, known)
        if shown is not None:
            # Discord marks edited messages; an unedited commitment is as old as its message.
            return not slot.startswith(DEAL) and await self._update(state, shown, message, known)
        is_roll_call = slot.startswith(ROLL_CALL)
        if is_roll_call and state.roll_call_at is not None:
            # A crash may have come after it was sent: once its nonce expires, it mentions nobody.
            pings = abs(self._tables.repository.now() - state.roll_call_at) <= SAME_NONCE
        elif slot == live_slot(state) and any(seat.pinged for seat in state.members_to_move):
            # An earlier reminder's message may be equal, and have notified no member.
            pings = is_reminder_new(state, self._tables.repository.now())
        else:
            # Do not mention members whom the previous message already notified.
            pings = all(other.digest != message.digest for other in known.public.values())
        await self._send(state, slot, message, known, pings=pings, resends=not is_roll_call)
        return True

    async def mentionable(self, state: TableState, user_ids: Sequence[int]) -> list[int]:
        """The members to mention in the table's channel: those who see it and do not pause."""
        paused = {pause.user_id for pause in state.pauses if not pause.is_over}
        return [
            user_id
            for user_id in user_ids
            if user_id not in paused and await is_reached(self._client, state, user_id)
        ]

    async def _answered_lobby(
        self, state: TableState, known: TableMessages
    ) -> PublicMessage | None:
        """Find the lobby that answered the host's command, if a crash prevented storing its id."""
        hand = known.private(PrivateKind.HAND, state.host_id)
        if known.public or hand is None or not hand.token:
            return None
        try:
            found = await webhook_of(self._client, hand.token).fetch_message(FirstAnswer())
        except discord.HTTPException as error:
            raise_if_temporary(error)
            return None
        if not _is_lobby_of(state, found):
            return None
        row = message_row(state, LOBBY, found, digest="")
        known.show(row)
        return row

    async def _update(
        self, state: TableState, shown: PublicMessage, message: Message, known: TableMessages
    ) -> bool:
        if shown.digest == message.digest:
            return False
        is_live = shown.slot == live_slot(state)
        try:
            await self._partial(shown).edit(**await message.edit_arguments())
        except discord.HTTPException as error:
            raise_if_temporary(error)
            if is_live and error.code not in (UNKNOWN_MESSAGE, ARCHIVED_THREAD):
                raise
            if is_live or (error.code == UNKNOWN_MESSAGE and _is_newest_round(shown, known)):
                await self._send(state, shown.slot, message, known, pings=False, instead_of=shown)
                return True
            _log.info("message %s could not be edited: %s", shown.message_id, error)
            if isinstance(error, discord.Forbidden) and shown.channel_id == state.channel_id:
                # It is edited once the bot has access to the channel again.
                return False
            # Any other past message that cannot be edited counts as up to date.
        shown.digest = message.digest
        known.mark_changed(shown)
        return is_live

    async def _send(
        self,
        state: TableState,
        slot: str,
        message: Message,
        known: TableMessages,
        *,
        pings: bool,
        instead_of: PublicMessage | None = None,
        resends: bool = True,
    ) -> int:
        channel = self._client.get_partial_messageable(channel_of(state, slot))
        mentions = await self.mentionable(state, message.mentions) if pings else []
        sending = replace(message, mentions=mentions)
        sent = await channel.send(
            **await sending.send_arguments(), nonce=_nonce(state, slot, known, instead_of)
        )
        # If the texts differ, an earlier attempt sent it, and the table has changed since.
        if not _has_same_text(sent, message):
            notified = {user.id for user in sent.mentions}
            if resends and not notified.issuperset(mentions):
                # An edit does not notify members.
                former = message_row(state, slot, sent, digest="")
                known.show(former)
                known.retire(former)
                return await self._send(
                    state, slot, message, known, pings=True, instead_of=former, resends=False
                )
            await sent.edit(**await message.edit_arguments())
        known.show(message_row(state, slot, sent, message.digest))
        return sent.id

    async def _delete(self, shown: PublicMessage, known: TableMessages) -> None:
        try:
            await self._partial(shown).delete()
        except discord.HTTPException as error:
            raise_if_temporary(error)
            _log.info("message %s could not be deleted: %s", shown.message_id, error)
        known.forget(shown)

    def _partial(self, shown: PublicMessage) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(shown.channel_id)
        return channel.get_partial_message(shown.message_id)


def _is_past(state: TableState, slot: str, now: datetime) -> bool:
    """Whether it is too late to send the slot's message for the first time."""
    refused = state.pause_refused
    if refused is not None and slot == pause_slot(refused):
        # Earlier versions posted no message of it.
        return now >= refused.at + ASK_AGAIN_AFTER
    return slot == LOBBY and (state.game is not None or not state.status.is_open)


def _is_lobby_of(state: TableState, message: discord.Message) -> bool:
    """Whether the message is public, in the table's channel, and has that table's buttons."""
    if message.flags.ephemeral or message.channel.id != state.channel_id:
        return False
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    ids = [parse_component_id(item.custom_id or "") for row in rows for item in row.children]
    return any(one is not None and one.table_id == state.id for one in ids)


def _retire_outdated(state: TableState, known: TableMessages) -> None:
    """Retire the live message if it is older than the last request to send it again.

    If the table has moved since, the current deal's message is sent again in the new channel; the
    first one stays in the old channel, since commitments are never deleted.
    """
    shown = known.public.get(live_slot(state))
    if shown is not None and shown.reposts != state.reposts:
        known.retire(shown)
    deal = known.public.get(deal_slot(state.round_number)) if state.game else None
    if deal is not None and deal.channel_id != state.channel_id:
        known.forget(deal)


def _is_newest_round(shown: PublicMessage, known: TableMessages) -> bool:
    """Whether the message shows the newest round, and no final message was sent yet."""
    rounds = [slot for slot in known.public if slot.startswith(ROUND)]
    newest = max(rounds, key=lambda slot: int(slot.removeprefix(ROUND)), default=None)
    return shown.slot == newest and FINAL not in known.public


def message_row(state: TableState, slot: str, sent: discord.Message, digest: str) -> PublicMessage:
    """The row of a message that shows the slot in this state."""
    return PublicMessage(
        table_id=state.id,
        slot=slot,
        channel_id=sent.channel.id,
        message_id=sent.id,
        digest=digest,
        reposts=state.reposts,
    )


def _has_same_text(sent: discord.Message, message: Message) -> bool:
    shown, wanted = ([_texts(embed) for embed in one.embeds] for one in (sent, message))
    return (sent.content, shown) == (fitted_text(message.content), wanted)


def _texts(embed: discord.Embed) -> list[str | None]:
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    return [embed.title, embed.description, *fields]


def _nonce(
    state: TableState, slot: str, known: TableMessages, instead_of: PublicMessage | None
) -> str:
    """The nonce of a message: even after a lost reply or a crash Discord sends one message for it.

    It stays the same until the message is recorded: it depends on the newest message that is to be
    deleted, which is the previous one.
    """
    former = instead_of or max(known.retired(), key=lambda old: old.message_id, default=None)
    deleted = None if former is None else former.message_id
    return nonce_of(f"{state.id} {state.opened_at} {slot} {deleted}")


def link_to(state: TableState, known: TableMessages) -> str:
    """A link to the table's live message; to its channel if that message is about to be sent."""
    channel = f"https://discord.com/channels/{state.guild_id}/{state.channel_id}"
    shown = known.public.get(live_slot(state))
    if shown is None or shown.reposts != state.reposts:
        return channel
    return f"{channel}/{shown.message_id}"


def nonce_of(text: str) -> str:
    """The nonce for the message that this text identifies."""
    return hashlib.sha256(text.encode()).hexdigest()[:_NONCE_LENGTH]


async def send_once(
    channel: discord.abc.Messageable, message: Message, nonce: str
) -> discord.Message:
    """Send a message once, in several attempts if Discord fails. Raises REQUEST_ERRORS."""
    for pause in _SEND_PAUSES:
        try:
            return await channel.send(**await message.send_arguments(), nonce=nonce)
        except REQUEST_ERRORS as error:
            if not is_temporary(error):
                raise
        await asyncio.sleep(pause)
    return await channel.send(**await message.send_arguments(), nonce=nonce)
