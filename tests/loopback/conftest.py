"""A loopback Discord and the bot on it, for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Member, add_member
from tests.loopback.raw_bot import RawBot
from tests.loopback.scene import Scene
from tests.loopback.server.service import LoopbackDiscord
from tests.loopback.shared_database import shared_database


@pytest.fixture(autouse=True)
def no_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs start without drawing pictures, unless a test asks otherwise."""
    monkeypatch.setenv("NO_WARM_UP", "1")


@pytest.fixture(autouse=True)
def no_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs say no "One moment" on a busy machine, unless a test asks otherwise."""
    monkeypatch.setenv("NO_HOLD", "1")


@pytest.fixture(autouse=True)
def quick_logins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs wait for less at the gateway, unless a test asks otherwise."""
    monkeypatch.setenv("QUICK_LOGINS", "1")


@pytest.fixture(autouse=True)
def copy_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs start as copies that have their imports already, unless a test asks otherwise."""
    monkeypatch.setenv("COPY_PROGRAMS", "1")


@pytest.fixture
async def discord(tmp_path: Path) -> AsyncIterator[DiscordProcess]:
    """A Discord that records requests in the folder `requests`, and waits long for answers."""
    async with DiscordProcess(tmp_path / "requests") as discord:
        # However busy the machine is: what takes how long is measured elsewhere.
        await discord.allow_answers_for(PATIENCE)
        yield discord


@pytest.fixture
async def mia(discord: DiscordProcess) -> Member:
    """The first member of a server with one channel."""
    guild, (channel,) = await discord.add_guild()
    return await add_member(discord, guild, channel, "Mia")


@pytest.fixture
def shared_url() -> Iterator[str]:
    """The address of an empty PostgreSQL database for several processes."""
    pytest.importorskip("asyncpg")
    with shared_database() as url:
        yield url


@pytest.fixture
async def bot(
    discord: DiscordProcess, tmp_path: Path, bare_environment: None
) -> AsyncIterator[BotProcess]:
    """The program, not started yet; nothing is left of it after the test."""
    program = BotProcess(discord, tmp_path)
    yield program
    await program.kill()


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    """A loopback Discord in this process, without the program."""
    async with LoopbackDiscord() as discord, RawBot(discord) as bot:
        scene = Scene(discord, bot)
        yield scene
        scene.close()
