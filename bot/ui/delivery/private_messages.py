"""Messages that one member alone sees: reached by the token of their click, while it lives."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any

import aiohttp
import discord

from bot.ui.kit.errors import is_temporary
from bot.ui.kit.message import Message

_log = logging.getLogger(__name__)
_OUT_OF_REACH = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)


class OutOfReach(Exception):
    """The token died early or the message was dismissed; the member's next click brings another."""


class PrivateMessages:
    """Sends and edits outside of an interaction's answer, by nothing but its token."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, token: str, message: Message) -> int:
        """Gives the new message's id. Raises OutOfReach."""
        with _reaching():
            sent = await self._webhook(token).send(
                **await message.send_arguments(), ephemeral=True, wait=True
            )
        return sent.id

    async def edit(self, token: str, message_id: int, message: Message) -> None:
        """Raises OutOfReach."""
        with _reaching():
            await self._webhook(token).edit_message(message_id, **await message.edit_arguments())

    async def delete(self, token: str, message_id: int) -> None:
        """Unless Discord refuses: then the member dismisses it, or lives with it."""
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await self._webhook(token).delete_message(message_id)

    def _webhook(self, token: str) -> discord.Webhook:
        """What an interaction's own follow-ups are sent through, from its token alone."""
        application_id = self._client.application_id
        assert application_id is not None
        webhook = discord.Webhook.partial(application_id, token, client=self._client)
        webhook.type = discord.WebhookType.application
        return webhook


async def all_done(publications: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run them side by side; one that fails stops no other."""
    outcomes = await asyncio.gather(*publications, return_exceptions=True)
    # Raised only now, so that a repetition meets no publication that is still under way.
    for outcome in outcomes:
        if outcome is not None:
            raise outcome


@contextmanager
def _reaching() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        if error.status not in _OUT_OF_REACH:
            _log.warning("a private message could not be written: %s", error)
        raise OutOfReach from error
