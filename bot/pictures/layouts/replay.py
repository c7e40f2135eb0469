"""A moment of a finished game: the set to beat, and each seat with its hand beside it.

At the end of a round why it ended is in the place of the set, and each seat has its points.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import add_to_beat
from bot.pictures.layouts.lines import width_of
from bot.pictures.layouts.moments import HEIGHT, add_moment
from bot.pictures.layouts.parts import RIGHT, Area, Layout, column_names, even_rows, fitted_name
from bot.pictures.layouts.results import empty_words, hand_cost, over_title, safe_ink, why
from bot.pictures.layouts.table import begun, has_totals, is_choosing
from bot.pictures.scene import LABEL, SENTENCE, Box, Scene, Shape, across, around, card_height
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.language import Language
from bot.text.moves import Move, last_cards, last_move
from engine.cards import Cards
from engine.round import Score
from engine.view import Result, View

_FIRST, _SHELF, _GAP, _BOTTOM = 120, 156, 8, 6
_ROOM = 410
"""The height of all rows, so that the buttons below the picture are seen with its top."""
_FACE, _TEXT, _LINE = 66, 114, 37
_THINGS_END, _CARDS, _COLUMN, _WIDEST_COLUMN = 336, 352, 106, 144
"""The right edge of a seat's things, the left edge of its cards, and the width of a column."""
_NAME, _NUMBER = Style("bold", 36), Style("display", 36)
_WHY = Style("bold", 44)
_PENNANT = 30, 34
_BETWEEN, _WIDEST = 5, 92


class _Column(NamedTuple):
    """A figure below its label."""

    label: str
    words: str
    ink: Colour


class ShownHand(NamedTuple):
    """A seat's hand; `new` is the position, from 1, of its last scouted card."""

    seat: int
    cards: Cards
    new: int | None = None


