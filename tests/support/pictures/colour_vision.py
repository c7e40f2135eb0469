"""Colours as people see them: contrast, distance, and the common kinds of colour blindness.

Machado, Oliveira and Fernandes (2009) at full severity for protan, deutan and tritan eyes;
Brettel, Viénot and Mollon (1997), in libDaltonLens' coefficients for sRGB, for tritan eyes as
well, where one matrix is known to be rough. Distances are CIEDE2000 (Sharma et al. 2005).
"""

import math
from collections.abc import Sequence

Rgb = tuple[int, int, int]
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

USUAL: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
MACHADO: dict[str, Matrix] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
BRETTEL_TRITAN: tuple[Matrix, Matrix] = (
    ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
    ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796)),
)
BRETTEL_TRITAN_SIDE: Triple = (0.03901, -0.02788, -0.01113)
"""The normal of the plane between the two halves."""

_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


KINDS = ("usual", *MACHADO, "tritan, Brettel")


def contrast(one: Triple, other: Triple) -> float:
    """WCAG 2's ratio of two linear lights, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(light: Triple) -> float:
    return _dot((0.2126, 0.7152, 0.0722), light)


def seen(colour: Rgb, kind: str) -> Triple:
    """The linear light, each part from 0 to 1, that such eyes take this colour for."""
    light = linear(colour)
    if kind == "tritan, Brettel":
        matrix = BRETTEL_TRITAN[_dot(BRETTEL_TRITAN_SIDE, light) < 0]
    else:
        matrix = MACHADO.get(kind, USUAL)
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(matrix, light))
    return red, green, blue


def linear(colour: Rgb) -> Triple:
    red, green, blue = (_light(part / 255) for part in colour)
    return red, green, blue


def lab(light: Triple) -> Triple:
    """L*, a* and b* of a linear light, against the white of sRGB."""
    xyz = _times(_XYZ, light)
    x, y, z = (_cube_root(part / white) for part, white in zip(xyz, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Triple, other: Triple) -> float:
    """CIEDE2000 between two colours in L*, a* and b*; about 2.3 is just noticeable."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * _seventh(mean)
    chroma1, chroma2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    hue1, hue2 = _hue(a1 * stretch, b1), _hue(a2 * stretch, b2)
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    hue = (hue1 + turn / 2) % 360 if chroma1 * chroma2 else hue1 + hue2
    light, chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    weight = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    by_light = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / math.hypot(20**0.5, light - 50))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    across = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2))
    by_hue = across / (1 + 0.015 * chroma * weight)
    bend = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * _seventh(chroma) * math.sin(math.radians(bend))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _cube_root(part: float) -> float:
    return math.cbrt(part) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _seventh(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _dot(row: Sequence[float], column: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(row, column, strict=True))


def _times(matrix: Matrix, column: Sequence[float]) -> Triple:
    one, two, three = (_dot(row, column) for row in matrix)
    return one, two, three
