"""A picture as pieces that lie beside each other, before any of it is drawn; all in pixels."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Align, Style
from engine.cards import Card

WIDTH = 1200
"""Of every picture: three dots for each of the 400 that a phone gives it."""
MARGIN = 28
TOP = 98
"""Where the awning ends."""

LABEL = Style("regular", 34)
SENTENCE = Style("regular", 40)
NAME = Style("bold", 44)
HEADLINE = Style("display", 48)
FIGURE = Style("display", 58)

CARD_RATIO = 1.42
"""The height of a card by its width."""


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

    @property
    def middle(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2


def around(x: int, y: int, width: int, height: int) -> Box:
    """A box of this size with this middle."""
    left, top = x - width // 2, y - height // 2
    return Box(left, top, left + width, top + height)


def card_height(width: int) -> int:
    """In pixels, of a card as wide as this."""
    return round(width * CARD_RATIO)


class CardFace(NamedTuple):
    """A card as it lies, with a rim of this colour."""

    box: Box
    card: Card
    rim: Colour = Colour.CREAM
    ground: Colour = Colour.NIGHT


class Text(NamedTuple):
    """A line of text; `ground` is what lies below it."""

    box: Box
    text: str
    style: Style = SENTENCE
    ink: int = Colour.CREAM
    ground: int = Colour.NIGHT
    align: Align = "left"


Shape = Literal[
    "fan",
    "pile",
    "chip",
    "ticket",
    "spent ticket",
    "pennant",
    "star",
    "tick",
    "medal",
    "seat",
    "arrow",
    "clock",
    "bubble",
]


class Token(NamedTuple):
    """One of the game's things, or a sign; `number` is how many it shows, of a medal its rank."""

    box: Box
    shape: Shape
    number: int = 0
    dim: bool = False
    ground: Colour = Colour.NIGHT


class Portrait(NamedTuple):
    """A face in a circle with a rim of this colour."""

    box: Box
    face: SeatFace
    rim: int = Colour.CREAM
    ground: int = Colour.NIGHT


class Lamp(NamedTuple):
    """Below a gap of a hand, the position that a card would get there; None of a sample."""

    box: Box
    position: int | None
    lit: bool
    ground: Colour = Colour.NIGHT


class Bracket(NamedTuple):
    """Joins the cards above it; open at an end where it goes on in another row."""

    box: Box
    begins: bool = True
    ends: bool = True
    ground: Colour = Colour.NIGHT


class Line(NamedTuple):
    """A line through points of a plot, a mark at each, and thinly on to the right edge at `end`."""

    number: int
    points: tuple[tuple[int, int], ...]
    end: int
    bold: bool


class Plot(NamedTuple):
    """Lines in a box, and behind them level gridlines, one of them at `zero`.

    All are counted from the corner of the box.
    """

    box: Box
    gridlines: tuple[int, ...]
    zero: int
    lines: tuple[Line, ...]


Piece = CardFace | Text | Token | Portrait | Lamp | Bracket | Plot


class Panel(NamedTuple):
    """What pieces lie on: a row, a shelf, a tab, or the cream plate framed by bulbs."""

    box: Box
    colour: Colour = Colour.ROW
    bulbs: bool = False
    radius: int = 16


StageKind = Literal["ring", "lights", "block", "slot", "post"]


class Stage(NamedTuple):
    """What stands behind the pieces; the number is a block's rank, or 1 for a lit post."""

    box: Box
    kind: StageKind
    number: int = 0


class Ribbon(NamedTuple):
    """What the last move is told on; its tails are within the box."""

    box: Box


Ground = Panel | Stage | Ribbon
RING = Stage(Box(24, 114, WIDTH - 24, 460), "ring")
"""As every table's picture has it, as its first ground."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture shows below the awning and on it.

    Pieces never overlap and never leave the canvas; `grounds` lie below them, the later ones on
    the earlier ones.
    """

    height: int
    grounds: tuple[Ground, ...]
    pieces: tuple[Piece, ...]
