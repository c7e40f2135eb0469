"""Measures how late the event loop is while computers think in the bot's own process.

Run `python -m tests.benchmarks.loop_lag [seconds] [--computers N]`. The computers are hard ones in
their quick form, as without worker processes, and one thinks again at once. First the searches'
caches are filled. Besides the lag it prints the collector's pauses and the objects that it follows.

On a machine with other work the clock says by how much others kept the process waiting too. So the
second line is the clock's less the time in which threads of the process were ready and had no
processor, as Linux counts it. The third counts only the processor time that the process itself
spent from tick to tick, less what fits into one: the part of the lag that the program causes. What
the machine below a virtual one takes from it is in the first two.
"""

import argparse
import asyncio
import gc
import random
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from bot.hosting.host import prepare
from bot.tables.computers.service import ComputerService
from engine.players import Level
from engine.view import View, view
from tests.support.engine.random_games import positions

_TICK = 0.002
"""Seconds between two looks at the clock."""
_WARM_UP = 3.0
"""The part of the measured time that fills the caches before it, as a multiple."""


class Pauses:
    """The seconds of processor time of each of the collector's runs."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._begun = 0.0
        gc.callbacks.append(self._note)

    def _note(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.thread_time()
        else:
            self.seconds.append(time.thread_time() - self._begun)


def seen_positions() -> list[View]:
    """Views of seats on turn at tables of three to five players."""
    games = [game for players in (3, 4, 5) for game in positions(players, seed=1)]
    rounds = [(game, game.rounds[-1]) for game in games if game.current is not None]
    return [view(game, now.turn) for game, now in rounds if now.to_move == (now.turn,)]


async def think(service: ComputerService, views: Sequence[View], seed: int) -> None:
    """Make one computer think, from one decision to the next."""
    rng = random.Random(seed)
    for seen in cycle(rng.sample(views, len(views))):
        await service.choose(Level.HARD, seen, rng.getrandbits(30))


def kept_waiting() -> float:
    """The seconds in which threads of this process were ready to run and had no processor."""
    waits = (file.read_text().split()[1] for file in Path("/proc/self/task").glob("*/schedstat"))
    return sum(map(int, waits)) / 1e9


async def lags(seconds: float) -> dict[str, list[float]]:
    """The milliseconds by which each tick was late, least first, counted in three ways."""
    end, by_clock, alone, by_processor = time.perf_counter() + seconds, [], [], []
    while (begun := time.perf_counter()) < end:
        spent, waited = time.process_time(), kept_waiting()
        await asyncio.sleep(_TICK)
        late = time.perf_counter() - begun - _TICK
        by_clock.append(1000 * late)
        alone.append(1000 * max(0.0, late - (kept_waiting() - waited)))
        by_processor.append(1000 * max(0.0, time.process_time() - spent - _TICK))
    return {
        "clock": sorted(by_clock),
        "clock without waiting for a processor": sorted(alone),
        "own processor time": sorted(by_processor),
    }


async def measure(views: Sequence[View], seconds: float, computers: int) -> None:
    """Run the computers, and print the lag."""
    service, pauses = ComputerService(0), Pauses()
    await service.start()
    thinking = [asyncio.create_task(think(service, views, seed)) for seed in range(computers)]
    await lags(_WARM_UP * seconds)
    pauses.seconds.clear()
    found = await lags(seconds)
    for task in thinking:
        task.cancel()
    await asyncio.gather(*thinking, return_exceptions=True)
    await service.close()
    for name, each in found.items():
        p50, p99, p999 = (each[int(len(each) * part)] for part in (0.5, 0.99, 0.999))
        print(
            f"lag in ms, {name}: {p50:.1f} median, {p99:.1f} p99, {p999:.1f} p99.9,"
            f" {each[-1]:.1f} longest of {len(each):,}"
        )
    longest = 1000 * max(pauses.seconds, default=0.0)
    begun = time.thread_time()
    gc.collect()
    full = 1000 * (time.thread_time() - begun)
    print(f"collector: {longest:.1f} ms longest pause, {full:.1f} ms for everything", end=", ")
    print(f"{len(gc.get_objects()):,} objects followed")


def main() -> None:
    """Measure for some seconds, and print the lag."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.loop_lag")
    parser.add_argument("seconds", nargs="?", type=float, default=20.0)
    parser.add_argument("--computers", type=int, default=20)
    options = parser.parse_args()
    views = seen_positions()
    prepare()
    asyncio.run(measure(views, options.seconds, options.computers))


if __name__ == "__main__":
    main()
