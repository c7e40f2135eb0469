"""Leaderboards: what each measure and choice shows, in which order, and where one stands."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.storage.engine.database import Database
from bot.tables.core.ratings import Rating, rate
from bot.tables.standings.leaderboard import (
    PAGE_LENGTH,
    Leaderboard,
    LeaderboardChoice,
    LeaderboardPage,
    Measure,
    Period,
)
from bot.tables.standings.seasons import Seasons
from engine.players import Level
from tests.support.storage.rows import WHEN
from tests.support.tables.results import rename, store_game

GUILD = 1
MIA, NOAH, AVA, LEO = 100, 101, 102, 103
FORMER = -7


@pytest.fixture
def leaderboard(database: Database) -> Leaderboard:
    return Leaderboard(database, lambda: WHEN)


def users(page: LeaderboardPage) -> list[int]:
    return [standing.user_id for standing in page.rows]


def by(measure: Measure, **options: object) -> LeaderboardChoice:
    return LeaderboardChoice(measure)._replace(**options)  # type: ignore[arg-type]


async def test_an_empty_server_has_an_empty_leaderboard(leaderboard: Leaderboard) -> None:
    page = await leaderboard.page(GUILD, 3, user_id=MIA)
    assert (page.rows, page.page, page.pages, page.members, page.own) == ([], 0, 1, 0, None)


@pytest.mark.slow
async def test_a_line_says_all_of_a_member(database: Database, leaderboard: Leaderboard) -> None:
    await store_game(database, {MIA: 10, NOAH: 4}, rounds=3)
    await store_game(database, {MIA: -3, NOAH: 5}, rounds=1)
    mia, noah = rate([Rating(), Rating()], [1, 2])
    mia, noah = rate([mia, noah], [2, 1])
    page = await leaderboard.page(GUILD, 0, by(Measure.AVERAGE), user_id=NOAH)
    line = page.rows[1]
    assert line == (MIA, "member 100", 2, mia.number, mia.uncertainty, True, 2, 1, 0.5, 7 / 4)
    assert page.own == page.rows[0]
    assert page.own is not None
    assert (page.own.average, page.own.rating) == (9 / 4, noah.number)


async def test_a_game_that_counts_for_nobody_is_on_no_leaderboard(
    database: Database, leaderboard: Leaderboard
) -> None:
    await store_game(database, {MIA: 9}, level=Level.EASY, may_rise=False)
    assert (await leaderboard.page(GUILD, 0, by(Measure.GAMES))).members == 0


@pytest.mark.slow
async def test_each_measure_has_its_own_order(database: Database, leaderboard: Leaderboard) -> None:
    for points in ({MIA: 9, NOAH: 1}, {MIA: 1, NOAH: 2, AVA: 0}, {NOAH: 5, AVA: 4}):
        await store_game(database, points)
    await store_game(database, {LEO: 30, AVA: 0})
    orders = {measure: users(await leaderboard.page(GUILD, 0, by(measure))) for measure in Measure}
    assert orders[Measure.WINS][0] == NOAH
    assert orders[Measure.WIN_SHARE] == [LEO, NOAH, MIA, AVA]
    assert orders[Measure.AVERAGE] == [LEO, MIA, NOAH, AVA]
    assert orders[Measure.GAMES] == [AVA, NOAH, MIA, LEO]
    page = await leaderboard.page(GUILD, 0)
    ratings = [standing.rating or 0 for standing in page.rows]
    assert page.subject.measure is Measure.RATING
    assert ratings == sorted(ratings, reverse=True)
    assert set(users(page)) == {MIA, NOAH, AVA, LEO}


async def test_equals_share_a_rank(database: Database, leaderboard: Leaderboard) -> None:
    """As in a game (R23): 1, 2, 2, 4."""
    await store_game(database, {MIA: 9, NOAH: 1})
    await store_game(database, {MIA: 9, AVA: 1})
    await store_game(database, {MIA: 9, LEO: 1})
    await store_game(database, {NOAH: 9, AVA: 9, LEO: 1})
    page = await leaderboard.page(GUILD, 0, by(Measure.WINS), user_id=NOAH)
    assert [(line.user_id, line.rank) for line in page.rows] == [
        (MIA, 1),
        (AVA, 2),
        (NOAH, 2),
        (LEO, 4),
    ]
    assert page.own is not None
    assert page.own.rank == 2


@pytest.mark.slow
async def test_pages_show_everybody_once_and_ones_own_place_always(
    database: Database, leaderboard: Leaderboard
) -> None:
    members = range(100, 125)
    for index, user_id in enumerate(members):
        # Several have equal averages, also across the ends of pages.
        await store_game(database, {user_id: index // 4, 900: 0})
    choice = by(Measure.AVERAGE)
    pages = [await leaderboard.page(GUILD, number, choice, user_id=100) for number in range(3)]
    for number, page in enumerate(pages):
        assert (page.page, page.pages, page.members) == (number, 3, 26)
        assert len(page.rows) == min(PAGE_LENGTH, 26 - number * PAGE_LENGTH)
        assert page.own is not None
        assert (page.own.user_id, page.own.rank) == (100, 22)
    lines = [line for page in pages for line in page.rows]
    assert sorted(line.user_id for line in lines) == [*members, 900]
    ranks = [line.rank for line in lines]
    assert ranks == [1, *[2] * 4, *[6] * 4, *[10] * 4, *[14] * 4, *[18] * 4, *[22] * 5]
    # A page that there is not is the last, as on a button of before.
    assert await leaderboard.page(GUILD, 99, choice, user_id=100) == pages[-1]


async def test_choices_of_players_and_games(database: Database, leaderboard: Leaderboard) -> None:
    await store_game(database, {MIA: 1, NOAH: 0})
    await store_game(database, {MIA: 1, NOAH: 0, AVA: 5})
    await store_game(database, {MIA: 1, NOAH: 0, LEO: 2})
    three = await leaderboard.page(GUILD, 0, by(Measure.GAMES, players=3), user_id=LEO)
    assert {line.user_id: line.games for line in three.rows} == {MIA: 2, NOAH: 2, AVA: 1, LEO: 1}
    for min_games in (2, 3):
        choice = by(Measure.WINS, min_games=min_games)
        often = await leaderboard.page(GUILD, 0, choice, user_id=LEO)
        assert (users(often), often.members, often.own) == ([MIA, NOAH], 2, None)
    # A rating is one, whichever games are chosen.
    everything = await leaderboard.page(GUILD, 0, user_id=MIA)
    duels = await leaderboard.page(GUILD, 0, by(Measure.RATING, players=2), user_id=MIA)
    assert everything.own is not None
    assert duels.own is not None
    assert duels.own.rating == everything.own.rating
    assert [line.user_id for line in everything.rows if line.user_id in (MIA, NOAH)] == users(duels)


async def test_games_against_computers_have_leaderboards_of_their_own(
    database: Database, leaderboard: Leaderboard
) -> None:
    await store_game(database, {MIA: 9}, level=Level.EASY, players=3)
    await store_game(database, {MIA: 2}, level=Level.HARD, players=3, rank=2)
    await store_game(database, {NOAH: 3, AVA: 1})
    assert users(await leaderboard.page(GUILD, 0)) == [NOAH, AVA]
    assert users(await leaderboard.page(GUILD, 0, by(Measure.GAMES))) == [AVA, NOAH]
    easy = await leaderboard.page(GUILD, 0, by(Measure.WINS, against=Level.EASY), user_id=MIA)
    assert [(line.user_id, line.wins, line.rating) for line in easy.rows] == [(MIA, 1, None)]
    hard = await leaderboard.page(GUILD, 0, by(Measure.RATING, against=Level.HARD))
    assert hard.subject.measure is Measure.AVERAGE
    assert [(line.wins, line.rating, line.provisional) for line in hard.rows] == [(0, None, False)]


async def test_a_member_who_left_has_lost_and_has_the_points_of_their_rounds(
    database: Database, leaderboard: Leaderboard
) -> None:
    await store_game(database, {MIA: 0, NOAH: 50}, left=[NOAH])
    page = await leaderboard.page(GUILD, 0, by(Measure.WINS))
    assert [(line.user_id, line.wins) for line in page.rows] == [(MIA, 1), (NOAH, 0)]
    await store_game(database, {AVA: 0, LEO: 0}, left=[LEO], rounds=0)
    averages = await leaderboard.page(GUILD, 0, by(Measure.AVERAGE), user_id=LEO)
    assert users(averages) == [NOAH, MIA]
    wins = await leaderboard.page(GUILD, 0, by(Measure.WINS), user_id=LEO)
    assert wins.own is not None
    assert wins.own.average == 0.0


async def test_five_rated_games_make_a_rating_firm(
    database: Database, leaderboard: Leaderboard
) -> None:
    for game in range(5):
        page = await leaderboard.page(GUILD, 0)
        assert all(line.provisional for line in page.rows), game
        await store_game(database, {MIA: 1, NOAH: 0})
    page = await leaderboard.page(GUILD, 0)
    assert [line.provisional for line in page.rows] == [False, False]


async def test_this_week_and_this_month_are_of_the_calendar(database: Database) -> None:
    """ISO weeks begin on Monday; 2026-12-31 and 2027-01-02 are of one week, 2026-W53."""
    for user_id, day in ((MIA, 27), (NOAH, 28), (AVA, 31)):
        at = datetime(2026, 12, day, 23, 59, tzinfo=UTC)
        await store_game(database, {user_id: 1, 900 + day: 0}, at=at)
    await store_game(database, {LEO: 1, 999: 0}, at=datetime(2027, 1, 1, tzinfo=UTC))
    here = Leaderboard(database, lambda: datetime(2027, 1, 3, 23, 59, tzinfo=UTC))
    week = await here.page(GUILD, 0, by(Measure.WINS, period=Period.WEEK, min_games=1))
    month = await here.page(GUILD, 0, by(Measure.WINS, period=Period.MONTH))
    winners = [[line.user_id for line in page.rows if line.wins] for page in (week, month)]
    assert winners == [[LEO, AVA, NOAH], [LEO]]
    later = Leaderboard(database, lambda: datetime(2027, 1, 4, tzinfo=UTC))
    assert (await later.page(GUILD, 0, by(Measure.WINS, period=Period.WEEK))).members == 0


@pytest.mark.slow
async def test_a_season_has_ratings_of_its_own(
    database: Database, leaderboard: Leaderboard
) -> None:
    seasons = Seasons(database, leaderboard, lambda: WHEN)
    season = by(Measure.RATING, period=Period.SEASON)
    for _ in range(6):
        await store_game(database, {MIA: 9, NOAH: 1})
    assert (await leaderboard.page(GUILD, 0, season)).subject.season is None
    await seasons.start(GUILD, "Spring")
    await store_game(database, {MIA: 1, NOAH: 9})
    first = await leaderboard.page(GUILD, 0, season, user_id=MIA)
    noah, mia = rate([Rating(), Rating()], [1, 2])
    assert first.subject.season == 1
    assert [(line.user_id, line.rating, line.provisional) for line in first.rows] == [
        (NOAH, noah.number, True),
        (MIA, mia.number, True),
    ]
    await seasons.start(GUILD, "Summer")
    await store_game(database, {AVA: 1, NOAH: 9})
    assert users(await leaderboard.page(GUILD, 0, season)) == [NOAH, AVA]
    again = await leaderboard.page(GUILD, 0, season._replace(season=1), user_id=MIA)
    assert (again.rows, again.own) == (first.rows, first.own)
    assert users(await leaderboard.page(GUILD, 0))[0] == MIA


async def test_former_players_are_not_listed_and_change_no_rating(
    database: Database, leaderboard: Leaderboard
) -> None:
    await store_game(database, {MIA: 9, NOAH: 5, AVA: 1})
    before = await leaderboard.page(GUILD, 0)
    await rename(database, NOAH, FORMER)
    after = await leaderboard.page(GUILD, 0, user_id=AVA)
    assert after.members == 2
    assert [line._replace(rank=0) for line in after.rows] == [
        line._replace(rank=0) for line in before.rows if line.user_id != NOAH
    ]
    assert [line.rank for line in after.rows] == [1, 2]


async def test_a_server_counts_only_its_own_games(
    database: Database, leaderboard: Leaderboard
) -> None:
    await store_game(database, {MIA: 9, NOAH: 1})
    await store_game(database, {MIA: 1, AVA: 9}, guild_id=2, name="elsewhere")
    assert users(await leaderboard.page(GUILD, 0)) == [MIA, NOAH]
    assert (await leaderboard.page(2, 0, user_id=MIA)).own is not None
    assert {line.name for line in (await leaderboard.page(2, 0)).rows} == {"elsewhere"}


async def test_a_member_stands_under_their_newest_name(
    database: Database, leaderboard: Leaderboard
) -> None:
    await store_game(database, {MIA: 9, NOAH: 1}, name="Mia", at=WHEN)
    # By the order of the games, not by a clock that was set back.
    await store_game(database, {MIA: 9, NOAH: 1}, name="Mia B.", at=WHEN - timedelta(days=1))
    assert (await leaderboard.page(GUILD, 0)).rows[0].name == "Mia B."


async def test_has_played_means_in_any_server(database: Database, leaderboard: Leaderboard) -> None:
    await store_game(database, {MIA: 9, NOAH: 1}, guild_id=2)
    assert await leaderboard.has_played(MIA)
    assert not await leaderboard.has_played(AVA)


CHOICES = [
    LeaderboardChoice(),
    *map(LeaderboardChoice, Measure),
    *(LeaderboardChoice(period=period) for period in Period),
    LeaderboardChoice(Measure.WIN_SHARE, Period.SEASON, 5, 99_999, Level.HARD, 999_999_999),
    LeaderboardChoice(Measure.WINS, Period.WEEK, 2, 20, Level.EASY),
    LeaderboardChoice(against=Level.MEDIUM, min_games=10),
]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.code)
def test_a_choice_fits_a_button_and_is_read_back(choice: LeaderboardChoice) -> None:
    assert re.fullmatch(r"[A-Za-z0-9+~-]{1,32}", choice.code)
    assert LeaderboardChoice.parse(choice.code) == choice


@pytest.mark.parametrize(
    "code", ["", "x", "ra-0-1", "ra-1-1-p", "ra-0-0-p", "ra-0-1-p-", "rs0-0-1-p", "zz-0-1-p"]
)
def test_anything_else_is_the_usual_choice(code: str) -> None:
    """Buttons of before have no code at all."""
    assert LeaderboardChoice.parse(code) == LeaderboardChoice()


def test_the_codes_of_buttons_in_channels_never_change() -> None:
    assert LeaderboardChoice().code == "ra-0-1-p"
    choice = LeaderboardChoice(Measure.WIN_SHARE, Period.SEASON, 4, 10, Level.EASY, 2)
    assert choice.code == "ss2-4-10-e"
    assert LeaderboardChoice.parse("wm-3-5-h") == LeaderboardChoice(
        Measure.WINS, Period.MONTH, 3, 5, Level.HARD
    )
