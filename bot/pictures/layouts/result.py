"""The end of a round: every hand and its points, the best of the round lit."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import LEFT, Area, Layout, even_rows, fitted_names
from bot.pictures.scene import LABEL, Box, Scene, Shape, across, around, card_height
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
_LINE, _CARDS = 78, card_height(_CARD) + 10
"""The heights of the line of figures, and of a row of cards below it."""


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
    layout = Layout(f"Round {over.number} of {length} is over", top=_FIRST)
    _add_why(layout, over, faces)
    _add_headings(layout, totals)
    best = max(score.points for score in over.scores)
    for seat, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        height = _LINE + max(1, -(-len(hand) // _MOST)) * _CARDS
        row = layout.row(height, _GAP, framed=score.points == best)
        _add_player(row, faces[seat], owner=seat == over.owner)
        _add_parts(row, score)
        _add_sums(row, score.points, figure(totals[seat]) if totals else None)
        _add_cards_left(row, hand)
    return layout.scene(6)


def _add_why(layout: Layout, over: Result, faces: Sequence[SeatFace]) -> None:
    """Add why the round ended."""
    face = faces[over.hands.index(()) if over.owner is None else over.owner]
    box = Box(128, 106, _TOTAL_RIGHT, 166)
    text, style = fitted_names(
        lambda names: reason(over, [*names] * len(faces)), [face.label], _WHY, box.width
    )
    layout.portrait(face, Box(44, 102, 112, 170), Colour.GOLD)
    layout.text(text, style, box)


def _add_headings(layout: Layout, totals: Sequence[int]) -> None:
    """Add the names of the figures."""
    sums = {"round": _ROUND_RIGHT, "total": _TOTAL_RIGHT} if totals else {"round": _TOTAL_RIGHT}
    for word, right in sums.items():
        layout.text(word, LABEL, across(right - 110, right, 190, 40), Colour.SOFT, "right")
    for word, x in _HEADINGS.items():
        layout.text(word, LABEL, around(x, 190, 110, 40), Colour.SOFT, "middle")


def _middle(row: Area) -> int:
    """The middle of the line of figures."""
    return row.box.top + 44


def _add_player(row: Area, face: SeatFace, *, owner: bool) -> None:
    """Add face and name, with a star for the best of the round."""
    y = _middle(row)
    circle = around(LEFT + 12 + _FACE // 2, row.box.top + 12 + _FACE // 2, _FACE, _FACE)
    row.portrait(face, circle, Colour.GOLD if owner else None)
    name = row.name(face, across(_NAME_LEFT, 430 - (54 if row.lit else 0), y, 64))
    if row.lit:
        row.token("star", around(name.right + 32, y - 2, 46, 46))


def _safe(row: Area) -> Colour:
    """The ink of a hand that costs nothing."""
    return Colour.SAFE if row.lit else Colour.SHOW


def _add_parts(row: Area, score: Score) -> None:
    """Add pile and chips, less the hand unless it is not counted (R22)."""
    y = _middle(row)
    for part, number in zip(_PARTS, (score.pile, score.chips, -score.cards), strict=True):
        text, ink = _signed(number), row.ink if number else row.none
        if part.shape == "fan" and score.exempt:
            text, ink = "safe", _safe(row)
        box = around(part.x, y, *part.size)
        row.token(part.shape, box, 3, dim=number == 0)
        row.text(text, _PART, across(box.right + 8, box.right + part.room, y, 60), ink)


def _signed(number: int) -> str:
    return points(number) if number else "0"


def _add_sums(row: Area, scored: int, total: str | None) -> None:
    """Add the points of the round, and the total."""
    sign = Colour.MINUS if scored < 0 else Colour.GOLD if scored else Colour.QUIET
    ink = row.gold if row.lit else sign
    right, y = _TOTAL_RIGHT if total is None else _ROUND_RIGHT, _middle(row)
    row.text(_signed(scored), _ROUND, across(right - 118, right, y, 64), ink, "right")
    if total is not None:
        box = across(_TOTAL_RIGHT - 112, _TOTAL_RIGHT, y, 64)
        row.text(total, _TOTAL, box, align="right")


def _add_cards_left(row: Area, hand: Cards) -> None:
    top = row.box.top + _LINE - 2
    if not hand:
        row.text("hand empty", _EMPTY, Box(_NAME_LEFT, top + 10, 700, top + 80), _safe(row))
    for held in even_rows(len(hand), _MOST):
        row.cards(tuple(hand[at] for at in held), _NAME_LEFT, top, _CARD, _PITCH)
        top += _CARDS