def replay_scene(
    language: Language, seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]
) -> Scene:
    """The table as everybody sees it, with these hands; a fan stands for each of the others."""
    layout = begun(language, seen, faces)
    layout.top = _FIRST
    if seen.active and seen.owner is not None:
        add_to_beat(language, layout, seen.active, faces[seen.owner])
        layout.top -= 14
    else:
        _add_empty_table(language, layout, seen)
    known, move = {hand.seat: hand for hand in hands}, last_move(seen)
    for seat, face in enumerate(faces[: seen.players]):
        row = layout.row(_ROOM // seen.players - _GAP, _GAP, framed=seat == seen.turn)
        _add_seat(language, row, seen, seat, face, move)
        columns = []
        if has_totals(seen):
            columns.append(_total_column(language, row, seen.totals[seat]))
        if seat in known:
            _add_cards(row, known[seat], _end_of_cards(language, row, len(columns)))
        else:
            _add_back(language, row, seen.counts[seat])
        _add_columns(language, row, columns)
    return layout.scene(_BOTTOM)


def _add_empty_table(language: Language, layout: Layout, seen: View) -> None:
    shelf = layout.row(_SHELF, 8, Colour.SHELF)
    box = across(60, RIGHT - 40, shelf.box.middle[1], 70)
    words = language.gettext("The table is empty")
    if is_choosing(seen):
        words = language.gettext("Everybody keeps or flips their hand")
    shelf.text(words, SENTENCE, box, Colour.SOFT, "middle")


def replay_end_scene(
    language: Language, over: Result, length: int, totals: Sequence[int], faces: Sequence[SeatFace]
) -> Scene:
    """Why the round ended, and each seat where it was at the step before, with its points."""
    layout = Layout(over_title(language, over.number, length), top=_FIRST)
    _add_why(language, layout, over, faces)
    best = max(score.points for score in over.scores)
    for seat, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        lit = score.points == best
        row = layout.row(_ROOM // len(over.hands) - _GAP, _GAP, framed=lit)
        _add_face(row, faces[seat], is_owner=seat == over.owner)
        _add_gains(language, row, score.pile, score.chips)
        if lit:
            # Below the name, which needs its whole line.
            row.token("star", around(_THINGS_END - 22, row.box.middle[1] + _LINE // 2, 36, 36))
        columns = list(_columns(language, row, score, totals[seat] if totals else None))
        _add_cards(row, ShownHand(seat, hand), _end_of_cards(language, row, len(columns)))
        if not hand:
            box = across(_CARDS, _CARDS + 300, row.box.middle[1], 50)
            row.text(empty_words(language), LABEL, box, safe_ink(row))
        _add_columns(language, row, columns)
    return layout.scene(_BOTTOM)


def _columns(language: Language, row: Area, score: Score, total: int | None) -> Iterator[_Column]:
    """The sums of a seat, from the right."""
    names = column_names(language)
    if total is not None:
        yield _total_column(language, row, total)
    won = language.number(score.points, signed=True)
    yield _Column(names.round, won, row.ink_of(score.points))
    yield _Column(names.hand, *hand_cost(language, row, score))


def _total_column(language: Language, row: Area, total: int) -> _Column:
    """The points of all rounds that are over."""
    name = column_names(language).total
    return _Column(name, language.number(total), row.ink_of(total))


def _add_why(language: Language, layout: Layout, over: Result, faces: Sequence[SeatFace]) -> None:
    """Add why the round ended in the place of the set to beat; last cards are a moment."""
    if (last := last_cards(over)) is not None:
        found, seat = last
        add_moment(language, layout, found, faces[seat], layout.top + (_SHELF - HEIGHT) // 2)
        layout.top += _SHELF + _GAP
        return
    shelf = layout.row(_SHELF, _GAP, Colour.SHELF)
    y = shelf.box.middle[1]
    circle = around(shelf.box.left + 80, y, 112, 112)
    box = across(circle.right + 24, RIGHT - 24, y, 70)
    face, words, style = why(language, over, faces, _WHY, box.width)
    shelf.portrait(face, circle, Colour.GOLD)
    shelf.text(words, style, box)


def _add_seat(
    language: Language, row: Area, seen: View, seat: int, face: SeatFace, move: Move | None
) -> None:
    """Add face and name, and below the name what the seat has beside its cards."""
    _add_face(row, face, is_owner=seat == seen.owner, starts=seat == seen.start)
    gained = move is not None and move.event.seat == seat and bool(move.beaten)
    paid = move is not None and move.event.paid == seat
    _add_gains(language, row, seen.piles[seat], seen.chips[seat], gained=gained, paid=paid)
    y = row.box.middle[1] + _LINE // 2
    if is_choosing(seen):
        if seen.chosen[seat]:
            row.token("tick", around(_THINGS_END - 32, y, 34, 34))
    elif seen.rules.scout_and_show:
        shape: Shape = "ticket" if seen.tokens[seat] else "spent-ticket"
        row.token(shape, around(_THINGS_END - 32, y, 60, 35))


def _add_face(row: Area, face: SeatFace, *, is_owner: bool, starts: bool = False) -> None:
    """Add face and name, and if it is the start player's the pennant beside the name."""
    y = row.box.middle[1]
    rim = Colour.GOLD if is_owner else None
    row.portrait(face, around(row.box.left + 8 + _FACE // 2, y, _FACE, _FACE), rim)
    pennant = across(_CARDS - 4 - _PENNANT[0], _CARDS - 4, y - _LINE // 2, _PENNANT[1])
    end = pennant.left if starts else _THINGS_END
    label, style = fitted_name(face, _NAME, end - _TEXT)
    row.text(label, style, Box(_TEXT, y - _LINE, end, y), row.ink)
    if starts:
        row.token("pennant", pennant)


def _add_gains(
    language: Language,
    row: Area,
    pile: int,
    chips: int,
    *,
    gained: bool = False,
    paid: bool = False,
) -> None:
    """Add pile and chips below the name; what the last move brought is gold."""
    y = row.box.middle[1] + _LINE // 2
    row.token("pile", around(_TEXT + 15, y, 30, 34), layers_shown(pile), dim=not pile)
    _add_number(language, row, _TEXT + 33, y, pile, new=gained)
    row.token("chip", around(_TEXT + 94, y, 34, 34), 1, dim=not chips)
    _add_number(language, row, _TEXT + 114, y, chips, new=paid)


def _add_number(
    language: Language, row: Area, left: int, y: int, number: int, *, new: bool
) -> None:
    """Add the number beside a thing; a gain of the last move is gold."""
    ink = row.none if number == 0 else row.gold if new else row.ink
    row.text(language.number(number), _NUMBER, across(left, left + 43, y, _LINE), ink)


def _end_of_cards(language: Language, row: Area, columns: int) -> int:
    """The left edge of so many columns at the right."""
    return row.box.right - max(10, _column_width(language) * columns)


def _column_width(language: Language) -> int:
    """As wide as the headings need it, of columns with points."""
    names = column_names(language)
    widest = max(width_of(name, LABEL) for name in (names.round, names.total, names.hand))
    return min(max(_COLUMN, widest + 12), _WIDEST_COLUMN)


def _add_cards(row: Area, hand: ShownHand, end: int) -> None:
    """Add the cards in one row or two, whichever makes them larger."""
    if not hand.cards:
        return
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
        cards = tuple(hand.cards[index] for index in held)
        gold = new - held.start if new is not None and new in held else None
        row.cards(cards, _CARDS, top + at * step, width, width + _BETWEEN, gold)


def _width(room: int, lines: int) -> int:
    """The width of the highest cards of which so many lines have room."""
    height = (room - (lines - 1) * _BETWEEN) // lines
    return next(width for width in range(_WIDEST, 0, -1) if card_height(width) <= height)


def _add_back(language: Language, row: Area, count: int) -> None:
    """Add a fan of backs, and the number of cards."""
    fan = around(_CARDS + 44, row.box.middle[1], 80, 60)
    row.token("fan", fan, backs_shown(count), dim=not count)
    _add_number(language, row, fan.right + 12, fan.middle[1], count, new=False)


def _add_columns(language: Language, row: Area, columns: Sequence[_Column]) -> None:
    """Add columns from the right."""
    width, y = _column_width(language), row.box.middle[1]
    for at, column in enumerate(columns):
        right = row.box.right - 14 - at * width
        left, soft = right - width + 12, row.ink if row.lit else Colour.SOFT
        row.text(column.label, LABEL, Box(left, y - _LINE, right, y), soft, "right")
        row.text(column.words, _NUMBER, Box(left, y, right, y + _LINE), column.ink, "right")
