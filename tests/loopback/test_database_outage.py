"""The program while PostgreSQL is stopped and started under it."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback.chaos.history import seats
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Answer, Member, add_member
from tests.loopback.driver.player import Player, play_out
from tests.support.storage import postgres
from tests.support.storage.postgres_server import PostgresServer, is_installed, postgres_server

pytestmark = [
    pytest.mark.long,  # starts a server, and the program
    pytest.mark.skipif(not is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.usefixtures("bare_environment"),
]
AWAY = "I can't reach my database"


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    pytest.importorskip("asyncpg")
    with postgres_server() as server:
        postgres.execute(f"{server.url}/postgres", "CREATE DATABASE scout")
        yield server


def words(answer: Answer) -> str:
    return "" if answer.message is None else answer.message.words


async def act_until_done(member: Member, label: str) -> None:
    """Press again and again until the press does what it says."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await member.press(label)).seconds is None or AWAY in words(answer):
            pass


@pytest.mark.parametrize(
    ("mode", "seconds"),
    [
        ("fast", 2.0),
        # Longer than a lease.
        ("immediate", 15.0),
    ],
)
async def test_presses_get_a_sentence_and_then_all_goes_on(
    discord: DiscordProcess, server: PostgresServer, tmp_path: Path, mode: str, seconds: float
) -> None:
    url = f"{server.url}/scout"
    bot = BotProcess(discord, tmp_path, DATABASE_URL=url)
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    try:
        await bot.start()
        assert (await mia.slash("new", seats=5, rounds=1)).seconds is not None
        assert (await mia.press("Add easy")).seconds is not None
        await asyncio.to_thread(server.stop, mode)
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        said = []
        while loop.time() < end:
            said.append(words(await mia.press("Add easy")))
        await asyncio.to_thread(server.start)
        assert [one for one in said if AWAY not in one] == []
        assert await seats(url) == [2]
        await act_until_done(mia, "Add easy")
        assert await seats(url) == [3]
        # The table is current, and is played to its end.
        await act_until_done(mia, "Start")
        async for answer in play_out([Player(mia, random.Random(1))], PATIENCE):
            assert answer.seconds is not None, "a press was not answered"
        unexpected = [
            line
            for line in bot.errors()
            if "database could not be reached" not in line
            and "The database cannot be reached" not in line
        ]
        assert unexpected == []
        assert (await discord.summary())["problems"] == []
        assert await bot.stop() == 0
    finally:
        await bot.kill()


async def test_a_rematch_that_was_saved_before_the_outage_is_posted(
    discord: DiscordProcess, server: PostgresServer, tmp_path: Path
) -> None:
    bot = BotProcess(discord, tmp_path, DATABASE_URL=f"{server.url}/scout")
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    noa = await add_member(discord, guild, channel, "Noa")
    try:
        await bot.start()
        await mia.slash("new", rounds=1)
        await noa.press("Join")
        await mia.press("Start")
        async for _ in play_out([Player(one, random.Random(1)) for one in (mia, noa)], PATIENCE):
            pass
        await discord.lay_fault("hang", "GET /guilds/*/members/*")
        pressed = asyncio.create_task(mia.press("Rematch"))
        while not (await discord.summary())["faults_met"]:
            await discord.wait_for_change(-1)
        await asyncio.to_thread(server.stop, "immediate")
        answer = await pressed
        assert answer.message is not None
        assert "Join" in answer.message.labels, answer.message.words
        assert [one.words for one in await mia.private() if AWAY in one.words] == []
        await asyncio.to_thread(server.start)
        await act_until_done(noa, "Join")
    finally:
        await bot.kill()
