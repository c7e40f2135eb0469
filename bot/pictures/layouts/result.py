"""The end of a round: every hand, what it scored and why, the best of the round lit."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Align, Style
from bot.pictures.layouts.parts import (
    card_row,
    even_rows,
    fitted_names,
    headlines,
    line,
    name_line,
    portrait_at,
)
from bot.pictures.scene import (
    LABEL,
    NAME,
    WIDTH,
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

_LEFT, _RIGHT = 28, WIDTH - 28
_FIRST, _GAP, _LIT = 220, 20, 8
_FACE = 98
_NAME_LEFT = _LEFT + 12 + _FACE + 20
_PARTS: tuple[tuple[Shape, int], ...] = (("pile", 478), ("chip", 616), ("fan", 770))
"""The middle of each part of a sum."""
_HEADINGS = {"pile": 500, "chips": 638, "hand": 798}
"""The middle of what the parts are called, once for all seats."""
_SIZES: dict[Shape, tuple[int, int]] = {"pile": (46, 62), "chip": (50, 50), "fan": (68, 52)}
_ROOM: dict[Shape, int] = {"pile": 84, "chip": 84, "fan": 96}
"""From the right edge of a token to where its figure ends at most."""
_ROUND_RIGHT, _TOTAL_RIGHT = 1020, 1148
_PART = Style("display", 44)
_ROUND = Style("display", 58)
_TOTAL = Style("display", 50)
_CARD, _PITCH, _MOST = 64, 71, 14


class _Seat(NamedTuple):
    """One seat's part: its index, its box and colours, and whether it was the best."""

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
        bottom = top + 78 + rows * (card_height(_CARD) + 10)
        seat = _Seat(index, Box(_LEFT, top, _RIGHT, bottom), score.points == best)
        grounds.append(_plate(seat))
        pieces += _seat(over, seat, faces[index], totals)
        top = bottom + _GAP
    grounds.sort(key=lambda ground: isinstance(ground, Panel) and ground.bulbs)
    return Scene(top + 6, tuple(grounds), tuple(pieces))


def _plate(seat: _Seat) -> Panel:
    if not seat.lit:
        return Panel(seat.box, Colour.ROW)
    left, top, right, bottom = seat.box
    return Panel(Box(left - _LIT, top - _LIT, right + _LIT, bottom + _LIT), Colour.CREAM, True)


def _why(over: Result, faces: Sequence[SeatFace], totals: Sequence[int]) -> list[Piece]:
    """Why the round ended, and below it the headings of the figures."""
    ended_by = over.hands.index(()) if over.owner is None else over.owner
    box = Box(128, 106, _TOTAL_RIGHT, 166)
    text, style = fitted_names(
        lambda names: reason(over, [*names] * len(faces)),
        [faces[ended_by].label],
        Style("bold", 40),
        box.width,
    )
    pieces: list[Piece] = [
        Portrait(Box(44, 102, 112, 170), faces[ended_by], Colour.GOLD),
        Text(box, text, style),
        _heading("round", (_ROUND_RIGHT if totals else _TOTAL_RIGHT) - 55, "right"),
    ]
    if totals:
        pieces.append(_heading("total", _TOTAL_RIGHT - 55, "right"))
    return [*pieces, *(_heading(word, x, "middle") for word, x in _HEADINGS.items())]


def _heading(word: str, x: int, align: Align) -> Text:
    return Text(around(x, 190, 110, 40), word, LABEL, Colour.SOFT, align=align)


def _seat(over: Result, seat: _Seat, face: SeatFace, totals: Sequence[int]) -> list[Piece]:
    x, rim = _LEFT + 12 + _FACE // 2, Colour.GOLD if seat.seat == over.owner else Colour.CREAM
    if seat.lit and rim == Colour.CREAM:
        rim = Colour.INK
    pieces: list[Piece] = [
        portrait_at(face, x, seat.box.top + 12 + _FACE // 2, _FACE, rim, seat.ground)
    ]
    room = Box(_NAME_LEFT, seat.line - 32, 430 - (54 if seat.lit else 0), seat.line + 32)
    name = name_line(face, room, seat.ink, seat.ground, NAME)
    pieces.append(name)
    if seat.lit:
        star = around(name.box.right + 32, seat.line - 2, 46, 46)
        pieces.append(Token(star, "star", ground=seat.ground))
    pieces += _parts(over, seat) + _sums(over, seat, totals)
    return pieces + _held(over.hands[seat.seat], seat)


def _parts(over: Result, seat: _Seat) -> list[Piece]:
    """Pile and chips, less the hand unless it is not counted (R22)."""
    score = over.scores[seat.seat]
    signed = (score.pile, score.chips, -score.cards)
    pieces: list[Piece] = []
    for (shape, x), number in zip(_PARTS, signed, strict=True):
        text, nothing = _signed(number), number == 0
        box = around(x, seat.line, *_SIZES[shape])
        pieces.append(Token(box, shape, 3, dim=nothing, ground=seat.ground))
        ink = seat.ink
        if nothing:
            ink = Colour.FLOOR if seat.lit else Colour.QUIET
        if shape == "fan" and score.exempt:
            text, ink = "safe", Colour.SAFE if seat.lit else Colour.SHOW
        room = Box(box.right + 8, seat.line - 30, box.right + _ROOM[shape], seat.line + 30)
        pieces.append(line(text, _PART, room, ink, seat.ground))
    return pieces


def _signed(number: int) -> str:
    return points(number) if number else "0"


def _sums(over: Result, seat: _Seat, totals: Sequence[int]) -> list[Piece]:
    brought = over.scores[seat.seat].points
    ink = Colour.GOLD if brought > 0 else Colour.MINUS if brought < 0 else Colour.QUIET
    if seat.lit:
        ink = Colour.RED_DARK
    right = _ROUND_RIGHT if totals else _TOTAL_RIGHT
    box = Box(right - 118, seat.line - 32, right, seat.line + 32)
    pieces: list[Piece] = [line(_signed(brought), _ROUND, box, ink, seat.ground, "right")]
    if totals:
        box = Box(_TOTAL_RIGHT - 112, seat.line - 32, _TOTAL_RIGHT, seat.line + 32)
        total = figure(totals[seat.seat])
        pieces.append(line(total, _TOTAL, box, seat.ink, seat.ground, "right"))
    return pieces


def _held(hand: Cards, seat: _Seat) -> list[Piece]:
    """The cards that were left."""
    top = seat.box.top + 76
    if not hand:
        box = Box(_NAME_LEFT, top + 10, 700, top + 80)
        ink = Colour.SAFE if seat.lit else Colour.SHOW
        return [Text(box, "hand empty", Style("regular", 38), ink, seat.ground)]
    pieces: list[Piece] = []
    for row in even_rows(len(hand), _MOST):
        cards = tuple(hand[at] for at in row)
        pieces += card_row(cards, _NAME_LEFT, top, _CARD, _PITCH, seat.ground)
        top += card_height(_CARD) + 10
    return pieces
