"""Codes of Discord's errors, and which errors are temporary."""

from http import HTTPStatus

import aiohttp
import discord
from sqlalchemy.exc import OperationalError

UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
THREAD_EXISTS = 160004


def is_temporary(error: Exception) -> bool:
    """Whether the failure is transient and worth retrying."""
    if isinstance(error, discord.HTTPException):
        return error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= 500
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | OSError | OperationalError)
