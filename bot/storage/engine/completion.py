"""Runs work to its end despite a cancellation, or repeats it until the database answers."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from bot.storage.engine.errors import DatabaseAway, DatabaseBusy

T = TypeVar("T")

_AGAIN_AFTER = 5.0
"""Seconds."""


async def run_to_completion(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` to its end even if cancelled: a transaction must not be interrupted."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise


async def retry_until_available(work: Callable[[], Awaitable[T]]) -> T:
    """Retry `work` until the database answers; failures are logged elsewhere."""
    while True:
        try:
            return await work()
        except (DatabaseAway, DatabaseBusy):
            await asyncio.sleep(_AGAIN_AFTER)
