"""The table as everybody sees it: the Active Set in the ring, and a row for every seat."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import (
    LEFT,
    RIGHT,
    Row,
    headlines,
    line,
    name_line,
    plates,
    portrait_at,
)
from bot.pictures.layouts.ring import active_set, dealt_hands, ribbon
from bot.pictures.scene import FIGURE, LABEL, Box, Ground, Piece, Scene, Shape, Text, Token, around
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.moves import Move, last_move
from bot.text.words import figure, kind
from engine.view import View

_LABELS, _LABEL_LINE, _GAP = 486, 36, 10
"""The top of the columns' headings, the height of a line of them, and the gap between rows."""
_HEIGHTS = {2: 112, 3: 100, 4: 90, 5: 82}
"""The height of a row, by the number of seats."""


class _Columns(NamedTuple):
    """The middles of the tokens in a row; a figure is to the right of each."""

    hand: int
    pile: int
    chips: int
    token: int


_COLUMNS = {
    (True, False): _Columns(536, 718, 890, 1070),
    (True, True): _Columns(498, 668, 828, 986),
    (False, False): _Columns(556, 744, 924, 1090),
    (False, True): _Columns(528, 696, 850, 990),
}
"""By whether the game has Scout & Show (R7), and whether there are totals of rounds before."""


def table_scene(seen: View, faces: Sequence[SeatFace], closed: bool = False) -> Scene:
    """All that a glance at a real table shows (R15); `closed` is a game that ended early."""
    move = None if closed else last_move(seen)
    if closed:
        # No seat is on turn or chooses any more.
        seen = replace(seen, turn=None, chosen=(True,) * seen.players)
    grounds, cards = _ring(seen, faces, move)
    below, on_ribbon = ribbon(seen, faces, move, closed=closed)
    pieces = [*_headlines(seen, faces), *cards, *on_ribbon, *_labels(seen)]
    rows = [_row(seen, seat) for seat in range(seen.players)]
    for row in rows:
        pieces += _seat(seen, faces[row.seat], row, move)
    height = rows[-1].box.bottom + 22
    return Scene(height, (*grounds, *plates(rows), *below), tuple(pieces))


def _headlines(seen: View, faces: Sequence[SeatFace]) -> list[Piece]:
    left = f"Round {seen.number} of {seen.length}"
    if seen.active and seen.owner is not None:
        return headlines(left, kind(seen.active), faces[seen.owner])
    return headlines(left, "" if seen.turn is None else "empty table")


def _ring(
    seen: View, faces: Sequence[SeatFace], move: Move | None
) -> tuple[list[Ground], list[Piece]]:
    if _choosing(seen):
        return dealt_hands()
    if move is None or move.event.shown or move.event.end is None:
        return active_set(seen.active)
    return active_set(seen.active, (move.event.end, faces[move.event.seat]))


def _row(seen: View, seat: int) -> Row:
    height = _HEIGHTS[seen.players]
    top = _labels_end(seen) + 10 + seat * (height + _GAP)
    return Row(seat, Box(LEFT, top, RIGHT, top + height), seat == seen.turn)


def _labels(seen: View) -> Iterator[Text]:
    columns, end = _columns(seen), _labels_end(seen)
    lower = end - _LABEL_LINE - 6
    middles = {"hand": columns.hand + 24, "pile": columns.pile + 20, "chips": columns.chips + 20}
    if _choosing(seen):
        middles["ready"] = columns.token
    elif seen.rules.scout_and_show:
        middles["Show"] = columns.token
        box = Box(columns.token - 70, _LABELS, columns.token + 70, lower)
        yield Text(box, "Scout &", LABEL, Colour.SOFT, align="middle")
    for word, x in middles.items():
        box = Box(x - 55, lower, x + 55, end)
        yield Text(box, word, LABEL, Colour.SOFT, align="middle")
    if _has_totals(seen):
        box = Box(RIGHT - 124, lower, RIGHT - 22, end)
        yield Text(box, "total", LABEL, Colour.SOFT, align="right")


def _labels_end(seen: View) -> int:
    """The bottom of the headings: two lines with `Scout & Show`, else one."""
    return _LABELS + (2 if seen.rules.scout_and_show else 1) * _LABEL_LINE + 6


def _seat(seen: View, face: SeatFace, row: Row, move: Move | None) -> Iterator[Piece]:
    box, (_, y) = row.box, row.box.middle
    size = box.height - 10
    rim = Colour.GOLD if row.seat == seen.owner else row.ink
    columns, starts = _columns(seen), row.seat == seen.start
    end = columns.hand - 52 - (56 if starts else 0)
    room = Box(box.left + 12 + size + 18, box.top + 6, end, box.bottom - 6)
    name = name_line(face, room, row.ink, row.ground)
    yield portrait_at(face, box.left + 12 + size // 2, y, size, rim, row.ground)
    yield name
    if starts:
        flag = around(name.box.right + 34, y - 4, 46, 54)
        yield Token(flag, "pennant", ground=row.ground)
    yield from _things(seen, row, columns, move)
    if _has_totals(seen):
        yield _total(seen, row)


def _things(seen: View, row: Row, columns: _Columns, move: Move | None) -> Iterator[Piece]:
    """Hand, pile, chips and token; gains of the last move are gold."""
    seat, small = row.seat, min(row.box.height - 20, 68)
    hand, pile, chips = seen.counts[seat], seen.piles[seat], seen.chips[seat]
    gained = move is not None and move.event.seat == seat and bool(move.beaten)
    paid = move is not None and move.event.paid == seat
    y, x = row.box.middle[1], columns.token
    fan = Token(around(columns.hand, y, small * 4 // 3, small), "fan", backs_shown(hand))
    block = Token(around(columns.pile, y, 66, small + 10), "pile", layers_shown(pile))
    chip = Token(around(columns.chips, y, small - 4, small - 4), "chip", 1)
    yield from _counted(row, fan, hand)
    yield from _counted(row, block, pile, new=gained)
    yield from _counted(row, chip, chips, new=paid)
    if _choosing(seen):
        if seen.chosen[seat]:
            yield Token(around(x, y, 54, 54), "tick", ground=row.ground)
    elif seen.rules.scout_and_show:
        shape: Shape = "ticket" if seen.tokens[seat] else "spent ticket"
        yield Token(around(x, y, 96, 56), shape, ground=row.ground)


def _columns(seen: View) -> _Columns:
    return _COLUMNS[seen.rules.scout_and_show, _has_totals(seen)]


def _has_totals(seen: View) -> bool:
    """Not in the first round: a column of zeros would look like points."""
    return seen.number > 1


def _choosing(seen: View) -> bool:
    """Whether a seat has not kept or flipped its hand yet (R6)."""
    return not all(seen.chosen)


def _counted(row: Row, token: Token, number: int, *, new: bool = False) -> Iterator[Piece]:
    """A token and the figure beside it; dim at zero."""
    ink = row.ink
    if number == 0:
        ink = row.none
    elif new:
        ink = Colour.RED_DARK if row.lit else Colour.GOLD
    x, y = token.box.middle
    box = around(x + token.box.width // 2 + 40, y, 64, 68)
    yield token._replace(dim=number == 0, ground=row.ground)
    yield line(str(number), FIGURE, box, ink, row.ground)


def _total(seen: View, row: Row) -> Text:
    """The points of the rounds before this one."""
    total = seen.totals[row.seat]
    ink = Colour.RED_DARK if row.lit else Colour.GOLD if total else Colour.QUIET
    box = around(row.box.right - 76, row.box.middle[1], 108, 68)
    return line(figure(total), FIGURE, box, ink, row.ground, "right")
