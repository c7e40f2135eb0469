"""The members' results when a game ends: by playing on, leaving, or missing turns (R23)."""

import random
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.results import Outcome, Result
from bot.storage.models.tables import Source, Status
from bot.tables.core.actor import Actor
from bot.tables.core.ratings import Rating, rate
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.tables.standings.leaderboard import LeaderboardChoice, Measure
from engine.players import Level
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    NOAH,
    SERVER,
    actions,
    end,
    game,
    game_on_turn,
    lobby,
    move_on,
    play_on,
    play_until_moved,
    run_due,
)
from tests.support.tables.results import results_of

pytestmark = pytest.mark.slow  # games are played first

ONE_ROUND = TableOptions(length=1)
TWO_ROUNDS = TableOptions(length=2)


async def until_round(tables: Tables, state: TableState, number: int, seed: int = 4) -> TableState:
    rng = random.Random(seed)
    while state.game is None or len(state.game.rounds) < number:
        state = await move_on(tables, state, rng)
    return state


def ranked(found: dict[int, Result], members: Sequence[Actor]) -> list[int]:
    return [found[member.user_id].people_rank for member in members]


@pytest.mark.long
async def test_computers_places_are_closed_up(tables: Tables) -> None:
    for seed in range(6):
        state = await game(tables, NOAH, computers=2, channel=seed + 1, options=ONE_ROUND)
        state = await end(tables, state, seed)
        found = await results_of(tables, state)
        assert state.game is not None
        totals = state.game.totals()
        assert {user: result.points for user, result in found.items()} == {
            MIA.user_id: totals[0],
            NOAH.user_id: totals[1],
        }
        better, worse = (MIA, NOAH) if totals[0] > totals[1] else (NOAH, MIA)
        expected = [1, 1] if totals[0] == totals[1] else [1, 2]
        assert ranked(found, [better, worse]) == expected
        ranks = {seat: rank for rank, seat, _ in state.game.ranking()}
        assert [result.rank for result in found.values()] == [ranks[0], ranks[1]]
        assert all(result.level is None and result.people == 2 for result in found.values())


async def test_a_game_of_people_is_rated_by_their_ranks(tables: Tables) -> None:
    state = await end(tables, await game(tables, NOAH, AVA, computers=1, options=ONE_ROUND))
    found = list((await results_of(tables, state)).values())
    expected = rate([Rating()] * 3, [result.people_rank for result in found])
    assert [(result.mu, result.sigma) for result in found] == expected
    page = await tables.leaderboard.page(SERVER, 0)
    assert [line.rating for line in page.rows] == sorted(
        (rating.number for rating in expected), reverse=True
    )


async def test_a_member_who_leaves_is_last_and_has_only_their_own_rounds(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA, options=TWO_ROUNDS)
    state = await until_round(tables, state, 2)
    assert state.game is not None
    first = state.game.after(1)
    await tables.lobby.leave(state.id, NOAH.user_id)
    state = await end(tables, state)
    assert state.game is not None
    found = await results_of(tables, state)
    noah = found[NOAH.user_id]
    assert (noah.outcome, noah.people_rank, noah.rank, noah.won) == (Outcome.LEFT, 3, 3, False)
    assert (noah.rounds, noah.points, noah.name) == (1, first.totals()[1], "Noah")
    # What the computer did in the seat afterwards is not Noah's.
    assert noah.moves == sum(event.seat == 1 for event in first.rounds[0].log)
    stayed = [found[member.user_id] for member in (MIA, AVA)]
    assert {result.people for result in found.values()} == {3}
    assert all((result.outcome, result.rounds) == (Outcome.FINISHED, 2) for result in stayed)
    assert sorted(result.people_rank for result in stayed) in ([1, 2], [1, 1])
    assert noah.mu is not None
    assert noah.mu < Rating().mu


async def test_a_member_who_left_another_game_has_no_part_in_this_one(tables: Tables) -> None:
    other = await game_on_turn(tables, LEO, AVA, channel=CHANNEL + 1)
    await tables.lobby.leave(other.id, LEO.user_id)
    found = await results_of(tables, await end(tables, await game(tables, NOAH, options=ONE_ROUND)))
    assert {user: result.outcome for user, result in found.items()} == {
        MIA.user_id: Outcome.FINISHED,
        NOAH.user_id: Outcome.FINISHED,
    }


