"""Ratings and standings computed again from the results agree exactly with those of the games."""

import logging
import random
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, select, text

from bot.storage.engine import sqlite_engine
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.models.options import TableOptions
from bot.storage.models.results import Result
from bot.tables.service import Tables
from bot.tables.standings import rebuild as rebuilding
from bot.tables.standings.leaderboard import Leaderboard
from bot.tables.standings.rebuild import Rebuilt, rebuild, rebuild_if_missing
from bot.tables.standings.seasons import Seasons
from engine.players import Level
from tests.support.storage.database import only_sqlite
from tests.support.storage.earlier_databases import Rows, rows_of
from tests.support.storage.rows import WHEN
from tests.support.tables.members import AVA, NOAH, game, play_to_the_end, play_until_moved
from tests.support.tables.results import rename, store_game

pytestmark = pytest.mark.slow  # stores many games each time

MEMBERS = range(100, 112)
DERIVED = ("ratings", "standings", "server_totals", "results")


def derived(tmp_path: Path) -> Rows:
    """The rows that can be computed again; of the results, the ratings after each game."""
    rows = rows_of(tmp_path / "games.sqlite3")
    return {name: rows[name] for name in DERIVED}


async def play_many(database: Database, games: int) -> None:
    """Games of two servers, with seasons, computers, leavers, ties, and a clock that jumps."""
    rng = random.Random(2)
    seasons = Seasons(database, Leaderboard(database, lambda: WHEN), lambda: WHEN)
    former = -1
    for game_number in range(games):
        if game_number in (games // 3, games // 2):
            await seasons.start(1, f"Season {game_number}")
        if game_number % 20 == 19:
            # A member has their data deleted, and may begin anew.
            await rename(database, rng.choice(MEMBERS), former)
            former -= 1
        chosen = rng.sample(MEMBERS, rng.randint(1, 5))
        points = {member: rng.randint(-3, 3) for member in chosen}
        await store_game(
            database,
            points,
            guild_id=rng.choice((1, 1, 2)),
            at=WHEN + timedelta(days=game_number / 3 + rng.choice((0, 0, -9))),
            level=rng.choice(list(Level)) if len(points) == 1 else None,
            players=max(2, len(points)) if rng.random() < 0.5 else 5,
            left=[member for member in chosen if rng.random() < 0.1],
            rounds=rng.choice((0, 1, 3)),
            rule=1 + game_number % 2,
            weight=rng.choice((1.0, 1.0, 1 / 3)) if game_number % 2 else 1.0,
        )


@pytest.mark.long
async def test_both_ways_agree_exactly(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_many(database, 90)
    before, indexes = derived(tmp_path), await index_names(database)
    assert {row["season"] for row in before["ratings"]} == {0, 1, 2}
    assert any(row["user_id"] < 0 for row in before["ratings"])
    assert len(before["standings"]) > 500
    for at_once in (1, 7, 500):
        monkeypatch.setattr(rebuilding, "_GAMES_AT_ONCE", at_once)
        await damage(database)
        rebuilt = await rebuild(database)
        assert rebuilt == Rebuilt(2, 90, len(before["results"]), replayed=0)
        assert derived(tmp_path) == before
        assert await index_names(database) == indexes


async def index_names(database: Database) -> set[str]:
    async with database.read() as session:
        return await (await session.connection()).run_sync(_index_names)


def _index_names(connection: Connection) -> set[str]:
    found = inspect(connection)
    names = (index["name"] for table in DERIVED for index in found.get_indexes(table))
    return {name for name in names if name}


async def test_what_is_lost_or_wrong_is_put_right(database: Database, tmp_path: Path) -> None:
    await play_many(database, 20)
    before = derived(tmp_path)
    await rename(database, MEMBERS[0], 9)
    await rename(database, 9, MEMBERS[0])
    await damage(database)
    assert derived(tmp_path) != before
    await rebuild(database)
    assert derived(tmp_path) == before


async def damage(database: Database) -> None:
    async with database.write() as session:
        await session.execute(text("DELETE FROM standings WHERE wins > 0"))
        await session.execute(text("UPDATE ratings SET mu = 0"))
        await session.execute(text("UPDATE results SET mu = 1"))
        await session.execute(text("DELETE FROM server_totals"))


@pytest.mark.long
async def test_games_that_were_played_agree_too(tables: Tables, tmp_path: Path) -> None:
    """Also those that somebody left; the replay counts the same moves as the end of the game."""
    for seed in range(4):
        state = await game(
            tables, NOAH, AVA, computers=1, channel=seed + 1, options=TableOptions(length=1)
        )
        if seed % 2:
            state = await play_until_moved(tables, state, AVA, random.Random(seed))
            await tables.lobby.leave(state.id, AVA.user_id)
            state = await tables.repository.get(state.id)
        await play_to_the_end(tables, state, random.Random(seed))
    before = derived(tmp_path)
    database = tables.repository.database
    assert await rebuild(database) == Rebuilt(servers=1, games=4, results=12, replayed=0)
    assert derived(tmp_path) == before
    await forget_moves(database)
    assert (await rebuild(database)).replayed == 4
    assert derived(tmp_path) == before


@pytest.mark.long
@pytest.mark.parametrize(
    "damaging",
    [
        "UPDATE actions SET notation = 'S99' WHERE table_id = 1 AND number = 9",
        "DELETE FROM rounds WHERE table_id = 1",
        "UPDATE rounds SET start = 1 - start WHERE table_id = 1",
        pytest.param(
            "UPDATE rounds SET hands = 'no JSON' WHERE table_id = 1",
            marks=only_sqlite("PostgreSQL refuses values of other types"),
        ),
    ],
)
async def test_a_damaged_game_keeps_nothing_else_from_being_counted(
    tables: Tables, tmp_path: Path, damaging: str
) -> None:
    """What an earlier version stored is counted at a start, which has to go on."""
    for seed in range(2):
        state = await game(tables, NOAH, channel=seed + 1, options=TableOptions(length=1))
        await play_to_the_end(tables, state, random.Random(seed))
    before = derived(tmp_path)
    database = tables.repository.database
    await forget_moves(database)
    async with database.write() as session:
        await session.execute(text(damaging))
        await session.execute(text("DELETE FROM server_totals"))
    await rebuild_if_missing(database)
    after = derived(tmp_path)
    assert {row["table_id"] for row in after["results"] if row["moves"] is None} == {1}
    assert (after["ratings"], after["standings"]) == (before["ratings"], before["standings"])


async def forget_moves(database: Database) -> None:
    """The results as an earlier version stored them."""
    columns = ("moves", "emptied", "unbeaten", "longest_set", "biggest_capture")
    async with database.write() as session:
        for column in columns:
            await session.execute(text(f"UPDATE results SET {column} = NULL"))  # noqa: S608 - ours


async def test_games_go_on_being_numbered(database: Database) -> None:
    for _ in range(3):
        await store_game(database, {100: 1, 101: 0})
    await rebuild(database)
    await store_game(database, {100: 1, 101: 0})
    async with database.read() as session:
        numbers = set((await session.scalars(select(Result.number))).all())
    assert numbers == {1, 2, 3, 4}


async def test_a_rebuild_reads_the_rule_of_each_game_from_its_results(
    database: Database, tmp_path: Path
) -> None:
    """The same game counts in three ways: as before the rule, under it, and for nothing."""
    rules: tuple[dict[str, Any], ...] = (
        {},
        {"rule": 2, "weight": 0.5},
        {"rule": 2, "may_rise": False},
    )
    for guild_id, stored in enumerate(rules, start=1):
        points = {100: 3, 101: 2, 102: 1}
        await store_game(database, points, left=[102], guild_id=guild_id, **stored)
    before = derived(tmp_path)
    sums = [
        {
            row["user_id"]: (row["games"], row["wins"], row["points"])
            for row in before["standings"]
            if row["guild_id"] == guild_id and row["period"] == "all" and row["players"] == 0
            if row["user_id"]
        }
        for guild_id in (1, 2, 3)
    ]
    assert sums == [
        {100: (1, 1, 3), 101: (1, 0, 2), 102: (1, 0, 1)},
        {100: (1, 1, 3), 101: (1, 0, 2), 102: (1, 0, 0)},
        {102: (1, 0, 0)},
    ]
    await rebuild(database)
    assert derived(tmp_path) == before


async def test_nothing_to_count_is_no_error(database: Database) -> None:
    assert await rebuild(database) == Rebuilt(0, 0, 0, 0)


async def test_only_uncounted_results_are_counted_at_a_start(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await rebuild_if_missing(database)
    await store_game(database, {100: 1, 101: 0})
    await rebuild_if_missing(database)
    assert caplog.messages == []
    await damage(database)
    await rebuild_if_missing(database)
    assert caplog.messages[-1] == "Counted 2 results of 1 games."
    page = await Leaderboard(database, lambda: WHEN).page(1, 0)
    assert [line.user_id for line in page.rows] == [100, 101]


@only_sqlite("about another program with the file")
async def test_a_start_that_cannot_count_says_why(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_engine, "_BUSY_TIMEOUT_MS", 100)
    await store_game(database, {100: 1, 101: 0})
    await damage(database)
    await database.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnusableDatabase, match="another program has locked"):
            await rebuild_if_missing(database)
