"""Times the daily deal's last move beside a table's: `python -m tests.benchmarks.daily`.

In one server so many members have finished each of the last thirty days and almost all of today's
deal. Their rows, and the sums of them, are written in bulk. Then some more play today's last move,
by turns with the last moves of tables; only the transaction that commits it is timed. The other
moves of both follow, and the boards. `--members` and `--moves` set other sizes.
"""

import argparse
import asyncio
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from sqlalchemy import insert, select

from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.base import Base
from bot.storage.models.daily import (
    BEST_DAYS,
    BoardPeriod,
    DailyAction,
    DailyAttempt,
    DailyCount,
    DailyDay,
    DailyStanding,
    DailyStreak,
)
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.state import TableState
from bot.tables.daily.attempts import Attempt, board_of
from bot.tables.daily.boards import Span
from bot.tables.daily.deal import fingerprint
from bot.tables.service import Tables
from engine.actions import Action
from tests.support.storage.database import database_url
from tests.support.tables.daily_play import SERVER, a_move
from tests.support.tables.members import AVA, NOAH, ZOE, any_move, game, play
from tests.support.tables.open_tables import running_tables

NOW = datetime(2026, 12, 24, 12, tzinfo=UTC)
DAYS = 30
MEMBERS, MOVES = 10_000, 40
FIRST_MEMBER, FIRST_PLAYER = 1_000_000, 1_000
BATCH = 5_000
Rows = list[dict[str, Any]]


