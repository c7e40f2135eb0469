"""Lets the publisher know at once that Discord has failed, since it knows when to try again.

discord.py repeats a request that was answered with 5xx up to five times, after 1, 3, 5, 7 and 9
seconds. Each table would sleep for itself, in its place of the queue, even when Discord is back.
Answers to interactions are left to discord.py: nobody repeats them later.
"""

import re
from types import SimpleNamespace

import aiohttp
from discord.http import Route
from yarl import URL

_CHANNELS = re.compile(r"/channels/\d+")
_BY_TOKEN = re.compile(r"/webhooks/\d+/[^/]+(/messages/\d+)?$")


async def fail_at_once(
    _session: aiohttp.ClientSession,
    _context: SimpleNamespace,
    request: aiohttp.TraceRequestEndParams,
) -> None:
    """For the end of a request in `discord.Client(http_trace=...)`.

    Raises aiohttp.ClientResponseError for 5xx in what the publisher repeats.
    """
    if request.response.status >= 500 and is_published(request.method, request.url):
        request.response.raise_for_status()


def is_published(method: str, url: URL) -> bool:
    """Whether such a request belongs to what is published."""
    if not str(url).startswith(Route.BASE):
        return False
    if method in ("POST", "PATCH") and _BY_TOKEN.search(url.path):
        return True
    return _CHANNELS.search(url.path) is not None
