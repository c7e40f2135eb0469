"""`python -m tests.loopback.chaos --kills 300 --seed 1`: kills and faults under way, and checks.

Prints each strike, and at the end what was found; the exit status says whether that is nothing.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from tests.loopback.chaos.program import ChaosProgram
from tests.loopback.chaos.run import Report, Run, look_for_leaks
from tests.loopback.chaos.strikes import plan
from tests.loopback.driver.discord_process import DiscordProcess

_PACE = "0.2"
"""Seconds that a computer takes for a move."""


async def _run(arguments: argparse.Namespace, folder: Path) -> Report:
    requests = folder / "requests"
    async with DiscordProcess(requests) as discord:
        bot = ChaosProgram(discord, folder, COMPUTER_PACE=_PACE)
        run = Run(discord, bot, arguments.seed, say=lambda line: print(line, flush=True))
        try:
            strikes = plan(random.Random(arguments.seed), arguments.kills, arguments.faults)
            report = await run.carry_out(strikes, arguments.tables)
        finally:
            await bot.kill()
            (folder / "log.txt").write_text("\n".join(bot.log), encoding="utf-8")
    await look_for_leaks(report, bot.database_url, requests, arguments.seed)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the database, log and requests")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        report = asyncio.run(_run(arguments, folder))
    seconds = sorted(report.seconds)
    print(
        f"{report.kills} kills and {report.faults} faults, {report.games} games finished, "
        f"{report.acknowledged} actions acknowledged, {report.requests} requests, "
        f"{report.bodies} bodies read, {report.copies} messages left behind and disarmed.\n"
        f"All tables current again after {seconds[len(seconds) // 2]:.1f} s (median), "
        f"{seconds[-1]:.1f} s (longest).\n"
        f"{len(report.problems)} problems"
    )
    for problem in report.problems[:50]:
        print(f"- {problem}")
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