class TimedDatabase(Database):
    """A database that notes the milliseconds of each writing transaction, its commit included."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.times: list[float] = []

    @asynccontextmanager
    async def write(self, *, snapshot: bool = False) -> AsyncIterator[Session]:
        begin = perf_counter()
        async with super().write(snapshot=snapshot) as session:
            yield session
        self.times.append((perf_counter() - begin) * 1000)


@dataclass
class Sums:
    """The sums of all members' attempts, as rows."""

    counts: Counter[tuple[date, int]] = field(default_factory=Counter)
    weeks: defaultdict[tuple[date, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    months: defaultdict[tuple[date, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def add(self, user_id: int, day: date, points: int) -> None:
        self.counts[day, points] += 1
        week, month = (board_of(SERVER, day, period) for period in BoardPeriod)
        self.weeks[week.begins, user_id].append(points)
        self.months[month.begins, user_id].append(points)

    def standings(self) -> Rows:
        best = {key: sorted(points)[-BEST_DAYS:] for key, points in self.weeks.items()}
        periods = (
            (BoardPeriod.WEEK, self.weeks, best),
            (BoardPeriod.MONTH, self.months, self.months),
        )
        return [
            {
                "guild_id": SERVER,
                "period": period,
                "begins": begins,
                "user_id": user_id,
                "name": f"Member {user_id}",
                "points": sum(counted[begins, user_id]),
                "days": len(points),
            }
            for period, found, counted in periods
            for (begins, user_id), points in found.items()
        ]


class LastMove(NamedTuple):
    """The end of a round that one member has played: all others play the same."""

    attempt: Attempt
    decision: int
    action: Action
    before: Rows
    """The stored actions before that move."""


def finished_row(user_id: int, day: date, points: int) -> dict[str, Any]:
    at = datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=1)
    return {
        "user_id": user_id,
        "day": day,
        "practice": False,
        "guild_id": SERVER,
        "name": f"Member {user_id}",
        "fingerprint": fingerprint(),
        "started_at": at,
        "action_count": 30,
        "finished_at": at,
        "points": points,
        "rank": 1,
    }


async def write_rows(database: Database, model: type[Base], rows: Rows) -> None:
    for begin in range(0, len(rows), BATCH):
        async with database.write() as session:
            part = rows[begin : begin + BATCH]
            await session.execute(insert(model.__table__), part)  # type: ignore[arg-type]


async def fill(tables: Tables, members: int) -> None:
    """Store that all members have finished every day, today's too."""
    rng, sums, today = random.Random(1), Sums(), tables.daily.days.today
    database = tables.repository.database
    for ago in range(DAYS, -1, -1):
        day = today - timedelta(ago)
        await tables.daily.days.commitment(day)
        rows = []
        for user_id in range(FIRST_MEMBER, FIRST_MEMBER + members):
            points = round(rng.gauss(user_id % 7, 6))
            sums.add(user_id, day, points)
            rows.append(finished_row(user_id, day, points))
        await write_rows(database, DailyAttempt, rows)
    counts = [
        {"day": day, "points": points, "attempts": attempts}
        for (day, points), attempts in sums.counts.items()
    ]
    streaks = [
        {"user_id": user_id, "last_day": today, "days": DAYS + 1, "longest": DAYS + 1}
        for user_id in range(FIRST_MEMBER, FIRST_MEMBER + members)
    ]
    await write_rows(database, DailyCount, counts)
    await write_rows(database, DailyStanding, sums.standings())
    await write_rows(database, DailyStreak, streaks)
    async with database.write() as session:
        for row in await session.scalars(select(DailyDay)):
            row.fingerprint = fingerprint()


async def last_move(tables: Tables) -> LastMove:
    """Play today's deal once; returns its last move."""
    attempt = await tables.daily.attempts.begin(FIRST_PLAYER, SERVER, "Mia")
    while True:
        before = await stored_actions(tables, FIRST_PLAYER)
        decision, action = attempt.decision_number, a_move(attempt)
        attempt = await tables.daily.attempts.play(FIRST_PLAYER, attempt.day, decision, action)
        if attempt.finished:
            return LastMove(attempt, decision, action, before)


async def stored_actions(tables: Tables, user_id: int) -> Rows:
    async with tables.repository.database.read() as session:
        rows = await session.scalars(select(DailyAction).where(DailyAction.user_id == user_id))
        names = DailyAction.__table__.columns.keys()
        return [{name: getattr(row, name) for name in names} for row in rows]


async def almost_finished(tables: Tables, last: LastMove, user_ids: Iterable[int]) -> None:
    """Store members who have played all but the last move, and every day before."""
    open_, actions, past = [], [], []
    day = last.attempt.day
    for user_id in user_ids:
        begun = finished_row(user_id, day, 0) | {"action_count": len(last.before)}
        open_.append(begun | dict.fromkeys(("finished_at", "points", "rank")))
        actions += [row | {"user_id": user_id} for row in last.before]
        past += [finished_row(user_id, day - timedelta(ago), ago) for ago in range(1, DAYS)]
    database = tables.repository.database
    await write_rows(database, DailyAttempt, open_)
    await write_rows(database, DailyAttempt, past)
    await write_rows(database, DailyAction, actions)


async def play_table(tables: Tables, channel: int, times: dict[str, list[float]]) -> None:
    """Play a round of four members, and note what each of their moves takes."""
    rng = random.Random(channel)
    options = TableOptions(length=1)
    state: TableState = await game(tables, NOAH, AVA, ZOE, channel=channel, options=options)
    database = tables.repository.database
    assert isinstance(database, TimedDatabase)
    while state.status is Status.PLAYING:
        seat = state.members_to_move[0].index
        action = any_move(state, seat, rng)
        database.times.clear()
        state = await play(tables, state, seat, action)
        kind = "a move" if state.status is Status.PLAYING else "the last move"
        times[f"{kind} at a table"].append(database.times[0])


async def play_daily(
    tables: Tables, last: LastMove, user_id: int, times: dict[str, list[float]]
) -> None:
    """Play the last move of one member's deal, and the first two of another's."""
    attempts, database = tables.daily.attempts, tables.repository.database
    assert isinstance(database, TimedDatabase)
    database.times.clear()
    day = last.attempt.day
    assert (await attempts.play(user_id, day, last.decision, last.action)).finished
    times["the last move of the day's deal"].append(database.times[0])
    attempt = await attempts.begin(user_id + FIRST_PLAYER, SERVER, "Noah")
    for _ in range(2):
        database.times.clear()
        attempt = await attempts.play(
            attempt.user_id, day, attempt.decision_number, a_move(attempt)
        )
        times["a move of the day's deal"].append(database.times[0])


async def time_boards(tables: Tables, last: LastMove, times: dict[str, list[float]]) -> None:
    boards, viewer = tables.daily.boards, FIRST_PLAYER
    for _ in range(15):
        for span in Span:
            for name, page in (("first", 0), ("last", 10**6)):
                begin = perf_counter()
                await boards.page(SERVER, span, viewer, page)
                times[f"{name} page, {span}"].append((perf_counter() - begin) * 1000)
        begin = perf_counter()
        await boards.result(last.attempt)
        times["a member's result"].append((perf_counter() - begin) * 1000)


async def measure(folder: Path, members: int, moves: int) -> None:
    database = TimedDatabase(database_url(folder))
    times: defaultdict[str, list[float]] = defaultdict(list)
    async with running_tables(database, new=True, now=lambda: NOW) as tables:
        await fill(tables, members)
        last = await last_move(tables)
        players = range(FIRST_PLAYER + 1, FIRST_PLAYER + 1 + moves)
        await almost_finished(tables, last, players)
        for user_id in players:
            await play_table(tables, user_id, times)
            await play_daily(tables, last, user_id, times)
        await time_boards(tables, last, times)
    print_times(times)


def print_times(times: dict[str, list[float]]) -> None:
    for name, found in times.items():
        print(f"{name:<34} median {median(found):6.1f} ms, slowest {max(found):6.1f} ms")
    for kind in ("a move", "the last move"):
        daily, table = times[f"{kind} of the day's deal"], times[f"{kind} at a table"]
        print(f"{kind}: the day's deal costs {median(daily) / median(table):.2f} of a table's")


async def main(members: int = MEMBERS, moves: int = MOVES) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(f"{members:,} members have finished each of {DAYS} days and today's deal")
        await measure(Path(folder), members, moves)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=MEMBERS)
    parser.add_argument("--moves", type=int, default=MOVES)
    sizes = parser.parse_args()
    asyncio.run(main(sizes.members, sizes.moves))
