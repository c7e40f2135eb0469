"""Shows where the processor time of a click goes, by room, and its counts: run after `costs`."""

import asyncio
import json
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.benchmarks.clicks.costs import EMOJIS, PLAYERS, QUIET, Game, Meter, members_of, quiet
from tests.benchmarks.clicks.figures import Clicks, print_table
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess

_WARM_UP, _HANDS, _SHOWS = 20, 60, 30
_MOST_WAITS = 1000
_ROOMS = ("pictures", "own code", "discord.py", "aiohttp", "SQLAlchemy", "SQLite's threads")
_LAST_ROOMS = ("other threads", "event loop", "of all garbage")
_COUNTS = ("pictures", "writing transactions", "reading transactions")


class RoomsProcess(BotProcess):
    module = "tests.benchmarks.clicks.rooms_bot"

    def __init__(self, discord: DiscordProcess, folder: Path) -> None:
        self._file = folder / "rooms.json"
        super().__init__(discord, folder, ROOMS_FILE=str(self._file))

    async def spent(self) -> Counter[str]:
        """What `rooms_bot` wrote about everything since its start."""
        self._file.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        for _ in range(_MOST_WAITS):
            if self._file.exists():
                return Counter(json.loads(self._file.read_text()))
            await asyncio.sleep(0.01)
        raise TimeoutError


def by_room(spent: Counter[str]) -> dict[str, float]:
    """Milliseconds by room, and counts: the main thread's by its samples, the others' beside it.

    Pictures are drawn in other threads, and looked up in the main one.
    """
    samples = {room: spent[f"sample {room}"] for room in (*_ROOMS, *_LAST_ROOMS)}
    each = 1000 * spent["thread main"] / max(1, sum(samples.values()))
    found = {room: each * number for room, number in samples.items()}
    drawn = 1000 * spent["drawing"]
    found["pictures"] += drawn
    found["SQLite's threads"] = 1000 * spent["thread SQLite"]
    found["other threads"] = max(0.0, 1000 * spent["thread others"] - drawn)
    found["of all garbage"] = 1000 * spent["garbage"]
    return found | {f"# {name}": spent[f"count {name}"] for name in _COUNTS}


class RoomsMeter(Meter):
    """A meter that counts by room too, for all clicks of a name together."""

    def __init__(self, bot: RoomsProcess) -> None:
        super().__init__(bot)
        self._rooms_of = bot
        self.spent: dict[str, Counter[str]] = {}

    @asynccontextmanager
    async def measuring(self, clicks: Clicks, seconds: float = QUIET) -> AsyncIterator[None]:
        before = await self._rooms_of.spent()
        async with super().measuring(clicks, seconds):
            yield
        after = await self._rooms_of.spent()
        after.subtract(before)
        self.spent.setdefault(clicks.name, Counter()).update(after)


async def rooms(folder: Path) -> None:
    """Measure a game of three members; print milliseconds by room, and counts."""
    async with DiscordProcess() as discord:
        bot = RoomsProcess(discord, folder)
        meter = RoomsMeter(bot)
        try:
            game = Game(meter, await members_of(discord, PLAYERS))
            await bot.start()
            while (await discord.summary())["emojis"] < EMOJIS:
                await quiet(discord)
            await discord.enforce_limits(False)
            await game.open()
            await game.hands(_WARM_UP)
            await game.turns(_WARM_UP)
            game.forget()
            meter.spent.clear()
            await game.hands(_HANDS)
            await game.turns(_SHOWS)
        finally:
            await bot.kill()
    kinds = (game.hand, game.step, game.show)
    spent = {clicks.name: by_room(meter.spent[clicks.name]) for clicks in kinds}
    names = (*_ROOMS, *_LAST_ROOMS, *(f"# {name}" for name in _COUNTS))
    print_table(
        ("CPU ms by room, and counts", *(clicks.name for clicks in kinds)),
        [(name, *(spent[one.name][name] / one.count for one in kinds)) for name in names]
        + [("# requests", *(one.requests_each for one in kinds))],
    )
