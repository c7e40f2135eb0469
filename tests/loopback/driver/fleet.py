"""Several processes of one bot, each with shards of its own, on one database."""

import random
from collections.abc import Callable
from typing import Any

from tests.loopback.driver.bot_process import BotProcess, login_of
from tests.loopback.driver.discord_process import PATIENCE

_START_PATIENCE = 4 * PATIENCE
"""Processes that share the machine may take so many seconds to start."""


class Fleet:
    """Works like one `BotProcess`: what is done to it is done to one process, chosen by chance.

    `make` builds a process from its shards, written as in SHARD_IDS; `shards` has those of each
    process.
    """

    def __init__(
        self, make: Callable[[str], BotProcess], shards: list[str], rng: random.Random
    ) -> None:
        self.processes = [make(ids) for ids in shards]
        self.stopped: list[BotProcess] = []
        self.discord = self.processes[0].discord
        self.database_url = self.processes[0].database_url
        self._make = make
        self._ids = shards
        self._rng = rng
        self._chosen = 0

    @property
    def pid(self) -> int:
        """The id of a process that is chosen again at each call."""
        self._chosen = self._rng.randrange(len(self.processes))
        return self.processes[self._chosen].pid

    @property
    def log(self) -> list[str]:
        """The logs of all processes, one after the other."""
        return [line for one in [*self.stopped, *self.processes] for line in one.log]

    async def start(self) -> Any:
        """Start the processes that do not run, and wait until they have logged in."""
        logins = (await self.discord.summary())["logins"]
        for process in self.processes:
            if process.has_ended:
                await process.launch()
                logins += process.shards
        return await login_of(self.processes, logins, _START_PATIENCE)

    async def add(self, ids: str) -> BotProcess:
        """Start one more process beside those that run, and wait until it has logged in."""
        process = self._make(ids)
        await process.start(_START_PATIENCE)
        self.processes.append(process)
        return process

    async def kill(self) -> None:
        """End one process at once."""
        self._chosen = self._rng.randrange(len(self.processes))
        await self.processes[self._chosen].kill()

    async def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for the end of the process that was chosen."""
        return await self.processes[self._chosen].ended(seconds)

    async def roll(self) -> None:
        """Replace one process by a new one, as a rolling restart does: both run for a time."""
        number = self._rng.randrange(len(self.processes))
        successor = self._make(self._ids[number])
        await successor.start(_START_PATIENCE)
        assert await self.processes[number].stop() == 0
        self.stopped.append(self.processes[number])
        self.processes[number] = successor

    async def kill_all(self) -> None:
        for process in self.processes:
            await process.kill()
