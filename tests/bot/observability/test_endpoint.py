"""The endpoint, over real connections to this machine."""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.observability.endpoint import (
    EndpointUnavailable,
    ReadinessCheck,
    SharedCall,
    monitoring_endpoint,
)
from tests.support.process.ports import free_port

_DOCKERFILE = Path(__file__).parents[3] / "Dockerfile"


async def fine() -> None:
    return None


async def broken() -> str:
    return "not connected"


async def failing() -> None:
    raise OSError("a path of the host")


async def hanging() -> None:
    await asyncio.Event().wait()


async def text() -> bytes:
    return b"scout_servers 1.0\n"


@asynccontextmanager
async def served(
    port: int, host: str = "127.0.0.1", **checks: ReadinessCheck
) -> AsyncIterator[str]:
    """Its address, with these checks."""
    parts = {name: SharedCall(check, limit=0.05) for name, check in checks.items()}
    async with monitoring_endpoint(host, port, parts, text):
        yield f"http://{host}:{port}"


async def get(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as reply:
        return reply.status, await reply.text()


async def test_it_is_ready_when_every_part_is(closed_port: int) -> None:
    async with served(closed_port, gateway=fine, database=fine) as address:
        assert await get(f"{address}/readyz") == (200, "ready\n")


async def test_each_part_that_is_not_ready_is_named(closed_port: int) -> None:
    async with served(closed_port, one=fine, gateway=broken, disk=failing) as address:
        assert await get(f"{address}/readyz") == (503, "gateway: not connected\ndisk: OSError\n")


async def test_a_part_that_does_not_answer_is_not_ready_and_is_asked_once(closed_port: int) -> None:
    asked = 0

    async def counted() -> None:
        nonlocal asked
        asked += 1
        await hanging()

    async with served(closed_port, database=counted) as address:
        for _ in range(3):
            status, body = await get(f"{address}/readyz")
            assert (status, body) == (503, "database: no answer within 0.05 seconds\n")
    assert asked == 1


async def test_the_process_is_healthy_whatever_is_not_ready(closed_port: int) -> None:
    async with served(closed_port, gateway=broken) as address:
        assert await get(f"{address}/healthz") == (200, "ok\n")


async def test_metrics_are_served_in_the_form_of_prometheus(closed_port: int) -> None:
    async with (
        served(closed_port) as address,
        aiohttp.ClientSession() as session,
        session.get(f"{address}/metrics") as reply,
    ):
        assert await reply.text() == "scout_servers 1.0\n"
        assert reply.headers["Content-Type"].startswith("text/plain; version=0.0.4")


async def test_nothing_else_is_served(closed_port: int) -> None:
    async with served(closed_port) as address:
        assert (await get(f"{address}/"))[0] == 404


async def test_a_port_in_use_is_said(closed_port: int) -> None:
    async with served(closed_port):
        with pytest.raises(EndpointUnavailable, match=rf"127\.0\.0\.1:{closed_port}: .*in use"):
            async with served(closed_port):
                pass


async def test_the_port_is_free_afterwards(closed_port: int) -> None:
    for _ in range(2):
        async with served(closed_port) as address:
            assert (await get(f"{address}/healthz"))[0] == 200


async def test_an_address_of_ipv6_is_named_in_brackets(closed_port: int) -> None:
    """One that no machine has: it is for documents."""
    with pytest.raises(EndpointUnavailable, match=rf"^\[2001:db8::1\]:{closed_port}: "):
        async with served(closed_port, host="2001:db8::1"):
            pass


class Slow:
    """Answers with the number of calls, once it may."""

    def __init__(self) -> None:
        self.calls = 0
        self.may = asyncio.Event()

    async def __call__(self) -> int:
        self.calls += 1
        await self.may.wait()
        return self.calls


async def test_a_caller_who_comes_meanwhile_shares_the_call() -> None:
    slow = Slow()
    call = SharedCall(slow, limit=30)
    waiting = [asyncio.create_task(call.result()) for _ in range(3)]
    await asyncio.sleep(0)
    slow.may.set()
    assert await asyncio.gather(*waiting) == [1, 1, 1]
    assert await call.result() == 2


async def test_a_call_that_hangs_goes_on_and_is_the_only_one() -> None:
    slow = Slow()
    call = SharedCall(slow, limit=0.01)
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await call.result()
    slow.may.set()
    assert await call.result() == 1
    await call.close()


async def test_what_fails_is_raised_and_tried_again() -> None:
    fails = True

    async def ask() -> str:
        if fails:
            raise OSError
        return "there"

    call = SharedCall(ask, limit=30)
    with pytest.raises(OSError):  # noqa: PT011 - it has no words
        await call.result()
    fails = False
    assert await call.result() == "there"


async def test_closing_ends_what_hangs() -> None:
    slow = Slow()
    call = SharedCall(slow, limit=0.01)
    with pytest.raises(TimeoutError):
        await call.result()
    await call.close()
    assert len(asyncio.all_tasks()) == 1


@pytest.mark.parametrize(("part", "healthy"), [(fine, True), (broken, False)])
async def test_the_health_check_of_the_image_asks_the_bot_and_no_proxy(
    closed_port: int, part: ReadinessCheck, healthy: bool
) -> None:
    """Docker sets the variables of a proxy in containers if its client has one."""
    said = re.search(r"^HEALTHCHECK .*\\\n +CMD (.+)$", _DOCKERFILE.read_text("utf-8"), re.M)
    assert said is not None
    _, *arguments = json.loads(said[1])
    # The proxy fails what the bot would say, and knows better where the bot is not ready.
    proxy = free_port()
    async with served(closed_port, gateway=part), served(proxy, x=broken if healthy else fine):
        given = {"METRICS_PORT": str(closed_port), "http_proxy": f"http://127.0.0.1:{proxy}"}
        check = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            env={**os.environ, **given, "no_proxy": ""},
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert (await check.wait() == 0) == healthy
