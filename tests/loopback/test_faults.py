"""Faults that a test lays do what they say."""

import asyncio
import sys

import aiohttp
import pytest

from tests.loopback.scene import Scene
from tests.loopback.server.faults import Kind

BODY = {"content": "A table"}


async def test_a_status_fault_skips_some_requests_and_then_refuses_some(scene: Scene) -> None:
    route = "POST /channels/*/messages"
    scene.discord.faults.lay({"kind": "status", "route": route, "skip": 1, "times": 2})
    replies = [await scene.bot.request("POST", scene.messages, BODY) for _ in range(4)]
    assert [reply.status for reply in replies] == [200, 503, 503, 200]
    assert len(scene.seen_by(None)) == 2


async def test_a_fault_is_of_its_route_alone(scene: Scene) -> None:
    scene.discord.faults.lay({"kind": "status", "route": "PATCH *", "times": None})
    assert (await scene.bot.request("POST", scene.messages, BODY)).status == 200


@pytest.mark.parametrize(("kind", "messages"), [(Kind.RESET_BEFORE, 0), (Kind.RESET_AFTER, 1)])
async def test_a_reset_leaves_no_reply(scene: Scene, kind: Kind, messages: int) -> None:
    scene.discord.faults.lay({"kind": kind})
    with pytest.raises(aiohttp.ClientError):
        await scene.bot.request("POST", scene.messages, BODY)
    assert len(scene.seen_by(None)) == messages


async def test_a_429_from_elsewhere_is_without_the_header_of_the_edge(scene: Scene) -> None:
    scene.discord.faults.lay({"kind": "status", "status": 429, "seconds": 0.5, "via": False})
    reply = await scene.bot.request("POST", scene.messages, BODY)
    assert reply.status == 429
    assert reply.body["retry_after"] == 0.5
    assert "Via" not in reply.headers


async def test_a_request_that_hangs_ends_when_faults_are_cleared(scene: Scene) -> None:
    scene.discord.faults.lay({"kind": "hang"})
    hanging = asyncio.create_task(scene.bot.request("POST", scene.messages, BODY))
    await scene.fault_is_met()
    assert not hanging.done()
    scene.discord.faults.clear()
    with pytest.raises(aiohttp.ClientError):
        await hanging
    assert scene.seen_by(None) == []


async def test_a_delayed_request_is_carried_out_later(scene: Scene) -> None:
    scene.discord.faults.lay({"kind": "delay", "seconds": 0.05})
    delayed = asyncio.create_task(scene.bot.request("POST", scene.messages, BODY))
    await scene.fault_is_met()
    assert scene.seen_by(None) == []
    assert (await delayed).status == 200


async def test_a_delayed_reply_comes_after_the_request_was_carried_out(scene: Scene) -> None:
    scene.discord.faults.lay({"kind": "delay reply", "seconds": 0.05})
    delayed = asyncio.create_task(scene.bot.request("POST", scene.messages, BODY))
    while not scene.seen_by(None):  # noqa: ASYNC110 - it is at the other end
        await asyncio.sleep(0.001)
    assert not delayed.done()
    assert (await delayed).status == 200


async def test_a_fault_lasts_for_its_time(scene: Scene) -> None:
    scene.discord.faults.lay({"kind": "status", "times": None, "for_seconds": 0})
    assert (await scene.bot.request("POST", scene.messages, BODY)).status == 200


@pytest.mark.parametrize(("kind", "messages"), [(Kind.KILL_BEFORE, 0), (Kind.KILL_AFTER, 1)])
async def test_a_process_is_killed_around_a_request(
    scene: Scene, kind: Kind, messages: int
) -> None:
    sleeping = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import time; time.sleep(60)"
    )
    scene.discord.faults.lay({"kind": kind, "pid": sleeping.pid})
    with pytest.raises(aiohttp.ClientError):
        await scene.bot.request("POST", scene.messages, BODY)
    assert await sleeping.wait() < 0
    assert len(scene.seen_by(None)) == messages
