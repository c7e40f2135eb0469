"""A step of a replay: the set to beat, and each seat with its hand beside it.

At the end of a round, its reason replaces the set, and each seat has its points.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import add_to_beat
from bot.pictures.layouts.lines import broken, width_of
from bot.pictures.layouts.parts import (
    RIGHT,
    Amount,
    Area,
    Layout,
    amounts_of,
    column_names,
    even_rows,
    fitted_name,
    has_totals,
)
from bot.pictures.layouts.results import add_reason, empty_words, hand_cost, over_title
from bot.pictures.layouts.table import MOMENT_HEIGHT, add_moment, table_layout
from bot.pictures.scene import LABEL, SENTENCE, Box, Scene, across, around, card_height
from bot.text.language import Language
from bot.text.moves import last_cards, last_move
from engine.cards import Cards
from engine.view import RoundResult, View

_FIRST, _SHELF, _GAP, _BOTTOM = 120, 156, 8, 6
_ROOM = 410
"""The height of all rows: low enough for the picture's top and the buttons on one screen."""
_FACE, _TEXT, _LINE = 66, 114, 37
_NAME_LINE, _LEAST_LINE = 44, 32
"""The height of each line of a name in two, and the least one."""
_THINGS_END, _CARDS, _COLUMN, _WIDEST_COLUMN = 336, 352, 106, 144
"""The right edge of a seat's facts, the left edge of its cards, and the width of a column."""
_NAME, _NUMBER = Style("bold", 36), Style("display", 36)
_WHY = Style("bold", 44)
_PENNANT = 30, 34
_BETWEEN, _WIDEST = 5, 92


_Column = tuple[str, str, Colour]
"""A label, the figure below it, and the figure's ink."""


class ShownHand(NamedTuple):
    """A seat's hand; `new` is the position, from 1, of its last scouted card."""

    seat: int
    cards: Cards
    new: int | None = None


