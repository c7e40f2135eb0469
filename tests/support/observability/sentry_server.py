"""A Sentry on loopback: takes what is sent to its DSN, and keeps it."""

import asyncio
import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import sentry_sdk
from aiohttp import web

from bot.observability.scrubbing import Scrubber
from bot.observability.sentry import start_sentry


class LoopbackSentry:
    """An async context; `events` are the reports so far, `received` is all that was sent."""

    def __init__(self) -> None:
        self.dsn = ""
        self.events: list[dict[str, Any]] = []
        self.received = ""
        self._come = asyncio.Event()
        application = web.Application()
        application.router.add_post("/api/1/envelope/", self._take)
        self._runner = web.AppRunner(application, access_log=None)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.dsn = f"http://public@127.0.0.1:{port}/1"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._runner.cleanup()

    async def event(self, seconds: float = 30) -> dict[str, Any]:
        """The first report, once it is there."""
        async with asyncio.timeout(seconds):
            await self._come.wait()
        return self.events[0]

    @contextmanager
    def reporting(self, scrubber: Scrubber) -> Iterator[None]:
        """This process reports its errors here, until the block ends."""
        start_sentry(self.dsn, scrubber, "0.1.0")
        try:
            yield
        finally:
            sentry_sdk.get_client().close(timeout=0)
            # Not `init()`, which would watch each statement, request and task of later tests.
            sentry_sdk.get_global_scope().set_client(None)
            sentry_sdk.get_isolation_scope().clear()
            sentry_sdk.get_current_scope().clear()

    async def _take(self, request: web.Request) -> web.Response:
        body = await request.read()
        # aiohttp has done so already where the headers name it.
        text = (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()
        self.received += f"{dict(request.headers)}\n{text}\n"
        kind = None
        for line in text.splitlines():
            said = json.loads(line)
            if kind == "event":
                self.events.append(said)
                self._come.set()
            kind = said.get("type") if isinstance(said, dict) else None
        return web.json_response({})
