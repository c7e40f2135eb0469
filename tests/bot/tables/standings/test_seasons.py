"""Seasons: who starts them, which games they have, and the podium that is posted once."""

import asyncio

import pytest
from sqlalchemy import select

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.results import ALL_TIME, Result
from bot.tables.core.errors import TableError
from bot.tables.standings.leaderboard import Leaderboard
from bot.tables.standings.seasons import MAX_NAME, Seasons
from tests.support.storage.rows import WHEN
from tests.support.storage.statements import statements
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.results import store_game

GUILD = 1
MIA, NOAH, AVA, LEO = 100, 101, 102, 103


@pytest.fixture
def seasons(database: Database, clock: FakeClock) -> Seasons:
    return Seasons(database, Leaderboard(database, clock), clock)


async def test_a_season_runs_until_the_next_one_starts(seasons: Seasons, clock: FakeClock) -> None:
    assert await seasons.all(GUILD) == []
    first = await seasons.start(GUILD, "  Spring   cup ")
    assert (first.number, first.name, first.started_at) == (1, "Spring cup", clock.time)
    clock.advance(WHEN - WHEN.replace(day=1, month=4))
    second = await seasons.start(GUILD, "Summer")
    found = [(one.number, one.name, one.started_at) for one in await seasons.all(GUILD)]
    assert found == [(2, "Summer", second.started_at), (1, "Spring cup", first.started_at)]
    assert await seasons.all(GUILD + 1) == []


@pytest.mark.parametrize("name", ["", "   ", "x" * (MAX_NAME + 1)])
async def test_a_name_has_a_length(seasons: Seasons, name: str) -> None:
    with pytest.raises(TableError, match="1 to 40 characters"):
        await seasons.start(GUILD, name)


async def test_a_name_is_used_once(seasons: Seasons) -> None:
    await seasons.start(GUILD, "Spring")
    with pytest.raises(TableError, match="Choose another"):
        await seasons.start(GUILD, "SPRING")
    await seasons.start(GUILD + 1, "Spring")


async def test_of_two_managers_who_end_the_same_season_one_starts_another(seasons: Seasons) -> None:
    started = await asyncio.gather(
        *(seasons.start(GUILD, name, after=0) for name in ("Spring", "Summer")),
        return_exceptions=True,
    )
    assert sorted(isinstance(one, TableError) for one in started) == [False, True]
    assert len(await seasons.all(GUILD)) == 1


async def test_a_result_has_the_rating_of_all_time(seasons: Seasons, database: Database) -> None:
    await store_game(database, {MIA: 9, NOAH: 5})
    await seasons.start(GUILD, "Spring")
    await store_game(database, {MIA: 9, NOAH: 5})
    mias = select(Result.mu).where(Result.user_id == MIA).order_by(Result.number.desc())
    async with database.read() as session:
        ratings = await queries.standings.ratings(session, GUILD, [ALL_TIME, 1], [MIA])
        mu = {season: mu for season, _, mu, _, _ in ratings}
        assert mu[ALL_TIME] > mu[1]
        assert await session.scalar(mias.limit(1)) == mu[ALL_TIME]


async def test_the_podium_is_of_the_last_season_until_it_is_posted(
    seasons: Seasons, database: Database
) -> None:
    await store_game(database, {LEO: 50, AVA: 0})
    assert await seasons.due_podium(GUILD) is None
    first = await seasons.start(GUILD, "Spring")
    for _ in range(3):
        await store_game(database, {MIA: 9, NOAH: 5, AVA: 3, LEO: 1})
    # It has not ended.
    assert await seasons.due_podium(GUILD) is None
    await seasons.start(GUILD, "Summer")
    await store_game(database, {LEO: 50, AVA: 0})
    podium = await seasons.due_podium(GUILD)
    assert podium is not None
    assert podium.season.name == first.name
    assert [(line.user_id, line.rank) for line in podium.standings] == [
        (MIA, 1),
        (NOAH, 2),
        (AVA, 3),
    ]
    again = await seasons.due_podium(GUILD)
    assert again is not None
    assert (again.season.number, again.standings) == (1, podium.standings)
    await seasons.mark_posted(GUILD, podium)
    assert await seasons.due_podium(GUILD) is None


async def test_a_season_that_ended_meanwhile_keeps_its_podium(
    seasons: Seasons, database: Database
) -> None:
    for name in ("Spring", "Summer"):
        await seasons.start(GUILD, name)
        await store_game(database, {MIA: 9, NOAH: 5})
    spring = await seasons.due_podium(GUILD)
    assert spring is not None
    await seasons.start(GUILD, "Autumn")
    await seasons.mark_posted(GUILD, spring)
    summer = await seasons.due_podium(GUILD)
    assert summer is not None
    assert summer.season.name == "Summer"


async def test_all_tied_members_stand_on_it(seasons: Seasons, database: Database) -> None:
    await seasons.start(GUILD, "Spring")
    await store_game(database, {MIA: 3, NOAH: 3, AVA: 3, LEO: 3})
    await seasons.start(GUILD, "Summer")
    podium = await seasons.due_podium(GUILD)
    assert podium is not None
    assert [line.rank for line in podium.standings] == [1, 1, 1, 1]


@pytest.mark.parametrize(("winners", "more"), [(10, 0), (11, 1), (25, 15)])
async def test_equals_beyond_a_page_are_counted_at_once(
    seasons: Seasons, database: Database, winners: int, more: int
) -> None:
    await seasons.start(GUILD, "Spring")
    for winner in range(200, 200 + winners):
        await store_game(database, {winner: 9, winner + 100: 5})
    await seasons.start(GUILD, "Summer")
    with statements() as asked:
        podium = await seasons.due_podium(GUILD)
    assert podium is not None
    assert ([line.rank for line in podium.standings], podium.more) == ([1] * 10, more)
    # Not three for each further page.
    assert len(asked) <= 5


async def test_equals_of_the_third_beyond_a_page_are_counted(
    seasons: Seasons, database: Database
) -> None:
    await seasons.start(GUILD, "Spring")
    for winner in range(200, 214):
        await store_game(database, {winner: 9, winner + 100: 5})
    for best in (200, 201):
        await store_game(database, {best: 9, best + 200: 5})
    await seasons.start(GUILD, "Summer")
    podium = await seasons.due_podium(GUILD)
    assert podium is not None
    assert [line.rank for line in podium.standings] == [1, 1, *[3] * 8]
    assert podium.more == 4


async def test_a_season_without_a_game_has_none(seasons: Seasons) -> None:
    await seasons.start(GUILD, "Spring")
    await seasons.start(GUILD, "Summer")
    assert await seasons.due_podium(GUILD) is None


async def test_a_podium_stays_due_while_later_seasons_start(
    seasons: Seasons, database: Database
) -> None:
    for name in ("Spring", "Summer", "Autumn"):
        await seasons.start(GUILD, name)
        await store_game(database, {MIA: 9, NOAH: 5})
    # This one ends without a game.
    for name in ("Winter", "Next"):
        await seasons.start(GUILD, name)
    posted = []
    while podium := await seasons.due_podium(GUILD):
        posted.append(podium.season.name)
        await seasons.mark_posted(GUILD, podium)
    assert posted == ["Spring", "Summer", "Autumn"]
