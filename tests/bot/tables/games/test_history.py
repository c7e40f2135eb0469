"""The list of finished games: whose they are, in which order, and in pages."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Engine, event, text

from bot.storage import models
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.games.history import PAGE_LENGTH
from bot.tables.service import Tables
from bot.text.names import PlayerName
from tests.support.storage.database import only_sqlite
from tests.support.storage.rows import a_result

SERVER, ELSEWHERE = 1, 2
CHANNEL, THREAD, OTHER_CHANNEL = 10, 11, 12
MIA, NOA = 100, 101
_DAWN = datetime(2026, 1, 1, tzinfo=UTC)


async def finish(
    tables: Tables,
    *,
    guild_id: int = SERVER,
    channel_id: int = CHANNEL,
    parent_id: int | None = None,
    members: tuple[int, ...] = (MIA, NOA),
    status: Status = Status.OVER,
    day: int = 0,
    number: int | None = None,
) -> int:
    """Store a game in which the later members did better; returns the table's number.

    `number` is that of the game among those of its server, by default the table's.
    """
    async with tables.repository.database.write() as session:
        table = models.Table(
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            host_id=MIA,
            status=status,
            options=TableOptions(),
            opened_at=_DAWN,
            decision_since=_DAWN + timedelta(days=day),
            seats=[
                models.Seat(index=at, user_id=user_id, name=f"Member {user_id}")
                for at, user_id in enumerate(members)
            ],
        )
        session.add(table)
        await session.flush()
        session.add_all(
            a_result(
                table.id,
                seat=at,
                guild_id=guild_id,
                user_id=user_id,
                number=number or table.id,
                players=len(members),
                rounds=1,
                points=at,
                rank=len(members) - at,
            )
            for at, user_id in enumerate(members)
        )
        return table.id


async def test_a_members_games_are_theirs_and_of_this_server(tables: Tables) -> None:
    mine = await finish(tables)
    await finish(tables, members=(NOA,))
    await finish(tables, guild_id=ELSEWHERE)
    await finish(tables, status=Status.CLOSED, channel_id=OTHER_CHANNEL)
    (game,) = (await tables.history.own(SERVER, MIA, 0)).games
    named = tuple(map(PlayerName, ("Member 100", "Member 101")))
    assert (game.table_id, game.names) == (mine, named)
    assert (game.seat, game.rank, game.points) == (0, 2, 0)


async def test_the_game_that_ended_last_comes_first(tables: Tables) -> None:
    late = await finish(tables, day=5, number=2)
    early = await finish(tables, day=1, number=1)
    games = (await tables.history.own(SERVER, MIA, 0)).games
    assert [game.table_id for game in games] == [late, early]


async def test_a_channels_games_include_its_threads(tables: Tables) -> None:
    first = await finish(tables, members=(NOA,))
    second = await finish(tables, channel_id=THREAD, parent_id=CHANNEL)
    await finish(tables, channel_id=OTHER_CHANNEL)
    games = (await tables.history.of_channel(CHANNEL, MIA, 0)).games
    assert [game.table_id for game in games] == [second, first]
    assert (games[1].seat, games[1].rank) == (None, None)
    (alone,) = (await tables.history.of_channel(THREAD, MIA, 0)).games
    assert alone.table_id == second


async def test_pages_follow_each_other_without_gap_or_repetition(tables: Tables) -> None:
    made = [await finish(tables, day=day) for day in range(2 * PAGE_LENGTH + 1)]
    pages = [await tables.history.own(SERVER, MIA, page) for page in range(3)]
    assert [game.table_id for page in pages for game in page.games] == made[::-1]
    assert [page.pages for page in pages] == [2, 3, 3]
    beyond = await tables.history.own(SERVER, MIA, 99)
    assert beyond == pages[0]


@only_sqlite("PostgreSQL refuses values of other types")
async def test_a_game_that_cannot_be_read_does_not_hide_the_others(tables: Tables) -> None:
    made = [await finish(tables) for _ in range(2)]
    async with tables.repository.database.write() as session:
        await session.execute(text("UPDATE tables SET opened_at = 'never' WHERE id = 1"))
    games = (await tables.history.own(SERVER, MIA, 0)).games
    assert [game.table_id for game in games] == made[::-1]


@only_sqlite("SQLite says which index it reads; PostgreSQL chooses by its statistics")
async def test_a_members_games_are_found_by_the_index(tables: Tables) -> None:
    """Typing asks for them at every letter, with a million stored results too."""
    await finish(tables)
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, sql: str, values: Any, *_: object) -> None:
        asked.append((sql, values))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        await tables.history.newest(SERVER, MIA)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    (query,) = [(sql, values) for sql, values in asked if "JOIN results" in sql]
    async with tables.repository.database.read() as session:
        connection = await session.connection()
        sql, values = query
        plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
        steps = [str(row._mapping["detail"]) for row in plan]
    assert any(step.startswith("SEARCH results USING INDEX ix_results_") for step in steps)
    assert not any(text.startswith(("SCAN", "USE TEMP B-TREE")) for text in steps)
