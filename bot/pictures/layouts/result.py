"""The end of a round: every hand, what it scored and why, the best of the round lit."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Align, Style
from bot.pictures.layouts.parts import (
    LEFT,
    RIGHT,
    card_row,
    even_rows,
    fitted_names,
    grown,
    headlines,
    line,
    lit_last,
    name_line,
    portrait_at,
)
from bot.pictures.scene import (
    LABEL,
    Box,
    Ground,
    Panel,
    Piece,
    Portrait,
    Scene,
    Shape,
    Text,
    Token,
    around,
    card_height,
)
from bot.text.words import figure, points, reason
from engine.cards import Cards
from engine.view import Result

_FIRST, _GAP = 220, 20
_FACE = 98
_NAME_LEFT = LEFT + 12 + _FACE + 20
_ROUND_RIGHT, _TOTAL_RIGHT = 1020, 1148
_WHY, _PART = Style("bold", 40), Style("display", 44)
_ROUND, _TOTAL = Style("display", 58), Style("display", 50)
_EMPTY = Style("regular", 38)
_CARD, _PITCH, _MOST = 64, 71, 14


class _Part(NamedTuple):
    """A part of a sum: its token, the token's middle and size, and the room for its figure.

    `room` is from the right edge of the token to the end of the figure.
    """

    shape: Shape
    x: int
    size: tuple[int, int]
    room: int


_PARTS = (
    _Part("pile", 478, (46, 62), 84),
    _Part("chip", 616, (50, 50), 84),
    _Part("fan", 770, (68, 52), 96),
)
_HEADINGS = {"pile": 500, "chips": 638, "hand": 798}
"""The middles of the parts' names, once for all seats."""


class _Seat(NamedTuple):
    """One seat's part: its index, its box, and whether it was the best."""

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
    def safe(self) -> Colour:
        """The ink of a hand that costs nothing."""
        return Colour.SAFE if self.lit else Colour.SHOW

    @property
    def line(self) -> int:
        """The middle of the line of figures."""
        return self.box.top + 44


def result_scene(
    over: Result, length: int, totals: Sequence[int], faces: Sequence[SeatFace]
) -> Scene:
    """Why the round ended, then what each seat scored and held, and its total if given."""
    pieces = headlines(f"Round {over.number} of {length} is over") + _why(over, faces, totals)
    best = max(score.points for score in over.scores)
    grounds: list[Ground] = []
    top = _FIRST
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        rows = max(1, -(-len(hand) // _MOST))
        box = Box(LEFT, top, RIGHT, top + 78 + rows * (card_height(_CARD) + 10))
        seat = _Seat(index, box, score.points == best)
        grounds.append(Panel(grown(box) if seat.lit else box, seat.ground, bulbs=seat.lit))
        pieces += _seat(over, seat, faces[index], totals)
        top = box.bottom + _GAP
    return Scene(top + 6, tuple(lit_last(grounds)), tuple(pieces))


def _why(over: Result, faces: Sequence[SeatFace], totals: Sequence[int]) -> list[Piece]:
    """Why the round ended, and below it the headings of the figures."""
    face = faces[over.hands.index(()) if over.owner is None else over.owner]
    box = Box(128, 106, _TOTAL_RIGHT, 166)
    text, style = fitted_names(
        lambda names: reason(over, [*names] * len(faces)), [face.label], _WHY, box.width
    )
    pieces: list[Piece] = [
        Portrait(Box(44, 102, 112, 170), face, Colour.GOLD),
        Text(box, text, style),
        _heading("round", (_ROUND_RIGHT if totals else _TOTAL_RIGHT) - 55, "right"),
    ]
    if totals:
        pieces.append(_heading("total", _TOTAL_RIGHT - 55, "right"))
    return [*pieces, *(_heading(word, x, "middle") for word, x in _HEADINGS.items())]


def _heading(word: str, x: int, align: Align) -> Text:
    return Text(around(x, 190, 110, 40), word, LABEL, Colour.SOFT, align=align)


def _seat(over: Result, seat: _Seat, face: SeatFace, totals: Sequence[int]) -> list[Piece]:
    y, ground = seat.line, seat.ground
    rim = Colour.GOLD if seat.seat == over.owner else seat.ink
    x = LEFT + 12 + _FACE // 2
    room = Box(_NAME_LEFT, y - 32, 430 - (54 if seat.lit else 0), y + 32)
    name = name_line(face, room, seat.ink, ground)
    portrait = portrait_at(face, x, seat.box.top + 12 + _FACE // 2, _FACE, rim, ground)
    pieces: list[Piece] = [portrait, name]
    if seat.lit:
        pieces.append(Token(around(name.box.right + 32, y - 2, 46, 46), "star", ground=ground))
    pieces += _parts(over, seat) + _sums(over, seat, totals)
    return pieces + _cards_left(over.hands[seat.seat], seat)


def _parts(over: Result, seat: _Seat) -> list[Piece]:
    """Pile and chips, less the hand unless it is not counted (R22)."""
    score = over.scores[seat.seat]
    pieces: list[Piece] = []
    for part, number in zip(_PARTS, (score.pile, score.chips, -score.cards), strict=True):
        text, ink = _signed(number), seat.ink
        if number == 0:
            ink = Colour.FLOOR if seat.lit else Colour.QUIET
        if part.shape == "fan" and score.exempt:
            text, ink = "safe", seat.safe
        box = around(part.x, seat.line, *part.size)
        room = Box(box.right + 8, seat.line - 30, box.right + part.room, seat.line + 30)
        pieces.append(Token(box, part.shape, 3, dim=number == 0, ground=seat.ground))
        pieces.append(line(text, _PART, room, ink, seat.ground))
    return pieces


def _signed(number: int) -> str:
    return points(number) if number else "0"


def _sums(over: Result, seat: _Seat, totals: Sequence[int]) -> list[Piece]:
    """The points of the round, and the total."""
    scored, y = over.scores[seat.seat].points, seat.line
    ink = Colour.GOLD if scored > 0 else Colour.MINUS if scored < 0 else Colour.QUIET
    if seat.lit:
        ink = Colour.RED_DARK
    right = _ROUND_RIGHT if totals else _TOTAL_RIGHT
    box = Box(right - 118, y - 32, right, y + 32)
    pieces: list[Piece] = [line(_signed(scored), _ROUND, box, ink, seat.ground, "right")]
    if totals:
        box = Box(_TOTAL_RIGHT - 112, y - 32, _TOTAL_RIGHT, y + 32)
        total = figure(totals[seat.seat])
        pieces.append(line(total, _TOTAL, box, seat.ink, seat.ground, "right"))
    return pieces


def _cards_left(hand: Cards, seat: _Seat) -> list[Piece]:
    top = seat.box.top + 76
    if not hand:
        box = Box(_NAME_LEFT, top + 10, 700, top + 80)
        return [Text(box, "hand empty", _EMPTY, seat.safe, seat.ground)]
    pieces: list[Piece] = []
    for row in even_rows(len(hand), _MOST):
        cards = tuple(hand[at] for at in row)
        pieces += card_row(cards, _NAME_LEFT, top, _CARD, _PITCH, seat.ground)
        top += card_height(_CARD) + 10
    return pieces
