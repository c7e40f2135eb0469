"""Faults in the requests from the bot to Discord, as discord.py reports them."""

import asyncio
import fnmatch
import random
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import aiohttp
import discord
from simcord.http import client, router
from simcord.results import ResponseMessage

from tests.support.discord.channel import Channel


class Fault(NamedTuple):
    """What a request ends with; `late` if Discord has done its part before."""

    error: Exception
    late: bool


Plan = Callable[[str, str], Fault | None]
"""The fault, if any, of a request of this method and path."""


class FaultyNetwork:
    """Replaces SimCord's transport."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._sent: dict[str, Any] = {}
        self._dispatch = router.dispatch

    def __call__(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        trouble = self._plan(method, path)
        if trouble is not None and not trouble.late:
            raise trouble.error
        reply = self._carry_out(backend, method, path, request)
        if trouble is not None:
            raise trouble.error
        return reply

    def _carry_out(self, backend: Any, method: str, path: str, request: dict[str, Any]) -> Any:
        """As Discord does with an enforced nonce, and SimCord does not: it sends once."""
        body = request.get("json") or {}
        nonce = body.get("nonce") if isinstance(body, dict) and method == "POST" else None
        if nonce is None:
            return self._dispatch(backend, method, path, **request)
        assert body.get("enforce_nonce")
        assert len(nonce) <= 25
        if nonce not in self._sent:
            self._sent[nonce] = self._dispatch(backend, method, path, **request)
        return self._sent[nonce]


@contextmanager
def failing(
    method: str = "*", path: str = "*", times: int | None = None, status: int = 503
) -> Iterator[None]:
    """Discord answers with an error and does nothing; so often, or always."""
    plan = _for_some(method, path, times, lambda: Fault(_error(status), late=False))
    with _laid(plan):
        yield


@contextmanager
def lost_replies(method: str, path: str, times: int = 1) -> Iterator[None]:
    """Discord does what it is asked to, but its reply never arrives."""
    plan = _for_some(
        method, path, times, lambda: Fault(aiohttp.ServerDisconnectedError(), late=True)
    )
    with _laid(plan):
        yield


@contextmanager
def meanwhile(method: str, path: str, happen: Callable[[], None]) -> Iterator[None]:
    """Run something while the first such request is on its way."""
    with _laid(_for_some(method, path, 1, happen)):
        yield


@contextmanager
def slept(path: str, seconds: float) -> Iterator[None]:
    """Requests to the path wait for so long, as in discord.py after a reply of 429."""
    request = client.FakeHTTPClient.request

    async def sleep_first(self: Any, route: Any, **sent: Any) -> Any:
        if fnmatch.fnmatch(route.url, f"*{path}"):
            await asyncio.sleep(seconds)
        return await request(self, route, **sent)

    with patch.object(client.FakeHTTPClient, "request", sleep_first):
        yield


class RandomFaults:
    """A share of everything sent fails, before or after Discord has done its part."""

    def __init__(self, rng: random.Random, share: float) -> None:
        self._rng = rng
        self.share = share

    def __call__(self, _method: str, path: str) -> Fault | None:
        about_messages = any(word in path for word in ("messages", "interactions", "webhooks"))
        if not about_messages or self._rng.random() >= self.share:
            return None
        late = self._rng.random() < 0.5
        return Fault(aiohttp.ServerDisconnectedError() if late else _error(503), late)


@contextmanager
def random_faults(rng: random.Random, share: float) -> Iterator[RandomFaults]:
    """Faults until their `share` is set to 0."""
    faults = RandomFaults(rng, share)
    with _laid(faults):
        yield faults


def _laid(plan: Plan) -> Any:
    return patch.object(router, "dispatch", FaultyNetwork(plan))


def _for_some(
    method: str, path: str, times: int | None, trouble: Callable[[], Fault | None]
) -> Plan:
    left = [times]

    def plan(sent_method: str, sent_path: str) -> Fault | None:
        if method not in ("*", sent_method) or not fnmatch.fnmatch(sent_path, path):
            return None
        if left[0] is not None:
            left[0] -= 1
            if left[0] < 0:
                return None
        return trouble()

    return plan


def _error(status: int) -> discord.HTTPException:
    # discord.py reads no more than these of the response.
    response = cast("Any", SimpleNamespace(status=status, reason="in trouble"))
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, "in trouble")


def notified(here: Channel, message: ResponseMessage) -> list[int]:
    """The members that Discord notified: those in the message when it was first sent."""
    sent = next(
        request.json or {}
        for request in reversed(here.env.http_requests)
        if request.method == "POST"
        and request.path == f"/channels/{here.channel.id}/messages"
        and _called((request.json or {}).get("content", "")) == _called(message.content)
    )
    users = sent["allowed_mentions"].get("users", [])
    return sorted(int(user) for user in users if f"<@{user}>" in message.content)


def _called(content: str) -> list[str]:
    return re.findall("<@[0-9]+>", content)


def older_copies_stay() -> AbstractContextManager[None]:
    """Asking for the hand again cannot reach the older copy, which keeps its buttons."""
    return failing("PATCH", "/webhooks/*")
