"""The HTTP endpoint for monitoring: `/metrics`, `/healthz` and `/readyz`."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

from aiohttp import web

T = TypeVar("T")
ReadinessCheck = Callable[[], Coroutine[Any, Any, str | None]]
"""Returns None if a part is ready, else the reason."""
_PROMETHEUS = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
CHECK_LIMIT = 2.0
"""The longest check of a part, in seconds."""


class EndpointUnavailable(Exception):
    """The endpoint cannot be opened at its host and port."""


class SharedCall(Generic[T]):
    """A call that may hang, shared by its callers: each waits at most `limit` seconds for it."""

    def __init__(self, call: Callable[[], Coroutine[Any, Any, T]], limit: float) -> None:
        self._call = call
        self.limit = limit
        self._running: asyncio.Task[T] | None = None

    async def result(self) -> T:
        """The call's result or exception; TimeoutError after `limit` seconds: the call goes on."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._call())
            self._running.add_done_callback(_note_failure)
        running = self._running
        await asyncio.wait({running}, timeout=self.limit)
        if not running.done():
            raise TimeoutError
        return running.result()

    async def close(self) -> None:
        """Cancel a call that is running."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)


def _note_failure(call: asyncio.Task[Any]) -> None:
    """Mark a failure as retrieved: asyncio would log it if no caller waits any more."""
    if not call.cancelled():
        call.exception()


async def problems_of(parts: Mapping[str, SharedCall[str | None]]) -> dict[str, str | None]:
    """For each part the reason why it is not ready, or None."""
    found = await asyncio.gather(*map(problem_of, parts, parts.values()))
    return dict(zip(parts, found, strict=True))


async def problem_of(name: str, check: SharedCall[str | None]) -> str | None:
    """The reason why this part is not ready, or None."""
    try:
        problem = await check.result()
    except TimeoutError:
        problem = f"no answer within {check.limit:g} seconds"
    except Exception as error:  # noqa: BLE001 - its text may hold private data
        problem = type(error).__name__
    return f"{name}: {problem}" if problem else None


@asynccontextmanager
async def monitoring_endpoint(
    host: str,
    port: int,
    parts: Mapping[str, SharedCall[str | None]],
    metrics: Callable[[], Awaitable[bytes]],
) -> AsyncIterator[None]:
    """Serve the endpoint while the block runs; `metrics` returns Prometheus's text.

    `parts` are the checks by name, closed at the end. Raises EndpointUnavailable.
    """

    async def healthz(_request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_request: web.Request) -> web.Response:
        found = [problem for problem in (await problems_of(parts)).values() if problem]
        if found:
            return web.Response(status=503, text="".join(f"{one}\n" for one in found))
        return web.Response(text="ready\n")

    async def read_metrics(_request: web.Request) -> web.Response:
        return web.Response(body=await metrics(), headers=_PROMETHEUS)

    application = web.Application()
    routes = {"/healthz": healthz, "/readyz": readyz, "/metrics": read_metrics}
    application.add_routes([web.get(path, handler) for path, handler in routes.items()])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            raise EndpointUnavailable(f"{place}: {error.strerror}") from error
        yield
    finally:
        await runner.cleanup()
        await asyncio.gather(*(check.close() for check in parts.values()))
