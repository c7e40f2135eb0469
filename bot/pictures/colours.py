"""The palette of every picture: 256 colours, and each pixel is an index of it.

The indices 1 to 10 are the colours of the numbers 1 to 10. Any two of them are at least 17 apart
by CIEDE2000 to usual, protan, deutan and tritan eyes alike, and a figure on its colour has a
contrast of at least 5.5.
"""

from enum import IntEnum
from functools import cache
from itertools import product
from threading import Lock
from typing import NamedTuple

from PIL import Image


class Colour(IntEnum):
    """The named colours, as indices of the palette; 1 to 10 are the numbers'."""

    NIGHT = 0
    RAY = 11
    ROW = 12
    SHELF = 13
    GRIDLINE = 14
    FLOOR = 15
    FLOOR_LIT = 16
    INK = 17
    SHADOW = 18
    CREAM = 19
    WHITE = 20
    SOFT = 21
    QUIET = 22
    POSITION = 23
    LAMP = 24
    RED = 25
    RED_DARK = 26
    GOLD = 27
    CHIP = 28
    SHOW = 29
    MINUS = 30
    SAFE = 31
    SILVER = 32
    BRONZE = 33
    CREAM_SHADE = 34
    BEAM = 35
    BEAM_FLOOR = 36
    BLOCK_1 = 37
    BLOCK_1_TOP = 38
    BLOCK_2 = 39
    BLOCK_2_TOP = 40
    BLOCK_3 = 41
    BLOCK_3_TOP = 42
    SKIN = 43
    SKIN_TAN = 44
    SKIN_BROWN = 45
    SKIN_ROSE = 46
    HAIR = 47
    MANE = 48
    CHEEK = 49
    SKY = 50
    LILAC = 51
    STEEL = 52
    PALE_HAIR = 53
    PAPER = 54
    LEAF = 55
    RIBBON = 56


_NAMED = bytes.fromhex(
    # the night and the numbers 1 to 10
    "1c1535 290242 1247ff 3faaf1 04443e d1fed0 602c02 f77316 bb257b d4a5b4 fafc4a "
    # the tent, from dark to bright, and its shadows
    "221a42 2b2250 3a2f6b 443874 4b3b88 5d4ba3 17122b 0e0a1e "
    # paper and text
    "fff4df ffffff c3b8e6 a79bd3 9c8fd0 7769b9 "
    # red, gold, chips, what can be shown, minus, safe, medals
    "d9363e 8f1d3a ffc94a 1fa6a0 7fe0a0 ff9aa0 0f6b4c c8cfe6 d98c55 "
    # the ring's side, light beams, the blocks of the podium
    "cdbfa6 3b3057 423570 82602c c9952e 5b5f86 8a91b8 86513a ab653c "
    # skin, hair and costume of the computers' faces
    "f6cfae c68a5a 8a5030 f3b49a 3a1d14 c4651a ee8277 72cdf2 a873a6 98a0b0 e0e6f8 ecdcae 2f8f5b "
    # the ribbon, dark enough for white sentences
    "bd2637"
)
"""Red, green and blue of the named colours, in the order of their indices."""
NUMBERS = range(1, 11)


class Tone(NamedTuple):
    """A ground and the ink on it, both as indices of the palette."""

    ground: int
    ink: int


def text_tone(number: int) -> Tone:
    """A number's own colour, and the ink of its figure."""
    return Tone(number, Colour.WHITE if number in (1, 2, 4, 6, 8) else Colour.INK)


_DARK = (Colour.NIGHT, Colour.ROW, Colour.SHELF)
_SHADED = (
    *map(text_tone, NUMBERS),
    *(Tone(Colour.CREAM, number) for number in NUMBERS),
    *(Tone(ground, Colour.CREAM) for ground in (*_DARK, Colour.INK, Colour.FLOOR, Colour.RIBBON)),
    *(Tone(ground, Colour.GOLD) for ground in (*_DARK, Colour.RED_DARK)),
    *(Tone(ground, Colour.SOFT) for ground in _DARK),
    *(Tone(ground, Colour.SHOW) for ground in (Colour.NIGHT, Colour.SHELF)),
    *(Tone(Colour.CREAM, ink) for ink in (Colour.RED_DARK, Colour.RED, Colour.CHIP, Colour.GOLD)),
    Tone(Colour.RED_DARK, Colour.CREAM),
    Tone(Colour.RED_DARK, Colour.RED),
    Tone(Colour.GOLD, Colour.INK),
    Tone(Colour.GOLD, Colour.RED),
    Tone(Colour.ROW, Colour.MINUS),
)
"""The pairs that meet most: the palette has shades between them."""

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
_SIZE = 256
_NEAR = 9
"""Shades that differ by less than this in red, green and blue count as one."""
_TURN = Lock()


def rgb(index: int) -> Rgb:
    """Red, green and blue of a colour of the palette."""
    return _colour_of(palette(), index)


@cache
def palette() -> bytes:
    """Red, green and blue of all 256 colours, in the order of their indices.

    First those with a name, then a coarse cube for members' avatars, then shades.
    """
    found = [_colour_of(_NAMED, index) for index in range(len(_NAMED) // 3)]
    cube = product((16, 92, 168, 244), repeat=3)
    shades = (
        _mix(found[tone.ground], found[tone.ink], step / 4)
        for step in (2, 1, 3)
        for tone in _SHADED
    )
    finer = product((54, 130, 206), repeat=3)
    for red, green, blue in (*cube, *shades, *finer):
        colour = red, green, blue
        if len(found) < _SIZE and not _is_near(colour, found):
            found.append(colour)
    found += [found[0]] * (_SIZE - len(found))
    return bytes(part for colour in found for part in colour)


@cache
def shading(tone: Tone) -> bytes:
    """Lookup: coverage by the ink, 0 to 255 → palette index of the nearest colour."""
    low, high = rgb(tone.ground), rgb(tone.ink)
    ramp = Image.new("RGB", (_SIZE, 1))
    ramp.putdata([_mix(low, high, coverage / 255) for coverage in range(_SIZE)])
    return indexed(ramp).tobytes()


def indexed(picture: Image.Image, *, dithered: bool = False) -> Image.Image:
    """An RGB picture as indices of the palette, one a pixel."""
    dither = Image.Dither.FLOYDSTEINBERG if dithered else Image.Dither.NONE
    # Pillow caches lookups in the palette's image: one thread at a time.
    with _TURN:
        found = picture.quantize(palette=_palette_image(), dither=dither)
    return Image.frombytes("L", found.size, found.tobytes())


def coloured_in(indices: Image.Image) -> Image.Image:
    """The RGB picture with these indices."""
    picture = Image.frombytes("P", indices.size, indices.tobytes())
    picture.putpalette(palette())
    return picture.convert("RGB")


@cache
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(palette())
    return image


def _colour_of(colours: bytes, index: int) -> Rgb:
    red, green, blue = colours[3 * index : 3 * index + 3]
    return red, green, blue


def _mix(low: Rgb, high: Rgb, part: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return red, green, blue


def _is_near(colour: Rgb, found: list[Rgb]) -> bool:
    return any(
        all(abs(a - b) < _NEAR for a, b in zip(colour, other, strict=True)) for other in found
    )
