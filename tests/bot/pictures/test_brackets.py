"""The brackets below a hand: every Show is within one, and two lanes hold them all."""

from itertools import combinations

from hypothesis import given, settings

from bot.pictures.layouts.hand import hand_scene, lanes, rows_of
from bot.pictures.layouts.parts import even_rows
from bot.pictures.scene import WIDTH, Box, Bracket
from bot.text.language import ENGLISH
from bot.text.words import longest_shows
from engine.actions import Show
from tests.support.pictures import strategies as some
from tests.support.pictures.layout_checks import faces

few = settings(deadline=None, max_examples=60)


def within(one: Show, other: Show) -> bool:
    return other.first <= one.first and one.last <= other.last


@few
@given(some.turns())
def test_every_show_is_within_one_that_is_kept(turn: some.Turn) -> None:
    kept = longest_shows(turn.hand.shows)
    assert set(kept) <= set(turn.hand.shows)
    assert all(any(within(show, one) for one in kept) for show in turn.hand.shows)
    assert not any(within(one, other) or within(other, one) for one, other in combinations(kept, 2))


@few
@given(some.turns())
def test_two_lanes_hold_all_brackets_of_legal_shows(turn: some.Turn) -> None:
    kept = longest_shows(turn.hand.shows)
    in_lanes = list(zip(kept, lanes(kept), strict=True))
    assert {lane for _, lane in in_lanes} <= {0, 1}
    for (one, lane), (other, beside) in combinations(in_lanes, 2):
        assert lane != beside or one.last < other.first


def test_more_lanes_hold_what_overlaps_more() -> None:
    assert lanes([Show(1, 4), Show(2, 5), Show(3, 6), Show(5, 7)]) == [0, 1, 2, 0]


@few
@given(some.turns())
def test_a_bracket_reaches_from_its_first_card_to_its_last_in_every_row(turn: some.Turn) -> None:
    scene = hand_scene(ENGLISH, turn.hand)
    cards = [face.box for face in faces(scene)]
    brackets = [piece for piece in scene.pieces if isinstance(piece, Bracket)]
    expected = 0
    for show in longest_shows(turn.hand.shows):
        for row in even_rows(len(cards), rows_of(len(cards)).most):
            if parts := [at for at in row if show.first <= at + 1 <= show.last]:
                expected += 1
                first, last = cards[parts[0]], cards[parts[-1]]
                begins, ends = parts[0] + 1 == show.first, parts[-1] + 1 == show.last
                assert any(
                    joins(bracket, first, last, begins=begins, ends=ends) for bracket in brackets
                )
    assert len(brackets) == expected


def joins(bracket: Bracket, first: Box, last: Box, *, begins: bool, ends: bool) -> bool:
    """Whether it is below these cards, closed where its Show begins and ends, and elsewhere
    runs off the picture to meet its other part in the next row."""
    box = bracket.box
    if (bracket.begins, bracket.ends) != (begins, ends):
        return False
    left = 0 <= box.left - first.left < 10 if begins else box.left == 0
    right = 0 <= last.right - box.right < 10 if ends else box.right == WIDTH
    return left and right and first.bottom < box.top < first.bottom + 120
