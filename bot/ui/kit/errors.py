"""Which failures pass by themselves."""

from http import HTTPStatus

import aiohttp
import discord
from sqlalchemy.exc import OperationalError

UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
THREAD_EXISTS = 160004


def is_temporary(error: Exception) -> bool:
    """Whether the same request may well succeed later: it was not its fault."""
    if isinstance(error, discord.HTTPException):
        return error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= 500
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | OSError | OperationalError)
