"""Codes of Discord's errors, what a request can raise, and which errors are temporary."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
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
_log = logging.getLogger(__name__)
_TEMPORARY = (*REQUEST_ERRORS, discord.RateLimited, OperationalError, DatabaseAway, DatabaseBusy)


def is_temporary(error: Exception) -> bool:
    """Whether the failure is transient and worth retrying."""
    if isinstance(error, discord.HTTPException):
        return error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= 500
    return isinstance(error, _TEMPORARY)


@contextmanager
def optional(part: str) -> Iterator[None]:
    """Leave out what a press can do without if the database or Discord fails.

    A refusal would say that nothing has changed, and the press has been carried out.
    """
    try:
        yield
    except _TEMPORARY as error:
        _log.info("a press goes on without its %s: %s", part, type(error).__name__)


def raise_if_temporary(error: Exception) -> None:
    """Raise a failure again that is worth retrying."""
    if is_temporary(error):
        raise error
