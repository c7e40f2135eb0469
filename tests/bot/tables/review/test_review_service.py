"""Reviews: one evaluation at a time, the same figures again, and no failure ends one."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import update

from bot.storage import models
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Source
from bot.tables import review as reviewing
from bot.tables.core.errors import NoSuchTable, TableError
from bot.tables.core.state import TableState
from bot.tables.review import Evaluate, Review, ReviewService
from bot.tables.service import Tables
from engine.actions import Action
from engine.players import Comparison
from engine.view import View
from tests.support.tables.blocking_players import eventually
from tests.support.tables.evaluators import BlockingEvaluate, rough, worth
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import AVA, CHANNEL, MIA, NOAH, SERVER, game, play_to_the_end

pytestmark = pytest.mark.slow  # games are played first

Employ = Callable[[Evaluate], ReviewService]


@pytest.fixture
async def employ(tables: Tables) -> AsyncIterator[Employ]:
    employed: list[ReviewService] = []

    def employ(evaluate: Evaluate) -> ReviewService:
        employed.append(ReviewService(tables.repository.database, evaluate))
        return employed[-1]

    yield employ
    for reviews in employed:
        await reviews.close()


async def played(tables: Tables, rounds: int = 1, channel: int = CHANNEL) -> TableState:
    state = await game(tables, NOAH, channel=channel, options=TableOptions(length=rounds))
    return await play_to_the_end(tables, state, random.Random(1))


async def done(reviews: ReviewService, state: TableState, user_id: int = MIA.user_id) -> Review:
    review = await reviews.review(state.id, user_id)
    while not review.done:
        await review.wait(10)
    return review


async def test_every_move_is_evaluated_against_the_best(tables: Tables, employ: Employ) -> None:
    review = await done(employ(rough), await played(tables))
    assert [move.decision for move in review.moves] == list(review.decisions)
    for decision, best, cost, margin in review.moves:
        assert margin == 0
        assert best is not None
        worths = [worth(decision.view, legal) for legal in decision.view.legal_actions()]
        assert worth(decision.view, best) == max(worths)
        assert cost == max(worths) - worth(decision.view, decision.action)


async def test_the_costliest_moves_are_listed_and_those_as_good_as_hards_are_marked(
    tables: Tables, employ: Employ
) -> None:
    review = await done(employ(rough), await played(tables, rounds=2))
    costs = [move.cost for move in review.costly]
    assert costs == sorted((move.cost for move in review.moves), reverse=True)[:3]
    assert costs[-1] > 0
    assert all(move.is_good == (move.cost == 0) for move in review.moves)


async def test_totals_are_those_of_the_game(tables: Tables, employ: Employ) -> None:
    state = await played(tables, rounds=2)
    review = await done(employ(rough), state)
    assert state.game is not None
    first = tuple(score.points for score in state.game.rounds[0].scores())
    assert review.totals == [first, state.game.totals()]


async def test_a_review_repeated_asks_the_same(tables: Tables, employ: Employ) -> None:
    state = await played(tables)
    asked = []
    for _ in range(2):
        slow = BlockingEvaluate()
        slow.let(1000)
        await done(employ(slow), state)
        asked.append(slow.asked)
    assert asked[0] == asked[1]
    seeds = [question.seed for question in asked[0]]
    assert len(set(seeds)) == len(seeds)


async def test_one_evaluation_at_a_time_and_reviews_in_turns(
    tables: Tables, employ: Employ
) -> None:
    state, slow = await played(tables), BlockingEvaluate()
    reviews = employ(slow)
    mias, noahs = [await reviews.review(state.id, who.user_id) for who in (MIA, NOAH)]
    for evaluated in range(1, 7):
        slow.let(1)
        await eventually(partial(slow.has_been_asked, evaluated + 1))
        assert len(mias.moves) + len(noahs.moves) == evaluated
        assert abs(len(mias.moves) - len(noahs.moves)) <= 1


@pytest.mark.long
async def test_members_have_turns_however_many_reviews_each_has(
    tables: Tables, employ: Employ
) -> None:
    """Of Mia's three reviews one is at work, so Noah has every second evaluation."""
    states = [await played(tables, channel=channel) for channel in range(1, 4)]
    slow = BlockingEvaluate()
    reviews = employ(slow)
    mias = [await reviews.review(state.id, MIA.user_id) for state in states]
    noahs = await reviews.review(states[0].id, NOAH.user_id)
    for evaluated in range(1, 7):
        slow.let(1)
        await eventually(partial(slow.has_been_asked, evaluated + 1))
        assert abs(len(mias[0].moves) - len(noahs.moves)) <= 1
        assert [len(review.moves) for review in mias[1:]] == [0, 0]
    slow.let(1000)
    for review in (*mias, noahs):
        while not review.done:
            await review.wait(10)


