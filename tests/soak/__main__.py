"""`python -m tests.soak`: a day at many tables; fails if memory, handles or tasks grow.

Needs Linux, which counts what the process holds.
"""

import argparse
import asyncio
import sys
import tempfile
from itertools import dropwhile
from pathlib import Path

from tests.soak.run import Report, soak
from tests.soak.samples import JUDGED_GAMES, Sample, growth, memory_growth


def _is_full(sample: Sample, kept: int) -> bool:
    """Whether the caches were full, and so grow no more."""
    # A table that is being changed is out of the cache.
    return sample.tables >= 0.9 * kept and sample.messages >= kept


def _judge(report: Report, kept: int) -> list[str]:
    steady = [*dropwhile(lambda sample: not _is_full(sample, kept), report.samples)]
    print(f"{len(steady)} of {len(report.samples)} samples were taken after the caches were full.")
    if not steady or steady[-1].games - steady[0].games < JUDGED_GAMES:
        print(f"Fewer than {JUDGED_GAMES:,} games lie between them: no word on memory.")
    else:
        print(f"In between memory grew by {memory_growth(steady):.2%} in 1,000 games.")
    return [*growth(steady), *report.left, *report.problems]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=200, help="games from one line to the next")
    parser.add_argument(
        "--kept",
        type=int,
        help="tables kept in memory; by default six of ten, so that the caches fill",
    )
    given = parser.parse_args()
    kept = given.kept or max(given.tables * 6 // 10, 1)
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            soak(
                Path(folder),
                games=given.games,
                tables=given.tables,
                seed=given.seed,
                every=given.every,
                kept=kept,
                say=lambda sample: print(sample.line(), flush=True),
            )
        )
    fates = ", ".join(f"{count:,} {fate}" for fate, count in report.fates.most_common())
    print(f"{report.fates.total():,} tables: {fates}.")
    found = _judge(report, kept)
    for problem in found[:50]:
        print(f"- {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
