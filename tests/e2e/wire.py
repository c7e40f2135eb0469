"""Trouble on the line between the bot and Discord, as discord.py reports it."""

import fnmatch
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import aiohttp
import discord
from simcord.http import router

_FOR_EVER = 10**9


class Wire:
    """The line, with trouble for the next `times` requests that match."""

    def __init__(
        self, method: str, path: str, times: int, trouble: Callable[[], Exception], *, late: bool
    ) -> None:
        self._method = method
        self._path = path
        self._times = times
        self._trouble = trouble
        self._late = late
        self._sent: dict[str, Any] = {}
        self._dispatch = router.dispatch

    def __call__(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        troubled = self._times > 0 and self._matches(method, path)
        self._times -= troubled
        if troubled and not self._late:
            raise self._trouble()
        reply = self._carry_out(backend, method, path, request)
        if troubled:
            raise self._trouble()
        return reply

    def _matches(self, method: str, path: str) -> bool:
        return self._method in ("*", method) and fnmatch.fnmatch(path, self._path)

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
    method: str = "*", path: str = "*", times: int = _FOR_EVER, status: int = 503
) -> Iterator[None]:
    """Discord answers with an error and does nothing."""
    with patch.object(
        router, "dispatch", Wire(method, path, times, lambda: _error(status), late=False)
    ):
        yield


@contextmanager
def lost_replies(method: str, path: str, times: int = 1) -> Iterator[None]:
    """Discord does what it is asked to, but its reply never arrives."""
    with patch.object(
        router, "dispatch", Wire(method, path, times, aiohttp.ServerDisconnectedError, late=True)
    ):
        yield


def _error(status: int) -> discord.HTTPException:
    # discord.py reads no more than these of the response.
    response = cast("Any", SimpleNamespace(status=status, reason="in trouble"))
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, "in trouble")
