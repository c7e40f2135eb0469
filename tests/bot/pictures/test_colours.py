"""Whether everybody can tell the colours apart and read what is written on them."""

from itertools import combinations, pairwise

import pytest

from bot.pictures.colours import (
    CANVAS,
    CARD,
    LINES,
    MARK,
    NUMBERS,
    SHOW,
    SOFT,
    TEXTS,
    Tone,
    palette,
    rgb,
    shading,
    text_tone,
)
from bot.pictures.scene import Scene, Words
from tests.support.pictures.colour_vision import (
    KINDS,
    Triple,
    contrast,
    distance,
    lab,
    linear,
    luminance,
    seen,
)
from tests.support.pictures.examples import SCENES

NEAREST = 17.0
"""CIEDE2000 that any two numbers are apart at least, whoever looks."""


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # From the test data of Sharma, Wu and Dalal (2005).
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_the_distance_is_ciede2000(one: Triple, other: Triple, expected: float) -> None:
    assert distance(one, other) == pytest.approx(expected, abs=1e-4)
    assert distance(other, one) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_any_two_numbers_are_told_apart_by_colour(kind: str) -> None:
    looks = {number: lab(seen(rgb(number), kind)) for number in NUMBERS}
    apart = {pair: distance(looks[pair[0]], looks[pair[1]]) for pair in combinations(NUMBERS, 2)}
    assert min(apart.values()) >= NEAREST, min(apart, key=lambda pair: apart[pair])


def test_colours_are_brighter_from_number_to_number() -> None:
    bright = [luminance(linear(rgb(number))) for number in NUMBERS]
    assert all(low < high for low, high in pairwise(bright))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tone", TEXTS, ids=str)
def test_text_stands_out_from_its_ground(tone: Tone, kind: str) -> None:
    assert contrast(seen(rgb(tone.ground), kind), seen(rgb(tone.ink), kind)) >= 4.5


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_no_text_is_in_other_colours(scene: Scene) -> None:
    written = {piece.tone for piece in scene.pieces if isinstance(piece, Words)}
    assert written <= set(TEXTS)


def test_numbers_on_cards_are_in_these_colours() -> None:
    assert {text_tone(number) for number in NUMBERS} <= set(TEXTS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("colour", [CARD, MARK, SHOW, SOFT, *(tone.ink for tone in LINES)])
def test_cards_brackets_bars_and_lines_stand_out_from_the_canvas(colour: int, kind: str) -> None:
    assert contrast(seen(rgb(CANVAS), kind), seen(rgb(colour), kind)) >= 3


def test_lines_have_colours_of_numbers_which_are_told_apart() -> None:
    inks = [tone.ink for tone in LINES]
    assert len(set(inks)) == len(inks)
    assert set(inks) <= set(NUMBERS)


def test_contrast_is_that_of_wcag() -> None:
    black, white, grey = (linear(colour) for colour in ((0, 0, 0), (255,) * 3, (118,) * 3))
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(grey, white) == pytest.approx(4.54, abs=0.005)


def test_the_palette_fits_a_byte() -> None:
    assert len(palette()) % 3 == 0
    assert len(palette()) <= 3 * 256


@pytest.mark.parametrize("tone", TEXTS, ids=str)
def test_shades_lead_from_ground_to_ink(tone: Tone) -> None:
    shades, colours = shading(tone), palette()
    assert (shades[0], shades[255]) == tone
    reds = [colours[3 * shade] for shade in shades]
    assert reds in (sorted(reds), sorted(reds, reverse=True))
