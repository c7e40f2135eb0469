"""The table as everybody sees it: the Active Set in the ring, and a row for every seat."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import headlines, line, name_line, portrait_at
from bot.pictures.layouts.ribbon import told
from bot.pictures.layouts.ring import active_set, dealt_hands
from bot.pictures.scene import (
    FIGURE,
    LABEL,
    WIDTH,
    Box,
    Ground,
    Panel,
    Piece,
    Scene,
    Shape,
    Text,
    Token,
    around,
)
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.moves import Move, last_move
from bot.text.words import figure, kind
from engine.view import View

_LEFT, _RIGHT = 28, WIDTH - 28
_LABELS, _LABEL_LINE, _GAP = 486, 36, 10
"""Where the headings of the columns begin; a line of them; between two rows."""
_HEIGHTS = {2: 112, 3: 100, 4: 90, 5: 82}
"""Of a row, by the number of seats."""
_LIT = 8
"""How far the lit plate reaches beyond its row."""


class _Columns(NamedTuple):
    """Where the things of a row are: the middle of a token, and where its figure begins."""

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
"""By whether there are tokens (R7), and whether there are totals of rounds before."""


class _Row(NamedTuple):
    """One seat's part of the picture: its box, its colours, and how high its things are."""

    seat: int
    box: Box
    ground: Colour
    ink: Colour
    high: int

    @property
    def middle(self) -> int:
        return self.box.middle[1]


def table_scene(seen: View, faces: Sequence[SeatFace], *, closed: bool = False) -> Scene:
    """All that a glance at a real table shows (R15); `closed` is a game that ended early."""
    move = None if closed else last_move(seen)
    if closed:
        # Nobody is on turn or chooses any more.
        seen = replace(seen, turn=None, chosen=(True,) * seen.players)
    rows = [_row(seen, seat) for seat in range(seen.players)]
    grounds, cards = _ring(seen, faces, move)
    pieces = _headlines(seen, faces) + cards
    below, told_pieces = told(seen, faces, move, closed=closed)
    pieces += told_pieces + _labels(seen)
    for row in rows:
        lit = row.seat == seen.turn
        box = row.box
        if lit:
            box = Box(box.left - _LIT, box.top - _LIT, box.right + _LIT, box.bottom + _LIT)
        grounds.append(Panel(box, row.ground, bulbs=lit))
        pieces += _seat(seen, faces[row.seat], row, move)
    # The lit plate reaches over its neighbours.
    grounds.sort(key=lambda ground: isinstance(ground, Panel) and ground.bulbs)
    height = rows[-1].box.bottom + 22
    return Scene(height, (*grounds, *below), tuple(pieces))


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


def _row(seen: View, seat: int) -> _Row:
    high = _HEIGHTS[seen.players]
    top = _labels_end(seen) + 10 + seat * (high + _GAP)
    lit = seat == seen.turn
    ground, ink = (Colour.CREAM, Colour.INK) if lit else (Colour.ROW, Colour.CREAM)
    return _Row(seat, Box(_LEFT, top, _RIGHT, top + high), ground, ink, high)


def _labels(seen: View) -> list[Piece]:
    columns = _columns(seen)
    middles = {"hand": columns.hand + 24, "pile": columns.pile + 20, "chips": columns.chips + 20}
    if _choosing(seen):
        middles["ready"] = columns.token
    elif seen.rules.scout_and_show:
        middles["Show"] = columns.token
    end = _labels_end(seen)
    lower = end - _LABEL_LINE - 6
    pieces: list[Piece] = [
        Text(Box(x - 55, lower, x + 55, end), word, LABEL, Colour.SOFT, align="middle")
        for word, x in middles.items()
    ]
    if "Show" in middles:
        box = Box(columns.token - 70, _LABELS, columns.token + 70, lower)
        pieces.append(Text(box, "Scout &", LABEL, Colour.SOFT, align="middle"))
    if _has_totals(seen):
        box = Box(_RIGHT - 124, lower, _RIGHT - 22, end)
        pieces.append(Text(box, "total", LABEL, Colour.SOFT, align="right"))
    return pieces


