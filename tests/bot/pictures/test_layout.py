"""Laws of every layout, for hands of 1 to 40 cards and for any result."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures.colours import CARD, MARK
from bot.pictures.hand import hand_scene, orientation_scene
from bot.pictures.lettering import extent
from bot.pictures.plot import MARK_RADIUS
from bot.pictures.ranking import ranking_scene
from bot.pictures.result import result_scene
from bot.pictures.rows import Hand, row_length, split
from bot.pictures.scene import NOTE, Bar, Plot, Scene, Size, Words
from bot.pictures.score_chart import course_scene
from bot.pictures.sprites import DESIGNS
from bot.pictures.table import set_scene
from engine.cards import Cards, deck, flip
from engine.view import Result
from tests.support.pictures import strategies as some
from tests.support.pictures.examples import SCENES
from tests.support.pictures.layout_checks import assert_sound, cards_of, faces

few = settings(deadline=None, max_examples=60)
PHONE = 360
"""Pixels that a phone shows a picture's width in."""
HIGHEST = 268
"""Pixels from the lowest rule of a course to the highest."""
BARS = 415
"""Pixels from the lowest total to the highest, zero among them."""


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_examples_are_sound(scene: Scene) -> None:
    assert_sound(scene)


@few
@given(some.turns())
def test_a_hand_is_all_there_in_order(turn: some.Turn) -> None:
    scene = hand_scene(turn.hand, turn.table)
    assert_sound(scene)
    assert cards_of(scene) == turn.hand.cards
    assert cards_of(scene, Size.SMALL) == turn.table


@few
@given(some.turns())
def test_every_card_has_its_place_below_and_the_scouted_one_is_new(turn: some.Turn) -> None:
    scene = hand_scene(turn.hand)
    labels = [piece for piece in scene.pieces if isinstance(piece, Words)]
    for place, face in enumerate(faces(scene), start=1):
        (label,) = (
            label
            for label in labels
            if label.box.left == face.box.left and 0 <= label.box.top - face.box.bottom < 10
        )
        new = place == turn.hand.scouted
        assert label.text == (f"{place} new" if new else str(place))
        assert face.colour == (MARK if new else CARD)


@pytest.mark.parametrize("count", range(1, some.MOST + 1))
def test_rows_are_even_and_hold_every_card_once(count: int) -> None:
    for most in (6, 7, 8):
        rows = split(count, most)
        assert [index for row in rows for index in row] == list(range(count))
        assert len(rows) == -(-count // most)
        assert {len(row) for row in rows[:-1]} <= {len(rows[0])}
        assert len(rows[-1]) <= len(rows[0]) <= most


@few
@given(some.turns())
def test_both_ways_up_show_the_hand_and_its_cards_turned(turn: some.Turn) -> None:
    scene = orientation_scene(turn.hand.cards)
    assert_sound(scene)
    assert cards_of(scene) == turn.hand.cards + flip(turn.hand.cards)


@few
@given(some.tables, st.none() | st.integers(0, 4))
def test_the_active_set_is_all_there(active: Cards, owner: int | None) -> None:
    scene = set_scene(active, owner)
    assert_sound(scene)
    assert cards_of(scene) == active


@few
@given(some.results(), st.sampled_from([-199, None, 298]))
def test_a_result_holds_every_hand(over: Result, total: int | None) -> None:
    totals = () if total is None else (total,) * len(over.hands)
    scene = result_scene(over, 10, totals)
    assert_sound(scene)
    assert cards_of(scene, Size.SMALL) == tuple(card for hand in over.hands for card in hand)


@few
@given(some.rankings, st.integers(1, 10))
def test_the_bars_of_a_ranking_are_as_long_as_the_totals(
    ranking: list[tuple[int, int, int]], rounds: int
) -> None:
    scene = ranking_scene(ranking, rounds)
    assert_sound(scene)
    bars = {piece.box.top: piece.box for piece in scene.pieces if isinstance(piece, Bar)}
    unit = BARS / max(1, max(0, ranking[0][2]) - min(0, ranking[-1][2]))
    lengths = sum(bar.width for bar in bars.values())
    assert lengths == pytest.approx(unit * sum(abs(total) for _, _, total in ranking), abs=5)


@few
@given(some.courses(), st.integers(0, 1))
def test_the_lines_of_a_course_are_as_high_as_the_totals(totals: list[list[int]], own: int) -> None:
    scene = course_scene(totals, own)
    assert_sound(scene)
    plot, figures = plot_of(scene), figures_of(scene)
    lowest, span = plot.rules[0], figures[-1] - figures[0]
    assert plot.zero == plot.rules[figures.index(0)]
    assert lowest - plot.rules[-1] == HIGHEST
    for line, course in zip(plot.lines, zip(*totals, strict=True), strict=True):
        assert line.bold == (line.number == own)
        for (x, y), points in zip(line.points, (0, *course), strict=True):
            assert lowest - y == pytest.approx(HIGHEST * (points - figures[0]) / span, abs=1)
            assert MARK_RADIUS < x < plot.box.width - MARK_RADIUS
            assert MARK_RADIUS < y < plot.box.height - MARK_RADIUS


@few
@given(some.courses())
def test_every_line_of_a_course_ends_at_its_seats_name(totals: list[list[int]]) -> None:
    scene = course_scene(totals, 0)
    plot = plot_of(scene)
    names = {
        piece.text: piece.box
        for piece in scene.pieces
        if isinstance(piece, Words) and piece.text.startswith("Seat")
    }
    ends = {f"Seat {line.number + 1}": plot.box.top + line.end for line in plot.lines}
    assert ends == {name: (box.top + box.bottom) // 2 for name, box in names.items()}


def plot_of(scene: Scene) -> Plot:
    (plot,) = (piece for piece in scene.pieces if isinstance(piece, Plot))
    return plot


def figures_of(scene: Scene) -> list[int]:
    """Beside the rules, from the lowest to the highest."""
    texts = [
        piece.text
        for piece in scene.pieces
        if isinstance(piece, Words) and piece.box.right < plot_of(scene).box.left
    ]
    return [int(text.replace("−", "-")) for text in texts if text != "Round"]


@pytest.mark.parametrize(("count", "upper", "lower"), [(12, 28, 11), (24, 21, 8), (40, 21, 8)])
def test_numbers_can_be_read_on_a_phone(count: int, upper: int, lower: int) -> None:
    """In pixels that a figure is high; print of 11 points is 10 high."""
    shrunk = PHONE / hand_scene(Hand(deck(5)[:count])).width
    design = DESIGNS[Size.LARGE]
    assert extent("8", design.upper)[1] * shrunk >= upper
    assert extent("8", design.lower)[1] * shrunk >= lower
    assert extent("8", NOTE)[1] * shrunk >= lower / 2


def test_a_dealt_hand_takes_two_rows() -> None:
    assert [len(split(count, row_length(count))) for count in (9, 11, 12)] == [2, 2, 2]
