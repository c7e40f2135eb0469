"""The cards of members and servers."""

import random
from datetime import timedelta
from typing import Any

import pytest

from bot.storage.engine.database import Database
from bot.storage.models.results import Category, Result
from bot.tables.core.ratings import Rating, rate
from bot.tables.standings.leaderboard import Leaderboard
from bot.tables.standings.statistics import (
    RATING_HISTORY_LENGTH,
    HeadToHead,
    ServerBest,
    Statistics,
)
from engine.players import Level
from tests.support.storage.rows import WHEN
from tests.support.tables.results import rename, store_game

GUILD = 1
MIA, NOAH, AVA, LEO = 100, 101, 102, 103


@pytest.fixture
def statistics(database: Database) -> Statistics:
    return Statistics(database, Leaderboard(database, lambda: WHEN))


async def test_a_member_who_has_not_played_has_no_card(
    statistics: Statistics, database: Database
) -> None:
    await store_game(database, {MIA: 1, NOAH: 0}, guild_id=2)
    assert await statistics.member(GUILD, MIA, MIA) is None


async def test_games_of_people_and_against_computers_are_counted_separately(
    statistics: Statistics, database: Database
) -> None:
    await store_game(database, {MIA: 6, NOAH: 0})
    await store_game(database, {MIA: 3, NOAH: 9, AVA: 0})
    await store_game(database, {MIA: 3, NOAH: 9, AVA: 0}, left=[MIA])
    await store_game(database, {MIA: 9}, level=Level.EASY, players=3)
    await store_game(database, {MIA: 0}, level=Level.HARD, players=3, rank=2, left=[MIA])
    card = await statistics.member(GUILD, MIA, MIA)
    assert card is not None
    total = card.total
    assert (card.name, total.games, total.wins, card.own.unfinished) == ("member 100", 3, 1, 1)
    averages = [(row.players, row.games, row.average) for row in card.averages]
    assert averages == [(2, 1, 2.0), (3, 2, 1.0)]
    levels = [(row.category, row.games, row.wins, row.average) for row in card.levels]
    assert levels == [(Category.EASY, 1, 1, 3.0), (Category.HARD, 1, 0, 0.0)]
    assert card.against is None


async def test_games_without_a_round_that_counts_have_no_average(
    statistics: Statistics, database: Database
) -> None:
    lost: dict[str, Any] = {"left": [MIA], "may_rise": False}
    await store_game(database, {MIA: 6, NOAH: 0}, **lost)
    await store_game(database, {MIA: 9}, level=Level.EASY, players=3, rank=3, **lost)
    card = await statistics.member(GUILD, MIA, MIA)
    assert card is not None
    assert [(row.players, row.games, row.average) for row in card.averages] == [(2, 1, None)]
    assert [(row.games, row.wins, row.average) for row in card.levels] == [(1, 0, None)]


@pytest.mark.long
@pytest.mark.slow  # stores many games
async def test_the_rating_has_a_history(statistics: Statistics, database: Database) -> None:
    expected = []
    mia, noah = Rating(), Rating()
    for day in range(RATING_HISTORY_LENGTH + 5):
        ranks = [1, 2] if day % 3 else [2, 1]
        at = WHEN + timedelta(days=day)
        await store_game(database, {MIA: -ranks[0], NOAH: -ranks[1]}, at=at)
        mia, noah = rate([mia, noah], ranks)
        expected.append(mia.number)
    await store_game(database, {MIA: 1}, level=Level.EASY)
    card = await statistics.member(GUILD, MIA, MIA)
    assert card is not None
    assert card.rating_history == expected[-RATING_HISTORY_LENGTH:]
    own = card.standing
    assert own is not None
    assert (own.rating, own.uncertainty) == (mia.number, mia.uncertainty)
    assert (own.rank, card.members, own.provisional) == (1, 2, False)


async def test_moves_are_summed(statistics: Statistics, database: Database) -> None:
    first = await store_game(
        database, {MIA: 1, NOAH: 0}, emptied=2, unbeaten=1, longest_set=4, biggest_capture=1
    )
    await store_game(
        database,
        {MIA: 1},
        level=Level.EASY,
        emptied=0,
        unbeaten=3,
        longest_set=3,
        biggest_capture=5,
    )
    async with database.write() as session:
        await session.update_where(Result, {"agreed": 7, "reviewed": 10}, table_id=first, seat=0)
    card = await statistics.member(GUILD, MIA, MIA)
    assert card is not None
    own = card.own
    assert (own.emptied, own.unbeaten, own.longest_set, own.biggest_capture) == (2, 4, 4, 5)
    assert (own.agreed, own.reviewed) == (7, 10)


@pytest.mark.slow  # plays a whole game
async def test_what_was_never_counted_is_none(statistics: Statistics, database: Database) -> None:
    await store_game(
        database, {MIA: 1, NOAH: 0}, emptied=None, longest_set=None, biggest_capture=None
    )
    card = await statistics.member(GUILD, MIA, MIA)
    assert card is not None
    own = card.own
    assert (own.emptied, own.longest_set, own.biggest_capture) == (0, None, None)


async def test_head_to_head_is_seen_from_the_card(
    statistics: Statistics, database: Database
) -> None:
    await store_game(database, {MIA: 9, NOAH: 1})
    await store_game(database, {MIA: 9, AVA: 8, NOAH: 1})
    await store_game(database, {NOAH: 9, MIA: 1})
    await store_game(database, {NOAH: 2, MIA: 2, AVA: 5})
    await store_game(database, {NOAH: 2, AVA: 5})
    await store_game(database, {NOAH: 2, MIA: 9}, guild_id=2)
    cards = [await statistics.member(GUILD, *pair) for pair in ((MIA, NOAH), (NOAH, MIA))]
    assert [card and card.against for card in cards] == [
        HeadToHead(games=4, better=2, worse=1, ties=1),
        HeadToHead(games=4, better=1, worse=2, ties=1),
    ]
    alone = await statistics.member(GUILD, MIA, LEO)
    assert alone is not None
    assert alone.against is None


async def test_a_servers_card(statistics: Statistics, database: Database) -> None:
    empty = await statistics.server(GUILD)
    assert empty.totals.games == 0
    assert empty[1:] == (0, [], None, None, None)
    rng = random.Random(1)
    for number in range(4):
        await store_game(
            database,
            {MIA: rng.randint(0, 3), NOAH + number % 2: 1},
            longest_set=3 + number % 3,
            biggest_capture=0,
        )
    await store_game(database, {LEO: 3}, level=Level.EASY, longest_set=1, players=5)
    card = await statistics.server(GUILD)
    totals = card.totals
    assert (totals.games, totals.rounds, totals.moves, card.members) == (5, 15, 90, 3)
    assert (totals.emptied, totals.unbeaten) == (9, 0)
    assert card.busiest == ServerBest("member 100", 4)
    assert card.longest_set == ServerBest("member 100", 5)
    assert card.biggest_capture == ServerBest("member 103", 2)
    assert [(average.players, average.games) for average in card.averages] == [(2, 8)]
    await rename(database, MIA, -5)
    renamed = await statistics.server(GUILD)
    assert renamed.longest_set == ServerBest("member 101", 5)
    assert renamed.busiest is not None
    assert renamed.busiest.name in ("member 101", "member 102")
