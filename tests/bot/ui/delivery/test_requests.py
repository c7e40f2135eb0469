"""How requests are paced, repeated and sent: the pace is computed, so nothing here waits."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from heapq import heappop, heappush
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from discord.http import Route
from yarl import URL

from bot.client import ScoutClient
from bot.observability.metrics import Metrics
from bot.settings import Settings
from bot.ui.delivery.requests import Connector, RateWindow, RequestTracer, is_repeated
from tests.loopback.server.service import LoopbackDiscord
from tests.support.storage.database import database_url


def most_in_any(seconds: float, times: list[float]) -> int:
    """The largest number of events in any window that begins with one of them."""
    return max(sum(first <= time < first + seconds for time in times) for first in times)


@pytest.mark.parametrize("arrivals", [[0.0] * 100, [number * 0.3 for number in range(100)]])
def test_no_window_has_more_than_its_count(arrivals: list[float]) -> None:
    window = RateWindow(5, 5)
    times = [window.reserve(arrival) for arrival in arrivals]
    assert most_in_any(5, times) == 5
    assert times == sorted(times)


def test_an_event_that_need_not_wait_does_not() -> None:
    window = RateWindow(5, 5)
    assert [window.reserve(float(second)) for second in range(20)] == list(range(20))


def times_of(requests: list[tuple[str, str]], share: float = 1.0) -> list[float]:
    """When each of these requests, all made at once, is sent."""
    pacer = RequestTracer(Metrics(), lambda: share)
    times = [0.0] * len(requests)
    # As an event loop finds them: a time, a request, and how many windows it has passed.
    pending = [(0.0, number, 0) for number in range(len(requests))]
    while pending:
        now, number, passed = heappop(pending)
        method, path = requests[number]
        windows = pacer.windows_of(method, URL(f"{Route.BASE}{path}"))
        times[number] = now
        if passed < len(windows):
            heappush(pending, (windows[passed].reserve(now), number, passed + 1))
    return times


def test_all_channels_together_keep_to_the_bots_rate() -> None:
    times = times_of([("POST", f"/channels/{number}/messages") for number in range(500)])
    assert most_in_any(1, times) <= 50
    assert times[-1] < 500 / 50 * 1.1


@pytest.mark.slow
def test_processes_together_keep_to_the_bots_rate() -> None:
    """Each has the share of the shards that it holds."""
    requests = [("POST", f"/channels/{number}/messages") for number in range(200)]
    together = [time for share in (1 / 2, 1 / 4, 1 / 4) for time in times_of(requests, share)]
    assert most_in_any(1, sorted(together)) <= 50
    assert times_of(requests, 1 / 4)[-1] > 3 * times_of(requests)[-1]


def test_the_share_follows_what_is_held() -> None:
    shares = [1.0]
    pacer = RequestTracer(Metrics(), lambda: shares[-1])
    (window,) = pacer.windows_of("GET", URL(f"{Route.BASE}/gateway/bot"))
    alone = window.seconds
    shares.append(1 / 3)
    pacer.windows_of("GET", URL(f"{Route.BASE}/gateway/bot"))
    assert window.seconds == pytest.approx(3 * alone)
    # Without a shard there is enough to log in.
    shares.append(0.0)
    pacer.windows_of("GET", URL(f"{Route.BASE}/gateway/bot"))
    assert 1 < window.seconds < 3


def test_one_channels_messages_keep_to_its_rate() -> None:
    edits = [("PATCH", f"/channels/7/messages/{number}") for number in range(10)]
    times = times_of([*edits, ("POST", "/channels/7/messages")])
    assert most_in_any(5, times) == 5


def test_a_busy_channel_holds_up_no_other() -> None:
    edits = [("PATCH", f"/channels/7/messages/{number}") for number in range(10)]
    assert times_of([*edits, ("POST", "/channels/8/messages")])[-1] < 1


@pytest.mark.parametrize(
    "path", ["/interactions/1/token/callback", "/webhooks/1/token/messages/@original"]
)
def test_answers_are_never_held_back(path: str) -> None:
    assert set(times_of([("POST", path)] * 500)) == {0}


def test_pictures_from_elsewhere_do_not_count() -> None:
    pacer = RequestTracer(Metrics())
    assert pacer.windows_of("GET", URL("https://cdn.discordapp.com/avatars/1/2.png")) == []


@pytest.mark.slow
def test_a_forgotten_channel_begins_like_a_new_one() -> None:
    """The pacer's memory is bounded; what it forgets has long been quiet."""
    paths = [("POST", f"/channels/{number}/messages") for number in range(10_000)]
    times = times_of([*paths, paths[0]])
    assert times == sorted(times)


