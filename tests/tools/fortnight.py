"""Plays a fortnight of sixty members and judges every mention: `python -m tests.tools.fortnight`.

They play in five servers while clocks in Europe change to summer time. With fewer members, for some
days, it is `tests/e2e/test_fortnight.py`. Prints the mentions by kind, the kills and the faults.
"""

import argparse
import asyncio
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tests.support.discord.fortnight.judged import live

_BEGINS = datetime(2026, 3, 17, tzinfo=UTC)
_DAYS, _SERVERS, _PEOPLE = 14, 5, 60
_PACE = 0.2


async def _live(folder: Path) -> int:
    """Live through the days; returns the number of faults."""
    judge, faults, kills = await live(folder, _BEGINS, _DAYS, _SERVERS, _PEOPLE, _PACE)
    print(*judge.counts.items(), f"kills: {kills}", *faults, sep="\n")
    return len(faults)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as name:
        sys.exit(min(asyncio.run(_live(Path(name))), 1))
