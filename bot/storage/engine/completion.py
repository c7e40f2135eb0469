"""Runs work to its end despite a cancellation, repeats it until it succeeds, and ends tasks."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
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


async def delay_cancellation(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` to its end; a cancellation meanwhile is raised at the caller's next await."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        caller = asyncio.current_task()
        assert caller is not None
        await asyncio.wait({task})
        # Counted once, as `asyncio.timeout` expects.
        caller.uncancel()
        caller.cancel()
        return task.result()


async def end_tasks(tasks: Iterable[asyncio.Task[Any]], patience: float = 0) -> None:
    """Wait at most this many seconds for the tasks, cancel the rest, and wait for their end."""
    late = set(tasks)
    if late and patience:
        _, late = await asyncio.wait(late, timeout=patience)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


async def retry_until_available(work: Callable[[], Awaitable[T]]) -> T:
    """Retry `work` until the database answers; failures are logged elsewhere."""
    while True:
        try:
            return await work()
        except (DatabaseAway, DatabaseBusy):
            await asyncio.sleep(_AGAIN_AFTER)
