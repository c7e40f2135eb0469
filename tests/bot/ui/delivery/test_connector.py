"""Which connections to Discord are used again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from discord.http import Route

from bot.client import ScoutClient
from bot.settings import Settings
from bot.ui.delivery.requests import Connector
from tests.support.storage.database import database_url

BURST = 6


@asynccontextmanager
async def server() -> AsyncIterator[tuple[str, list[int]]]:
    """Its address, and the ports that requests came from.

    It answers none before so many are there as make a burst.
    """
    ports: list[int] = []
    is_burst = asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        assert request.transport is not None
        ports.append(request.transport.get_extra_info("peername")[1])
        if len(ports) == BURST:
            is_burst.set()
        await is_burst.wait()
        return web.Response()

    app = web.Application()
    app.router.add_get("/", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/", ports
    finally:
        await runner.cleanup()


async def test_after_a_burst_one_connection_is_used_and_the_others_are_idle() -> None:
    async with (
        server() as (address, ports),
        aiohttp.ClientSession(connector=Connector()) as session,
    ):

        async def ask() -> None:
            async with session.get(address) as reply:
                assert reply.status == 200

        await asyncio.gather(*(ask() for _ in range(BURST)))
        assert len({*ports}) == BURST
        ports.clear()

        for _ in range(BURST):
            await ask()
        assert len({*ports}) == 1


async def test_the_bot_connects_by_it(
    tmp_path: Path, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{closed_port}")
    settings = Settings(_env_file=None, database_url=database_url(tmp_path))
    async with ScoutClient(settings) as client:
        with pytest.raises(aiohttp.ClientConnectionError):
            await client.login("token")
        assert type(client.http.connector) is Connector