def replay_scene(
    language: Language, seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]
) -> Scene:
    """The table as everybody sees it, with these hands; a fan stands for each of the others."""
    layout = table_layout(language, seen, faces, _FIRST)
    if seen.active and seen.owner is not None:
        add_to_beat(layout, seen.active, faces[seen.owner])
        layout.top -= 14
    else:
        _add_empty_table(layout.row(_SHELF, 8, Colour.SHELF), choosing=not all(seen.chosen))
    known, move = {hand.seat: hand for hand in hands}, last_move(seen)
    for seat, face in enumerate(faces[: seen.players]):
        row = layout.row(_ROOM // seen.players - _GAP, _GAP, framed=seat == seen.turn)
        _add_face(row, face, is_owner=seat == seen.owner, starts=seat == seen.start)
        _add_gains(row, amounts_of(seen, seat, move)[1:])
        y = row.box.middle[1]
        row.readiness(seen, seat, around(_THINGS_END - 32, y + _LINE // 2, 60, 35), 34)
        columns = [_total_column(row, seen.totals[seat])] if has_totals(seen) else []
        if seat in known:
            _add_cards(row, known[seat], len(columns))
        else:
            hand, fan = Amount("fan", seen.counts[seat]), around(_CARDS + 44, y, 80, 60)
            row.amount(hand, fan, 12, (43, _LINE), _NUMBER)
        _add_columns(row, columns)
    return layout.scene(_BOTTOM)


def _add_empty_table(shelf: Area, *, choosing: bool) -> None:
    words = shelf.language.gettext("The table is empty")
    if choosing:
        words = shelf.language.gettext("Everybody keeps or flips their hand")
    box = across(60, RIGHT - 40, shelf.box.middle[1], 70)
    shelf.text(words, SENTENCE, box, Colour.SOFT, "middle")


def replay_end_scene(
    language: Language,
    over: RoundResult,
    length: int,
    totals: Sequence[int],
    faces: Sequence[SeatFace],
) -> Scene:
    """Why the round ended, and each seat with its points, in its place of the step before."""
    layout = Layout(language, over_title(language, over.number, length), top=_FIRST)
    _add_why(layout, over, faces)
    best, names = max(score.points for score in over.scores), column_names(language)
    for seat, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        lit = score.points == best
        row = layout.row(_ROOM // len(over.hands) - _GAP, _GAP, framed=lit)
        _add_face(row, faces[seat], is_owner=seat == over.owner)
        _add_gains(row, (Amount("pile", score.pile), Amount("chip", score.chips)))
        if lit:
            # Below the name, which fills its line.
            row.token("star", around(_THINGS_END - 22, row.box.middle[1] + _LINE // 2, 36, 36))
        columns = [_total_column(row, totals[seat])] if totals else []
        won = language.number(score.points, signed=True)
        columns.append((names["round"], won, row.ink_of(score.points)))
        columns.append((names["hand"], *hand_cost(row, score)))
        _add_cards(row, ShownHand(seat, hand), len(columns))
        if not hand:
            box = across(_CARDS, _CARDS + 300, row.box.middle[1], 50)
            row.text(empty_words(language), LABEL, box, row.safe)
        _add_columns(row, columns)
    return layout.scene(_BOTTOM)


def _total_column(row: Area, total: int) -> _Column:
    """The points of all rounds that are over."""
    name = column_names(row.language)["total"]
    return name, row.language.number(total), row.ink_of(total)


def _add_why(layout: Layout, over: RoundResult, faces: Sequence[SeatFace]) -> None:
    """Add why the round ended, in place of the set to beat; last cards get a golden ribbon."""
    if (found := last_cards(over)) is not None:
        top = layout.top + (_SHELF - MOMENT_HEIGHT) // 2
        add_moment(layout, found, faces[found.seat], top)
        layout.top += _SHELF + _GAP
        return
    shelf = layout.row(_SHELF, _GAP, Colour.SHELF)
    y = shelf.box.middle[1]
    circle = around(shelf.box.left + 80, y, 112, 112)
    box = across(circle.right + 24, RIGHT - 24, y, 70)
    add_reason(shelf, over, faces, circle, box, _WHY)


def _add_face(row: Area, face: SeatFace, *, is_owner: bool, starts: bool = False) -> None:
    """Add face and name, and if it is the start player's the pennant beside the name."""
    y = row.box.middle[1]
    rim = Colour.GOLD if is_owner else None
    row.portrait(face, around(row.box.left + 8 + _FACE // 2, y, _FACE, _FACE), rim)
    pennant = across(_CARDS - 4 - _PENNANT[0], _CARDS - 4, y - _LINE // 2, _PENNANT[1])
    end = pennant.left if starts else _THINGS_END
    label, style = fitted_name(face, _NAME, end - _TEXT)
    lines: Sequence[str] = [label]
    two_high = min(_NAME_LINE, row.box.height // 4)
    if label != face.label and two_high >= _LEAST_LINE:
        # The rows of a game of two or three have room above the name.
        lines, style = broken(face.label, _NAME, end - _TEXT), _NAME
    # As high as capitals with accents, where the row has room for these.
    height = min(_NAME_LINE, row.box.height // 2) if len(lines) == 1 else two_high
    for at, line in enumerate(reversed(lines)):
        bottom = y - at * height
        row.text(line, style, Box(_TEXT, bottom - height, end, bottom), row.ink)
    if starts:
        row.token("pennant", pennant)


def _add_gains(row: Area, gains: Sequence[Amount]) -> None:
    """Add pile and chips below the name."""
    y = row.box.middle[1] + _LINE // 2
    for gain, x, width in zip(gains, (_TEXT + 15, _TEXT + 94), (30, 34), strict=True):
        row.amount(gain, around(x, y, width, 34), 3, (43, _LINE), _NUMBER)


def _column_width(language: Language) -> int:
    """The width that the headings of columns with points need."""
    names = column_names(language)
    widest = max(width_of(name, LABEL) for name in (names["round"], names["total"], names["hand"]))
    return min(max(_COLUMN, widest + 12), _WIDEST_COLUMN)


def _add_cards(row: Area, hand: ShownHand, columns: int) -> None:
    """Add the cards left of so many columns, in one row or in two: whichever makes them larger."""
    if not hand.cards:
        return
    end = row.box.right - max(10, _column_width(row.language) * columns)
    count, (_, middle), room = len(hand.cards), row.box.middle, row.box.height - 4
    sizes = [
        (min(_WIDEST, (end - _CARDS) // -(-count // lines) - _BETWEEN, _width(room, lines)), -lines)
        for lines in (1, 2)
    ]
    width, lines = max(sizes)
    rows = even_rows(count, -(-count // -lines))
    step = card_height(width) + _BETWEEN
    top = middle - (len(rows) * step - _BETWEEN) // 2
    new = None if hand.new is None else hand.new - 1
    for at, held in enumerate(rows):
        cards = hand.cards[held.start : held.stop]
        gold = new - held.start if new is not None and new in held else None
        row.cards(cards, _CARDS, top + at * step, width, width + _BETWEEN, gold)


def _width(room: int, lines: int) -> int:
    """The width of the highest cards that fit in so many lines."""
    height = (room - (lines - 1) * _BETWEEN) // lines
    return next(width for width in range(_WIDEST, 0, -1) if card_height(width) <= height)


def _add_columns(row: Area, columns: Sequence[_Column]) -> None:
    """Add columns from the right."""
    width, y = _column_width(row.language), row.box.middle[1]
    for at, (label, words, ink) in enumerate(columns):
        right = row.box.right - 14 - at * width
        left, soft = right - width + 12, row.ink if row.lit else Colour.SOFT
        row.text(label, LABEL, Box(left, y - _LINE, right, y), soft, "right")
        row.text(words, _NUMBER, Box(left, y, right, y + _LINE), ink, "right")
