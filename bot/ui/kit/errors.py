"""Codes of Discord's errors, what a request can raise, and which errors are temporary."""

from http import HTTPStatus

import aiohttp
import discord
from sqlalchemy.exc import OperationalError

from bot.storage.engine.errors import DatabaseAway, DatabaseBusy

UNKNOWN_MESSAGE = 10008
UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
INVALID_FORM = 50035
ARCHIVED_THREAD = 50083
THREAD_EXISTS = 160004
NO_DIRECT_MESSAGES = {50007, 50278}
"""The member allows no direct messages of the bot, or shares no server with it."""
REQUEST_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request to Discord raises if it is refused or does not arrive."""
_TEMPORARY = (*REQUEST_ERRORS, discord.RateLimited, OperationalError, DatabaseAway, DatabaseBusy)


def is_temporary(error: Exception) -> bool:
    """Whether the failure is transient and worth retrying."""
    if isinstance(error, discord.HTTPException):
        return error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= 500
    return isinstance(error, _TEMPORARY)


def raise_if_temporary(error: Exception) -> None:
    """Raise a failure again that is worth retrying."""
    if is_temporary(error):
        raise error
