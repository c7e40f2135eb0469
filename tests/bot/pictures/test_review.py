"""The pictures of a review: both moves in the hand, and the points that each move lost."""

import random

import pytest
from hypothesis import example, given, settings, strategies as st

from bot.pictures.alt import move_alt, review_alt
from bot.pictures.colours import Colour
from bot.pictures.layouts.review import Losses, move_scene, review_scene
from bot.pictures.scene import Box, Panel, Scene, Text
from bot.text.language import ENGLISH
from engine.actions import Action, Orient, Show, parts
from engine.view import View, view
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.pictures.examples import COURSE, LOSSES, MOVES, SCENES
from tests.support.pictures.layout_checks import assert_sound, faces
from tests.support.pictures.tables import FACES, unnamed
from tests.support.pictures.words import alt_text

WHEN = "round 1, turn 2"
few = settings(deadline=None, max_examples=60)


def tags(scene: Scene, colour: Colour) -> list[tuple[str, Box]]:
    """The named bars of a colour, from above."""
    return [
        (one.text, one.box)
        for one in scene.pieces
        if isinstance(one, Text) and one.ground == colour and one.ink == Colour.INK
    ]


def decisions(players: int) -> list[View]:
    return [
        seen
        for game in positions(players, seed=players, length=2)
        if not game.over and not game.needs_deal
        for seat in game.rounds[-1].to_move
        if (seen := view(game, seat)).legal_actions()
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_any_two_moves_are_marked_in_the_hand(players: int) -> None:
    rng = random.Random(players)
    for seen in decisions(players)[::4]:
        own, better = rng.choice(seen.legal_actions()), rng.choice(seen.legal_actions())
        scene = move_scene(ENGLISH, seen, own, better, WHEN, FACES)
        assert_sound(scene)
        assert_marked(scene, seen, own, "you", Colour.SILVER)
        assert_marked(scene, seen, better, "better", Colour.SHOW)
        alone = move_scene(ENGLISH, seen, own, None, WHEN, FACES)
        assert_sound(alone)
        assert not [word for word, _ in tags(alone, Colour.SHOW) if word.startswith("better")]


def assert_marked(scene: Scene, seen: View, action: Action, who: str, colour: Colour) -> None:
    found = tags(scene, colour)
    assert found
    if isinstance(action, Orient):
        assert [word for word, _ in found] == [who]
        return
    scout, show = parts(action)
    assert all(word.startswith(who) for word, _ in found)
    assert any(word.endswith(", flipped") for word, _ in found) == bool(scout and scout.flipped)
    assert any(": " in word for word, _ in found) == (scout is not None)
    if scout is None:
        assert show is not None
        assert_below_the_shown(scene, show, [box for _, box in found], len(seen.hand))


def assert_below_the_shown(scene: Scene, show: Show, bars: list[Box], count: int) -> None:
    """The bars reach from the first shown card to the last in every row, and no further."""
    cards = [face.box for face in faces(scene, 126)]
    assert len(cards) == count
    shown = set(range(show.first - 1, show.last))
    for at, card in enumerate(cards):
        rows = [other.top for other in cards if other.top > card.top]
        below = [bar for bar in bars if card.bottom < bar.top < min(rows, default=scene.height)]
        assert any(bar.left <= card.left and card.right <= bar.right for bar in below) == (
            at in shown
        )
        assert all(
            bar.right <= card.left or card.right <= bar.left for bar in below if at not in shown
        )


def test_each_way_up_says_whose_choice_it_is() -> None:
    (you, kept), (better, flipped) = (
        tags(SCENES["move-ways"], colour)[0] for colour in (Colour.SILVER, Colour.SHOW)
    )
    assert (you, better) == ("you", "better")
    assert kept.bottom < flipped.top


def test_a_move_is_described_in_words() -> None:
    seen, own, better = MOVES["scout"]
    assert alt_text(move_alt, ENGLISH, seen, own, better, WHEN, FACES).startswith(
        "Your move, round 1, turn 2. To beat: run of 3 by Ringmaster (hard)"
    )
    assert alt_text(move_alt, ENGLISH, seen, own, better, WHEN, FACES).endswith(
        "You: scout the 9 (flipped) to position 1. "
        "Better: scout the 4 to position 3 and show 4\u00a04\u00a05 (cards\u00a02–\u20604)."
    )
    seen, own, better = MOVES["ways"]
    assert alt_text(move_alt, ENGLISH, seen, own, better, WHEN, FACES).endswith(
        "You: keep your hand as dealt. Better: flip your hand."
    )


losses = st.lists(
    st.lists(st.none() | st.just(0.0) | st.floats(0.05, 40), max_size=30), min_size=1, max_size=10
)


@pytest.mark.long
@few
@example([[None] * moves for moves in (2, 2, 1, 13)])  # a round ends at half a pixel
@given(losses)
def test_bars_are_as_high_as_the_losses_and_the_worst_have_a_figure(lost: Losses) -> None:
    scene = review_scene(ENGLISH, COURSE, 0, lost, unnamed(ENGLISH, 3))
    assert_sound(scene)
    bars = [one for one in scene.grounds if isinstance(one, Panel)]
    every = [loss for group in lost for loss in group]
    assert len(bars) == len(every)
    worst = sorted((loss for loss in every if loss), reverse=True)
    for bar, loss in zip(bars, every, strict=True):
        assert (bar.colour == Colour.MINUS) == bool(loss)
        if loss:
            assert bar.box.height == pytest.approx(max(12, 168 * loss / worst[0]), abs=1)
    assert len({bar.box.bottom for bar in bars}) <= 1
    figures = [
        one
        for one in scene.pieces
        if isinstance(one, Text) and "." in one.text and one.text.startswith("−")
    ]
    assert [one.text for one in figures] == [
        ENGLISH.number(-loss, decimals=1) for loss in worst[:3]
    ]


def test_the_losses_are_described_in_words() -> None:
    assert alt_text(review_alt, ENGLISH, COURSE, 0, LOSSES, unnamed(ENGLISH, 3)).startswith(
        "Points lost by move in round 1: 0; 1.2; 0; not judged; 4.2. "
        "Points lost by move in round 2: 0; 0; 3.9. "
        "Points lost by move in round 3: 0.3; 0. Points after each round. Seat 1 (you): 4, 9, 14."
    )
