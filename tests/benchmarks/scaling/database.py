"""`python -m tests.benchmarks.scaling.database`: what a move costs at a PostgreSQL of its own.

Members play at some tables at once, through the use cases, without Discord. CPU is the time of this
process and of the server's processes, so other work on the machine changes it little.
"""

import argparse
import asyncio
import random
import time
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from bot.storage.engine.database import Database
from bot.storage.models.options import TableOptions
from bot.storage.models.sharding import ALL_SHARDS
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from tests.loopback.shared_database import shared_database
from tests.support.tables.members import AVA, NOAH, game_on_turn, play_on
from tests.support.tables.open_tables import tables_of

_TICKS = 100
"""The processes' times in /proc have so many ticks a second."""


class Cost(NamedTuple):
    """The seconds of CPU, and the commits, so far."""

    bot: float
    server: float
    commits: int


async def _cost(database: Database) -> Cost:
    async with database.read() as session:
        pid = int(await session.scalar(text("SELECT pg_backend_pid()")) or 0)
        query = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
        commits = int(await session.scalar(text(query)) or 0)
    return Cost(time.process_time(), _server_seconds(pid), commits)


def _server_seconds(backend: int) -> float:
    """The CPU seconds of all processes of the server that this one belongs to."""
    parent = _stat(backend)[1]
    ids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return sum(_stat(one)[11] + _stat(one)[12] for one in ids if _stat(one)[1] == parent) / _TICKS


def _stat(pid: int) -> list[int]:
    """The numbers of /proc/PID/stat after the name and the state; zeros if it has ended."""
    try:
        line = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return [0] * 20
    return [0, *map(int, line.rpartition(")")[2].split()[1:20])]


async def _play(tables: Tables, state: TableState, moves: int) -> None:
    rng = random.Random(state.id)
    for _ in range(moves):
        state = await play_on(tables, state, rng)


async def measure(url: str, count: int, moves: int) -> None:
    tables = tables_of(Database(url), shards=ALL_SHARDS)
    database = tables.repository.database
    await database.migrate()
    await tables.assignment.start()
    options = TableOptions(length=10)
    opened = [
        await game_on_turn(tables, NOAH, AVA, channel=10 + number, options=options)
        for number in range(count)
    ]
    before, began = await _cost(database), time.monotonic()
    await asyncio.gather(*(_play(tables, state, moves) for state in opened))
    seconds, after = time.monotonic() - began, await _cost(database)
    played = count * moves
    print(
        f"{played} moves at {count} tables at once in {seconds:.1f} s: {played / seconds:.0f} a "
        f"second. A move: {1000 * (after.bot - before.bot) / played:.1f} ms CPU of the bot, "
        f"{1000 * (after.server - before.server) / played:.1f} ms of the server, "
        f"{(after.commits - before.commits) / played:.1f} transactions."
    )
    await tables.close()
    await database.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--moves", type=int, default=30)
    arguments = parser.parse_args()
    with shared_database() as url:
        asyncio.run(measure(url, arguments.tables, arguments.moves))


if __name__ == "__main__":
    main()
