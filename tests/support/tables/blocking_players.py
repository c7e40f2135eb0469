"""Computer players that wait for a release before they answer, in any process."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path

from bot.tables.computers.service import ComputerService
from bot.tables.computers.workers import Players
from bot.tables.core.deadlines import Sleep
from engine.actions import Action
from engine.players import Level, Player
from engine.players.registry import player, quick_player
from engine.view import View

_PATIENCE = 30
"""Seconds that a process may take to come up, to think or to end; no test measures them."""


@asynccontextmanager
async def at_work(
    workers: int,
    players: Players,
    sleep: Sleep = asyncio.sleep,
    *,
    quick_players: Players = quick_player,
) -> AsyncIterator[ComputerService]:
    """ComputerService with so many workers, closed whatever happens."""
    computers = ComputerService(workers, players=players, quick_players=quick_players, sleep=sleep)
    await computers.start()
    try:
        yield computers
    finally:
        await computers.close()


async def eventually(happened: Callable[[], object]) -> None:
    """Wait for what no event announces: another process does it, or a clock without listeners."""
    async with asyncio.timeout(_PATIENCE):
        while not happened():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@dataclass(frozen=True)
class BlockingPlayers:
    """Players of these levels think until `release`; `folder` is how the processes talk."""

    folder: Path
    levels: frozenset[Level] = frozenset({Level.HARD})

    def __call__(self, level: Level) -> Player:
        return BlockingPlayer(self, level) if level in self.levels else player(level)

    @property
    def thinking(self) -> list[int]:
        """The processes in which a search has begun."""
        return sorted(int(file.name) for file in self.folder.glob("[0-9]*"))

    def release(self) -> None:
        (self.folder / "released").touch()

    def wait(self) -> None:
        (self.folder / str(os.getpid())).touch()
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and not (self.folder / "released").exists():
            time.sleep(0.005)


@dataclass(frozen=True)
class BlockingPlayer:
    held: BlockingPlayers
    level: Level

    def choose(self, view: View, rng: random.Random) -> Action:
        """What the level's own player does; hard's is the last legal action, so that it differs."""
        self.held.wait()
        if self.level is Level.HARD:
            return view.legal_actions()[-1]
        return player(self.level).choose(view, rng)


class FailingPlayer:
    def choose(self, view: View, rng: random.Random) -> Action:
        """Raise an error that contains the hand."""
        raise ValueError(f"what to do with {view.hand}?")


def failing_hard(level: Level) -> Player:
    """A hard player that fails; the others are as they are."""
    return FailingPlayer() if level is Level.HARD else player(level)


async def until_ended(process: int) -> None:
    await eventually(lambda: process not in [child.pid for child in active_children()])
