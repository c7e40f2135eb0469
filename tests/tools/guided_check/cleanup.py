"""Deletes what the guided check made at Discord."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import aiohttp
import discord

T = TypeVar("T")
_SECONDS = 60.0
"""The whole cleanup may take so many seconds; after that the program ends anyway."""
_EXPIRED_TOKEN = 50027
"""Discord's code if a private message is too old to be deleted: its member can dismiss it."""
_PAUSES = (0.0, 1.0, 3.0)
"""The check waits so many seconds before each attempt."""


class Cleanup:
    """The messages, threads and emojis of this check, with what deletes each."""

    def __init__(self) -> None:
        self._making: set[asyncio.Task[None]] = set()
        self._made: list[tuple[str, Callable[[], Awaitable[object]]]] = []

    async def make(
        self, what: str, work: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[object]]
    ) -> T:
        """Carry out `work` and return its result, which `undo` will delete; `what` names it.

        Cancelling the caller does not cancel the request: Discord may have carried it out already.
        """
        request = asyncio.ensure_future(work)

        async def note() -> None:
            made = await request
            self._made.append((what, lambda: undo(made)))

        noting = asyncio.ensure_future(note())
        self._making.add(noting)
        await asyncio.shield(noting)
        return request.result()

    async def undo_all(self) -> list[str]:
        """Delete everything, the newest first; returns the names of what could not be deleted."""
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
