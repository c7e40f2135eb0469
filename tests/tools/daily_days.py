"""Plays the daily deal for weeks and counts it again: `python -m tests.tools.daily_days`.

The members of `tests.support.tables.daily_crowd` press as at Discord; after each week, and at the
end, the second program counts all sums from the rows. By default 30 days of 200 members, which
takes twenty minutes on two idle cores: `--minutes` ends it after the day that is being played then.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from bot.storage.engine.database import Database
from tests.support.storage.database import url_of
from tests.support.tables.daily_crowd import FIRST_MEMBER, Crowd, RememberingComputers, check_crowd
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.open_tables import PACE, running_tables

_WEEK = 7


async def live(days: int, members: int, seed: int, most_seconds: float) -> int:
    """Play so many days, or fewer if they take longer; returns how many were played."""
    began, clock = time.monotonic(), FakeClock()
    with tempfile.TemporaryDirectory() as folder:
        async with running_tables(
            Database(url_of(Path(folder) / "days.db")),
            new=True,
            now=clock,
            rng=random.Random(seed),
            pace=PACE,
            computers=RememberingComputers(),
        ) as tables:
            crowd, first = Crowd(tables, clock, random.Random(seed)), clock.time.date()
            played = 0
            while played < days and time.monotonic() - began < most_seconds:
                await crowd.live_a_day(range(FIRST_MEMBER, FIRST_MEMBER + members))
                played += 1
                is_last = played == days or time.monotonic() - began >= most_seconds
                if is_last or played % _WEEK == 0:
                    await check_crowd(crowd, first, played)
                seconds = time.monotonic() - began
                finished = len(crowd.finished) + crowd.forgotten.total()
                print(f"{played} days, {finished} ends, {seconds:.0f} s", flush=True)
            print(f"counted again from the rows, all equal: {dict(crowd.happened)}")
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600)
    asked = parser.parse_args()
    played = asyncio.run(live(asked.days, asked.members, asked.seed, asked.minutes * 60))
    if played < asked.days:
        raise SystemExit(f"only {played} of {asked.days} days were played in time")


if __name__ == "__main__":
    main()