@pytest.mark.long
async def test_a_member_has_three_places_and_leaves_the_others(
    tables: Tables, employ: Employ
) -> None:
    states = [await played(tables, channel=channel) for channel in range(1, 5)]
    slow = BlockingEvaluate()
    reviews = employ(slow)
    first, *_ = [await reviews.review(state.id, MIA.user_id) for state in states[:3]]
    with pytest.raises(TableError, match="working on 3 reviews for you"):
        await reviews.review(states[3].id, MIA.user_id)
    assert await reviews.review(states[0].id, MIA.user_id) is first
    assert not (await reviews.review(states[3].id, NOAH.user_id)).done
    slow.let(1000)
    await done(reviews, states[0])
    assert not (await reviews.review(states[3].id, MIA.user_id)).done


async def test_a_forgotten_members_review_makes_way_for_their_next(
    tables: Tables, employ: Employ
) -> None:
    states = [await played(tables, channel=channel) for channel in range(1, 3)]
    slow = BlockingEvaluate()
    reviews = employ(slow)
    for state in states:
        await reviews.review(state.id, MIA.user_id)
    await reviews.forget([], MIA.user_id)
    slow.let(1000)
    assert (await done(reviews, states[1])).unjudged == 0


@pytest.mark.parametrize("is_done", [False, True])
async def test_no_review_keeps_the_name_of_a_forgotten_member(
    tables: Tables, employ: Employ, is_done: bool
) -> None:
    state, slow = await played(tables), BlockingEvaluate()
    reviews = employ(slow)
    review = await reviews.review(state.id, MIA.user_id)
    if is_done:
        slow.let(1000)
        await done(reviews, state)
    forgotten = await tables.forgetting.forget(SERVER, NOAH)
    await reviews.forget(forgotten.table_ids, NOAH.user_id)
    shown = await reviews.review(state.id, MIA.user_id)
    assert [seat.name for seat in shown.state.seats] == ["Mia", ""]
    assert (shown is review) == (not is_done)
    slow.let(1000)
    assert [seat.name for seat in (await done(reviews, state)).state.seats] == ["Mia", ""]


async def test_a_review_ends_when_its_reader_is_forgotten_in_another_process(
    tables: Tables, employ: Employ
) -> None:
    state, slow = await played(tables), BlockingEvaluate()
    reviews = employ(slow)
    review = await reviews.review(state.id, MIA.user_id)
    forgotten = await tables.forgetting.forget(SERVER, MIA)
    await reviews.read_again(forgotten.table_ids)
    await asyncio.wait({review.work})
    assert review.work.cancelled()
    with pytest.raises(TableError, match="You did not play this game to its end"):
        await reviews.review(state.id, MIA.user_id)


async def test_a_review_is_kept(tables: Tables, employ: Employ) -> None:
    state, slow = await played(tables), BlockingEvaluate()
    reviews = employ(slow)
    first, second = await asyncio.gather(*[reviews.review(state.id, MIA.user_id) for _ in range(2)])
    assert first is second
    slow.let(1000)
    assert await done(reviews, state) is first
    assert len(slow.asked) == len(first.decisions)


async def test_the_oldest_review_makes_room(
    tables: Tables, employ: Employ, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "CACHE_SIZE", 1)
    state, slow = await played(tables), BlockingEvaluate()
    reviews = employ(slow)
    mias = await reviews.review(state.id, MIA.user_id)
    with pytest.raises(TableError, match="Try again in a few minutes"):
        await reviews.review(state.id, NOAH.user_id)
    slow.let(1000)
    await done(reviews, state)
    await done(reviews, state, NOAH.user_id)
    assert await reviews.review(state.id, MIA.user_id) is not mias


class Failing:
    """Fails at these evaluations, counted from 1; `asked` counts them."""

    def __init__(self, *fails: int) -> None:
        self.asked = 0
        self._fails = fails

    async def __call__(self, view: View, action: Action, seed: int) -> Comparison:
        self.asked += 1
        if self.asked in self._fails:
            raise RuntimeError(f"a lost worker, with {view.hand}")
        return await rough(view, action, seed)


async def test_a_lost_worker_costs_one_verdict(
    tables: Tables, employ: Employ, caplog: pytest.LogCaptureFixture
) -> None:
    review = await done(employ(Failing(2, 3, 5)), await played(tables))
    unjudged = [at for at, move in enumerate(review.moves, 1) if not move.judged]
    assert unjudged == [2, 3, 5]
    assert len(caplog.messages) == 3
    assert str(review.decisions[1].view.hand[0]) not in caplog.text


async def test_where_nothing_is_evaluated_the_review_ends_soon(
    tables: Tables, employ: Employ
) -> None:
    failing = Failing(*range(1, 100))
    review = await done(employ(failing), await played(tables))
    assert failing.asked == 3
    assert not any(move.judged for move in review.moves)


async def test_what_could_not_be_judged_is_judged_again_if_asked(
    tables: Tables, employ: Employ
) -> None:
    state, reviews = await played(tables), employ(Failing(2))
    first = await done(reviews, state)
    assert first.unjudged == 1
    assert await reviews.review(state.id, MIA.user_id) is first
    again = await reviews.review(state.id, MIA.user_id, again=True)
    assert again is not first
    assert (await done(reviews, state)).unjudged == 0
    assert await reviews.review(state.id, MIA.user_id, again=True) is again


