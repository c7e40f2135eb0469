"""Paces the bot's requests so that Discord's rate limits are kept, not met.

Discord takes 50 requests a second from one bot, and about 5 messages in 5 seconds for a channel;
10,000 refusals within ten minutes block the host's address (Discord's documentation, "Rate
Limits"). Answers to interactions do not count there, and are never held back.
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
from cachetools import LRUCache
from discord.http import Route
from yarl import URL

from bot.observability.metrics import Limit, Metrics

# Small windows, so that requests leave evenly: 48 at most in any second.
_ALL_REQUESTS = (2, 2 / 47)
_LEAST_SHARE = 1 / 48
"""Of these requests, for a process that acts for no server yet: it logs in."""
_MESSAGES_OF_A_CHANNEL = (5, 5.1)
_KNOWN_CHANNELS = 4096
"""More channels than can have had a message within the last five seconds."""
_EXEMPT = re.compile(r"/(interactions|webhooks)/")
_MESSAGES = re.compile(r"/channels/(\d+)/messages")


class RateWindow:
    """Lets `count` events pass in any `seconds`; later ones wait, first come, first served."""

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self._times: deque[float] = deque(maxlen=count)

    def reserve(self, now: float) -> float:
        """The time of the next event, at `now` or later, on the clock that `now` is from."""
        at = now
        if len(self._times) == self._times.maxlen:
            at = max(now, self._times[0] + self.seconds)
        self._times.append(at)
        return at


class RequestPacer:
    """Makes every request to Discord's HTTP API wait for its turn, except answers.

    Processes that share one bot each have the part of the rate that `share` gives, from 0 to 1.
    """

    def __init__(self, metrics: Metrics, share: Callable[[], float] = lambda: 1.0) -> None:
        self._share = share
        self._metrics = metrics
        self._all = RateWindow(*_ALL_REQUESTS)
        self._channels: LRUCache[str, RateWindow] = LRUCache(_KNOWN_CHANNELS)

    def trace(self) -> aiohttp.TraceConfig:
        """For `discord.Client(http_trace=...)`, which calls it before each attempt."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._wait)
        return trace

    async def _wait(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        # The channel first: what waits for its channel must not use up the turns of others.
        for window in self.windows_of(request.method, request.url):
            now = asyncio.get_running_loop().time()
            wait = window.reserve(now) - now
            limit = Limit.BOT if window is self._all else Limit.CHANNEL
            self._metrics.rate_limit_waits.labels(limit).observe(wait)
            await asyncio.sleep(wait)

    def windows_of(self, method: str, url: URL) -> list[RateWindow]:
        """The windows that a request has to pass, in this order; none for an answer."""
        if not str(url).startswith(Route.BASE) or _EXEMPT.search(url.path):
            return []
        self._all.seconds = _ALL_REQUESTS[1] / max(self._share(), _LEAST_SHARE)
        message = _MESSAGES.search(url.path)
        if message is None or method not in ("POST", "PATCH"):
            return [self._all]
        channel = self._channels.get(message[1])
        if channel is None:
            channel = self._channels[message[1]] = RateWindow(*_MESSAGES_OF_A_CHANNEL)
        return [channel, self._all]
