"""The pages of a review fit, whatever the game."""

import random
from dataclasses import replace
from itertools import product

import pytest

from bot.tables.review import Decision, Evaluate, MoveReview, Review
from bot.text.language import ENGLISH
from bot.text.moves import action_words
from bot.ui.views.games.review import review_message
from engine.game import Game
from engine.view import view
from tests.support.discord.limits import message_violations
from tests.support.engine.random_games import any_action
from tests.support.pictures.tables import avatar
from tests.support.tables.evaluators import rough
from tests.support.ui.awkward_names import NAMES, STAND_INS
from tests.support.ui.rendering import as_sent
from tests.support.ui.table_states import state_of


@pytest.mark.slow
@pytest.mark.parametrize("names", [NAMES, STAND_INS])
@pytest.mark.parametrize("evaluate", [rough, None])
async def test_the_longest_game_and_the_most_awkward_names_fit(
    names: list[str], evaluate: Evaluate | None
) -> None:
    review = await looked_over(5, 10, names, evaluate)
    last = await as_sent(review_message(ENGLISH, review, 999, pictures=True))
    count = int(last["embeds"][0]["footer"]["text"].rpartition(" ")[2])
    assert count >= 1 + 10
    for page, pictures in product(range(count), (True, False)):
        message = await as_sent(review_message(ENGLISH, review, page, pictures=pictures))
        assert list(message_violations(message)) == []


async def looked_over(
    players: int, rounds: int, names: list[str], evaluate: Evaluate | None
) -> Review:
    """A review of a random game for seat 0; without `evaluate` nothing could be judged."""
    rng = random.Random(players)
    own: list[Decision] = []
    game = Game.new(players, rounds)
    while not game.over:
        if game.needs_deal:
            game = game.begin_round(game.next_deal(rng))
        seat = rng.choice(game.rounds[-1].to_move)
        action = any_action(game.rounds[-1], seat, rng)
        if seat == 0:
            own.append(Decision(len(own), view(game, 0), action))
        game = game.play(seat, action)
    review = Review(state_of(game, names), 0, own)
    review.moves += [await move(decision, evaluate) for decision in own]
    return review


async def move(decision: Decision, evaluate: Evaluate | None) -> MoveReview:
    if evaluate is None:
        return MoveReview(decision, None)
    return MoveReview(decision, *await evaluate(decision.view, decision.action, 0))


SAW = "as good as the hard computer's, which saw only what you saw."


@pytest.mark.parametrize(
    ("costs", "sentences"),
    [
        ([0.0], [f"**Your move** was {SAW}"]),
        ([2.4], [f"**Your move** was not {SAW}", "It gave away about 2.4 points."]),
        ([0.0, 0.0], [f"**Both of your moves** were {SAW}"]),
        (
            [0.0, 0.4],
            [f"**1 of your 2 moves** was {SAW}", "The other move gave away about 0.4 points."],
        ),
        ([0.0, 0.0, 0.0], [f"**All 3 of your moves** were {SAW}"]),
        (
            [1.0, 0.5],
            [f"**None of your 2 moves** was {SAW}", "Your moves gave away about 1.5 points."],
        ),
        (
            [0.0, 0.0, 1.0, 0.5],
            [f"**2 of your 4 moves** were {SAW}", "The other 2 moves gave away about 1.5 points."],
        ),
    ],
)
async def test_the_summary_counts_in_good_english(costs: list[float], sentences: list[str]) -> None:
    review = await looked_over(3, 1, NAMES, rough)
    judged = review.moves[: len(costs)]
    review.decisions = review.decisions[: len(costs)]
    review.moves = [
        move._replace(best=move.decision.action, cost=cost)
        for move, cost in zip(judged, costs, strict=True)
    ]
    shown = await as_sent(review_message(ENGLISH, review, 0, pictures=False))
    assert shown["embeds"][0]["description"].splitlines() == sentences