async def test_what_is_within_chance_is_as_good(tables: Tables, employ: Employ) -> None:
    async def uncertain(view: View, action: Action, seed: int) -> Comparison:
        return (await rough(view, action, seed))._replace(margin=0.5)

    review = await done(employ(uncertain), await played(tables, rounds=2))
    await review.work
    assert [move.is_good for move in review.moves] == [move.cost <= 0.5 for move in review.moves]
    assert any(0 < move.cost <= 0.5 for move in review.moves)
    assert all(move.cost > 0.5 for move in review.costly)
    card = await tables.statistics.member(SERVER, MIA.user_id, MIA.user_id)
    assert card is not None
    assert card.own.agreed == sum(move.cost <= 0.5 for move in review.moves)


async def test_the_newest_game_is_the_one_that_ended_last(
    tables: Tables, employ: Employ, clock: FakeClock
) -> None:
    reviews = employ(rough)
    # Without results: the leaderboard counts no game with hints.
    early = await game(tables, NOAH, channel=1, options=TableOptions(length=1, hints=True))
    clock.advance(timedelta(minutes=1))
    late = await played(tables, channel=2)
    assert await reviews.newest(SERVER, MIA.user_id) == late.id
    clock.advance(timedelta(minutes=1))
    await play_to_the_end(tables, early, random.Random(2))
    assert await reviews.newest(SERVER, MIA.user_id) == early.id


async def test_the_newest_game_is_not_one_that_a_computer_played_for_the_member(
    tables: Tables, employ: Employ, clock: FakeClock
) -> None:
    reviews = employ(rough)
    own = await played(tables, channel=1)
    clock.advance(timedelta(minutes=1))
    other = await played(tables, channel=2)
    async with tables.repository.database.write() as session:
        mias = update(models.Action).filter_by(table_id=other.id, seat=0)
        await session.execute(mias.values(source=Source.STAND_IN))
    assert await reviews.newest(SERVER, MIA.user_id) == own.id
    assert await reviews.newest(SERVER, NOAH.user_id) == other.id


async def test_what_a_review_found_is_noted_with_the_result(tables: Tables, employ: Employ) -> None:
    state = await played(tables)
    review = await done(employ(rough), state)
    await review.work
    card = await tables.statistics.member(SERVER, MIA.user_id, MIA.user_id)
    assert card is not None
    agreed = sum(move.is_good for move in review.moves)
    assert (card.own.agreed, card.own.reviewed) == (agreed, len(review.moves))
    assert 0 < agreed < len(review.moves)
    # It is Mia's own: Noah's moves have not been reviewed.
    other = await tables.statistics.member(SERVER, NOAH.user_id, NOAH.user_id)
    assert other is not None
    assert other.own.reviewed == 0


async def test_a_game_elsewhere_or_of_others_or_not_over_is_none(
    tables: Tables, employ: Employ
) -> None:
    reviews = employ(rough)
    await played(tables, channel=1)
    await game(tables, AVA, channel=2)
    for guild_id, user_id in ((SERVER + 1, MIA.user_id), (SERVER, AVA.user_id)):
        with pytest.raises(TableError, match="not finished a game"):
            await reviews.newest(guild_id, user_id)


async def test_nobody_reviews_what_is_not_theirs_or_not_over(
    tables: Tables, employ: Employ
) -> None:
    reviews = employ(rough)
    state = await game(tables, NOAH, options=TableOptions(length=1))
    with pytest.raises(TableError, match="once it is over"):
        await reviews.review(state.id, MIA.user_id)
    await play_to_the_end(tables, state, random.Random(1))
    with pytest.raises(TableError, match="You did not play this game to its end"):
        await reviews.review(state.id, AVA.user_id)
    with pytest.raises(NoSuchTable):
        await reviews.review(state.id + 1, MIA.user_id)
    mias, noahs = [await done(reviews, state, who.user_id) for who in (MIA, NOAH)]
    assert {decision.view.seat for decision in mias.decisions} == {0}
    assert {decision.view.seat for decision in noahs.decisions} == {1}


async def test_a_member_who_made_no_move_has_nothing_to_review(
    tables: Tables, employ: Employ
) -> None:
    state = await game(tables, NOAH, options=TableOptions(length=1, turn_limit=60))
    while state.members_to_move:
        await tables.turns.end_turn(state)
        state = await tables.repository.get(state.id)
    state = await play_to_the_end(tables, state, random.Random(1))
    with pytest.raises(TableError, match="A computer played all your moves"):
        await employ(rough).review(state.id, MIA.user_id)


async def test_closing_ends_what_is_under_way(tables: Tables, employ: Employ) -> None:
    reviews, before = employ(BlockingEvaluate()), asyncio.all_tasks()
    await reviews.review((await played(tables)).id, MIA.user_id)
    await reviews.close()
    assert asyncio.all_tasks() == before
