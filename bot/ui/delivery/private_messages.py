"""Messages that only one member sees, sent with an interaction's token until it expires.

The newest of each kind (hand, spectator, review) is kept up to date.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any

import aiohttp
import discord

from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.table_messages import TableMessages
from bot.ui.kit.emoji_refusals import send_or_send_plain
from bot.ui.kit.errors import is_temporary
from bot.ui.kit.message import Message

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
            with suppress(Unreachable, discord.HTTPException, aiohttp.ClientError, OSError):
                moved = Message(discord.Embed(description=_MOVED[message.kind]))
                await self.edit(former.token, former.message_id, moved)

    async def update(self, message: PrivateMessage, shown: Message, known: TableMessages) -> bool:
        """Update the message to `shown`; returns whether it is still in use."""
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
        """Send a message; returns its id. Raises Unreachable."""
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
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
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


async def gather_all(publications: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run them concurrently and to the end, even if one fails."""
    outcomes = await asyncio.gather(*publications, return_exceptions=True)
    # Raised only now, so that a retry does not overlap with a running publication.
    for outcome in outcomes:
        if outcome is not None:
            raise outcome


@contextmanager
def _raising_unreachable() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        if error.status not in _UNREACHABLE:
            _log.warning("a private message could not be written: %s", error)
        raise Unreachable from error
