"""Run the commands of docs/hosting.md as they stand: `python -m tests.tools.run_guide`.

They run in order, in one copy of the project, against the loopback Discord, on a database that has
a finished game at table 7. A fence says after its language what to do with its block:

- `sh`: run it; it has to succeed
- `sh network`: the same, but with `--offline` the packages of this Python take its place
- `sh serves`: run it until the bot is ready, then end it with SIGTERM
- `sh postgres`: run it if PostgreSQL is installed, against a temporary server
- `sh by-hand`: nothing, since it needs the real Discord, root or another program
- `dotenv`: write its lines into `.env`, the token as one that the loopback Discord knows
- `dotenv postgres`: the same if PostgreSQL is installed
- `dotenv by-hand`: nothing, since it is for another machine
- `sql postgres`: run it as the administrator of the temporary server
- `text`, `yaml`: nothing, since it is for another program, or what a program prints

The exit status is 1 at the first block that fails.
"""

import argparse
import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from bot.pictures.emojis import emoji_images
from bot.storage.engine.database import Database
from bot.ui.kit.permissions import PERMISSIONS
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord
from tests.support.guide import NETWORK, POSTGRES, ROOT, SERVES, Block, assignments, blocks
from tests.support.process.environment import LEAD_TO_LOOPBACK, Environment, bare_environment
from tests.support.storage.database import url_of
from tests.support.storage.postgres_server import PostgresServer, is_installed, postgres_server
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import NOAH, game_on_turn, lobby, play_to_the_end
from tests.support.tables.open_tables import running_tables

TABLE = 7
"""The number of the table with the finished game."""
PATIENCE = 300
"""One block may take so many seconds."""
_ADMINISTRATOR = "postgres"
_PAUSE = 0.2
_READY = b"Invite it with"
_STOPPED = "Stopping. Every game is saved."
_POSTGRES_PORT = "PGPORT"
"""The port for addresses without one, as the guide's are."""
_PSQL = f"""\
psql --host=localhost --username={_ADMINISTRATOR} --dbname=postgres --set=ON_ERROR_STOP=1 <<'SQL'
{{}}SQL
"""
_LEFT_OUT = shutil.ignore_patterns(
    *("__pycache__", ".git", ".venv*", ".env", "*.db*", "dist", ".*_cache", ".hypothesis")
)


class GuideError(Exception):
    """Raised with the block that failed, and what was printed."""


