"""A sprite in bands covers what the whole sprite covers through its mask."""

import random
from itertools import pairwise

from hypothesis import given, settings, strategies as st
from PIL import Image

from bot.pictures.colours import Colour
from bot.pictures.sprites.canvas import sprite_of
from bot.pictures.sprites.stage import panel

SIDE = 64
_SOME = [255 * (part > 99) for part in range(256)]


def noise(width: int, height: int, seed: int) -> Image.Image:
    return Image.frombytes("L", (width, height), random.Random(seed).randbytes(width * height))


@st.composite
def masks(draw: st.DrawFn) -> Image.Image:
    """Whole, empty and broken rows, in runs."""
    mask = Image.new("1", (draw(st.sampled_from([1, 9, 300])), SIDE))
    cuts = sorted(draw(st.sets(st.integers(0, SIDE), max_size=4)))
    for begin, end in pairwise(cuts):
        kind = draw(st.sampled_from(["whole", "none", "some"]))
        rows = noise(mask.width, end - begin, seed=begin)
        mask.paste(
            rows.point({"whole": [255] * 256, "none": [0] * 256, "some": _SOME}[kind], "1"),
            (0, begin),
        )
    return mask


@settings(deadline=None, max_examples=60)
@given(masks(), st.integers(-5, 30), st.integers(-5, 30))
def test_a_sprite_pastes_the_pixels_of_its_mask_and_no_others(
    mask: Image.Image, left: int, top: int
) -> None:
    sprite, ground = noise(*mask.size, seed=1), noise(SIDE, SIDE, seed=2)
    expected = ground.copy()
    expected.paste(sprite, (left, top), mask)
    sprite_of(sprite, mask).onto(ground, left, top)
    assert ground.tobytes() == expected.tobytes()


def test_whole_rows_are_pasted_without_a_mask() -> None:
    mask = Image.new("1", (200, 90), 1)
    mask.paste(0, (0, 0, 3, 4))
    first, second = sprite_of(noise(200, 90, seed=1), mask).bands
    assert first.box == (0, 0, 200, 4)
    assert first.mask is not None
    assert second.box == (0, 4, 200, 90)
    assert second.mask is None


def test_a_panel_covers_its_box_but_for_its_corners() -> None:
    canvas = Image.new("L", (SIDE, SIDE), Colour.NIGHT)
    panel(56, 52, Colour.SHELF, 16).onto(canvas, 4, 6)
    assert canvas.getbbox() == (4, 6, 60, 58)
    for x, y in ((4, 6), (59, 6), (4, 57), (59, 57)):
        assert canvas.getpixel((x, y)) == Colour.NIGHT
    for x, y in ((4, 32), (59, 32), (32, 6), (32, 57), (9, 11), (54, 52)):
        assert canvas.getpixel((x, y)) == Colour.SHELF
