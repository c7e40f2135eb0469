"""The table as everybody sees it: the Active Set in the ring, and a row for every seat."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import RIGHT, Area, Layout
from bot.pictures.layouts.ring import add_active_set, add_dealt_hands, add_ribbon
from bot.pictures.scene import FIGURE, LABEL, Box, Scene, Shape, across, around
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
    return table_layout(seen, faces, closed).scene()


def table_layout(seen: View, faces: Sequence[SeatFace], closed: bool = False) -> Layout:
    """The same, to which more can be added below."""
    move = None if closed else last_move(seen)
    if closed:
        # No seat is on turn or chooses any more.
        seen = replace(seen, turn=None, chosen=(True,) * seen.players)
    layout = _begun(seen, faces)
    if _choosing(seen):
        add_dealt_hands(layout)
    elif move is None or move.event.shown or move.event.end is None:
        add_active_set(layout, seen.active)
    else:
        add_active_set(layout, seen.active, (move.event.end, faces[move.event.seat]))
    add_ribbon(layout, seen, faces, move, closed=closed)
    columns = _COLUMNS[seen.rules.scout_and_show, _has_totals(seen)]
    _add_headings(layout, seen, columns)
    for seat in range(seen.players):
        row = layout.row(_HEIGHTS[seen.players], _GAP, framed=seat == seen.turn)
        _add_player(row, seen, seat, faces[seat], columns)
        _add_things(row, seen, seat, columns, move)
        if _has_totals(seen):
            _add_total(row, seen.totals[seat])
    layout.top += 12
    return layout


def _begun(seen: View, faces: Sequence[SeatFace]) -> Layout:
    """The table's headlines."""
    left = f"Round {seen.number} of {seen.length}"
    if seen.active and seen.owner is not None:
        return Layout(left, kind(seen.active), faces[seen.owner])
    return Layout(left, "" if seen.turn is None else "empty table")


def _add_headings(layout: Layout, seen: View, columns: _Columns) -> None:
    """Add the columns' headings: two lines with `Scout & Show`, else one."""
    lower = _LABELS + (_LABEL_LINE if seen.rules.scout_and_show else 0)
    end = lower + _LABEL_LINE + 6
    middles = {"hand": columns.hand + 24, "pile": columns.pile + 20, "chips": columns.chips + 20}
    if _choosing(seen):
        middles["ready"] = columns.token
    elif seen.rules.scout_and_show:
        middles["Show"] = columns.token
        box = Box(columns.token - 70, _LABELS, columns.token + 70, lower)
        layout.text("Scout &", LABEL, box, Colour.SOFT, "middle")
    for word, x in middles.items():
        layout.text(word, LABEL, Box(x - 55, lower, x + 55, end), Colour.SOFT, "middle")
    if _has_totals(seen):
        box = Box(RIGHT - 124, lower, RIGHT - 22, end)
        layout.text("total", LABEL, box, Colour.SOFT, "right")
    layout.top = end + 10


def _add_player(row: Area, seen: View, seat: int, face: SeatFace, columns: _Columns) -> None:
    """Add face and name, and the pennant of the start player."""
    (left, _, _, _), y, size = row.box, row.box.middle[1], row.box.height - 10
    circle = around(left + 12 + size // 2, y, size, size)
    row.portrait(face, circle, Colour.GOLD if seat == seen.owner else None)
    end = columns.hand - 52 - (56 if seat == seen.start else 0)
    name = row.name(face, across(left + size + 30, end, y, row.box.height - 12))
    if seat == seen.start:
        row.token("pennant", around(name.right + 34, y - 4, 46, 54))


def _add_things(row: Area, seen: View, seat: int, columns: _Columns, move: Move | None) -> None:
    """Add hand, pile, chips and token; gains of the last move are gold."""
    y, small = row.box.middle[1], min(row.box.height - 20, 68)
    hand, pile, chips = seen.counts[seat], seen.piles[seat], seen.chips[seat]
    gained = move is not None and move.event.seat == seat and bool(move.beaten)
    paid = move is not None and move.event.paid == seat
    fan = around(columns.hand, y, small * 4 // 3, small)
    row.token("fan", fan, backs_shown(hand), dim=not hand)
    _add_number(row, fan, hand)
    block = around(columns.pile, y, 66, small + 10)
    row.token("pile", block, layers_shown(pile), dim=not pile)
    _add_number(row, block, pile, new=gained)
    chip = around(columns.chips, y, small - 4, small - 4)
    row.token("chip", chip, 1, dim=not chips)
    _add_number(row, chip, chips, new=paid)
    if _choosing(seen):
        if seen.chosen[seat]:
            row.token("tick", around(columns.token, y, 54, 54))
    elif seen.rules.scout_and_show:
        shape: Shape = "ticket" if seen.tokens[seat] else "spent ticket"
        row.token(shape, around(columns.token, y, 96, 56))


def _add_number(row: Area, thing: Box, number: int, *, new: bool = False) -> None:
    """Add the number beside a thing."""
    ink = row.none if number == 0 else row.gold if new else row.ink
    x, y = thing.middle
    row.text(str(number), FIGURE, around(x + thing.width // 2 + 40, y, 64, 68), ink)


def _add_total(row: Area, total: int) -> None:
    """Add the points of the rounds before this one."""
    ink = row.gold if total or row.lit else row.none
    box = around(row.box.right - 76, row.box.middle[1], 108, 68)
    row.text(figure(total), FIGURE, box, ink, "right")


def _has_totals(seen: View) -> bool:
    """Not in the first round: a column of zeros would look like points."""
    return seen.number > 1


def _choosing(seen: View) -> bool:
    """Whether a seat has not kept or flipped its hand yet (R6)."""
    return not all(seen.chosen)
