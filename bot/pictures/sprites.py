"""Cards, in halves that are each drawn once: what is up does not depend on what is down.

A sprite is an image of an index of the palette a pixel; whoever pastes it leaves it as it is.
"""

from functools import cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from bot.pictures.colours import BLANK, CANVAS, INK, NUMBERS, Tone, shading, text_tone
from bot.pictures.lettering import coverage
from bot.pictures.scene import Size, Style
from bot.pictures.shapes import rounded, rounded_above

_PIP_GAP = 2


class Design(NamedTuple):
    """Where things are on a card, in pixels; panels and pips keep to `inset` from its sides."""

    inset: int
    radius: int
    panel_radius: int
    upper_height: int
    upper: Style
    pips_top: int
    pips_height: int
    lower_height: int
    lower: Style

    @property
    def half(self) -> int:
        """Where the upper half ends: just below the pips."""
        return self.inset + self.upper_height + self.pips_top + self.pips_height


DESIGNS = {
    Size.LARGE: Design(6, 12, 7, 86, Style(84, bold=2), 6, 6, 34, Style(36, bold=1)),
    Size.SMALL: Design(3, 7, 5, 43, Style(46, bold=1), 4, 4, 23, Style(26, bold=1)),
}


@cache
def upper_half(number: int, size: Size, face: int) -> Image.Image:
    """The top of a card with this number up: the large number, and as many of ten pips filled."""
    design = DESIGNS[size]
    edge = rounded_above(size.width, design.half, design.radius)
    sprite = edge.point(shading(Tone(CANVAS, face)))
    panel_size = (size.width - 2 * design.inset, design.upper_height)
    sprite.paste(_panel(number, panel_size, design.upper, design, face), (design.inset,) * 2)
    top = design.half - design.pips_height
    for pip, (left, right) in zip(NUMBERS, _pips(panel_size[0]), strict=True):
        box = (design.inset + left, top, design.inset + right, design.half)
        sprite.paste(INK if pip <= number else BLANK, box)
    return sprite


@cache
def lower_half(number: int, size: Size, face: int) -> Image.Image:
    """The bottom of a card with this number down: small, but upright, since 6 is no 9."""
    design = DESIGNS[size]
    height = size.height - design.half
    edge = rounded_above(size.width, height, design.radius)
    edge = edge.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    sprite = edge.point(shading(Tone(CANVAS, face)))
    panel_size = (size.width - 2 * design.inset, design.lower_height)
    panel = _panel(number, panel_size, design.lower, design, face)
    sprite.paste(panel, (design.inset, height - design.inset - design.lower_height))
    return sprite


def _pips(width: int) -> list[tuple[int, int]]:
    """Left and right of ten pips, spread evenly."""
    edges = [(width + _PIP_GAP) * pip // len(NUMBERS) for pip in (0, *NUMBERS)]
    return [(left, right - _PIP_GAP) for left, right in pairwise(edges)]


def _panel(
    number: int, size: tuple[int, int], style: Style, design: Design, face: int
) -> Image.Image:
    """A number on its colour, the corners rounded onto the face of the card."""
    # Two digits have to do with the room of one and a half.
    style = style._replace(em=style.em * 5 // 6) if number == max(NUMBERS) else style
    written = coverage(str(number), style, "middle", size).point(shading(text_tone(number)))
    corners = rounded(*size, design.panel_radius)
    panel = corners.point(shading(Tone(face, number)))
    panel.paste(written, mask=corners.point(bytes(255) + b"\xff"))
    return panel
