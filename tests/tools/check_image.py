"""Try the container image as compose.yaml runs it: `python -m tests.tools.check_image scout-bot`.

Starts a container with a read-only root against the loopback Discord, waits until the bot is ready,
tries its health check, its user, what it may write, `doctor` and `backup`, and stops it. `--engine`
is the command of the container engine, `docker` if left out. The exit status is 1 at the first
thing that is wrong.
"""

import argparse
import asyncio
import json
import shlex
import shutil
import sys
import tempfile
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Sequence
from pathlib import Path

from bot.pictures.emojis import emoji_images
from bot.ui.kit.permissions import PERMISSIONS
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord
from tests.support.process.environment import LEAD_TO_LOOPBACK

PATIENCE = 300
"""The bot may take so many seconds to be ready, and so may each command."""
SECONDS_TO_STOP = 30
"""A stop lasts so many seconds as in compose.yaml; after them the engine kills the bot."""
_NAME = "scout-bot-check"
_LIMITS = (
    *("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"),  # noqa: S108 - the container's
    *("--security-opt", "no-new-privileges", "--volume", "/data", "--network", "host"),
    *("--memory", "2g", "--pids-limit", "256"),
)


class ImageError(Exception):
    """Raised with what is wrong, and what was printed."""


async def check(engine: list[str], image: str) -> None:
    """Raises ImageError."""
    await _expect([*engine, "run", "--rm", image, "run"], 2, "DISCORD_TOKEN is not set")
    print("ok: without a token it says how to get one")
    with tempfile.TemporaryDirectory() as folder:
        _lay_out(Path(folder))
        async with LoopbackDiscord() as discord:
            settings = {
                "PYTHONPATH": "/loopback",
                "LOOPBACK_PORT": str(discord.port),
                "DISCORD_TOKEN": GOOD_TOKEN,
            }
            given = [f"--env={name}={value}" for name, value in settings.items()]
            options = [*_LIMITS, *given, f"--volume={folder}:/loopback:ro"]
            guild = discord.world.add_guild("A server")
            discord.world.add_channel(guild, "scout", PERMISSIONS.value)
            bot = await _start([*engine, "run", "--rm", "--name", _NAME, *options, image])
            try:
                await _try_running(engine, bot, discord)
            finally:
                if bot.returncode is None:
                    await _output([*engine, "rm", "--force", _NAME])


def _lay_out(folder: Path) -> None:
    """Lay out a folder that every Python of the container looks into at its start."""
    folder.chmod(0o755)
    shutil.copy(LEAD_TO_LOOPBACK, folder / "sitecustomize.py")


async def _try_running(engine: list[str], bot: Process, discord: LoopbackDiscord) -> None:
    await _read_until(bot, "Invite it with")
    print("ok: it is ready, with a read-only root")
    inside = [*engine, "exec", _NAME]
    await _expect([*inside, "id", "--user"], 0, "10001")
    await _expect([*inside, "touch", "/opt/scout-bot/file"], 1, "Read-only file system")
    await _expect([*inside, "test", "-s", "/data/scout.db"], 0, "")
    print("ok: it is not root, and writes to its volume alone")
    inspect = [*engine, "inspect", "--format", "{{json .Config.Healthcheck.Test}}", _NAME]
    _, command = await _output(inspect)
    await _expect([*inside, *json.loads(command)[1:]], 0, "")
    print("ok: its health check succeeds")
    await _try_commands(inside, discord)
    stopping = await _start([*engine, "stop", "--time", str(SECONDS_TO_STOP), _NAME])
    said = await _read_until(bot, "Stopping. Every game is saved.")
    async with asyncio.timeout(PATIENCE):
        await stopping.communicate()
        await bot.communicate()
    if bot.returncode != 0:
        raise ImageError(f"it ended with {bot.returncode} after SIGTERM:\n{said}")
    print("ok: SIGTERM ends it in time")


async def _try_commands(inside: list[str], discord: LoopbackDiscord) -> None:
    """Try the commands that a host calls beside the running bot."""
    emojis = await asyncio.to_thread(emoji_images)
    async with asyncio.timeout(PATIENCE):
        # The last thing that a first start does, without which the doctor is not content.
        while len(discord.world.emojis) < len(emojis):  # noqa: ASYNC110 - none to wait on
            await asyncio.sleep(1)
    await _expect([*inside, "scout-bot", "doctor", "--free", "1"], 0, "ok       token")
    await _expect([*inside, "scout-bot", "backup", "/data/backup.db"], 0, "intact")
    print("ok: the doctor finds nothing wrong, and a backup can be made")


async def _read_until(bot: Process, words: str) -> str:
    assert bot.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            return (await bot.stdout.readuntil(words.encode())).decode()
    except asyncio.IncompleteReadError as error:
        said = error.partial.decode()
        raise ImageError(f"it ended and never said {words!r}:\n{said}") from error


async def _expect(command: list[str], status: int, words: str) -> None:
    ended, said = await _output(command)
    if ended != status or words not in said:
        raise ImageError(f"{shlex.join(command)} ended with {ended}:\n{said}")


async def _output(command: list[str]) -> tuple[int | None, str]:
    program = await _start(command)
    async with asyncio.timeout(PATIENCE):
        said, _ = await program.communicate()
    return program.returncode, said.decode()


async def _start(command: list[str]) -> Process:
    return await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.check_image", description=__doc__)
    parser.add_argument("image")
    parser.add_argument("--engine", default="docker", help="the command of the container engine")
    options = parser.parse_args(arguments)
    try:
        asyncio.run(check(shlex.split(options.engine), options.image))
    except ImageError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
