"""What to do where Discord does not take an emoji on a button or an option."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.ui.kit.emojis import is_emoji_refused
from bot.ui.kit.message import Message

_log = logging.getLogger(__name__)
_Sent = TypeVar("_Sent")


async def send_or_send_plain(
    message: Message, send: Callable[[Message], Awaitable[_Sent]]
) -> _Sent:
    """`send(message)`, and where Discord refuses an emoji on a label, once more without them.

    Somebody may have deleted the emoji since the start. Discord is also reported to refuse a few
    per cent of the requests with an application's own emojis (discord-api-docs, issue 7128).
    """
    try:
        return await send(message)
    except discord.HTTPException as error:
        if not is_emoji_refused(error):
            raise
        _log.info("Discord refused an emoji; the message is sent without: %s", error)
    return await send(message.without_label_emojis())
