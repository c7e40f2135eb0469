"""The end of a round: every hand and its points, the best of the round lit."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Align, Style
from bot.pictures.layouts.parts import (
    LEFT,
    RIGHT,
    Row,
    card_row,
    even_rows,
    fitted_names,
    headlines,
    line,
    name_line,
    plates,
    portrait_at,
)
from bot.pictures.scene import (
    LABEL,
    Box,
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
from engine.round import Score
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


def result_scene(
    over: Result, length: int, totals: Sequence[int], faces: Sequence[SeatFace]
) -> Scene:
    """Why the round ended, then each seat's points and cards left, and its total if given."""
    pieces = headlines(f"Round {over.number} of {length} is over")
    pieces += _why(over, faces, totals)
    best = max(score.points for score in over.scores)
    rows: list[Row] = []
    top = _FIRST
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        height = 78 + max(1, -(-len(hand) // _MOST)) * (card_height(_CARD) + 10)
        row = Row(index, Box(LEFT, top, RIGHT, top + height), score.points == best)
        rows.append(row)
        pieces += _seat(over, row, faces[index], totals)
        top = row.box.bottom + _GAP
    return Scene(top + 6, tuple(plates(rows)), tuple(pieces))


def _why(over: Result, faces: Sequence[SeatFace], totals: Sequence[int]) -> Iterator[Piece]:
    """Why the round ended, and below it the headings of the figures."""
    face = faces[over.hands.index(()) if over.owner is None else over.owner]
    box = Box(128, 106, _TOTAL_RIGHT, 166)
    text, style = fitted_names(
        lambda names: reason(over, [*names] * len(faces)), [face.label], _WHY, box.width
    )
    yield Portrait(Box(44, 102, 112, 170), face, Colour.GOLD)
    yield Text(box, text, style)
    yield _heading("round", (_ROUND_RIGHT if totals else _TOTAL_RIGHT) - 55, "right")
    if totals:
        yield _heading("total", _TOTAL_RIGHT - 55, "right")
    for word, x in _HEADINGS.items():
        yield _heading(word, x, "middle")


def _heading(word: str, x: int, align: Align) -> Text:
    return Text(around(x, 190, 110, 40), word, LABEL, Colour.SOFT, align=align)


def _seat(over: Result, row: Row, face: SeatFace, totals: Sequence[int]) -> Iterator[Piece]:
    y, ground = _middle(row), row.ground
    rim = Colour.GOLD if row.seat == over.owner else row.ink
    x = LEFT + 12 + _FACE // 2
    room = Box(_NAME_LEFT, y - 32, 430 - (54 if row.lit else 0), y + 32)
    name = name_line(face, room, row.ink, ground)
    yield portrait_at(face, x, row.box.top + 12 + _FACE // 2, _FACE, rim, ground)
    yield name
    if row.lit:
        yield Token(around(name.box.right + 32, y - 2, 46, 46), "star", ground=ground)
    yield from _parts(over.scores[row.seat], row)
    yield from _sums(over, row, totals)
    yield from _cards_left(over.hands[row.seat], row)


def _middle(row: Row) -> int:
    """The middle of the line of figures."""
    return row.box.top + 44


def _safe(row: Row) -> Colour:
    """The ink of a hand that costs nothing."""
    return Colour.SAFE if row.lit else Colour.SHOW


def _parts(score: Score, row: Row) -> Iterator[Piece]:
    """Pile and chips, less the hand unless it is not counted (R22)."""
    y = _middle(row)
    for part, number in zip(_PARTS, (score.pile, score.chips, -score.cards), strict=True):
        text, ink = _signed(number), row.ink if number else row.none
        if part.shape == "fan" and score.exempt:
            text, ink = "safe", _safe(row)
        box = around(part.x, y, *part.size)
        room = Box(box.right + 8, y - 30, box.right + part.room, y + 30)
        yield Token(box, part.shape, 3, dim=number == 0, ground=row.ground)
        yield line(text, _PART, room, ink, row.ground)


def _signed(number: int) -> str:
    return points(number) if number else "0"


def _sums(over: Result, row: Row, totals: Sequence[int]) -> Iterator[Piece]:
    """The points of the round, and the total."""
    scored, y = over.scores[row.seat].points, _middle(row)
    ink = Colour.GOLD if scored > 0 else Colour.MINUS if scored < 0 else Colour.QUIET
    right = _ROUND_RIGHT if totals else _TOTAL_RIGHT
    box = Box(right - 118, y - 32, right, y + 32)
    yield line(
        _signed(scored), _ROUND, box, Colour.RED_DARK if row.lit else ink, row.ground, "right"
    )
    if totals:
        box = Box(_TOTAL_RIGHT - 112, y - 32, _TOTAL_RIGHT, y + 32)
        yield line(figure(totals[row.seat]), _TOTAL, box, row.ink, row.ground, "right")


def _cards_left(hand: Cards, row: Row) -> Iterator[Piece]:
    top = row.box.top + 76
    if not hand:
        box = Box(_NAME_LEFT, top + 10, 700, top + 80)
        yield Text(box, "hand empty", _EMPTY, _safe(row), row.ground)
    for held in even_rows(len(hand), _MOST):
        cards = tuple(hand[at] for at in held)
        yield from card_row(cards, _NAME_LEFT, top, _CARD, _PITCH, row.ground)
        top += card_height(_CARD) + 10
