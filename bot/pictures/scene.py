"""Scenes: pictures as pieces beside each other, before drawing; all in pixels."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Align, Style
from engine.cards import Card

WIDTH = 1200
"""The width of every picture: three dots for each of a phone's 400."""
MARGIN = 28
TOP = 98
"""The bottom of the awning."""

LABEL = Style("regular", 34)
SENTENCE = Style("regular", 40)
NAME = Style("bold", 44)
HEADLINE = Style("display", 48)
FIGURE = Style("display", 58)

CARD_RATIO = 1.42
"""A card's height divided by its width."""


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

    def below(self, height: int, gap: int = 0) -> "Box":
        top = self.bottom + gap
        return Box(self.left, top, self.right, top + height)

    def grown(self, by: int) -> "Box":
        """The box with an edge of this width around it."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def around(x: int, y: int, width: int, height: int) -> Box:
    """A box of this size with this middle."""
    left, top = x - width // 2, y - height // 2
    return Box(left, top, left + width, top + height)


def across(left: int, right: int, y: int, height: int) -> Box:
    """A box between these sides, its middle at this height."""
    return Box(left, y - height // 2, right, y - height // 2 + height)


def card_height(width: int) -> int:
    return round(width * CARD_RATIO)


class CardFace(NamedTuple):
    """A card as it lies, with a rim of this colour."""

    box: Box
    card: Card
    rim: Colour = Colour.CREAM
    ground: Colour = Colour.NIGHT


class Text(NamedTuple):
    """A line of text; `ground` is the colour below it."""

    box: Box
    text: str
    style: Style = SENTENCE
    ink: int = Colour.CREAM
    ground: int = Colour.NIGHT
    align: Align = "left"


Thing = Literal["fan", "pile", "chip", "ticket", "spent-ticket", "pennant"]
Sign = Literal["star", "tick", "medal", "seat", "arrow", "clock", "bubble"]
Shape = Thing | Sign


class Token(NamedTuple):
    """One of the game's things, or a sign; `number` is a number of things, or a medal's rank."""

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
    """A lamp below a gap of a hand, with the card's position there; None for a sample."""

    box: Box
    position: int | None
    lit: bool
    ground: Colour = Colour.NIGHT


class Bracket(NamedTuple):
    """A line that joins the cards above it; an end that goes on in another row is open."""

    box: Box
    begins: bool = True
    ends: bool = True
    ground: Colour = Colour.NIGHT


class ChartLine(NamedTuple):
    """A line through marks at points of a plot, and dots from there to the right edge at `end`.

    `look` is one of five colours, each with marks of its own shape.
    """

    look: int
    points: tuple[tuple[int, int], ...]
    end: int
    bold: bool


class Plot(NamedTuple):
    """Lines by seat over horizontal gridlines; that of the value 0, if there is one, is at `zero`.

    All are in pixels from the corner of the box.
    """

    box: Box
    gridlines: tuple[int, ...]
    zero: int | None
    lines: tuple[ChartLine, ...]


Piece = CardFace | Text | Token | Portrait | Lamp | Bracket | Plot


class Panel(NamedTuple):
    """The ground below pieces: a row, a shelf or a tab."""

    box: Box
    colour: Colour = Colour.ROW
    radius: int = 16


StageKind = Literal["ring", "lights", "block", "slot", "post", "plate"]


class Stage(NamedTuple):
    """A decoration behind the pieces; a `plate` is cream, framed by bulbs.

    The number is a block's rank, a post's colour, or 1 for lights with confetti.
    """

    box: Box
    kind: StageKind
    number: int = 0


class Ribbon(NamedTuple):
    """The ribbon with the last move, `golden` for a moment; its tails are within the box."""

    box: Box
    golden: bool = False


Ground = Panel | Stage | Ribbon
RING = Stage(Box(24, 114, WIDTH - 24, 460), "ring")
"""The first ground of every table's picture."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: pieces over grounds; later grounds are above earlier ones.

    Pieces never overlap and never leave the picture.
    """

    height: int
    grounds: tuple[Ground, ...]
    pieces: tuple[Piece, ...]
