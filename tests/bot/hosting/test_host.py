"""`python -m bot run` as its own process, on a Discord of this machine."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.pictures.emojis import emoji_images
from bot.ui.kit.emojis import emoji_name
from tests.loopback.server.payloads import APPLICATION
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord
from tests.support.storage.database import execute, only_sqlite, url_of

pytestmark = [
    pytest.mark.usefixtures("bare_environment"),
    pytest.mark.long,  # starts the program
]
ROOT = Path(__file__).parents[3]
PATIENCE = 20


@pytest.fixture
async def discord() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord() as discord:
        yield discord


Start = Callable[..., Awaitable[Process]]


@pytest.fixture
async def start(tmp_path: Path, discord: LoopbackDiscord) -> AsyncIterator[Start]:
    """Starts the program, and leaves none behind whatever a test finds.

    They end before Discord does, which would wait a minute for their connections.
    """
    started: list[Process] = []

    async def start_it(port: int, gateway: int | None = None, **settings: str) -> Process:
        usual = {
            "NO_WARM_UP": "1",
            "QUICK_LOGINS": "1",
            "DISCORD_TOKEN": GOOD_TOKEN,
            "DATABASE_URL": url_of(tmp_path / "games.sqlite3"),
            "COMPUTER_WORKERS": "0",
        }
        program = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-m",
                "tests.support.process.run_on_loopback",
                str(port),
                str(gateway or port),
            ),
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), **usual, **settings},
            stderr=PIPE,
            # A group of its own, as a terminal gives it to what is started there.
            start_new_session=True,
        )
        started.append(program)
        return program

    yield start_it
    for program in started:
        if program.returncode is None:
            program.kill()
            await program.communicate()


async def ended(program: Process) -> tuple[int, str]:
    """The exit status and what the log said at the end."""
    async with asyncio.timeout(PATIENCE):
        _, error = await program.communicate()
    assert program.returncode is not None
    return program.returncode, error.decode()


async def read_until(program: Process, words: str) -> str:
    assert program.stderr is not None
    said = ""
    async with asyncio.timeout(PATIENCE):
        while words not in said:
            line = await program.stderr.readline()
            assert line, f"the program ended and never said {words!r}:\n{said}"
            said += line.decode()
    return said


async def test_sigterm_ends_it_gracefully(start: Start, discord: LoopbackDiscord) -> None:
    program = await start(discord.port, LOG_LEVEL="DEBUG")
    log = await read_until(program, "has connected to Gateway")
    program.send_signal(signal.SIGTERM)
    status, rest = await ended(program)
    assert status == 0
    assert rest.count("Stopping. Every game is saved.") == 1
    assert "Traceback" not in log + rest
    assert GOOD_TOKEN not in log + rest
    assert discord.goodbye == 1000


@only_sqlite("about the file of SQLite")
async def test_without_its_file_it_does_not_say_that_games_are_saved(
    start: Start, discord: LoopbackDiscord, tmp_path: Path
) -> None:
    program = await start(discord.port)
    log = await read_until(program, "Invite it with")
    (tmp_path / "games.sqlite3").unlink()
    program.send_signal(signal.SIGTERM)
    status, rest = await ended(program)
    assert status == 0
    assert "Stopping. The database file is not at its place." in rest
    assert "Every game is saved" not in log + rest


async def test_a_first_start_says_who_it_is_and_how_to_invite_it_without_a_warning(
    start: Start, discord: LoopbackDiscord
) -> None:
    program = await start(discord.port)
    log = await read_until(program, "Invite it with")
    assert "Logged in as Scout" in log
    assert f"client_id={APPLICATION}&" in log
    assert "scope=bot+applications.commands" in log
    assert "permissions=" in log
    assert discord.commands == ["scout"]
    assert "Running upgrade  -> 0001" in log
    assert "Context impl" not in log
    assert "setup plugin" not in log
    assert "WARNING" not in log
    async with asyncio.timeout(PATIENCE):
        while not discord.emojis:  # noqa: ASYNC110 - the other side of a socket sets no event
            await asyncio.sleep(0.01)
    first = discord.emojis[0]
    picture = b64decode(first["image"].removeprefix("data:image/png;base64,"), validate=True)
    assert first["name"] == emoji_name("1", picture)
    assert picture == emoji_images()["1"]
    program.send_signal(signal.SIGINT)
    status, _ = await ended(program)
    assert status == 0


async def test_a_refused_token_is_named(start: Start, discord: LoopbackDiscord) -> None:
    program = await start(discord.port, DISCORD_TOKEN=f"{GOOD_TOKEN}.not")
    status, log = await ended(program)
    assert status == 2
    assert "Discord refused the token" in log
    assert "Traceback" not in log
    assert GOOD_TOKEN not in log


async def test_a_gateway_that_refuses_is_tried_again(
    start: Start, discord: LoopbackDiscord
) -> None:
    discord.gateway.refuses = True
    program = await start(discord.port)
    await read_until(program, "Failed to connect for shard_id: 0. Retrying")
    discord.gateway.refuses = False
    await read_until(program, "Invite it with")


@only_sqlite("about the file of SQLite")
async def test_a_database_that_cannot_be_opened_is_a_clear_error(
    start: Start, discord: LoopbackDiscord, tmp_path: Path
) -> None:
    nowhere = url_of(tmp_path / "no such folder" / "games.sqlite3")
    status, log = await ended(await start(discord.port, DATABASE_URL=nowhere))
    assert status == 1
    assert "DATABASE_URL" in log
    assert "Traceback" not in log


async def test_a_newer_database_is_named_though_discord_is_out_of_reach(
    start: Start, closed_port: int, url: str
) -> None:
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    status, log = await ended(await start(closed_port, DATABASE_URL=url))
    assert status == 1
    assert "DATABASE_URL cannot be used: a newer version of the bot wrote it" in log


@only_sqlite("about the file of SQLite")
async def test_a_second_bot_on_the_same_file_is_refused_until_the_first_has_ended(
    start: Start, discord: LoopbackDiscord, closed_port: int
) -> None:
    # The settings of both are the same, also a port that only one can have.
    settings = {"METRICS_PORT": str(closed_port)}
    first = await start(discord.port, **settings)
    assert "New database at" in await read_until(first, "Invite it with")
    status, log = await ended(await start(discord.port, **settings))
    assert status == 1
    assert "another bot is using" in log
    assert "Traceback" not in log
    # However it ends: a lock that outlived its holder would keep every later one out.
    first.kill()
    await ended(first)
    log = await read_until(await start(discord.port), "Invite it with")
    assert "New database at" not in log


def move_away(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


@only_sqlite("about the file of SQLite")
async def test_a_database_file_that_is_moved_away_is_soon_named_in_the_log(
    start: Start, discord: LoopbackDiscord, tmp_path: Path
) -> None:
    program = await start(discord.port)
    await read_until(program, "Invite it with")
    move_away(tmp_path / "games.sqlite3")
    await read_until(program, "was moved or deleted")


def children_of(process: int) -> list[int]:
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in lists for child in file.read_text().split()]


def runs(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    # What has ended stays listed until somebody asks for its exit status.
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are listed in /proc")
@pytest.mark.parametrize(
    ("end", "status"),
    [
        (lambda bot: os.kill(bot, signal.SIGTERM), 0),
        (lambda bot: os.killpg(bot, signal.SIGINT), 0),
        (lambda bot: os.kill(bot, signal.SIGKILL), -signal.SIGKILL),
    ],
    ids=["SIGTERM", "Ctrl-C", "SIGKILL"],
)
async def test_its_workers_end_with_it_and_without_a_word(
    start: Start, discord: LoopbackDiscord, end: Callable[[int], None], status: int
) -> None:
    program = await start(discord.port, COMPUTER_WORKERS="2")
    await read_until(program, "Invite it with")
    workers = children_of(program.pid)
    assert len(workers) >= 2
    end(program.pid)
    ended_with, log = await ended(program)
    assert ended_with == status
    assert "Traceback" not in log
    async with asyncio.timeout(PATIENCE):
        while any(map(runs, workers)):  # noqa: ASYNC110 - of no child of ours an event tells
            await asyncio.sleep(0.01)
