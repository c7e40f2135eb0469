"""`python -m bot run` as its own process, on a loopback Discord."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.server.service import GOOD_TOKEN
from tests.support.process.starts import ROOT, Copy, start_program
from tests.support.storage.database import database_url


class ProgramEnded(Exception):
    """The program ended while its login was awaited; the message holds its log."""


class BotProcess:
    """The program can be killed and started again on the same database in `folder`.

    `settings` are environment variables. What the bot logs is collected in `log`. `checkout` is the
    folder of the version that runs; another one than this has its packages in its `.venv`.
    """

    module = "tests.support.process.run_on_loopback"
    shards = 1
    """The number of shards that it logs in with."""

    def __init__(
        self, discord: DiscordProcess, folder: Path, checkout: Path = ROOT, /, **settings: str
    ) -> None:
        self.discord = discord
        self.folder = folder
        self.database_url = database_url(folder)
        self.log: list[str] = []
        self._settings = {"PYTHONPATH": str(checkout), **settings}
        is_this = checkout == ROOT
        self._python = sys.executable if is_this else str(checkout / ".venv" / "bin" / "python")
        self._process: Process | Copy | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        return self._process is None or self._process.returncode is not None

    async def start(self, seconds: float = PATIENCE) -> Any:
        """Start it and wait until its shards have logged in; returns what Discord knows of that."""
        logins = (await self.discord.summary())["logins"]
        await self.launch()
        return await login_of([self], logins + self.shards, seconds)

    async def launch(self) -> None:
        """Start it, and wait for nothing."""
        usual = {
            "DISCORD_TOKEN": GOOD_TOKEN,
            "DATABASE_URL": self.database_url,
            "COMPUTER_WORKERS": "0",
            "COMPUTER_PACE": "0",
        }
        port = str(self.discord.port)
        self._process = await start_program(
            *(self.module, port, port),
            folder=self.folder,
            environment={**os.environ, **usual, **self._settings},
            stderr=PIPE,
            python=self._python,
        )
        self._reading = asyncio.create_task(self._read(self._process))

    async def kill(self) -> None:
        """End it at once, as if the machine had failed, if it runs at all."""
        if not self.has_ended:
            self._signal(signal.SIGKILL)
            await self.ended()

    async def stop(self) -> int:
        """Ask it to end; returns the exit status."""
        if not self.has_ended:
            self._signal(signal.SIGTERM)
        return await self.ended()

    def _signal(self, number: signal.Signals) -> None:
        # The system may know of its end before asyncio does.
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for its end; returns the exit status."""
        assert self._process is not None
        assert self._reading is not None
        async with asyncio.timeout(seconds):
            status = await self._process.wait()
            await self._reading
        return status

    def cpu_seconds(self) -> float:
        """The CPU time of all its threads since its start, without child processes; on Linux."""
        # The number of the clock that counts a process's time on the processors.
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory_bytes(self) -> int:
        """The bytes of memory that only this program holds."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        kilobytes = [int(line.split()[1]) for line in lines if line.startswith("Private_")]
        return 1024 * sum(kilobytes)

    def errors(self) -> list[str]:
        """The log lines which report that something failed in the program."""
        return [line for line in self.log if " ERROR " in line or "Traceback" in line]

    async def _read(self, process: Process | Copy) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            self.log.append(line.decode().rstrip())


async def login_of(programs: list[BotProcess], count: int, seconds: float = PATIENCE) -> Any:
    """Wait until there were so many logins; raise ProgramEnded as soon as one program ends.

    Returns what Discord knows of the login.
    """
    login = asyncio.create_task(programs[0].discord.wait_for_login(count, seconds))
    ends = {asyncio.create_task(one.ended(2 * seconds)): one for one in programs}
    try:
        await asyncio.wait({login, *ends}, return_when=asyncio.FIRST_COMPLETED)
        for end, program in ends.items():
            if end.done() and not login.done():
                log = "\n".join(program.log)
                raise ProgramEnded(
                    f"it ended with status {end.result()} before it logged in:\n{log}"
                )
        return await login
    finally:
        for task in (login, *ends):
            task.cancel()
