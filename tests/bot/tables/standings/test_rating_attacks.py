"""Ways to a higher rating, or to a lower one of somebody else, without playing."""

import random
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.results import Outcome
from bot.tables.core.ratings import Rating, rate
from bot.tables.service import Tables
from bot.tables.standings.leaderboard import LeaderboardChoice, Measure
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    MIA,
    NOAH,
    SERVER,
    any_move,
    end,
    first_action,
    game,
    game_on_turn,
    member,
    play,
    play_until_moved,
    run_due,
)
from tests.support.tables.results import results_of, store_game

pytestmark = pytest.mark.slow  # plays many games each time

ONE_ROUND = TableOptions(length=1)


async def numbers(tables: Tables) -> dict[int, int | None]:
    """The rating of each member on the leaderboard."""
    page = await tables.leaderboard.page(SERVER, 0)
    return {line.user_id: line.rating for line in page.rows}


async def test_two_members_who_start_and_leave_at_once_are_on_no_leaderboard(
    tables: Tables,
) -> None:
    # More than count in a week, or are needed for a rating that is not provisional.
    for _ in range(12):
        state = await game(tables, NOAH, options=ONE_ROUND)
        await tables.lobby.leave(state.id, MIA.user_id)
        await tables.lobby.leave(state.id, NOAH.user_id)
        assert await results_of(tables, state) == {}
    for measure in Measure:
        assert (await tables.leaderboard.page(SERVER, 0, LeaderboardChoice(measure))).members == 0


@pytest.mark.long
@pytest.mark.parametrize("new_each_time", [False, True])
async def test_a_member_who_plays_on_after_an_alt_left_at_once_has_no_result(
    tables: Tables, new_each_time: bool
) -> None:
    for at in range(10):
        alt = member(300 + at * new_each_time, "Alt")
        state = await game(tables, alt, options=ONE_ROUND)
        await tables.lobby.leave(state.id, alt.user_id)
        state = await end(tables, state, at)
        assert await results_of(tables, state) == {}
    assert await numbers(tables) == {}


@pytest.mark.long
async def test_an_alt_that_leaves_after_one_move_raises_no_rating(tables: Tables) -> None:
    """Each such alt is eligible and loses its game; the other wins nothing by it."""
    for at in range(5):
        alt = member(300 + at, "Alt")
        state = await game_on_turn(tables, alt, options=ONE_ROUND)
        state = await play_until_moved(tables, state, alt, random.Random(1))
        await tables.lobby.leave(state.id, alt.user_id)
        state = await end(tables, state, at)
        found = await results_of(tables, state)
        assert {user: result.may_rise for user, result in found.items()} == {
            MIA.user_id: False,
            alt.user_id: False,
        }
        assert (found[MIA.user_id].mu, found[alt.user_id].outcome) == (None, Outcome.LEFT)
    page = await tables.leaderboard.page(SERVER, 0, LeaderboardChoice(Measure.GAMES))
    assert {line.user_id for line in page.rows} == {300 + at for at in range(5)}
    assert all((line.games, line.wins, line.average) == (1, 0, 0.0) for line in page.rows)
    assert MIA.user_id not in await numbers(tables)


@pytest.mark.long
async def test_a_member_who_never_moves_loses_nothing(tables: Tables, clock: FakeClock) -> None:
    """Ten games that the absent member never pressed anything in."""
    options = TableOptions(length=1, turn_limit=300)
    for _ in range(10):
        state = await game(tables, NOAH, AVA, options=options)
        rng = random.Random(1)
        while state.status.live:
            awake = [seat for seat in state.members_to_move if seat.user_id != NOAH.user_id]
            if awake:
                seat = awake[0]
                state = await play(tables, state, seat.index, any_move(state, seat.index, rng))
            else:
                clock.advance(timedelta(minutes=6))
                state = await run_due(tables, state)
        assert {*await results_of(tables, state)} == {MIA.user_id, AVA.user_id}
    assert {*await numbers(tables)} == {MIA.user_id, AVA.user_id}


async def test_the_scores_of_two_of_whom_one_never_moved_do_not_count(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game(tables, NOAH, options=TableOptions(length=1, turn_limit=300))
    rng = random.Random(1)
    while state.status.live:
        if awake := [seat for seat in state.members_to_move if seat.user_id != NOAH.user_id]:
            index = awake[0].index
            state = await play(tables, state, index, any_move(state, index, rng))
        else:
            clock.advance(timedelta(minutes=6))
            state = await run_due(tables, state)
    assert await results_of(tables, state) == {}
    assert state.unranked is None


async def test_nor_do_they_if_a_computer_moved_for_a_member_who_had_left_at_once(
    tables: Tables,
) -> None:
    state = await game(tables, NOAH, options=ONE_ROUND)
    await tables.lobby.leave(state.id, NOAH.user_id)
    state = await end(tables, state)
    assert await results_of(tables, state) == {}
    assert state.unranked is None
    await tables.repository.drop([state.id])
    assert await tables.repository.get(state.id) == state


async def test_the_scores_know_for_whom_a_game_is_on_no_leaderboard(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH)
    for _ in range(2):
        state = await play(tables, state, state.to_move[0].index, first_action(state))
    await tables.lobby.leave(state.id, NOAH.user_id)
    state = await end(tables, state)
    found = await results_of(tables, state)
    assert {user_id: one.may_rise for user_id, one in found.items()} == {
        MIA.user_id: False,
        NOAH.user_id: False,
    }
    assert state.unranked == frozenset({state.seat_of(MIA.user_id).index})
    await tables.repository.drop([state.id])
    assert await tables.repository.get(state.id) == state


async def test_those_who_played_are_rated_among_themselves(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA, options=ONE_ROUND)
    await tables.lobby.leave(state.id, NOAH.user_id)
    state = await end(tables, state)
    found = [*(await results_of(tables, state)).values()]
    assert [result.user_id for result in found] == [MIA.user_id, AVA.user_id]
    assert state.unranked == frozenset()
    assert sorted(result.people_rank for result in found) in ([1, 2], [1, 1])
    expected = rate([Rating()] * 2, [result.people_rank for result in found])
    assert [(result.mu, result.sigma) for result in found] == expected
    assert {(result.rule, result.people, result.weight) for result in found} == {(2, 3, 1.0)}


@pytest.mark.long
async def test_a_pair_that_plays_ten_games_a_week_gains_less_by_each(
    tables: Tables, clock: FakeClock
) -> None:
    database = tables.repository.database
    for at in range(9):
        # A game of eight days ago counts no longer, nor has anybody else's.
        ago = timedelta(days=8) if at == 0 else timedelta(days=at % 6)
        points = {MIA.user_id: 1, NOAH.user_id: 0}
        await store_game(database, points, at=clock.time - ago)
        await store_game(database, {MIA.user_id: 0, AVA.user_id: 1}, guild_id=9, at=clock.time)
    weights: list[float] = []
    for seed in range(3):
        state = await end(tables, await game(tables, NOAH, options=ONE_ROUND), seed)
        weights += {result.weight for result in (await results_of(tables, state)).values()}
    assert weights == [1.0, 1 / 2, 1 / 3]
    state = await end(tables, await game(tables, NOAH, AVA, options=ONE_ROUND))
    found = await results_of(tables, state)
    assert {result.weight for result in found.values()} == {(1 / 4 + 1 + 1) / 3}
