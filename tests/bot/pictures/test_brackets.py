"""The brackets below a hand: every Show is within one, and two lanes hold them all."""

from itertools import combinations

from hypothesis import given, settings

from bot.pictures.brackets import lanes, longest
from bot.pictures.colours import SHOW
from bot.pictures.hand import hand_scene
from bot.pictures.rows import row_length, split
from bot.pictures.scene import Bar, Box
from engine.actions import Show
from tests.support.pictures import strategies as some
from tests.support.pictures.layout_checks import faces

few = settings(deadline=None, max_examples=60)


def within(one: Show, other: Show) -> bool:
    return other.first <= one.first and one.last <= other.last


@few
@given(some.turns())
def test_every_show_is_within_one_that_is_kept(turn: some.Turn) -> None:
    kept = longest(turn.hand.shows)
    assert set(kept) <= set(turn.hand.shows)
    assert all(any(within(show, one) for one in kept) for show in turn.hand.shows)
    assert not any(within(one, other) or within(other, one) for one, other in combinations(kept, 2))


@few
@given(some.turns())
def test_two_lanes_hold_all_brackets_of_legal_shows(turn: some.Turn) -> None:
    kept = longest(turn.hand.shows)
    in_lanes = list(zip(kept, lanes(kept), strict=True))
    assert {lane for _, lane in in_lanes} <= {0, 1}
    for (one, lane), (other, beside) in combinations(in_lanes, 2):
        assert lane != beside or one.last < other.first


def test_more_lanes_hold_what_overlaps_more() -> None:
    assert lanes([Show(1, 4), Show(2, 5), Show(3, 6), Show(5, 7)]) == [0, 1, 2, 0]


@few
@given(some.turns())
def test_a_bracket_reaches_from_its_first_card_to_its_last_in_every_row(turn: some.Turn) -> None:
    scene = hand_scene(turn.hand)
    cards = [face.box for face in faces(scene)]
    bars = [piece.box for piece in scene.pieces if isinstance(piece, Bar)]
    lines = [box for box in bars if box.width > box.height]
    rows = split(len(cards), row_length(len(cards)))
    expected = 0
    for show in longest(turn.hand.shows):
        for row in rows:
            if parts := [cards[at] for at in row if show.first <= at + 1 <= show.last]:
                expected += 1
                assert any(brackets(line, parts[0], parts[-1]) for line in lines)
    assert len(lines) == expected
    assert {p.colour for p in scene.pieces if isinstance(p, Bar)} <= {SHOW}
    assert len(bars) - len(lines) == 2 * len(longest(turn.hand.shows))


def brackets(line: Box, first: Box, last: Box) -> bool:
    """Whether it is below these cards, and sticks out less than to the middle of a gap."""
    below = first.bottom < line.top < first.bottom + first.height // 2
    return below and 0 <= first.left - line.left < 16 and 0 <= line.right - last.right < 16
