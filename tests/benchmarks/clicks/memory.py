"""Measures the memory of tables at play: each has a member, three computers, and pictures."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from engine.players import Level
from tests.benchmarks.clicks.costs import EMOJIS, quiet
from tests.benchmarks.clicks.figures import print_table
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess, NotPossible
from tests.loopback.driver.hands import PlayedTable, played_tables
from tests.loopback.driver.player import Player

TABLES = (10, 100, 1000)
_ACTIONS = {10: 10, 100: 4}
_FEWEST = 2
"""The actions of a member, by the number of tables; computers play three times as many."""
_COMPUTERS = (Level.EASY, Level.MEDIUM, Level.HARD)
_AT_ONCE = 50
"""At so many tables members press at the same time."""
AS_THE_IMAGE = {"MALLOC_ARENA_MAX": "2"}
_MEBI = 2**20
_EVERY = 1.0
"""Seconds between two looks at the memory."""


class Tree:
    """The memory of a program and of all processes that it started."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.most = 0

    def bytes_now(self) -> int:
        """The bytes they have in memory; a page of a file that several of them read counts once."""
        own, shared = 0, defaultdict[tuple[str, ...], int](int)
        for pid in _descendants(self._pid):
            for part, resident, anonymous in _mappings(pid):
                own += anonymous
                shared[part] = max(shared[part], resident - anonymous)
        used = own + sum(shared.values())
        self.most = max(self.most, used)
        return used

    async def watch(self) -> None:
        """Note the largest figure, until it is cancelled."""
        while True:
            self.bytes_now()
            await asyncio.sleep(_EVERY)


def _descendants(pid: int) -> Iterator[int]:
    """The process, its children, and theirs."""
    yield pid
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _descendants(int(child))


def _mappings(pid: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """For each part of the memory: its file and offset, its bytes there, and those of no file.

    A process that has ended has nothing.
    """
    part: tuple[str, ...] = ()
    resident = 0
    with suppress(FileNotFoundError, ProcessLookupError):
        for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
            name, *values = line.split()
            if not name.endswith(":"):
                # ADDRESSES PERMISSIONS OFFSET DEVICE INODE PATH
                part = tuple(values[1:4])
            elif name == "Rss:":
                resident = 1024 * int(values[0])
            elif name == "Anonymous:":
                yield part, resident, 1024 * int(values[0])


async def memory(folder: Path, counts: Sequence[int] = TABLES) -> None:
    """Print what the program takes before the first table, and at more and more of them."""
    rows = []
    async with DiscordProcess() as discord:
        bot = BotProcess(discord, folder, **AS_THE_IMAGE)
        await bot.start()
        tree = Tree(bot.pid)
        watching = asyncio.create_task(tree.watch())
        try:
            while (await discord.summary())["emojis"] < EMOJIS:
                await quiet(discord)
            for before, count in pairwise((0, 0, *counts)):
                await _play(discord, count - before, _ACTIONS.get(count, _FEWEST), before)
                await quiet(discord)
                rows.append((f"{count:,}", tree.bytes_now() // _MEBI, tree.most // _MEBI))
        finally:
            watching.cancel()
            await bot.kill()
    print_table(("tables at play", "MiB", "MiB at most"), rows)


async def _play(discord: DiscordProcess, tables: int, actions: int, seed: int) -> None:
    """Begin games at so many more tables; each member plays so many actions."""
    busy = asyncio.Semaphore(_AT_ONCE)

    async def play(table: PlayedTable) -> None:
        async with busy:
            await table.open()
            await _press(table.players[0], actions)

    opened = await played_tables(discord, tables, 1, seed, _COMPUTERS) if tables else []
    await asyncio.gather(*map(play, opened))


async def _press(player: Player, actions: int) -> None:
    """Press so many actions, whatever the answers are.

    On a busy machine the first answer is "One moment", and says of no action that it was played.
    """
    changes = -1
    while len(player.attempts) < actions:
        # NotPossible: the hand has changed between the look and the press.
        with suppress(NotPossible):
            if await player.step() is None:
                newest = await player.member.discord.wait_for_change(changes, PATIENCE)
                assert newest > changes, "no hand offers a move"
                changes = newest
