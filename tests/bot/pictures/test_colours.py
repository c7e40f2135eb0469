"""Everybody can distinguish the colours and read what is written on them."""

from collections import Counter
from itertools import combinations

import pytest
from PIL import Image

from bot.pictures.colours import NUMBERS, Colour, Tone, indexed, palette, rgb, shading, text_tone
from bot.pictures.faces import SeatFace, home_colour
from bot.pictures.scene import Lamp, Panel, Portrait, Scene, Text
from bot.pictures.sprites.portraits import portrait
from bot.pictures.sprites.tokens import LINES
from tests.support.pictures.colour_vision import (
    KINDS,
    Triple,
    contrast,
    distance,
    lab,
    linear,
    seen,
)
from tests.support.pictures.examples import SCENES

NEAREST = 17.0
"""The least distance (CIEDE2000) between any two numbers, for every kind of eyesight."""


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


FIGURES = 5.5
"""Contrast of a figure on its card, to usual eyes."""


@pytest.mark.parametrize("kind", KINDS)
def test_any_two_numbers_differ_in_colour(kind: str) -> None:
    looks = {number: lab(seen(rgb(number), kind)) for number in NUMBERS}
    apart = {pair: distance(looks[pair[0]], looks[pair[1]]) for pair in combinations(NUMBERS, 2)}
    assert min(apart.values()) >= NEAREST, min(apart, key=lambda pair: apart[pair])


@pytest.mark.parametrize("kind", KINDS)
def test_any_two_home_colours_differ_as_drawn(kind: str) -> None:
    grounds = {behind_initial(SeatFace("Mia", 0, colour=home_colour(at))) for at in range(500)}
    assert len(grounds) >= 10
    looks = [lab(seen(rgb(ground), kind)) for ground in grounds]
    assert min(distance(*pair) for pair in combinations(looks, 2)) >= NEAREST


def behind_initial(face: SeatFace) -> int:
    """The colour that covers most of the face in a picture."""
    drawn = Image.new("L", (72, 72), Colour.ROW)
    portrait(face, 72, Colour.CREAM, Colour.ROW).onto(drawn, 0, 0)
    return Counter(drawn.crop((18, 18, 54, 54)).tobytes()).most_common(1)[0][0]


@pytest.mark.parametrize("number", NUMBERS)
def test_figures_stand_out_from_their_cards(number: int) -> None:
    tone = text_tone(number)
    assert contrast(linear(rgb(tone.ground)), linear(rgb(tone.ink))) >= FIGURES
    for kind in KINDS:
        assert contrast(seen(rgb(tone.ground), kind), seen(rgb(tone.ink), kind)) >= 4.5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SCENES)
def test_text_stands_out_from_its_ground(name: str, kind: str) -> None:
    pairs = {(one.ground, one.ink) for one in SCENES[name].pieces if isinstance(one, Text)}
    assert pairs
    for ground, ink in pairs:
        assert contrast(seen(rgb(ground), kind), seen(rgb(ink), kind)) >= 4.5, (ground, ink)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_text_is_written_on_the_panel_that_it_lies_on(scene: Scene) -> None:
    """The ground that a text names is what is below it, where that is one colour."""
    for piece in scene.pieces:
        if isinstance(piece, Text):
            on = [
                one.colour
                for one in scene.grounds
                if isinstance(one, Panel)
                and one.box.left <= piece.box.left
                and one.box.right >= piece.box.right
                and one.box.top <= piece.box.top
                and one.box.bottom >= piece.box.bottom
            ]
            assert not on or on[-1] == piece.ground, piece


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "colour", [Colour.CREAM, Colour.GOLD, Colour.SHOW, Colour.SOFT, Colour.LAMP, *LINES]
)
def test_rims_brackets_lamps_and_lines_stand_out_from_the_night(colour: int, kind: str) -> None:
    for ground in (Colour.NIGHT, Colour.RAY):
        assert contrast(seen(rgb(ground), kind), seen(rgb(colour), kind)) >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_lines_of_a_chart_differ_in_colour(kind: str) -> None:
    looks = [lab(seen(rgb(line), kind)) for line in LINES]
    assert min(distance(one, other) for one, other in combinations(looks, 2)) >= 10


def test_colour_is_never_the_only_sign() -> None:
    """A gold lamp has a stronger post, a gold rim is of the owner whom the headline names."""
    lit = [one for one in SCENES["positions"].pieces if isinstance(one, Lamp)]
    assert {lamp.lit for lamp in lit} == {True, False}
    table = SCENES["table-5"]
    golden = {
        piece.face
        for piece in table.pieces
        if isinstance(piece, Portrait) and piece.rim == Colour.GOLD
    }
    assert len(golden) == 1


def test_contrast_is_that_of_wcag() -> None:
    black, white, grey = (linear(colour) for colour in ((0, 0, 0), (255,) * 3, (118,) * 3))
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(grey, white) == pytest.approx(4.54, abs=0.005)


def test_the_palette_has_256_colours_and_those_with_a_name_come_first() -> None:
    assert len(palette()) == 3 * 256
    assert [int(colour) for colour in Colour if colour] == list(range(11, 11 + len(Colour) - 1))


def test_a_colour_with_a_name_is_drawn_as_itself() -> None:
    count = 11 + len(Colour) - 1
    strip = Image.new("RGB", (count, 1))
    strip.putdata([rgb(index) for index in range(count)])
    assert indexed(strip).tobytes() == bytes(range(count))


@pytest.mark.parametrize(
    "tone",
    [
        Tone(Colour.NIGHT, Colour.CREAM),
        Tone(Colour.ROW, Colour.GOLD),
        Tone(Colour.CREAM, Colour.INK),
        *map(text_tone, NUMBERS),
    ],
    ids=str,
)
def test_shades_lead_from_ground_to_ink(tone: Tone) -> None:
    shades = shading(tone)
    assert (shades[0], shades[255]) == tone
    assert len(set(shades)) >= 4
    begin, end = lab(linear(rgb(tone.ground))), lab(linear(rgb(tone.ink)))
    way = distance(begin, end)
    for shade in set(shades):
        here = lab(linear(rgb(shade)))
        assert distance(begin, here) <= way + 2
        assert distance(here, end) <= way + 2
