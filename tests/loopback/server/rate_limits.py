"""Discord's limits of requests: 50 a second for the bot, 5 in 5 seconds for the messages that it
sends in one channel, and as many for those that it edits there, and 5 in 2 seconds for all that it
sends and edits by the token of one interaction.

Windows are fixed: one begins with the first request after the one before is over.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

_MESSAGES = {
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
}
_EXEMPT = ("/interactions/", "/webhooks/")
GLOBAL_LIMIT, GLOBAL_SECONDS = 50, 1.0
CHANNEL_LIMIT, CHANNEL_SECONDS = 5, 5.0
TOKEN_LIMIT, TOKEN_SECONDS = 5, 2.0


class Verdict(NamedTuple):
    """`retry_after` is in seconds, None if the request is let through; `headers` go with either."""

    retry_after: float | None
    is_global: bool
    headers: dict[str, str]


@dataclass
class _Window:
    limit: int
    seconds: float
    ends: float = 0.0
    used: int = 0

    def take(self, now: float) -> float | None:
        """Count one request; returns the seconds until the next window if this one is full."""
        if now >= self.ends:
            self.ends, self.used = now + self.seconds, 0
        if self.used >= self.limit:
            return self.ends - now
        self.used += 1
        return None

    def headers(self, now: float, bucket: str) -> dict[str, str]:
        left = max(self.ends - now, 0.0)
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - self.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": bucket,
        }


class RateLimits:
    """The limits, in force only while `enforced`; without them figures show the bot alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.enforced = True
        self.channel_limit = CHANNEL_LIMIT
        self.channel_seconds = CHANNEL_SECONDS
        self._clock = clock
        self._bot = _Window(GLOBAL_LIMIT, GLOBAL_SECONDS)
        self._channels: dict[tuple[str, str], _Window] = {}
        self._tokens: dict[str, _Window] = {}

    def use_up(self, seconds: float) -> None:
        """Refuse every request that counts towards the bot's rate, for so long."""
        self._bot.ends, self._bot.used = self._clock() + seconds, GLOBAL_LIMIT

    def check(self, route: str, path: str, channel: str | None) -> Verdict:
        """Count a request; `channel` is the id in its path, None if it has none."""
        if not self.enforced:
            return Verdict(None, False, {})
        now = self._clock()
        if not path.startswith(_EXEMPT) and (wait := self._bot.take(now)) is not None:
            # The limit of the whole bot comes without the headers of a bucket.
            return _refused(wait, {"X-RateLimit-Global": "true"}, is_global=True)
        bucket = self._bucket(route, path, channel)
        if bucket is None:
            return Verdict(None, False, {})
        window, name = bucket
        wait = window.take(now)
        headers = window.headers(now, name)
        if wait is not None:
            return _refused(wait, headers, is_global=False)
        return Verdict(None, False, headers)

    def _bucket(self, route: str, path: str, channel: str | None) -> tuple[_Window, str] | None:
        """The window in which a request counts, and its name; None if there is none."""
        if path.startswith("/webhooks/"):
            _, _, _, token, *_ = path.split("/")
            window = self._tokens.setdefault(token, _Window(TOKEN_LIMIT, TOKEN_SECONDS))
            return window, "bucket-token"
        if route not in _MESSAGES or channel is None:
            return None
        window = self._channels.setdefault(
            (route, channel), _Window(self.channel_limit, self.channel_seconds)
        )
        return window, f"bucket-{route.partition(' ')[0].lower()}-messages"


def _refused(wait: float, headers: dict[str, str], *, is_global: bool) -> Verdict:
    added = {"Retry-After": str(int(wait) + 1)}
    added["X-RateLimit-Scope"] = "global" if is_global else "user"
    return Verdict(round(wait, 3) + 0.001, is_global, headers | added)