async def test_a_figure_says_how_far_chance_can_shift_it() -> None:
    review = await looked_over(3, 1, NAMES, rough)
    surely, perhaps, *others = review.moves
    best = surely.decision.view.legal_actions()[0]
    if best == surely.decision.action:
        best = surely.decision.view.legal_actions()[1]
    review.moves = [
        surely._replace(best=best, cost=2.4, margin=0.8),
        perhaps._replace(best=perhaps.decision.view.legal_actions()[-1], cost=0.4, margin=0.8),
        *(move._replace(best=move.decision.action, cost=0.0) for move in others),
    ]
    count = len(review.moves)
    words = [
        (await as_sent(review_message(ENGLISH, review, page, pictures=False)))["embeds"][0][
            "description"
        ]
        for page in range(3)
    ]
    assert words[0].splitlines() == [
        f"**{count - 1} of your {count} moves** were {SAW}",
        "The other move gave away about 2.4\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.8 points.",
        "These are estimates: ± is how far chance can shift them.",
    ]
    rounds = (await as_sent(review_message(ENGLISH, review, 0, pictures=False)))["embeds"][0][
        "fields"
    ][0]
    # On a phone this is two lines.
    assert rounds["value"] == (
        f"Round 1: {count} moves, {count - 1} as good, "
        "about 2.4\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.8 points given away"
    )
    assert "You gave away about 2.4\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.8 points." in words[1]
    first, second, *_ = words[2].splitlines()
    assert first.endswith("(**−2.4**\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.8)")
    assert second.endswith("✅")
    asked = review.asked_at(review.moves[1])
    shown = await as_sent(review_message(ENGLISH, review, 0, pictures=False, decision=asked + 1))
    assert "The difference is within chance." in shown["embeds"][0]["description"]


async def test_what_is_known_is_shown_before_all_moves_are_judged() -> None:
    review = await looked_over(3, 1, NAMES, rough)
    count = len(review.decisions)
    review.moves = [move._replace(cost=0.0) for move in review.moves[:3]]
    shown = await as_sent(review_message(ENGLISH, review, 0, pictures=False))
    assert shown["embeds"][0]["description"].splitlines() == [
        f"Looking at your moves: 3 of {count} done.",
        "As good as the hard computer's so far: 3 of 3.",
    ]


async def test_standings_are_in_the_order_of_the_ranking() -> None:
    review = await looked_over(4, 2, NAMES, rough)
    shown = await as_sent(review_message(ENGLISH, review, 0, pictures=False))
    (after,) = (
        field["value"]
        for field in shown["embeds"][0]["fields"]
        if field["name"] == "Points after each round"
    )
    totals = [int(line.rpartition(" ")[2].replace("−", "-")) for line in after.splitlines()]
    assert totals == sorted(review.totals[-1], reverse=True)


async def test_beside_a_picture_nothing_is_said_that_it_shows() -> None:
    review = await looked_over(4, 2, NAMES, rough)
    summary = review_message(ENGLISH, review, 0, pictures=True)
    assert [field.name for field in summary.embed.fields] == ["Your moves"]
    assert summary.draw is not None
    assert "Points after each round." in summary.draw().alt
    move = review_message(ENGLISH, review, 1, pictures=True)
    assert move.embed.fields == []
    lines = (move.embed.description or "").splitlines()
    assert lines[0].startswith("Your move: ")
    assert all(line.startswith(("The hard computer", "You gave away")) for line in lines[1:])


async def test_the_picture_of_a_move_has_it_beside_the_better_one() -> None:
    review = await looked_over(3, 1, NAMES, rough)
    review.moves = [
        move._replace(best=move.decision.view.legal_actions()[-1], cost=9.0 - at)
        for at, move in enumerate(review.moves)
    ]
    worst = review.costly[0]
    draw = review_message(ENGLISH, review, 1, pictures=True).draw
    assert draw is not None
    seen = worst.decision.view
    assert worst.best is not None
    said = draw().alt
    assert f"You: {action_words(ENGLISH, seen, worst.decision.action)}." in said
    assert f"Better: {action_words(ENGLISH, seen, worst.best)}." in said
    summary = review_message(ENGLISH, review, 0, pictures=True).draw
    assert summary is not None
    assert "Points lost by move in round 1: 9.0; 8.0; 7.0" in summary().alt


async def test_the_pictures_of_a_review_have_the_avatars_of_its_game() -> None:
    """Two members with the same initial would have faces that only colour tells apart."""
    review = await looked_over(3, 1, NAMES, rough)
    seats = tuple(replace(seat, avatar=f"{seat.index}") for seat in review.state.seats)
    review.state = replace(review.state, seats=seats)
    face = {seat.avatar: avatar("#f3b49a", "#7b3a54") for seat in seats if seat.avatar}
    for page in (0, 1):
        without = review_message(ENGLISH, review, page, pictures=True).draw
        drawn = review_message(ENGLISH, review, page, pictures=True, avatars=face).draw
        assert without is not None
        assert drawn is not None
        assert drawn().png != without().png
