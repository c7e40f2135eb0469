"""The HTTP endpoint for monitoring: `/metrics`, `/healthz` and `/readyz`."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

from aiohttp import web

T = TypeVar("T")
Check = Callable[[], Coroutine[Any, Any, str | None]]
"""Returns None if a part is ready, else the reason."""
CHECK_LIMIT = 2.0
"""Seconds that a part has for its check."""


class EndpointUnavailable(Exception):
    """The endpoint cannot be opened at its host and port."""


class SharedCall(Generic[T]):
    """Limits the wait for a call that may hang: callers share it, and it is never cancelled."""

    def __init__(self, call: Callable[[], Coroutine[Any, Any, T]], limit: float) -> None:
        self._call = call
        self._limit = limit
        self._running: asyncio.Task[T] | None = None

    async def result(self) -> T:
        """The call's result or exception; TimeoutError after `limit` seconds: the call goes on."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._call())
            self._running.add_done_callback(_note_failure)
        running = self._running
        await asyncio.wait({running}, timeout=self._limit)
        if not running.done():
            raise TimeoutError
        return running.result()

    async def close(self) -> None:
        """Cancel a call that is running."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)


def _note_failure(call: asyncio.Task[Any]) -> None:
    """Mark the failure as seen: asyncio logs one that no caller waits for any longer."""
    if not call.cancelled():
        call.exception()


class Readiness:
    """Whether every part is ready; `checks` are by the name of the part."""

    def __init__(self, checks: Mapping[str, Check], limit: float = CHECK_LIMIT) -> None:
        self._checks = {name: SharedCall(check, limit) for name, check in checks.items()}
        self._limit = limit

    async def problems(self) -> list[str]:
        """The parts that are not ready, each with its reason."""
        found = await asyncio.gather(*map(self._problem, self._checks.values()))
        named = zip(self._checks, found, strict=True)
        return [f"{name}: {problem}" for name, problem in named if problem]

    async def _problem(self, check: SharedCall[str | None]) -> str | None:
        try:
            return await check.result()
        except TimeoutError:
            return f"no answer within {self._limit:g} seconds"
        except Exception as error:  # noqa: BLE001 - its text may name what is not for everybody
            return type(error).__name__

    async def close(self) -> None:
        """Cancel the checks that have not answered."""
        for check in self._checks.values():
            await check.close()


@asynccontextmanager
async def monitoring_endpoint(
    host: str, port: int, readiness: Readiness, metrics: Callable[[], Awaitable[bytes]]
) -> AsyncIterator[None]:
    """Serve the endpoint while the block runs; `metrics` returns Prometheus's text.

    Raises EndpointUnavailable.
    """

    async def healthz(_request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_request: web.Request) -> web.Response:
        problems = await readiness.problems()
        if problems:
            return web.Response(status=503, text="".join(f"{problem}\n" for problem in problems))
        return web.Response(text="ready\n")

    async def read_metrics(_request: web.Request) -> web.Response:
        content_type = "text/plain; version=0.0.4; charset=utf-8"
        return web.Response(body=await metrics(), headers={"Content-Type": content_type})

    application = web.Application()
    application.router.add_get("/healthz", healthz)
    application.router.add_get("/readyz", readyz)
    application.router.add_get("/metrics", read_metrics)
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
        await readiness.close()
