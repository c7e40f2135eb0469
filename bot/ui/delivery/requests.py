"""The bot's HTTP requests: reused connections, pacing, counting and failures.

Discord accepts 50 requests a second from one bot, and about 5 messages in 5 seconds for a channel;
after 10,000 refusals within ten minutes it blocks the host's address (Discord's documentation,
"Rate Limits"). Answers to interactions do not count, and are never delayed.
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import mktime_tz, parsedate_tz
from math import inf
from types import SimpleNamespace

import aiohttp
from aiohttp.client_reqrep import ConnectionKey
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from cachetools import LRUCache
from discord.http import Route
from yarl import URL

from bot.observability.metrics import Limit, Metrics

# Small windows spread the requests evenly: 48 at most in any second.
_ALL_REQUESTS = (2, 2 / 47)
_LEAST_SHARE = 1 / 48
"""The share of these for a process that acts for no server yet: the login needs some."""
_MESSAGES_OF_A_CHANNEL = (5, 5.1)
_LARGEST_PIECE = 2**20
"""Bytes; aiohttp warns of larger ones."""
_KNOWN_CHANNELS = 4096
"""More channels than can have received a message within the last five seconds."""
_EXEMPT = re.compile(r"/(interactions|webhooks)/")
_CHANNELS = re.compile(r"/channels/\d+")
_MESSAGES = re.compile(r"/channels/(\d+)/messages")
_BY_TOKEN = re.compile(r"/webhooks/\d+/[^/]+(/messages/(\d+|@original))?$")
_ANSWER = re.compile(r"/interactions/\d+/[^/]+/callback$")


class Connector(aiohttp.TCPConnector):
    """Reuses the most recently used connection, so that the others of a burst become idle.

    aiohttp closes connections that were idle for some seconds, but reuses the longest idle one
    first (its pull request 9672). All of a busy bot's largest burst would stay in use: 200 of them
    held 55 MB. A form with files is sent in one piece, and not line by line.
    """

    def __init__(self) -> None:
        # As many as there are requests at once, as in discord.py; the pacer limits them.
        super().__init__(limit=0)

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp's name
    ) -> Connection:
        form, length = req.body, float(req.headers.get(aiohttp.hdrs.CONTENT_LENGTH, inf))
        if isinstance(form, aiohttp.MultipartWriter) and length <= _LARGEST_PIECE:
            await req.update_body(await form.as_bytes())
        return await super().connect(req, traces, timeout)

    async def _get(self, key: ConnectionKey, traces: list[Trace]) -> Connection | None:
        if idle := self._conns.get(key):
            # aiohttp uses the first; the most recently used one is the last.
            idle.rotate()
        return await super()._get(key, traces)


class RateWindow:
    """At most `count` events in any `seconds`; later ones wait, first come, first served.

    A leaky bucket (aiolimiter) is no such window: with 5 in 5.1 it passes 9 within 5 seconds.
    """

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self._times: deque[float] = deque(maxlen=count)

    def reserve(self, now: float) -> float:
        """The time of the next event, at `now` or later, on the same clock as `now`."""
        at = self.free_at(now)
        self._times.append(at)
        return at

    def free_at(self, now: float, spare: int = 0) -> float:
        """The time at which there is room for one event and `spare` more; nothing is reserved."""
        assert self._times.maxlen is not None
        surplus = len(self._times) + 1 + spare - self._times.maxlen
        return now if surplus <= 0 else max(now, self._times[surplus - 1] + self.seconds)


class RequestTracer:
    """Paces each request to Discord's HTTP API, except answers; counts its response.

    Processes that share one bot each have the part of the rate that `share` returns, from 0 to 1.
    `set_clock` is called with Discord's time at the first response.
    """

    def __init__(
        self,
        metrics: Metrics,
        share: Callable[[], float] = lambda: 1.0,
        set_clock: Callable[[datetime], object] | None = None,
    ) -> None:
        self._share = share
        self._set_clock = set_clock
        self._responses = metrics.discord_responses
        self._waits = {limit: metrics.rate_limit_waits.labels(limit) for limit in Limit}
        self._all = RateWindow(*_ALL_REQUESTS)
        self._channels: LRUCache[str, RateWindow] = LRUCache(_KNOWN_CHANNELS)

    def trace(self) -> aiohttp.TraceConfig:
        """For `discord.Client(http_trace=...)`, which calls it around each attempt."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._wait)
        trace.on_request_end.append(self._end)
        return trace

    async def _wait(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        # The channel first: a request that waits for its channel must not use up others' turns.
        for window in self.windows_of(request.method, request.url):
            now = asyncio.get_running_loop().time()
            wait = window.reserve(now) - now
            self._waits[Limit.BOT if window is self._all else Limit.CHANNEL].observe(wait)
            if wait:
                await asyncio.sleep(wait)

    def windows_of(self, method: str, url: URL) -> list[RateWindow]:
        """The windows that a request has to pass, in this order; none for an answer."""
        if not str(url).startswith(Route.BASE) or _EXEMPT.search(url.path):
            return []
        self._all.seconds = _ALL_REQUESTS[1] / max(self._share(), _LEAST_SHARE)
        message = _MESSAGES.search(url.path)
        if message is None or method not in ("POST", "PATCH"):
            return [self._all]
        channel = self._channels.setdefault(message[1], RateWindow(*_MESSAGES_OF_A_CHANNEL))
        return [channel, self._all]

    async def _end(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        """Count the response; raise ClientResponseError for 5xx if its sender repeats it.

        discord.py repeats such a request up to five times, after 1, 3, 5, 7 and 9 seconds: an
        answer would be late after the second of them, and each table would sleep in its place of
        the queue, even when Discord is back. Answers are repeated by `bot.ui.kit.sending`,
        published messages by the publisher; all others are left to discord.py.
        """
        status = request.response.status
        if str(request.url).startswith(Route.BASE):
            self._responses.labels(status).inc()
            if self._set_clock and (seconds := time_of(request.response)):
                self._set_clock(datetime.fromtimestamp(seconds, UTC))
                self._set_clock = None
        if status >= 500 and is_repeated(request.method, request.url):
            request.response.raise_for_status()


def time_of(response: aiohttp.ClientResponse) -> float | None:
    """Discord's time at a response, in seconds since 1970; None if it has no date."""
    date = parsedate_tz(response.headers.get(aiohttp.hdrs.DATE))
    # The date is rounded down.
    return None if date is None else mktime_tz(date) + 0.5


def is_repeated(method: str, url: URL) -> bool:
    """Whether the request is an answer, or publishes a message."""
    if not str(url).startswith(Route.BASE):
        return False
    by_token = method in ("POST", "PATCH") and (
        _BY_TOKEN.search(url.path) or _ANSWER.search(url.path)
    )
    return bool(by_token or _CHANNELS.search(url.path))
