"""What the guided check makes at Discord, so that it can be taken away again."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import aiohttp
import discord

T = TypeVar("T")
_SECONDS = 60.0
"""For taking everything away; then the program ends all the same."""
_EXPIRED_TOKEN = 50027
"""Discord's code where a private message is too old to be deleted: its member can dismiss it."""
_PAUSES = (0.0, 1.0, 3.0)
"""Seconds before each attempt."""


class Leftovers:
    """Messages, threads and emojis of this check."""

    def __init__(self) -> None:
        self._making: set[asyncio.Task[None]] = set()
        self._made: list[tuple[str, Callable[[], Awaitable[object]]]] = []

    async def make(
        self, what: str, work: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[object]]
    ) -> T:
        """The result of `work`, which `undo` will take away; `what` is it in words.

        Who stops waiting does not stop the request: it may have been carried out already.
        """
        request = asyncio.ensure_future(work)

        async def note() -> None:
            made = await request
            self._made.append((what, lambda: undo(made)))

        noting = asyncio.ensure_future(note())
        self._making.add(noting)
        await asyncio.shield(noting)
        return request.result()

    async def take_away(self) -> list[str]:
        """Take away all that was made, the newest first; gives what is left, in words."""
        left: list[str] = []
        try:
            async with asyncio.timeout(_SECONDS):
                await asyncio.gather(*self._making, return_exceptions=True)
                while self._made:
                    what, undo = self._made[-1]
                    if not await _is_undone(undo):
                        left.append(what)
                    self._made.pop()
        except TimeoutError:
            left += [what for what, _ in reversed(self._made)]
        return left


async def _is_undone(undo: Callable[[], Awaitable[object]]) -> bool:
    for pause in _PAUSES:
        await asyncio.sleep(pause)
        try:
            await undo()
        except discord.NotFound:
            return True
        except discord.HTTPException as error:
            if error.code == _EXPIRED_TOKEN:
                return True
            if error.status < 500:
                return False
        except (aiohttp.ClientError, OSError):
            continue
        else:
            return True
    return False
