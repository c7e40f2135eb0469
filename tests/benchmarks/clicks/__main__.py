"""`python -m tests.benchmarks.clicks`: print what clicks cost; docs/benchmarks.md explains it.

Needs Linux, which shows the processor time of another process. On a machine that does other work
at the same time the figures mean little, but for those that are compared with the floor.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.benchmarks import daily, languages, statements
from tests.benchmarks.clicks.costs import costs
from tests.benchmarks.clicks.crowds import crowds
from tests.benchmarks.clicks.flood import flood
from tests.benchmarks.clicks.hands import hands
from tests.benchmarks.clicks.memory import memory
from tests.benchmarks.clicks.outages import outages
from tests.benchmarks.clicks.rooms import rooms
from tests.benchmarks.clicks.starts import starts

PARTS = (
    *("costs", "rooms", "statements", "hands", "crowds", "flood", "memory"),
    *("languages", "daily", "outages", "starts"),
)
_STEADY = 60
"""The steady load lasts so many seconds."""
_TABLES = 4
"""So many tables have members who play by their hands."""
_OUTAGE = 45
"""Discord is away for so many seconds."""


async def main(
    parts: list[str], tables: list[int], seconds: float, turns: int, other: Path | None
) -> None:
    if "costs" in parts:
        with tempfile.TemporaryDirectory() as folder:
            await costs(Path(folder), other)
    if "rooms" in parts:
        with tempfile.TemporaryDirectory() as folder:
            await rooms(Path(folder))
    if "statements" in parts:
        print()
        await statements.main()
    if "hands" in parts:
        with tempfile.TemporaryDirectory() as folder:
            await hands(Path(folder), turns, _TABLES, other)
    if "crowds" in parts:
        with tempfile.TemporaryDirectory() as folder:
            await crowds(Path(folder), _STEADY)
    if "flood" in parts:
        with tempfile.TemporaryDirectory() as folder:
            await flood(Path(folder))
    if "memory" in parts:
        with tempfile.TemporaryDirectory() as folder:
            await memory(Path(folder))
    if "languages" in parts:
        await languages.main()
    if "daily" in parts:
        await daily.main()
    if "outages" in parts:
        await outages(_OUTAGE)
    if "starts" in parts:
        for count in tables:
            await starts(count, seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--tables", type=int, nargs="*", default=[1000, 10_000])
    parser.add_argument(
        "--seconds", type=float, default=300, help="how long to watch after a start"
    )
    parser.add_argument("--turns", type=int, default=1000, help="how many the hands are watched")
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="CHECKOUT",
        help="the folder of another version, for costs and hands in the same run",
    )
    asked = parser.parse_args()
    other = asked.beside and asked.beside.resolve(strict=True)
    asyncio.run(main(asked.parts, asked.tables, asked.seconds, asked.turns, other))
