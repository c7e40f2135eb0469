"""`python -m tests.loopback.chaos --kills 300 --seed 1`: kills and faults under way, and checks.

With `--processes 3 --rolls 20` the bot is three processes on a PostgreSQL server of the run's own,
each with a shard; each strike meets one of them, and rolling restarts come in between.

Prints each strike, and at the end the problems found; the exit status is 0 if there are none.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from bot.tables.sharding.leases import LEASE
from tests.loopback.chaos.program import ChaosProgram
from tests.loopback.chaos.run import CURRENT_SECONDS, Report, Run, look_for_leaks
from tests.loopback.chaos.strikes import Strike, plan
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.fleet import Fleet
from tests.loopback.shared_database import fleet, shared_database

_PACE = "0.2"
"""A computer takes so many seconds for a move."""


async def _run(arguments: argparse.Namespace, folder: Path, url: str | None) -> Report:
    requests = folder / "requests"
    async with DiscordProcess(requests) as discord:
        bot = _bot(discord, folder, url, arguments)
        run = Run(
            discord,
            bot,
            arguments.seed,
            say=lambda line: print(line, flush=True),
            shards=arguments.processes,
            patience=CURRENT_SECONDS if url is None else LEASE + CURRENT_SECONDS,
        )
        try:
            rng = random.Random(arguments.seed)
            strikes = plan(rng, arguments.kills, arguments.faults)
            strikes += [Strike(None, rolls=True)] * arguments.rolls
            rng.shuffle(strikes)
            report = await run.carry_out(strikes, arguments.tables)
        finally:
            await (bot.kill_all() if isinstance(bot, Fleet) else bot.kill())
            (folder / "log.txt").write_text("\n".join(bot.log), encoding="utf-8")
    await look_for_leaks(report, bot.database_url, requests, arguments.seed)
    return report


def _bot(
    discord: DiscordProcess, folder: Path, url: str | None, arguments: argparse.Namespace
) -> ChaosProgram | Fleet:
    """Make one process on SQLite, or several on the database at that address."""
    if url is None:
        return ChaosProgram(discord, folder, COMPUTER_PACE=_PACE)
    shards = [str(number) for number in range(arguments.processes)]
    return fleet(
        discord, folder, url, shards, program=ChaosProgram, seed=arguments.seed, COMPUTER_PACE=_PACE
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--rolls", type=int, default=0, help="rolling restarts of one process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the database, log and requests")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with shared_database() if arguments.processes > 1 else nullcontext() as url:
            report = asyncio.run(_run(arguments, folder, url))
    seconds = sorted(report.seconds)
    print(
        f"{report.kills} kills, {report.rolls} rolling restarts and {report.faults} faults, "
        f"{report.games} games finished, "
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
