from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage import result_queries
from bot.storage.database import Database
from bot.storage.models import Status
from bot.storage.result_queries import Standing
from tests.support.storage.rows import a_result, a_table

MIA, NOAH, AVA = 100, 101, 102


@pytest.fixture
async def session(database: Database) -> AsyncIterator[AsyncSession]:
    """Two finished tables of server 1 and one of server 2."""
    async with database.write() as session:
        for guild in (1, 1, 2):
            session.add(a_table(guild_id=guild, status=Status.OVER))
            await session.flush()
        yield session


async def board(
    session: AsyncSession, guild: int = 1, *, offset: int = 0, limit: int = 10
) -> tuple[list[Standing], int]:
    return await result_queries.leaderboard(session, guild, offset=offset, limit=limit)


async def test_an_empty_server_has_an_empty_board(session: AsyncSession) -> None:
    assert await board(session) == ([], 0)


async def test_games_wins_and_average_points_a_round(session: AsyncSession) -> None:
    session.add_all(
        [
            a_result(1, user_id=MIA, points=10, rounds=3, rank=1),
            a_result(2, user_id=MIA, points=-3, rounds=1, rank=3),
        ]
    )
    assert await board(session) == ([Standing(MIA, "Mia", 2, 1, 7 / 4)], 1)


async def test_a_shared_victory_is_a_win_for_both(session: AsyncSession) -> None:
    session.add_all(
        [
            a_result(1, seat=0, user_id=MIA, points=9, rank=1),
            a_result(1, seat=1, user_id=NOAH, points=9, rank=1),
            a_result(1, seat=2, user_id=AVA, points=2, rank=3),
        ]
    )
    lines, _ = await board(session)
    assert {line.user_id: line.wins for line in lines} == {MIA: 1, NOAH: 1, AVA: 0}


async def test_the_best_average_comes_first_then_more_wins(session: AsyncSession) -> None:
    session.add_all(
        [
            a_result(1, seat=0, user_id=MIA, points=3, rank=2),
            a_result(1, seat=1, user_id=NOAH, points=3, rank=1),
            a_result(1, seat=2, user_id=AVA, points=6, rounds=1, rank=2),
        ]
    )
    lines, _ = await board(session)
    assert [line.user_id for line in lines] == [AVA, NOAH, MIA]


async def test_pages_show_everybody_once_and_say_how_many_there_are(session: AsyncSession) -> None:
    members = range(100, 125)
    session.add_all(
        a_result(1, seat=member, user_id=member, name=f"{member}") for member in members
    )
    seen: list[int] = []
    for offset in (0, 10, 20, 30):
        lines, total = await board(session, offset=offset)
        assert total == 25
        seen += [line.user_id for line in lines]
    assert seen == list(members)


async def test_a_server_counts_only_its_own_games(session: AsyncSession) -> None:
    session.add_all(
        [
            a_result(1, user_id=MIA, points=9, rank=1),
            a_result(3, user_id=MIA, points=1, guild_id=2),
            a_result(3, seat=1, user_id=NOAH, points=1, guild_id=2),
        ]
    )
    lines, total = await board(session)
    assert [(line.user_id, line.games) for line in lines] == [(MIA, 1)]
    assert total == 1
    assert (await board(session, 2))[1] == 2


async def test_a_member_stands_under_their_newest_name_here(session: AsyncSession) -> None:
    session.add_all(
        [
            a_result(2, user_id=MIA, name="Mia B."),
            a_result(1, user_id=MIA, name="Mia"),
            a_result(3, user_id=MIA, name="Mia elsewhere", guild_id=2),
        ]
    )
    lines, _ = await board(session)
    assert lines[0].name == "Mia B."