def _labels_end(seen: View) -> int:
    """Below the one line of two players, or the two with `Scout & Show`."""
    return _LABELS + (2 if seen.rules.scout_and_show else 1) * _LABEL_LINE + 6


def _seat(seen: View, face: SeatFace, row: _Row, move: Move | None) -> list[Piece]:
    size = row.high - 10
    lit = row.seat == seen.turn
    rim = Colour.GOLD if row.seat == seen.owner else Colour.INK if lit else Colour.CREAM
    left = row.box.left + 12
    pieces: list[Piece] = [portrait_at(face, left + size // 2, row.middle, size, rim, row.ground)]
    columns = _columns(seen)
    starts = row.seat == seen.start
    room = Box(
        left + size + 18,
        row.box.top + 6,
        columns.hand - 52 - (56 if starts else 0),
        row.box.bottom - 6,
    )
    name = name_line(face, room, row.ink, row.ground)
    pieces.append(name)
    if starts:
        flag = around(name.box.right + 34, row.middle - 4, 46, 54)
        pieces.append(Token(flag, "pennant", ground=row.ground))
    pieces += _things(seen, row, columns, move)
    return [*pieces, _total(seen, row)] if _has_totals(seen) else pieces


def _things(seen: View, row: _Row, columns: _Columns, move: Move | None) -> list[Piece]:
    """Hand, pile, chips and token; what the last move brought is gold."""
    seat, height = row.seat, row.high - 20
    hand, pile, chips = seen.counts[seat], seen.piles[seat], seen.chips[seat]
    gained = move is not None and move.event.seat == seat and bool(move.beaten)
    paid = move is not None and move.event.paid == seat
    small = min(height, 68)
    pieces = [
        *_counted(row, columns.hand, "fan", (hand, backs_shown(hand)), (small * 4 // 3, small)),
        *_counted(
            row, columns.pile, "pile", (pile, layers_shown(pile)), (66, small + 10), new=gained
        ),
        *_counted(row, columns.chips, "chip", (chips, 1), (small - 4, small - 4), new=paid),
    ]
    if _choosing(seen):
        if seen.chosen[seat]:
            box = around(columns.token, row.middle, 54, 54)
            pieces.append(Token(box, "tick", ground=row.ground))
    elif seen.rules.scout_and_show:
        box = around(columns.token, row.middle, 96, 56)
        shape: Shape = "ticket" if seen.tokens[seat] else "spent ticket"
        pieces.append(Token(box, shape, ground=row.ground))
    return pieces


def _columns(seen: View) -> _Columns:
    return _COLUMNS[seen.rules.scout_and_show, _has_totals(seen)]


def _has_totals(seen: View) -> bool:
    """In the first round nothing is scored yet, and a column of zeros would look like points."""
    return seen.number > 1


def _choosing(seen: View) -> bool:
    """Whether somebody has not kept or flipped their hand yet (R6)."""
    return not all(seen.chosen)


def _counted(
    row: _Row,
    x: int,
    shape: Shape,
    count: tuple[int, int],
    size: tuple[int, int],
    *,
    new: bool = False,
) -> list[Piece]:
    """A token around this place, and the figure beside it; dim at zero."""
    number, shown = count
    token = Token(around(x, row.middle, *size), shape, shown, dim=number == 0, ground=row.ground)
    ink = row.ink
    if number == 0:
        ink = Colour.FLOOR if row.ground == Colour.CREAM else Colour.QUIET
    elif new:
        ink = Colour.RED_DARK if row.ground == Colour.CREAM else Colour.GOLD
    begin = x + size[0] // 2 + 8
    box = Box(begin, row.middle - 34, begin + 64, row.middle + 34)
    return [token, line(str(number), FIGURE, box, ink, row.ground)]


def _total(seen: View, row: _Row) -> Text:
    """Of the rounds before this one."""
    total = seen.totals[row.seat]
    lit = row.ground == Colour.CREAM
    ink = Colour.RED_DARK if lit else Colour.GOLD if total else Colour.QUIET
    box = Box(row.box.right - 130, row.middle - 34, row.box.right - 22, row.middle + 34)
    return line(figure(total), FIGURE, box, ink, row.ground, "right")
