"""A call that is given a limited time and never cancelled, for what may hang."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class SharedCall(Generic[T]):
    """Calls `ask`, one call at a time: who comes while it runs gets its result too."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, T]], limit: float) -> None:
        self._ask = ask
        self._limit = limit
        self._running: asyncio.Task[T] | None = None

    async def result(self) -> T:
        """What `ask` returns or raises; TimeoutError after `limit` seconds: the call goes on."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._ask())
            self._running.add_done_callback(_note_failure)
        running = self._running
        await asyncio.wait({running}, timeout=self._limit)
        if not running.done():
            raise TimeoutError
        return running.result()

    async def close(self) -> None:
        """Give up a call that runs."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)


def _note_failure(call: asyncio.Task[Any]) -> None:
    """Perhaps nobody waits for it any longer; asyncio would log that its failure was not seen."""
    if not call.cancelled():
        call.exception()
