"""A picture as pieces that lie beside each other, before any of it is drawn; all in pixels."""

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from bot.pictures.colours import CARD, PLAIN, Tone
from engine.cards import Card

WIDTH = 720
"""Of a usual picture: two dots for each of the 360 that a phone gives it."""
MARGIN = 16

Align = Literal["left", "middle", "right"]


class Box(NamedTuple):
    """A rectangle; `right` and `bottom` are just outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def moved_to_origin(self) -> "Box":
        """As large, but at the upper left corner."""
        return Box(0, 0, self.width, self.height)


class Style(NamedTuple):
    """A size of text: the em of the typeface, and how much its strokes are thickened."""

    em: int
    bold: int = 0


TITLE = Style(33)
TEXT = Style(27)
NOTE = Style(25)


class Size(Enum):
    """A card's width and height, and the distance from one card to the next."""

    LARGE = (108, 150, 116)
    SMALL = (64, 84, 70)

    def __init__(self, width: int, height: int, pitch: int) -> None:
        self.width = width
        self.height = height
        self.pitch = pitch
        self.gap = pitch - width


class Face(NamedTuple):
    """A card as it lies, on a face of this colour."""

    box: Box
    card: Card
    size: Size
    colour: int = CARD


class Words(NamedTuple):
    """A line of text; the ground of its tone fills the box."""

    box: Box
    text: str
    style: Style = TEXT
    tone: Tone = PLAIN
    align: Align = "left"


class Bar(NamedTuple):
    """A box filled with one colour of the palette."""

    box: Box
    colour: int


class Line(NamedTuple):
    """A line through points of a plot, a mark at each, and thinly on to the right edge at `end`.

    Its number tells its colour and its marks from those of other lines.
    """

    number: int
    points: tuple[tuple[int, int], ...]
    end: int
    bold: bool


class Plot(NamedTuple):
    """Lines in a box, and behind them level rules, one of them at `zero`.

    TableLifecycle are counted from the corner of the box.
    """

    box: Box
    rules: tuple[int, ...]
    zero: int
    lines: tuple[Line, ...]


Piece = Face | Words | Bar | Plot


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture shows; pieces never overlap and never leave the canvas."""

    width: int
    height: int
    pieces: tuple[Piece, ...]
