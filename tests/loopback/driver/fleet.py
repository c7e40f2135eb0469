"""Several processes of one bot, each with shards of its own, on one database."""

import random
from collections.abc import Callable
from typing import Any

from tests.loopback.driver.bot_process import BotProcess, login_of
from tests.loopback.driver.discord_process import PATIENCE

_START_PATIENCE = 4 * PATIENCE
"""Seconds for the start of processes that share the machine."""


class Fleet:
    """Stands where one `BotProcess` would: what is done to it is done to one, chosen by chance.

    `make` gives a process for the shards of one, as in SHARD_IDS, of which `shards` has those of
    each.
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
        """Of a process that is chosen anew each time."""
        self._chosen = self._rng.randrange(len(self.processes))
        return self.processes[self._chosen].pid

    @property
    def log(self) -> list[str]:
        """Of all processes, one after the other."""
        return [line for one in [*self.stopped, *self.processes] for line in one.log]

    async def start(self) -> Any:
        """Start those that do not run, and wait until they have logged in."""
        logins = (await self.discord.summary())["logins"]
        for process in self.processes:
            if process.has_ended:
                await process.launch()
                logins += process.shards
        return await login_of(self.processes, logins, _START_PATIENCE)

    async def add(self, ids: str) -> BotProcess:
        """One more, beside those that run, once it has logged in."""
        process = self._make(ids)
        await process.start(_START_PATIENCE)
        self.processes.append(process)
        return process

    async def kill(self) -> None:
        """End one at once."""
        self._chosen = self._rng.randrange(len(self.processes))
        await self.processes[self._chosen].kill()

    async def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for the end of the one that was chosen."""
        return await self.processes[self._chosen].ended(seconds)

    async def roll(self) -> None:
        """Put a new process in the place of one, as a rolling restart does: both run for a time."""
        number = self._rng.randrange(len(self.processes))
        successor = self._make(self._ids[number])
        await successor.start(_START_PATIENCE)
        assert await self.processes[number].stop() == 0
        self.stopped.append(self.processes[number])
        self.processes[number] = successor

    async def kill_all(self) -> None:
        for process in self.processes:
            await process.kill()