async def test_of_two_members_the_one_who_plays_on_wins_whatever_the_points(tables: Tables) -> None:
    state = await until_round(tables, await game(tables, NOAH, options=TWO_ROUNDS), 2)
    await tables.lobby.leave(state.id, MIA.user_id)
    found = await results_of(tables, await end(tables, state))
    assert ranked(found, [NOAH, MIA]) == [1, 2]
    assert found[NOAH.user_id].won
    # It is a game of two people, not one against a computer.
    assert [result.level for result in found.values()] == [None, None]
    page = await tables.leaderboard.page(SERVER, 0, LeaderboardChoice(Measure.WINS))
    assert [(line.user_id, line.wins) for line in page.rows] == [
        (NOAH.user_id, 1),
        (MIA.user_id, 0),
    ]


async def test_when_all_have_left_all_have_lost(tables: Tables) -> None:
    """They share the last rank, so nobody's rating rises: leaving second is no victory."""
    state = await game_on_turn(tables, NOAH, options=ONE_ROUND)
    for member in (MIA, NOAH):
        state = await play_until_moved(tables, state, member, random.Random(1))
    await tables.lobby.leave(state.id, MIA.user_id)
    assert await results_of(tables, state) == {}
    state = await tables.lobby.leave(state.id, NOAH.user_id)
    assert state.status is Status.CLOSED
    found = await results_of(tables, state)
    assert ranked(found, [MIA, NOAH]) == [1, 1]
    assert not any(result.won for result in found.values())
    assert [result.outcome for result in found.values()] == [Outcome.LEFT] * 2
    assert [(result.points, result.rounds) for result in found.values()] == [(0, 0)] * 2
    assert {(result.mu, result.may_rise) for result in found.values()} == {(None, False)}
    page = await tables.leaderboard.page(SERVER, 0)
    assert page.rows == []


@pytest.mark.long  # plays a whole game
@pytest.mark.parametrize("seed", range(4))
async def test_a_member_replaced_for_missing_turns_is_last(
    tables: Tables, clock: FakeClock, seed: int
) -> None:
    """The round before counts for the member, whichever seat ended it."""
    options = TableOptions(length=2, turn_limit=300)
    state = await until_round(tables, await game(tables, NOAH, AVA, options=options), 2, seed)
    assert state.game is not None
    first = state.game.after(1).totals()
    rng = random.Random(1)
    while state.status is Status.PLAYING:
        awake = [seat for seat in state.members_to_move if seat.user_id != MIA.user_id]
        if awake:
            state = await play_on(tables, state, rng) if len(state.to_move) == 1 else state
        if (state.members_to_move and len(state.to_move) > 1) or not awake:
            clock.advance(timedelta(minutes=6))
            state = await run_due(tables, state)
            state = await run_due(tables, state)
    found = await results_of(tables, state)
    mia = found[MIA.user_id]
    assert (mia.outcome, mia.people_rank) == (Outcome.REPLACED, 3)
    assert (mia.rounds, mia.points) == (1, first[0])
    stand_ins = [row for row in await actions(tables, state) if row.source is Source.STAND_IN]
    own = sum(event.seat == 0 for event in state.game.rounds[0].log) if state.game else 0
    assert stand_ins
    assert mia.moves == own


