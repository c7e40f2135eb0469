"""Times a backup of many games while the bot writes: `python -m tests.benchmarks.backups`.

Finished games of three are written in bulk. Then one small transaction after the other is timed,
as a move makes one: alone, and while a backup is made. At last the backup is made ready as by
`restore`, which replays every game, and copied as by `copy-database`. `--games` sets another size.
"""

import argparse
import asyncio
import random
import resource
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import insert, update

from bot.hosting.database.backup import back_up
from bot.hosting.database.copying import copy_database
from bot.storage.engine.database import Database
from bot.storage.models.tables import Action, Round, Seat, Source, Status, Table
from bot.tables.core.replay import round_row
from bot.tables.upkeep.restoring import make_ready
from engine.game import Game
from tests.support.discord.stored_game import steps_of
from tests.support.engine.random_games import finished

AT = datetime(2026, 1, 1, tzinfo=UTC)
DIFFERENT = 100
"""So many games differ; the rest repeat them."""
BATCH = 200
PAUSE = 0.01
"""Seconds between two transactions: a hundred moves a second."""
ALONE = 10.0
"""Seconds of writing without a backup."""


def rows_of_game(table_id: int, game: Game) -> dict[Any, list[dict[str, Any]]]:
    """All rows of one finished game, by model."""
    actions = [
        {"table_id": table_id, "number": number, "seat": seat, "notation": str(action)}
        | {"source": Source.MEMBER, "at": AT}
        for number, (seat, action) in enumerate(steps_of(game), 1)
    ]
    rounds = [
        round_row(table_id, number, played.deal, f"{number:064x}")
        for number, played in enumerate(game.rounds, 1)
    ]
    columns = ("table_id", "number", "start", "hands", "set_aside", "commitment", "salt")
    seats = [
        {"table_id": table_id, "seat": seat, "user_id": 100 + seat, "name": f"Member {seat}"}
        | {"away": False, "missed": 0, "pinged": False, "reminded": 0, "direct": False, "also": []}
        for seat in range(game.players)
    ]
    table = {
        "id": table_id,
        "guild_id": 1,
        "channel_id": 1,
        "host_id": 100,
        "status": Status.OVER,
        "size": 3,
        "pictures": True,
        "thread": False,
        "hints": False,
        "revision": 1,
        "published_revision": 1,
        "action_count": len(actions),
        "opened_at": AT,
        "decision_since": AT,
        "reposts": 0,
    }
    deals = [{name: getattr(row, name) for name in columns} for row in rounds]
    return {Table: [table], Seat: seats, Round: deals, Action: actions}


async def fill(database: Database, games: int) -> None:
    different = [finished(3, seed) for seed in range(DIFFERENT)]
    for first in range(1, games + 1, BATCH):
        made = [
            rows_of_game(table_id, different[table_id % DIFFERENT])
            for table_id in range(first, min(first + BATCH, games + 1))
        ]
        async with database.write() as session:
            for model in (Table, Seat, Round, Action):
                rows = [row for game in made for row in game[model]]
                await session.execute(insert(model.__table__), rows)  # type: ignore[arg-type]


async def write_until(done: Callable[[], bool], database: Database) -> list[float]:
    """Time small transactions, in milliseconds, until something is done."""
    times = []
    rng = random.Random(1)
    while not done():
        start = perf_counter()
        async with database.write() as session:
            changed = update(Table).where(Table.id == rng.randint(1, BATCH))
            await session.execute(changed.values(revision=Table.revision + 1))
        times.append((perf_counter() - start) * 1000)
        await asyncio.sleep(PAUSE)
    return times


def summary(times: list[float]) -> str:
    ordered = sorted(times)
    late = ordered[int(len(ordered) * 0.99)]
    return (
        f"{len(ordered):,} writes: median {median(ordered):.1f} ms, 99 % within {late:.1f} ms, "
        f"slowest {ordered[-1]:.1f} ms"
    )


async def timed(name: str, work: Awaitable[Any]) -> None:
    start = perf_counter()
    await work
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name}: {perf_counter() - start:.1f} s; at most {memory:.0f} MB in memory so far")


def shown(line: str) -> None:
    print(f"    {line}")


async def measure(folder: Path, games: int) -> None:
    database = Database(f"sqlite+aiosqlite:///{folder}/scout.db")
    await database.claim()
    await database.migrate()
    await timed(f"{games:,} games written", fill(database, games))
    size = (folder / "scout.db").stat().st_size
    print(f"file: {size / 2**20:.0f} MB; disk with {shutil.disk_usage(folder).free >> 30} GB free")
    end = perf_counter() + ALONE
    print("alone:", summary(await write_until(lambda: perf_counter() > end, database)))
    copying = asyncio.create_task(
        asyncio.to_thread(back_up, folder / "scout.db", folder / "backup.db")
    )
    writing = asyncio.create_task(write_until(copying.done, database))
    await timed("backup", copying)
    print("during the backup:", summary(await writing))
    await database.close()
    copy, restored = (
        Database(f"sqlite+aiosqlite:///{folder}/{name}.db") for name in ("copy", "backup")
    )
    await timed("copied", copy_database(restored, copy, shown))
    await copy.close()
    await timed("every game replayed", make_ready(restored, AT, shown))
    await restored.close()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--folder", type=Path, help="where the files are made")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        await measure(Path(folder), given.games)


if __name__ == "__main__":
    asyncio.run(main())
