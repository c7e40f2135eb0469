"""The host of the program sees how it runs on a loopback Discord."""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess, NotPossible
from tests.loopback.driver.member import Member, add_member
from tests.loopback.driver.player import Player
from tests.loopback.server.service import GOOD_TOKEN
from tests.support.observability.sentry_server import LoopbackSentry
from tests.support.storage.database import database_url, execute, only_sqlite

pytestmark = [
    pytest.mark.long,  # starts the program
    pytest.mark.usefixtures("bare_environment"),
]
NAME = "Quirinia"
AWAY = "gateway: shard"
_SECRETS = re.compile(rf"{NAME}|{re.escape(GOOD_TOKEN)}|\b\d{{1,2}}/\d{{1,2}}\b|[0-9a-f]{{64}}")
"""A member's name, the bot's token, a card or a salt."""


class Watched:
    """The program with an endpoint at `port`."""

    def __init__(self, discord: DiscordProcess, folder: Path, port: int) -> None:
        self.bot = BotProcess(
            discord, folder, METRICS_PORT=str(port), LOG_FORMAT="json", LOG_LEVEL="DEBUG"
        )
        self._address = f"http://127.0.0.1:{port}"

    async def get(self, path: str) -> tuple[int, str]:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{self._address}/{path}") as reply,
        ):
            return reply.status, await reply.text()

    async def sample(self, name: str, **labels: str) -> float:
        """The sum of the samples with that name and those labels."""
        _, text = await self.get("metrics")
        return sum(
            sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    async def until(self, holds: Callable[[int, str], bool], path: str = "readyz") -> str:
        """Wait until the metric satisfies the condition; returns its value."""
        async with asyncio.timeout(PATIENCE):
            while not holds(*(response := await self.get(path))):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        return response[1]

    async def is_there(self) -> None:
        """Wait until the endpoint is open."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(aiohttp.ClientConnectionError):
                    await self.get("healthz")
                    return
                await asyncio.sleep(0.05)

    async def is_ready(self) -> None:
        await self.until(lambda status, _: status == 200)


@pytest.fixture
async def quirinia(discord: DiscordProcess) -> Member:
    guild, (channel,) = await discord.add_guild()
    return await add_member(discord, guild, channel, NAME)


async def start_game(watched: Watched, member: Member) -> None:
    """Start the bot, and a game of the member with a computer."""
    await watched.bot.start()
    await watched.is_ready()
    await member.slash("new", rounds=1)
    await member.press("Add easy")
    await member.press("Start")


async def test_clicks_are_counted_while_the_endpoint_is_read(
    discord: DiscordProcess, tmp_path: Path, closed_port: int, quirinia: Member
) -> None:
    watched = Watched(discord, tmp_path, closed_port)
    await start_game(watched, quirinia)
    table = await quirinia.wait_for("My hand")
    scrapes = asyncio.create_task(scrape(watched))
    for _ in range(20):
        assert (await quirinia.press("My hand", table)).message is not None
    assert await scrapes == {200}
    assert await watched.sample("scout_click_seconds_count", verb="hand", outcome="answered") == 20
    assert await watched.sample("scout_click_seconds_count") == 23
    assert await watched.sample("scout_click_seconds_sum", verb="hand") > 0
    assert await watched.sample("scout_live_tables", status="playing") == 1
    assert await watched.sample("scout_publication_seconds_count", outcome="published") > 0
    assert await watched.sample("scout_discord_responses_total") > 3
    assert await watched.sample("scout_event_loop_delay_seconds_count") > 0
    assert await watched.bot.stop() == 0


async def scrape(watched: Watched) -> set[int]:
    """The statuses of ten scrapes."""
    return {(await watched.get("metrics"))[0] for _ in range(10)}


async def test_no_secret_is_in_the_metrics_or_the_log_of_a_game(
    discord: DiscordProcess, tmp_path: Path, closed_port: int, quirinia: Member
) -> None:
    watched = Watched(discord, tmp_path, closed_port)
    await start_game(watched, quirinia)
    player = Player(quirinia)
    async with asyncio.timeout(PATIENCE):
        while not await watched.sample("scout_games_finished_total"):
            # A computer's move may have changed the hand meanwhile.
            with contextlib.suppress(NotPossible):
                await player.step()
    _, metrics = await watched.get("metrics")
    assert await watched.bot.stop() == 0
    lines = [json.loads(line) for line in watched.bot.log]
    clicks = [line for line in lines if line["logger"] == "bot.ui.kit.error_reports"]
    assert len(clicks) > 5
    assert all({"click", "interaction", "guild", "duration_ms"} <= set(line) for line in clicks)
    assert {line["table"] for line in clicks if line["click"] == "play"} == {1}
    assert _SECRETS.findall(metrics + "\n".join(watched.bot.log)) == []
    assert quirinia.id not in metrics + "\n".join(watched.bot.log)


async def test_it_is_not_ready_while_the_gateway_is_away_and_healthy_all_the_time(
    discord: DiscordProcess, tmp_path: Path, closed_port: int
) -> None:
    watched = Watched(discord, tmp_path, closed_port)
    await watched.bot.start()
    await watched.is_ready()
    assert await watched.sample("scout_gateway_latency_seconds") > 0
    await discord.refuse_gateway(True)
    await discord.drop_gateway()
    body = await watched.until(lambda status, _: status == 503)
    assert body == "gateway: shard 0 not connected\n"
    assert await watched.get("healthz") == (200, "ok\n")
    assert await watched.sample("scout_gateway_latency_seconds") == 0
    await discord.refuse_gateway(False)
    await watched.is_ready()
    assert await watched.bot.stop() == 0


async def test_it_is_ready_when_every_shard_is_connected(
    discord: DiscordProcess, tmp_path: Path, closed_port: int
) -> None:
    await discord.set_gateway(shards=3)
    watched = Watched(discord, tmp_path, closed_port)
    watched.bot.shards = 3
    await watched.bot.start()
    await watched.is_ready()
    for shard in "012":
        assert await watched.sample("scout_gateway_latency_seconds", shard=shard) > 0
    await discord.refuse_gateway(True)
    await discord.drop_gateway(shard=1)
    await watched.until(lambda status, body: (status, body) == (503, f"{AWAY} 1 not connected\n"))
    assert await watched.sample("scout_gateway_latency_seconds", shard="0") > 0
    assert await watched.sample("scout_gateway_latency_seconds", shard="1") == 0
    await discord.drop_gateway()
    await watched.until(lambda _, body: body == f"{AWAY} 0, 1, 2 not connected\n")
    await discord.refuse_gateway(False)
    await watched.is_ready()
    assert await watched.bot.stop() == 0


async def test_it_is_not_ready_before_it_has_logged_in(
    discord: DiscordProcess, tmp_path: Path, closed_port: int
) -> None:
    await discord.lay_fault("hang", "GET /users/@me")
    watched = Watched(discord, tmp_path, closed_port)
    await watched.bot.launch()
    try:
        await watched.is_there()
        status, body = await watched.get("readyz")
        assert status == 503
        assert "gateway: not logged in yet\n" in body
        assert await watched.get("healthz") == (200, "ok\n")
    finally:
        await watched.bot.kill()


@only_sqlite("its file is moved")
async def test_it_is_not_ready_while_the_database_file_is_away(
    discord: DiscordProcess, tmp_path: Path, closed_port: int
) -> None:
    watched = Watched(discord, tmp_path, closed_port)
    await watched.bot.start()
    await watched.is_ready()
    assert await watched.sample("scout_ready") == 2
    file = database_file(tmp_path)
    file.rename(file.with_suffix(".away"))
    body = await watched.until(lambda status, _: status == 503)
    assert body == "database: its file is not at its place\n"
    assert await watched.sample("scout_ready", part="database") == 0
    assert await watched.sample("scout_ready", part="gateway") == 1
    assert await watched.sample("scout_build_info") == 1
    file.with_suffix(".away").rename(file)
    await watched.is_ready()
    assert await watched.bot.stop() == 0


async def test_a_database_that_is_closed_is_not_opened_again_to_be_watched(
    discord: DiscordProcess, tmp_path: Path, closed_port: int
) -> None:
    watched = Watched(discord, tmp_path, closed_port)
    await watched.bot.start()
    await watched.is_ready()
    watching = [asyncio.create_task(watch(watched)) for _ in range(4)]
    assert await watched.bot.stop() == 0
    await asyncio.gather(*watching)
    # SQLite takes its log away when the last connection is closed.
    assert left_beside_the_database(tmp_path) == []


async def watch(watched: Watched) -> None:
    """Read the endpoint until it is closed."""
    with contextlib.suppress(aiohttp.ClientError):
        while True:
            await watched.get("metrics")
            await watched.get("readyz")


async def test_a_port_in_use_ends_it_with_a_sentence(
    discord: DiscordProcess, tmp_path: Path, closed_port: int
) -> None:
    server = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", closed_port)
    async with server:
        bot = BotProcess(discord, tmp_path, METRICS_PORT=str(closed_port))
        await bot.launch()
        assert await bot.ended() == 1
    assert "Choose another port, or 0 for none." in bot.log[-1]
    assert f"127.0.0.1:{closed_port}: " in bot.log[-1]
    assert "Traceback" not in "\n".join(bot.log)


async def test_errors_are_reported_to_sentry_without_secrets(
    discord: DiscordProcess, tmp_path: Path, quirinia: Member
) -> None:
    async with LoopbackSentry() as sentry:
        bot = BotProcess(discord, tmp_path, SENTRY_DSN=sentry.dsn)
        await bot.start()
        await quirinia.slash("new", rounds=1)
        await quirinia.press("Add easy")
        await execute(database_url(tmp_path), "DROP TABLE rounds")
        await quirinia.press("Start")
        event = await sentry.event()
        assert await bot.stop() == 0
    assert event["tags"]["click"] == "start"
    assert event["tags"]["table"] == "1"
    assert event["logger"] == "bot.ui.kit.error_reports"
    assert _SECRETS.findall(re.sub(r"[0-9a-f]{32,40}\b", "", sentry.received)) == []
    assert sentry.dsn not in "\n".join(bot.log)


async def test_an_unusable_dsn_ends_it_with_a_sentence(
    discord: DiscordProcess, tmp_path: Path
) -> None:
    bot = BotProcess(discord, tmp_path, SENTRY_DSN="hello")
    await bot.launch()
    assert await bot.ended() == 2
    assert "SENTRY_DSN cannot be used" in bot.log[-1]


def database_file(folder: Path) -> Path:
    (file,) = folder.glob("*.sqlite3")
    return file


def left_beside_the_database(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("*.sqlite3-*")]
