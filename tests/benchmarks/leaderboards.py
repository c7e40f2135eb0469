"""Times leaderboards of a server with a million results: `python -m tests.benchmarks.leaderboards`.

The results are written in bulk and counted by the program's own rebuild; then pages are read as
members do, each in a transaction of its own. `--results` and `--members` set other sizes.
"""

import argparse
import asyncio
import random
import resource
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from bot.storage.engine.database import Database
from bot.storage.models.results import Category, Outcome, Result
from bot.storage.models.tables import Status, Table
from bot.storage.queries.standings import Ranked
from bot.tables.standings.leaderboard import Leaderboard, LeaderboardChoice, Measure, Period
from bot.tables.standings.rebuild import rebuild
from bot.tables.standings.seasons import Seasons
from bot.tables.standings.statistics import Statistics
from tests.support.storage.database import database_url
from tests.support.storage.plans import plan
from tests.support.tables.results import store_game

GUILD, FIRST_MEMBER = 1, 1_000_000
START = datetime(2024, 1, 1, tzinfo=UTC)
DAYS = 730
BATCH = 5_000
TIMES = 15


def games(results: int, members: int) -> Iterator[list[dict[str, Any]]]:
    """The results of one game after another; some members play much more often than others."""
    rng = random.Random(1)
    table_id = written = 0
    while written < results:
        table_id += 1
        players = rng.choice((2, 3, 3, 4, 5))
        chosen = {int(members * rng.random() ** 2) for _ in range(players)}
        points = {member: round(rng.gauss(member % 7, 8)) for member in chosen}
        yield [
            {
                "table_id": table_id,
                "seat": seat,
                "guild_id": GUILD,
                "number": table_id,
                "user_id": FIRST_MEMBER + member,
                "name": f"Member {member}",
                "players": players,
                "people": len(points),
                "level": None if len(points) > 1 else "medium",
                "outcome": Outcome.FINISHED,
                "rounds": players,
                "points": points[member],
                "rank": (rank := 1 + sum(other > points[member] for other in points.values())),
                "people_rank": rank,
                "season": None,
                "finished_at": START + timedelta(days=DAYS * written / results),
                "moves": 20,
                "emptied": rank == 1,
                "unbeaten": 0,
                "longest_set": rng.randint(2, 7),
                "biggest_capture": rng.randint(1, 6),
                "agreed": 0,
                "reviewed": 0,
                "mu": None,
                "sigma": None,
            }
            for seat, member in enumerate(points)
        ]
        written += len(points)


async def write(database: Database, results: int, members: int) -> int:
    """Write them in batches; returns how many results there are."""
    written = 0
    batch: list[dict[str, Any]] = []
    for game in games(results, members):
        batch += game
        if len(batch) >= BATCH:
            written += await write_batch(database, batch)
            batch = []
    return written + await write_batch(database, batch)


async def write_batch(database: Database, batch: list[dict[str, Any]]) -> int:
    ids = dict.fromkeys(row["table_id"] for row in batch)
    options = {"size": 5, "pictures": True, "thread": False, "hints": False, "ping_after": 60}
    tables = [
        {
            "id": table_id,
            "guild_id": GUILD,
            "channel_id": table_id,
            "host_id": FIRST_MEMBER,
            "status": Status.OVER,
            "opened_at": START,
            "decision_since": START,
            "revision": 1,
            "published_revision": 1,
            "action_count": 0,
            "reposts": 0,
            **options,
        }
        for table_id in ids
    ]
    if batch:
        async with database.write() as session:
            await session.execute(insert(Table.__table__), tables)  # type: ignore[arg-type]
            await session.execute(insert(Result.__table__), batch)  # type: ignore[arg-type]
    return len(batch)


async def timed(name: str, ask: Callable[[], Awaitable[object]]) -> None:
    times = []
    for _ in range(TIMES):
        start = perf_counter()
        await ask()
        times.append((perf_counter() - start) * 1000)
    print(f"{name:<52} median {median(times):6.1f} ms, slowest {max(times):6.1f} ms")


async def time_pages(database: Database, members: int) -> None:
    now = START + timedelta(days=DAYS - 1)
    leaderboard = Leaderboard(database, lambda: now)
    user_id = FIRST_MEMBER + members // 2

    def page(number: int, **options: Any) -> Callable[[], Awaitable[object]]:
        choice = LeaderboardChoice(**options)
        return lambda: leaderboard.page(GUILD, number, choice, user_id=user_id)

    for measure in Measure:
        await timed(f"first page by {measure}", page(0, measure=measure))
    last = (await leaderboard.page(GUILD, 10**9)).page
    await timed(f"page {last // 2} by rating, in the middle", page(last // 2))
    await timed(f"page {last} by rating, the last", page(last))
    await timed("first page by average of 20 games", page(0, measure=Measure.AVERAGE, min_games=20))
    await timed(
        "first page by win share, three players", page(0, measure=Measure.WIN_SHARE, players=3)
    )
    await timed("first page by wins this month", page(0, measure=Measure.WINS, period=Period.MONTH))
    await timed("first page by rating this week", page(0, period=Period.WEEK))
    statistics = Statistics(database, leaderboard)
    often = (await leaderboard.page(GUILD, 0, LeaderboardChoice(Measure.GAMES))).rows[0]
    asked = lambda: statistics.member(GUILD, often.user_id, user_id)  # noqa: E731
    await timed(f"card of a member with {often.games} games", asked)
    await timed("card of the server", lambda: statistics.server(GUILD))
    await Seasons(database, leaderboard, lambda: now).start(GUILD, "A season")
    points = {FIRST_MEMBER + seat: seat for seat in range(5)}
    await timed("end of a game of five", lambda: store_game(database, points, at=now))


async def print_plan(database: Database) -> None:
    ranked = Ranked(GUILD, Category.PEOPLE, "all", 0, 1, "rating", 0)
    for step in await plan(database, lambda session: ranked.lines(session, 0, 10)):
        print("   ", step)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--members", type=int, default=100_000)
    sizes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(database_url(Path(folder)))
        await database.claim()
        await database.migrate()
        written = await write(database, sizes.results, sizes.members)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = perf_counter()
        rebuilt = await rebuild(database)
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        print(
            f"{written:,} results of {rebuilt.games:,} games, {sizes.members:,} members: rebuilt in"
            f" {perf_counter() - start:.0f} s, {used / 1024:.0f} MB more memory"
        )
        await time_pages(database, sizes.members)
        await print_plan(database)
        await database.close()


if __name__ == "__main__":
    asyncio.run(main())
