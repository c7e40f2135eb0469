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

NUMBERS = range(1, 11)
_NUMBERS_RGB = (
    *(0x290242, 0x1247FF, 0x3FAAF1, 0x04443E, 0xD1FED0),
    *(0x602C02, 0xF77316, 0xBB257B, 0xD4A5B4, 0xFAFC4A),
)
"""The colours of the numbers 1 to 10, as RGB."""


class Colour(IntEnum):
    """The named colours: indices of the palette, and each as RGB; 1 to 10 are the numbers'."""

    rgb: int

    def __new__(cls, index: int, rgb: int) -> "Colour":
        colour = int.__new__(cls, index)
        colour._value_, colour.rgb = index, rgb
        return colour

    NIGHT = 0, 0x1C1535
    # the tent, from dark to bright, and its shadows
    RAY = 11, 0x221A42
    ROW = 12, 0x2B2250
    SHELF = 13, 0x3A2F6B
    GRIDLINE = 14, 0x443874
    FLOOR = 15, 0x4B3B88
    FLOOR_LIT = 16, 0x5D4BA3
    INK = 17, 0x17122B
    SHADOW = 18, 0x0E0A1E
    # paper and text
    CREAM = 19, 0xFFF4DF
    WHITE = 20, 0xFFFFFF
    SOFT = 21, 0xC3B8E6
    QUIET = 22, 0xA79BD3
    POSITION = 23, 0x9C8FD0
    LAMP = 24, 0x7769B9
    # red, gold, chips, what can be shown, minus, safe, medals
    RED = 25, 0xD9363E
    RED_DARK = 26, 0x8F1D3A
    GOLD = 27, 0xFFC94A
    CHIP = 28, 0x1FA6A0
    SHOW = 29, 0x7FE0A0
    MINUS = 30, 0xFF9AA0
    SAFE = 31, 0x0F6B4C
    SILVER = 32, 0xC8CFE6
    BRONZE = 33, 0xD98C55
    # the ring's side, light beams, the blocks of the podium
    CREAM_SHADE = 34, 0xCDBFA6
    BEAM = 35, 0x3B3057
    BEAM_FLOOR = 36, 0x423570
    BLOCK_1 = 37, 0x82602C
    BLOCK_1_TOP = 38, 0xC9952E
    BLOCK_2 = 39, 0x5B5F86
    BLOCK_2_TOP = 40, 0x8A91B8
    BLOCK_3 = 41, 0x86513A
    BLOCK_3_TOP = 42, 0xAB653C
    # skin, hair and costume of the computers' faces
    SKIN = 43, 0xF6CFAE
    SKIN_TAN = 44, 0xC68A5A
    SKIN_BROWN = 45, 0x8A5030
    SKIN_ROSE = 46, 0xF3B49A
    HAIR = 47, 0x3A1D14
    MANE = 48, 0xC4651A
    CHEEK = 49, 0xEE8277
    SKY = 50, 0x72CDF2
    LILAC = 51, 0xA873A6
    STEEL = 52, 0x98A0B0
    PALE_HAIR = 53, 0xE0E6F8
    PAPER = 54, 0xECDCAE
    LEAF = 55, 0x2F8F5B
    # the ribbon, dark enough for white sentences
    RIBBON = 56, 0xBD2637


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
"""The most frequent pairs of ground and ink: the palette has shades between them."""

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
_SIZE = 256
_NEAR = 9
"""Shades closer than this in red, green and blue count as one."""
_QUANTIZE_LOCK = Lock()


def rgb(index: int) -> Rgb:
    """Red, green and blue of a colour of the palette."""
    red, green, blue = palette()[3 * index : 3 * index + 3]
    return red, green, blue


@cache
def palette() -> bytes:
    """Red, green and blue of the 256 colours by index.

    Numbers and named colours come first, then a coarse cube for members' avatars, then shades.
    """
    night, *others = [colour.rgb for colour in Colour]
    named = (colour.to_bytes(3) for colour in (night, *_NUMBERS_RGB, *others))
    found: list[Rgb] = [(red, green, blue) for red, green, blue in named]
    cube = product((16, 92, 168, 244), repeat=3)
    steps = product((2, 1, 3), _SHADED)
    shades = (_mix(found[tone.ground], found[tone.ink], step / 4) for step, tone in steps)
    finer = product((54, 130, 206), repeat=3)
    for red, green, blue in (*cube, *shades, *finer):
        colour = red, green, blue
        if len(found) < _SIZE and not _is_near(colour, found):
            found.append(colour)
    found += [found[0]] * (_SIZE - len(found))
    return bytes(part for colour in found for part in colour)


@cache
def shading(tone: Tone) -> bytes:
    """Lookup: coverage by the ink, 0 to 255 → index of the nearest palette colour."""
    low, high = rgb(tone.ground), rgb(tone.ink)
    ramp = Image.new("RGB", (_SIZE, 1))
    ramp.putdata([_mix(low, high, coverage / 255) for coverage in range(_SIZE)])
    return indexed(ramp).tobytes()


def indexed(picture: Image.Image, *, dithered: bool = False) -> Image.Image:
    """An RGB picture as indices of the palette, one a pixel."""
    dither = Image.Dither.FLOYDSTEINBERG if dithered else Image.Dither.NONE
    # Pillow caches lookups in the palette's image, so only one thread can use it.
    with _QUANTIZE_LOCK:
        found = picture.quantize(palette=_palette_image(), dither=dither)
    return Image.frombytes("L", found.size, found.tobytes())


def coloured_in(indices: Image.Image) -> Image.Image:
    """The RGB picture for these palette indices."""
    picture = Image.frombytes("P", indices.size, indices.tobytes())
    picture.putpalette(palette())
    return picture.convert("RGB")


@cache
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(palette())
    return image


def _mix(low: Rgb, high: Rgb, part: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return red, green, blue


def _is_near(colour: Rgb, found: list[Rgb]) -> bool:
    return any(
        all(abs(a - b) < _NEAR for a, b in zip(colour, other, strict=True)) for other in found
    )
