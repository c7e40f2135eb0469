"""The table as everybody sees it: the Active Set in the ring, the last move, a row a seat."""

from collections.abc import Sequence
from dataclasses import replace

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.lines import (
    broken,
    fitted,
    fitted_names,
    fitted_words,
    sizes_of_words,
    width_of,
)
from bot.pictures.layouts.parts import RIGHT, Area, Layout, amounts_of, column_names, has_totals
from bot.pictures.scene import (
    FIGURE,
    LABEL,
    RING,
    SENTENCE,
    WIDTH,
    Box,
    Ribbon,
    Scene,
    Stage,
    across,
    around,
    card_height,
)
from bot.pictures.sprites.stage import RIBBON_TAIL
from bot.pictures.sprites.tokens import backs_shown
from bot.text.language import Language
from bot.text.moves import Moment, Move, last_move, moment
from bot.text.words import choosing_words, set_kind
from engine.actions import End
from engine.cards import Cards
from engine.view import View

_HEIGHT = 484
_CENTRE = (WIDTH // 2, 262)
_SIZES = ((4, 182, 196), (5, 172, 186), (6, 158, 172), (7, 138, 150), (8, 120, 134), (9, 108, 118))
"""The width and the pitch of the cards, each up to a number of places."""
_TOP, _BOTTOM = 398, 486
_LINE, _MIDDLE = 72, 434
"""The height of the ribbon's front, and its middle."""
_FACE = 84
_NAME_STYLE = Style("bold", 42)
NAME = "\0"
"""The placeholder of the name in a sentence."""
_GAPS = {True: 22, False: 4}
"""The gap between the name and the words beside it, by whether the sentence has a space there."""
_LEAST_NAME = 140
"""The least width of a name, however long the sentence is."""
_ROOM = WIDTH - 4 * RIBBON_TAIL
_BEATEN_WIDTH, _BEATEN_RIGHT = 54, WIDTH - 40
_MOST_BEATEN = 4
MOMENT_HEIGHT = 148
"""The height of the golden ribbon with its tails."""
_FRONT, _MOMENT_FACE = 132, 124
_DOES, _WHAT = Style("bold", 42), Style("display", 76)
_PADDING = 14


def set_scene(language: Language, active: Cards) -> Scene:
    """The set under its kind."""
    # Translators: headline of a picture, at most 24 letters
    layout = Layout(
        language, language.gettext("Active Set"), set_kind(language, active), top=_HEIGHT
    )
    add_active_set(layout, active)
    return layout.scene()


def add_active_set(
    layout: Layout, active: Cards, scouted: tuple[End, SeatFace] | None = None
) -> None:
    """Add the cards side by side and the slot of the scouted one; a single slot without cards."""
    layout.grounds.append(RING)
    places = max(1, len(active) + (scouted is not None and bool(active)))
    width, pitch = next((w, p) for most, w, p in (*_SIZES, (99, 96, 104)) if places <= most)
    left = _CENTRE[0] - ((places - 1) * pitch + width) // 2
    top = _CENTRE[1] - card_height(width) // 2
    first = 1 if active and scouted and scouted[0] == "L" else 0
    floor = layout.area(RING.box, Colour.FLOOR)
    floor.cards(active, left + first * pitch, top, width, pitch)
    if active and scouted is None:
        return
    begin = left + (0 if first or not active else places - 1) * pitch
    slot = Box(begin, top, begin + width, top + card_height(width))
    layout.grounds.append(Stage(slot, "slot"))
    if scouted is not None:
        size = min(86, width - 30)
        lit = layout.area(slot, Colour.FLOOR_LIT)
        lit.portrait(scouted[1], around(*slot.middle, size, size))


def add_ribbon(
    layout: Layout, seen: View, faces: Sequence[SeatFace], move: Move | None, *, closed: bool
) -> None:
    """Add the ribbon and the facts on it and beside it; `closed` is a game that ended early."""
    if closed:
        _add_sentence(layout, None, layout.language.gettext("The game ended early"), _ROOM)
    elif move is not None and (found := moment(move.event)) is not None:
        begin = _add_beaten(layout, move.beaten, _TOP + MOMENT_HEIGHT // 2)
        add_moment(layout, found, faces[move.event.seat], _TOP - 6, begin)
        layout.top = _LABELS + MOMENT_HEIGHT - (_BOTTOM - _TOP)
    elif move is not None:
        begin = _add_beaten(layout, move.beaten, _MIDDLE)
        room = begin - 2 * RIBBON_TAIL - 24 if move.beaten else _ROOM
        _add_sentence(
            layout, faces[move.event.seat], move.sentence(layout.language, NAME), room, begin - 20
        )
    elif all(seen.chosen) and seen.turn is not None:
        starts = layout.language.gettext("{name} starts the round", name=NAME)
        _add_sentence(layout, faces[seen.turn], starts, 700)
    else:
        # On the ribbon without the full stop of a message, "。" in Japanese.
        _add_sentence(layout, None, choosing_words(layout.language, seen).rstrip(".。"), _ROOM)


def add_moment(layout: Layout, moment: Moment, face: SeatFace, top: int, most: int = WIDTH) -> None:
    """Add the golden ribbon, in the middle or left of `most`: the face and two lines."""
    room = most - 2 * RIBBON_TAIL - 16 - _MOMENT_FACE - 3 * _PADDING - 20
    does, does_style = fitted_names(
        lambda names: moment.headline(layout.language, names[0]), [face.label], _DOES, room
    )
    what, what_style = fitted_words(moment.what(layout.language), _WHAT, room)
    words = max(width_of(does, does_style), width_of(what, what_style)) + 2
    inner = _MOMENT_FACE + 3 * _PADDING + words + 20
    left = max(RIBBON_TAIL + 8, min((WIDTH - inner) // 2, most - RIBBON_TAIL - 8 - inner))
    ribbon = Box(left - RIBBON_TAIL, top, left + inner + RIBBON_TAIL, top + MOMENT_HEIGHT)
    layout.grounds.append(Ribbon(ribbon, golden=True))
    front = layout.area(ribbon, Colour.GOLD)
    begin, y = left + _PADDING + _MOMENT_FACE + _PADDING, top + (_FRONT - _MOMENT_FACE) // 2
    front.portrait(face, Box(left + _PADDING, y, begin - _PADDING, y + _MOMENT_FACE), Colour.INK)
    upper = Box(begin, top + 6, begin + words, top + 58)
    front.text(does, does_style, upper, Colour.INK)
    front.text(what, what_style, upper._replace(top=58 + top, bottom=top + _FRONT - 4), Colour.INK)


def _add_sentence(
    layout: Layout, face: SeatFace | None, sentence: str, room: int, most: int = WIDTH
) -> None:
    """Add the ribbon with the sentence in one centred line, left of `most`.

    If there is a face, it is before the sentence, in which its name stands for NAME.
    """
    words = [(*fitted_words(sentence, SENTENCE, room - 40), 0)]
    if face is not None:
        words = words_with_name(face.label, sentence, room)
    begin = 20 if face is None else _FACE + 24
    inner = begin + sum(gap + width_of(text, style) for text, style, gap in words) + 20
    left = max(RIBBON_TAIL + 4, min(WIDTH // 2 - inner // 2, most - RIBBON_TAIL - inner))
    ribbon = Box(left - RIBBON_TAIL, _TOP, left + inner + RIBBON_TAIL, _BOTTOM)
    layout.grounds.append(Ribbon(ribbon))
    front = layout.area(ribbon, Colour.RIBBON)
    if face is not None:
        front.portrait(face, Box(left + 10, _TOP - 6, left + 10 + _FACE, _TOP - 6 + _FACE))
    x = left + begin
    for text, style, gap in words:
        box = across(x + gap, x + gap + width_of(text, style), _MIDDLE, _LINE)
        front.text(text, style, box, Colour.WHITE)
        x = box.right


def words_with_name(label: str, sentence: str, room: int) -> list[tuple[str, Style, int]]:
    """The name and the words around it: the text, the style and the gap before of each."""
    before, after = sentence.split(NAME)
    ahead, behind = before.strip(), after.strip()
    name, name_style = _name_beside(label, ahead + behind, room - _FACE - 60)
    rest = room - width_of(name, name_style) - _FACE - 66
    words, style = fitted_words(ahead + behind, SENTENCE, rest)
    parts = [
        (words[: len(ahead)], style, 0),
        (name, name_style, _GAPS[before.endswith(" ")] if ahead else 0),
        (words[len(ahead) :], style, _GAPS[after.startswith(" ")]),
    ]
    return [part for part in parts if part[0]]


def _name_beside(label: str, words: str, room: int) -> tuple[str, Style]:
    """The name in the room beside these words; the words are made smaller before it is cut."""
    rooms = [room - width_of(words, style) for style in sizes_of_words(SENTENCE)]
    names = (fitted(label, _NAME_STYLE, max(_LEAST_NAME, rest)) for rest in rooms)
    usual, *others = names
    return next((one for one in (usual, *others) if one[0] == label), usual)


def _add_beaten(layout: Layout, beaten: Cards, y: int) -> int:
    """Add cards just beaten, an arrow, a pile and their number; return their left edge.

    `y` is their middle. Without cards the edge is the picture's right one.
    """
    if not beaten:
        return WIDTH
    shown, pitch = beaten[:_MOST_BEATEN], _BEATEN_WIDTH + 4
    figure, style = layout.language.number(len(beaten), signed=True), Style("display", 46)
    end = _BEATEN_RIGHT - width_of(figure, style)
    pile = around(end - 37, y, 58, 76)
    arrow = around(pile.left - 26, y, 40, 32)
    left = arrow.left - 8 - (len(shown) * pitch - 4)
    layout.cards(shown, left, y - card_height(_BEATEN_WIDTH) // 2, _BEATEN_WIDTH, pitch)
    layout.token("arrow", arrow)
    layout.token("pile", pile, 3)
    layout.text(figure, style, across(end, _BEATEN_RIGHT, y, 60), Colour.GOLD, "right")
    return left


_LABELS, _LABEL_LINE, _GAP = 486, 36, 10
"""The usual top of the headings, the height of a line of them, and the gap between rows."""
_HEIGHTS = {2: 112, 3: 100, 4: 90, 5: 82}
"""The height of a row, by the number of seats."""


_Columns = tuple[int, int, int, int]
_COLUMNS: dict[tuple[bool, bool], _Columns] = {
    (True, False): (536, 718, 890, 1070),
    (True, True): (498, 668, 828, 986),
    (False, False): (556, 744, 924, 1090),
    (False, True): (528, 696, 850, 990),
}
"""The middles of hand, pile, chips and token in a row; a figure is to the right of each.

By whether the game has Scout & Show (R7), and whether there are totals of rounds before.
"""


def table_scene(
    language: Language, seen: View, faces: Sequence[SeatFace], closed: bool = False
) -> Scene:
    """The table as everybody sees it (R15); `closed` is a game that ended early."""
    move = None if closed else last_move(seen)
    if closed:
        # No seat is on turn or chooses any more.
        seen = replace(seen, turn=None, chosen=(True,) * seen.players)
    layout = table_layout(language, seen, faces, _LABELS)
    if not all(seen.chosen):
        layout.grounds.append(RING)
        floor = layout.area(RING.box, Colour.FLOOR_LIT)
        floor.token("fan", around(*_CENTRE, 330, 248), backs_shown(99))
    elif move is None or move.event.shown or move.event.end is None:
        add_active_set(layout, seen.active)
    else:
        add_active_set(layout, seen.active, (move.event.end, faces[move.event.seat]))
    add_ribbon(layout, seen, faces, move, closed=closed)
    columns = _COLUMNS[seen.rules.scout_and_show, has_totals(seen)]
    _add_headings(layout, seen, columns)
    for seat in range(seen.players):
        row = layout.row(_HEIGHTS[seen.players], _GAP, framed=seat == seen.turn)
        _add_player(row, seen, seat, faces[seat], columns)
        _add_things(row, seen, seat, columns, move)
    return layout.scene(12)


def table_layout(language: Language, seen: View, faces: Sequence[SeatFace], top: int) -> Layout:
    """The layout of a table's picture, with its headlines."""
    # Translators: headline of a picture, without the numbers at most 20 letters
    left = language.gettext("Round {number} of {length}", number=seen.number, length=seen.length)
    if seen.active and seen.owner is not None:
        return Layout(language, left, set_kind(language, seen.active), faces[seen.owner], top=top)
    # Translators: headline of a picture: no cards are on the table; at most 24 letters
    empty = language.gettext("empty table")
    return Layout(language, left, "" if seen.turn is None else empty, top=top)


def _add_headings(layout: Layout, seen: View, columns: _Columns) -> None:
    """Add the columns' headings: two lines with `Scout & Show`, else one."""
    lower = layout.top + (_LABEL_LINE if seen.rules.scout_and_show else 0)
    end = lower + _LABEL_LINE + 6
    names, (hand, pile, chips, token) = column_names(layout.language), columns
    middles = [(names["hand"], hand + 24), (names["pile"], pile + 20), (names["chips"], chips + 20)]
    if not all(seen.chosen):
        # Translators: heading of a column with ticks: the hand is chosen, at most 9 letters
        middles.append((layout.language.pgettext("column", "ready"), token))
    elif seen.rules.scout_and_show:
        box = Box(token - 62, layout.top, token + 62, lower)
        # Translators: heading of a column; it can have two lines of nine letters
        *upper, last = broken(layout.language.pgettext("column", "Scout & Show"), LABEL, box.width)
        for line in upper:
            layout.text(line, LABEL, box, Colour.SOFT, "middle")
        middles.append((last, token))
    for word, x in middles:
        layout.text(word, LABEL, Box(x - 61, lower, x + 61, end), Colour.SOFT, "middle")
    if has_totals(seen):
        box = Box(RIGHT - 124, lower, RIGHT - 22, end)
        layout.text(names["total"], LABEL, box, Colour.SOFT, "right")
    layout.top = end + 10


def _add_player(row: Area, seen: View, seat: int, face: SeatFace, columns: _Columns) -> None:
    """Add face and name, and the pennant of the start player."""
    (left, _, _, _), y, size = row.box, row.box.middle[1], row.box.height - 10
    circle = around(left + 12 + size // 2, y, size, size)
    row.portrait(face, circle, Colour.GOLD if seat == seen.owner else None)
    end = columns[0] - 52 - (56 if seat == seen.start else 0)
    name = row.name(face, across(left + size + 30, end, y, row.box.height - 12))
    if seat == seen.start:
        row.token("pennant", around(name.right + 34, y - 4, 46, 54))


def _add_things(row: Area, seen: View, seat: int, columns: _Columns, move: Move | None) -> None:
    """Add hand, pile, chips, token and total; gains of the last move are gold."""
    y, small = row.box.middle[1], min(row.box.height - 20, 68)
    sizes = (small * 4 // 3, small), (66, small + 10), (small - 4, small - 4)
    amounts = amounts_of(seen, seat, move)
    for amount, x, size in zip(amounts, columns[:3], sizes, strict=True):
        row.amount(amount, around(x, y, *size), 8, (64, 68), FIGURE)
    row.readiness(seen, seat, around(columns[3], y, 96, 56), 54)
    if has_totals(seen):
        total, box = seen.totals[seat], around(row.box.right - 76, y, 108, 68)
        row.text(row.language.number(total), FIGURE, box, row.ink_of(total), "right")
