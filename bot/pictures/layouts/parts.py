"""Parts of many layouts: headlines, lines that fit, names, faces and rows of cards."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Align, Style, extent, has_glyph
from bot.pictures.scene import (
    HEADLINE,
    LABEL,
    MARGIN,
    NAME,
    WIDTH,
    Box,
    CardFace,
    Panel,
    Piece,
    Portrait,
    Text,
    around,
    card_height,
)
from engine.cards import Cards

LEFT, RIGHT = MARGIN, WIDTH - MARGIN
SIDE = 37
"""The headlines' distance from the sides."""
BAND = 62
_LIT = 8
"""The width of a lit plate's frame around its row."""
_SIZES = (1, 0.92, 0.84)
"""The sizes of a line before it is cut short."""


@lru_cache(maxsize=1024)
def fitted(text: str, style: Style, room: int) -> tuple[str, Style]:
    """The line made smaller, and then cut short with …, until it is at most `room` wide."""
    small = style
    for size in _SIZES:
        small = style._replace(em=round(style.em * size))
        if extent(text, small)[0] <= room:
            return text, small
    return _cut(text, small, room), small


def fitted_names(
    say: Callable[[Sequence[str]], str], names: Sequence[str], style: Style, room: int
) -> tuple[str, Style]:
    """A sentence with names made smaller, and then its names cut short, each to an equal part."""
    text, small = fitted(say(names), style, room)
    if text == say(names):
        return text, small
    each = (room - width_of(say([""] * len(names)), small)) // len(names)
    return say([_cut(name, small, each) for name in names]), small


def _cut(text: str, style: Style, room: int) -> str:
    """The text, or as much of its beginning as has room before …."""
    if extent(text, style)[0] <= room:
        return text
    while text and extent(f"{text}…", style)[0] > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def width_of(text: str, style: Style) -> int:
    """The width of a line, in pixels."""
    return extent(text, style)[0]


def line(text: str, style: Style, box: Box, ink: int, ground: int, align: Align = "left") -> Text:
    """A line of text that fits into the box."""
    short, smaller = fitted(text, style, box.width)
    return Text(box, short, smaller, ink, ground, align)


def heading(text: str, top: int, height: int) -> Text:
    """The heading of a section of the picture."""
    box = Box(LEFT + 9, top, RIGHT, top + height)
    return line(text, LABEL, box, Colour.SOFT, Colour.NIGHT)


def headline_style(text: str, style: Style = HEADLINE) -> Style:
    """The display typeface, or FiraGO for a name with letters that it lacks."""
    if all(has_glyph(letter, style.typeface) for letter in text):
        return style
    return Style("bold", round(style.em * 0.9))


def headline_room(right: str) -> int:
    """The width left on the awning beside the right headline."""
    text, style = fitted(right, headline_style(right), WIDTH // 2 - SIDE)
    return WIDTH - 2 * SIDE - width_of(text, style) - 28


def headlines(left: str, right: str = "", face: SeatFace | None = None) -> list[Piece]:
    """The headlines on the awning: the picture's subject, and to the right its main fact."""
    end = WIDTH - SIDE
    pieces: list[Piece] = []
    if right:
        text, style = fitted(right, headline_style(right), WIDTH // 2 - SIDE)
        begin = end - width_of(text, style) - 4
        box = Box(begin, 0, end, BAND)
        pieces.append(Text(box, text, style, Colour.GOLD, Colour.RED_DARK, "right"))
        end = begin - 14
    if face is not None:
        pieces.append(Portrait(Box(end - 58, 2, end, 60), face, Colour.GOLD, Colour.RED_DARK))
        end -= 72
    box = Box(SIDE, 0, end - 10, BAND)
    return [line(left, headline_style(left), box, Colour.CREAM, Colour.RED_DARK), *pieces]


def card_row(
    cards: Cards, left: int, top: int, width: int, pitch: int, ground: Colour = Colour.NIGHT
) -> list[CardFace]:
    """Cards side by side."""
    bottom = top + card_height(width)
    begins = range(left, left + pitch * len(cards), pitch)
    return [
        CardFace(Box(begin, top, begin + width, bottom), card, ground=ground)
        for begin, card in zip(begins, cards, strict=True)
    ]


def name_line(face: SeatFace, box: Box, ink: int, ground: int, style: Style = NAME) -> Text:
    """A seat's name; its box is no wider than the name."""
    text, smaller = fitted(face.label, style, box.width)
    right = box.left + width_of(text, smaller)
    return Text(box._replace(right=right), text, smaller, ink, ground)


def portrait_at(
    face: SeatFace, x: int, y: int, size: int, rim: int, ground: int = Colour.NIGHT
) -> Portrait:
    """A face around this middle."""
    return Portrait(around(x, y, size, size), face, rim, ground)


class Row(NamedTuple):
    """A player's row: the seat, the box, and whether it is lit."""

    seat: int
    box: Box
    lit: bool

    @property
    def ground(self) -> Colour:
        return Colour.CREAM if self.lit else Colour.ROW

    @property
    def ink(self) -> Colour:
        return Colour.INK if self.lit else Colour.CREAM

    @property
    def none(self) -> Colour:
        """The ink of a zero."""
        return Colour.FLOOR if self.lit else Colour.QUIET

    @property
    def plate(self) -> Panel:
        """The ground of the row; a lit one is framed."""
        left, top, right, bottom = self.box
        if not self.lit:
            return Panel(self.box)
        return Panel(Box(left - _LIT, top - _LIT, right + _LIT, bottom + _LIT), self.ground, True)


def plates(rows: Iterable[Row]) -> list[Panel]:
    """The rows' grounds, the lit ones last: they overlap their neighbours."""
    return [row.plate for row in sorted(rows, key=lambda row: row.lit)]


def even_rows(count: int, most: int) -> list[range]:
    """The indices of this many things in rows of at most `most`, as even as possible."""
    rows = -(-count // most)
    cuts = [-(-count * row // rows) for row in range(rows + 1)] if rows else []
    return [range(begin, end) for begin, end in pairwise(cuts)]