class Guide:
    """The copy of the project that the commands run in, and the servers that they reach."""

    def __init__(
        self,
        folder: Path,
        discord: LoopbackDiscord,
        postgres: PostgresServer | None,
        *,
        offline: bool,
    ) -> None:
        self._copy, self._discord, self._offline = folder / "scout", discord, offline
        self._ports = {"LOOPBACK_PORT": str(discord.port)}
        if postgres is not None:
            self._ports[_POSTGRES_PORT] = str(postgres.port)
        shutil.copytree(ROOT, self._copy, ignore=_LEFT_OUT)

    async def run(self, block: Block) -> bool:
        """Run a block; returns whether it had anything to do. Raises GuideError."""
        if block.mark == POSTGRES and _POSTGRES_PORT not in self._ports:
            return False
        match block.language, block.mark:
            case "sh", mark if mark == NETWORK:
                await self._install(block)
            case "sh", mark if mark == SERVES:
                await self._serve(block)
            case "sh", mark if mark in ("", POSTGRES):
                await self._succeed(block)
            case "dotenv", mark if mark in ("", POSTGRES):
                self._write_settings(block)
            case "sql", _:
                await self._succeed(block._replace(text=_PSQL.format(block.text)))
            case _:
                return False
        return True

    async def play_a_game(self) -> None:
        """Play the finished game, in the database of the default settings."""
        database = Database(url_of(self._copy / "scout.db"))
        async with running_tables(database, new=True, now=FakeClock()) as tables:
            for number in range(1, TABLE):
                await lobby(tables, channel=number)
            state = await game_on_turn(tables, NOAH, computers=1, channel=TABLE)
            assert state.id == TABLE
            await play_to_the_end(tables, state, random.Random(TABLE))

    async def _install(self, block: Block) -> None:
        if not self._offline:
            await self._succeed(block)
            return
        if not (self._copy / ".venv").exists():
            environment = Environment(self._copy / ".venv", self._copy)
            environment.share_packages()
            environment.pip("--no-deps", "--no-index", "--no-build-isolation", "--editable", ".")

    async def _succeed(self, block: Block) -> None:
        program = await self._start(block)
        try:
            async with asyncio.timeout(PATIENCE):
                said, _ = await program.communicate()
        finally:
            _end(program, signal.SIGKILL)
        if program.returncode != 0:
            raise GuideError(f"{block} ended with {program.returncode}:\n{said.decode()}")

    async def _serve(self, block: Block) -> None:
        self._lead_to_loopback()
        emojis = await asyncio.to_thread(emoji_images)
        program = await self._start(block)
        assert program.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE):
                await program.stdout.readuntil(_READY)
                # The last thing that a first start does.
                while len(self._discord.world.emojis) < len(emojis):  # noqa: ASYNC110 - none to wait on
                    await asyncio.sleep(_PAUSE)
                _end(program, signal.SIGTERM)
                rest, _ = await program.communicate()
        except asyncio.IncompleteReadError as error:
            said = error.partial.decode()
            raise GuideError(f"{block} ended before it was ready:\n{said}") from error
        finally:
            _end(program, signal.SIGKILL)
        if _STOPPED not in rest.decode():
            raise GuideError(f"{block} was not stopped by SIGTERM:\n{rest.decode()}")

    async def _start(self, block: Block) -> asyncio.subprocess.Process:
        first = str(Path(sys.executable).parent)
        return await asyncio.create_subprocess_exec(
            *("bash", "-euo", "pipefail", "-c", block.text),
            cwd=self._copy,
            env={
                **bare_environment(),
                "PATH": f"{first}{os.pathsep}{os.environ['PATH']}",
                **self._ports,
            },
            stdin=subprocess.DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            start_new_session=True,
        )

    def _lead_to_loopback(self) -> None:
        """Lead every Python of the copy's environment to the loopback Discord."""
        for place in (self._copy / ".venv").glob("lib/python*/site-packages"):
            shutil.copy(LEAD_TO_LOOPBACK, place)
            # Read after the one that names the shared packages.
            (place / "z_loopback.pth").write_text("import lead_to_loopback\n", encoding="utf-8")

    def _write_settings(self, block: Block) -> None:
        file = self._copy / ".env"
        text = file.read_text(encoding="utf-8")
        for name, value in assignments(block).items():
            line = f"{name}={GOOD_TOKEN if name == 'DISCORD_TOKEN' else value}"
            text, replaced = re.subn(rf"^{name}=.*$", line, text, flags=re.MULTILINE)
            if not replaced:
                text += f"{line}\n"
        file.write_text(text, encoding="utf-8")


def _end(program: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Send the signal to the shell and all that it started."""
    if program.returncode is None:
        os.killpg(program.pid, number)


async def run(folder: Path, *, offline: bool) -> list[Block]:
    """Run the guide in a folder; returns the blocks that had something to do."""
    done = []
    server = postgres_server(_ADMINISTRATOR) if is_installed() else nullcontext()
    with server as postgres:
        async with LoopbackDiscord() as discord:
            server_of_host = discord.world.add_guild("A server")
            discord.world.add_channel(server_of_host, "scout", PERMISSIONS.value)
            guide = Guide(folder, discord, postgres, offline=offline)
            await guide.play_a_game()
            for block in blocks():
                if await guide.run(block):
                    done.append(block)
                    print(f"ok: {block} {block.text.splitlines()[0]}", flush=True)
    return done


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.run_guide", description=__doc__)
    parser.add_argument("--offline", action="store_true", help="download nothing")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        try:
            asyncio.run(run(Path(folder), offline=options.offline))
        except GuideError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
