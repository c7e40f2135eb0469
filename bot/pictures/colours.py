"""The palette that every picture shares, and the shades between two of its colours.

A picture is a canvas of one byte a pixel: an index of this palette. The indices 1 to 10 are the
colours of the numbers 1 to 10, brighter from number to number. Simulated annealing found them:
to usual, protan, deutan and tritan eyes alike any two are at least 17 apart by CIEDE2000, and
what is written on them has a contrast of at least 4.5.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

_RGB = (
    "1f2536",  # 0, the ground of every picture
    "2d3f19",
    "7d1b54",
    "115ccb",
    "767210",
    "ff4e89",
    "0eb1a3",
    "bba20f",
    "b394ff",
    "e6e69d",
    "a5f3f1",
    "0b0d12",
    "ffffff",
    "fffaf0",
    "ffc845",
    "b4bdd0",
    "8fe3a8",
    "d8d2c4",
    "3a435c",
)
CANVAS = 0
NUMBERS = range(1, 11)
INK, WHITE, CARD, MARK, SOFT, SHOW, BLANK, LINE = range(11, 19)
"""Dark and light text, a card's face, what is new, lesser text, what can be shown, empty pips,
rules between parts."""


class Tone(NamedTuple):
    """What is drawn upon what, both as indices of the palette."""

    ground: int
    ink: int


def text_tone(number: int) -> Tone:
    """How a number is written on its own colour; the first four are dark."""
    return Tone(number, WHITE if number <= 4 else INK)


PLAIN = Tone(CANVAS, CARD)
LESSER = Tone(CANVAS, SOFT)
NEW = Tone(MARK, INK)
WINNER = Tone(CANVAS, MARK)
LINES = tuple(Tone(CANVAS, number) for number in range(5, 10))
"""How the lines of five seats are drawn; numbers are told apart by whoever looks."""
TEXTS = (PLAIN, LESSER, NEW, WINNER, *map(text_tone, NUMBERS))
"""Every pair of colours that text is ever written in."""

_EDGES = (
    Tone(CANVAS, CARD),
    Tone(CANVAS, MARK),
    *LINES,
    *(Tone(face, number) for face, number in product((CARD, MARK), NUMBERS)),
)
_TONES = tuple(dict.fromkeys(TEXTS + _EDGES))
_SHADES = 5


def rgb(index: int) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of a colour of the palette."""
    red, green, blue = bytes.fromhex(_RGB[index])
    return red, green, blue


def palette() -> bytes:
    """Red, green and blue of every colour, shades included, in the order of their indices."""
    plain = b"".join(bytes(rgb(index)) for index in range(len(_RGB)))
    return plain + b"".join(_between(tone) for tone in _TONES)


@cache
def shading(tone: Tone) -> bytes:
    """For every coverage 0 to 255 by the ink the index of the shade."""
    first = len(_RGB) + _TONES.index(tone) * _SHADES
    ramp = (tone.ground, *range(first, first + _SHADES), tone.ink)
    return bytes(ramp[(coverage * (_SHADES + 1) + 127) // 255] for coverage in range(256))


def _between(tone: Tone) -> bytes:
    ground, ink = rgb(tone.ground), rgb(tone.ink)
    return bytes(
        round(low + (high - low) * step / (_SHADES + 1))
        for step in range(1, _SHADES + 1)
        for low, high in zip(ground, ink, strict=True)
    )
