"""Whether the tiles are what Discord takes, and read at the size that it shows them in."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from bot.pictures.colours import NUMBERS, rgb, text_tone
from bot.pictures.emojis import SIDE, emoji_images
from tests.support.pictures.colour_vision import Rgb, contrast, linear

SHOWN = 20
"""The side of an emoji on a button, in pixels."""
GROUNDS: dict[str, Rgb] = {
    "light": (255, 255, 255),
    "dark": (49, 51, 56),
    "black": (0, 0, 0),
    "grey button": (78, 80, 88),
    "blue button": (88, 101, 242),
    "green button": (36, 128, 70),
}
TILES = emoji_images()
numbers = pytest.mark.parametrize("number", NUMBERS)


def drawn(tile: str) -> Image.Image:
    return Image.open(BytesIO(TILES[tile]))


def shown(tile: str, ground: Rgb) -> list[list[Rgb]]:
    """The rows of pixels that a reader has before them."""
    small = drawn(tile).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
    screen = Image.new("RGB", small.size, ground)
    screen.paste(small, mask=small)
    flat: list[Rgb] = list(screen.get_flattened_data())  # type: ignore[arg-type] # an RGB picture
    return [flat[begin : begin + SHOWN] for begin in range(0, len(flat), SHOWN)]


def stands_out(one: Rgb, other: Rgb) -> float:
    return contrast(linear(one), linear(other))


def test_there_is_a_tile_for_each_number_and_thing() -> None:
    assert set(TILES) == {*map(str, NUMBERS), "card_back", "chip", "token"}


@pytest.mark.parametrize("tile", TILES)
def test_discord_takes_it(tile: str) -> None:
    picture = drawn(tile)
    assert picture.format == "PNG"
    assert picture.mode == "RGBA"
    assert picture.size == (SIDE, SIDE) == (128, 128)
    assert len(TILES[tile]) <= 256 * 1024


@pytest.mark.parametrize("tile", TILES)
def test_its_corners_are_transparent_and_its_middle_is_not(tile: str) -> None:
    alpha = drawn(tile).getchannel("A")
    corners = [(x, y) for x in (0, SIDE - 1) for y in (0, SIDE - 1)]
    assert [alpha.getpixel(corner) for corner in corners] == [0] * 4
    assert alpha.getpixel((SIDE // 2, SIDE // 2)) == 255


def test_the_bytes_are_the_same_every_time_and_of_no_two_tiles() -> None:
    assert emoji_images() == TILES
    assert len(set(TILES.values())) == len(TILES)


@numbers
def test_the_figure_reads_on_its_colour(number: int) -> None:
    """Enough pixels of the figure and of its colour are left that neither is a blur."""
    tone = text_tone(number)
    inner = [pixel for row in shown(str(number), GROUNDS["dark"])[4:16] for pixel in row[4:16]]
    ink = [pixel for pixel in inner if stands_out(pixel, rgb(tone.ground)) >= 4.5]
    colour = [pixel for pixel in inner if stands_out(pixel, rgb(tone.ink)) >= 4.5]
    assert len(ink) >= 25
    assert len(colour) >= 25


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
@pytest.mark.parametrize("tile", TILES)
def test_it_stands_out_from_the_ground(tile: str, ground: Rgb) -> None:
    """From each side the eye meets something else than the ground, before the middle."""
    rows = shown(tile, ground)
    middle = SHOWN // 2
    columns = list(zip(*rows, strict=True))
    for line in (rows[middle], rows[middle][::-1], columns[middle], columns[middle][::-1]):
        assert max(stands_out(pixel, ground) for pixel in line[:middle]) >= 3


def test_no_two_figures_look_alike_without_their_colours() -> None:
    def figure(number: int) -> list[bool]:
        ground = rgb(text_tone(number).ground)
        rows = shown(str(number), GROUNDS["dark"])[4:16]
        return [stands_out(pixel, ground) >= 3 for row in rows for pixel in row[4:16]]

    figures = {number: figure(number) for number in NUMBERS}
    for one, other in combinations(NUMBERS, 2):
        different = sum(a != b for a, b in zip(figures[one], figures[other], strict=True))
        assert different >= 8, (one, other)