async def test_a_member_who_comes_back_before_the_end_has_finished(
    tables: Tables, clock: FakeClock
) -> None:
    options = TableOptions(length=1, turn_limit=300)
    state = await game(tables, NOAH, options=options)
    for _ in range(6):
        clock.advance(timedelta(minutes=6))
        state = await run_due(tables, state)
    assert [seat.away for seat in state.seats] == [True, True]
    for member in (MIA, NOAH):
        await tables.turns.come_back(state.id, member.user_id)
    found = await results_of(tables, await end(tables, state))
    assert [result.outcome for result in found.values()] == [Outcome.FINISHED] * 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("levels", "level"),
    [
        ([Level.EASY], Level.EASY),
        ([Level.HARD], Level.HARD),
        ([Level.HARD, Level.MEDIUM, Level.HARD], Level.MEDIUM),
    ],
)
async def test_a_game_against_computers_counts_for_the_weakest(
    tables: Tables, levels: list[Level], level: Level
) -> None:
    state = await lobby(tables, options=ONE_ROUND)
    for each in levels:
        await tables.lobby.add_computer(state.id, MIA, each)
    state = await end(tables, await tables.lobby.start(state.id, MIA))
    found = (await results_of(tables, state))[MIA.user_id]
    assert (found.level, found.people, found.mu) == (level, 1, None)
    assert found.won == (found.rank == 1)
    against = LeaderboardChoice(Measure.GAMES, against=level)
    assert (await tables.leaderboard.page(SERVER, 0, against)).members == 1
    assert (await tables.leaderboard.page(SERVER, 0)).members == 0


async def test_leaving_a_game_against_computers_is_a_loss_too(tables: Tables) -> None:
    state = await lobby(tables, options=ONE_ROUND)
    await tables.lobby.add_computer(state.id, MIA, Level.HARD)
    state = await tables.lobby.start(state.id, MIA)
    await play_until_moved(tables, state, MIA, random.Random(1))
    await tables.lobby.leave(state.id, MIA.user_id)
    found = (await results_of(tables, state))[MIA.user_id]
    # The computer that took the seat, a medium one, was no opponent.
    assert (found.level, found.outcome, found.won) == (Level.HARD, Outcome.LEFT, False)


async def test_a_game_against_computers_that_was_left_adds_nothing_to_the_average(
    tables: Tables,
) -> None:
    """After a lucky round a member could leave, and keep its points."""
    state = await lobby(tables, options=TableOptions(length=2))
    await tables.lobby.add_computer(state.id, MIA, Level.HARD)
    state = await until_round(tables, await tables.lobby.start(state.id, MIA), 2)
    await tables.lobby.leave(state.id, MIA.user_id)
    found = (await results_of(tables, state))[MIA.user_id]
    assert (found.rounds, found.may_rise) == (1, False)
    against = LeaderboardChoice(Measure.AVERAGE, against=Level.HARD)
    assert (await tables.leaderboard.page(SERVER, 0, against)).members == 0
    against = LeaderboardChoice(Measure.GAMES, against=Level.HARD)
    (line,) = (await tables.leaderboard.page(SERVER, 0, against)).rows
    assert (line.games, line.wins, line.average) == (1, 0, 0.0)


async def test_a_game_with_hints_has_no_results_even_when_members_leave(tables: Tables) -> None:
    hinted = TableOptions(length=1, hints=True)
    state = await game(tables, NOAH, AVA, options=hinted)
    await tables.lobby.leave(state.id, AVA.user_id)
    assert await results_of(tables, await end(tables, state)) == {}
    state = await game(tables, NOAH, channel=2, options=hinted)
    await tables.lobby.leave(state.id, MIA.user_id)
    await tables.lobby.leave(state.id, NOAH.user_id)
    assert await results_of(tables, state) == {}
    assert not await tables.leaderboard.has_played(MIA.user_id)


async def test_a_game_that_its_host_closed_has_none(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA, options=ONE_ROUND)
    await tables.lobby.leave(state.id, AVA.user_id)
    state = await tables.closing.cancel(state.id, MIA)
    assert await results_of(tables, state) == {}


async def test_leaving_a_lobby_is_no_loss(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    await tables.lobby.leave(state.id, NOAH.user_id)
    state = await tables.lobby.leave(state.id, MIA.user_id)
    assert (state.status, await results_of(tables, state)) == (Status.CLOSED, {})


async def test_games_are_numbered_as_they_end(tables: Tables) -> None:
    first = await game(tables, NOAH, channel=1, options=ONE_ROUND)
    second = await game(tables, NOAH, channel=2, options=ONE_ROUND)
    await end(tables, second)
    await end(tables, first)
    numbers = [
        {result.number for result in (await results_of(tables, state)).values()}
        for state in (second, first)
    ]
    assert numbers == [{1}, {2}]
