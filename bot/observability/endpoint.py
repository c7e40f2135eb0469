"""The HTTP endpoint for monitoring: `/metrics`, `/healthz` and `/readyz`."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from bot.observability.shared_call import SharedCall

Check = Callable[[], Coroutine[Any, Any, str | None]]
"""Gives None if a part is ready, and else in some words what is wrong with it."""
CHECK_LIMIT = 2.0
"""Seconds that a part has for its check."""


class EndpointUnavailable(Exception):
    """The endpoint cannot be opened at its host and port."""


class Readiness:
    """Whether every part is ready; `checks` are by the name of the part."""

    def __init__(self, checks: Mapping[str, Check], limit: float = CHECK_LIMIT) -> None:
        self._checks = {name: SharedCall(check, limit) for name, check in checks.items()}
        self._limit = limit

    async def problems(self) -> list[str]:
        """What is not ready, one sentence for each part."""
        found = await asyncio.gather(*(self._problem(name) for name in self._checks))
        named = zip(self._checks, found, strict=True)
        return [f"{name}: {problem}" for name, problem in named if problem]

    async def _problem(self, name: str) -> str | None:
        try:
            return await self._checks[name].result()
        except TimeoutError:
            return f"no answer within {self._limit:g} seconds"
        except Exception as error:  # noqa: BLE001 - its text may name what is not for everybody
            return type(error).__name__

    async def close(self) -> None:
        """Give up what has not answered."""
        for check in self._checks.values():
            await check.close()


@asynccontextmanager
async def monitoring_endpoint(
    host: str, port: int, readiness: Readiness, metrics: Callable[[], Awaitable[bytes]]
) -> AsyncIterator[None]:
    """Serve it while the block runs; `metrics` gives Prometheus's text. Raises
    EndpointUnavailable.
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