TOKEN = "aW50ZXJhY3Rpb246MTIz"  # noqa: S105 - of no interaction


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/channels/7/messages"),
        ("PATCH", "/channels/7/messages/8"),
        ("DELETE", "/channels/7/messages/8"),
        ("POST", "/channels/7/messages/8/threads"),
        ("GET", "/channels/7"),
        ("POST", f"/webhooks/4/{TOKEN}?wait=true"),
        ("PATCH", f"/webhooks/4/{TOKEN}/messages/8"),
        ("POST", f"/interactions/4/{TOKEN}/callback"),
        ("PATCH", f"/webhooks/4/{TOKEN}/messages/@original"),
    ],
)
def test_what_is_repeated_fails_at_once(method: str, path: str) -> None:
    assert is_repeated(method, URL(f"{Route.BASE}{path}"))


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", f"/webhooks/4/{TOKEN}/messages/8"),
        ("PUT", "/applications/4/commands"),
        ("POST", "/applications/4/emojis"),
    ],
)
def test_a_request_that_is_not_repeated_is_left_to_discord_py(method: str, path: str) -> None:
    assert not is_repeated(method, URL(f"{Route.BASE}{path}"))


async def test_the_first_response_of_discords_sets_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times: list[datetime] = []
    trace = RequestTracer(Metrics(), set_clock=times.append).trace()
    async with (
        LoopbackDiscord() as discord,
        aiohttp.ClientSession(trace_configs=[trace]) as session,
    ):
        discord.world.clock_ahead = 3600.0
        address, earliest = f"http://127.0.0.1:{discord.port}", int(time.time()) + 3600
        for base in ("https://discord.example", address, address):
            monkeypatch.setattr(Route, "BASE", base)
            async with session.get(f"{address}/users/@me"):
                pass
        (found,) = times
        assert earliest <= found.timestamp() <= time.time() + 3601


def test_other_addresses_are_not_discords() -> None:
    assert not is_repeated("GET", URL("https://cdn.example/channels/7"))


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


class Sent:
    """What a session sends, by a trace, and what a server reads of it."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.fields: dict[str, tuple[str | None, bytes]] = {}

    def trace(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()
        trace.on_request_chunk_sent.append(self._note)
        return trace

    async def _note(
        self, _session: object, _context: object, sent: aiohttp.TraceRequestChunkSentParams
    ) -> None:
        self.pieces.append(sent.chunk)

    async def read(self, request: web.Request) -> web.Response:
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            assert part.name is not None
            self.fields[part.name] = part.filename, bytes(await part.read())
        return web.Response()


@asynccontextmanager
async def reader(sent: Sent) -> AsyncIterator[str]:
    """The address of a server that reads forms."""
    app = web.Application(client_max_size=2**23)
    app.router.add_post("/", sent.read)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("size", "is_one"), [(80_000, True), (2**21, False)], ids=["a picture", "a large file"]
)
async def test_a_form_leaves_in_one_piece_unless_it_is_large(size: int, is_one: bool) -> None:
    sent, file = Sent(), random.Random(size).randbytes(size)
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "Grüße"}')
    form.add_field("files[0]", BytesIO(file), filename="hand.png", content_type="image/png")
    async with (
        reader(sent) as address,
        aiohttp.ClientSession(connector=Connector(), trace_configs=[sent.trace()]) as session,
        session.post(address, data=form) as reply,
    ):
        assert reply.status == 200
    assert sent.fields == {
        "payload_json": (None, '{"content": "Grüße"}'.encode()),
        "files[0]": ("hand.png", file),
    }
    assert (len(sent.pieces) == 1) is is_one


async def test_the_bot_connects_by_it(
    tmp_path: Path, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{closed_port}")
    settings = Settings(_env_file=None, database_url=database_url(tmp_path))
    async with ScoutClient(settings) as client:
        with pytest.raises(aiohttp.ClientConnectionError):
            await client.login("token")
        assert type(client.http.connector) is Connector
