"""A hand: below the set to beat, both ways (R6), and with lamps at positions for a scouted card."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.lines import width_of
from bot.pictures.layouts.parts import Area, Layout, card_row, even_rows
from bot.pictures.scene import (
    LABEL,
    WIDTH,
    Box,
    Bracket,
    CardFace,
    Lamp,
    Panel,
    Scene,
    Stage,
    across,
    around,
    card_height,
)
from bot.text.language import Language
from bot.text.words import cards_counted, held_shows, longest_shows, set_kind, sets_held
from engine.actions import End, Show
from engine.cards import Card, Cards, flip

_SHELF = 156
"""The height of the shelf above a hand, for the set to beat or the scouted card."""
_TITLE = Style("display", 46)
_CARDS_LEFT = 292
_BROKEN = 40
"""The height of each of two lines."""
_FIRST, _BELOW_SHELF, _BOTTOM = 120, 22, 24
_BELOW, _POSITION_HEIGHT = 6, 46
_TICK, _ROW_GAP, _TAB = 22, 22, 10
_HALO = 8
"""The width of the gold around a new card."""


class Hand(NamedTuple):
    """A hand's cards, at least one, its legal Shows, and the position of the card just scouted.

    If `is_waiting`, it waits for its turn, and the Shows are all its sets.
    """

    cards: Cards
    shows: tuple[Show, ...] = ()
    scouted: int | None = None
    is_waiting: bool = False


class Rows(NamedTuple):
    """Rows of at most `most` cards between two edges: the cards' width and pitch, and brackets.

    Brackets are inset from the cards' edges; one that goes on runs off at an edge of the row.
    """

    most: int
    card: int
    pitch: int
    begin: int
    end: int
    inset: int
    lane: int

    def left(self, count: int) -> int:
        """The left edge of a centred row of this many cards."""
        return (self.begin + self.end - (count - 1) * self.pitch - self.card) // 2


_HAND = Rows(6, 172, 190, 0, WIDTH, 5, 25)
LARGE_HAND = Rows(8, 128, 142, 0, WIDTH, 4, 25)
"""The rows of many cards, and of a picture of the whole turn."""
_LARGE = 13
"""The number of cards from which a hand needs two rows of smaller cards."""
_SMALL_HAND = Rows(12, 88, 96, 0, WIDTH, 3, 25)
"""The rows of a picture that leaves room for much text."""
_POSITION, _SMALL_POSITION = Style("display", 40), Style("display", 34)
_SIDE, _WAY_WIDTH = 12, 300
_BOTH_WAYS = Rows(6, 132, 142, _SIDE + _WAY_WIDTH + 12, WIDTH - _SIDE, 4, 24)
_SMALL_WAYS = _BOTH_WAYS._replace(card=78, pitch=86, inset=3)
_WAY, _HELD = Style("display", 68), Style("bold", 38)
_LAMP, _LAMP_BELOW, _LAMP_GAP = 62, 40, 16
_POST = {False: 2, True: 4}
"""Half the width of a post or wire, by whether its lamp is lit."""
_SAMPLE = 46
"""The width of a lamp of the legend."""


def hand_scene(
    language: Language,
    hand: Hand,
    to_beat: Cards = (),
    owner: SeatFace | None = None,
    on_turn: bool = False,
    small: bool = False,
) -> Scene:
    """The cards with their positions, and brackets below those that can be shown."""
    # Translators: headlines of a picture, at most 24 letters
    left, turn = language.gettext("Your hand"), language.pgettext("headline", "your turn")
    right = turn if on_turn else cards_counted(language, len(hand.cards))
    layout = Layout(language, left, right, top=_FIRST)
    if to_beat:
        add_to_beat(layout, to_beat, owner, is_waiting=hand.is_waiting)
    add_hand(layout, hand, rows_of(len(hand.cards), small=small))
    return layout.scene(_BOTTOM)


def add_to_beat(
    layout: Layout, cards: Cards, owner: SeatFace | None, *, is_waiting: bool = False
) -> None:
    """Add the shelf with kind, small cards, and the owner if known.

    If `is_waiting`, the reader is not on turn and has nothing to beat yet.
    """
    # Translators: beside small cards, at most 16 letters
    title = layout.language.pgettext("beside cards", "To beat")
    if is_waiting:
        # Translators: beside small cards, at most 16 letters
        title = layout.language.gettext("Active Set")
    shelf = layout.row(_SHELF, _BELOW_SHELF, Colour.SHELF)
    width, pitch = (92, 100) if len(cards) <= 6 else (68, 72)
    left, y = shelf.box.left + 24, shelf.box.middle[1]
    upper = Box(left, shelf.box.top + 24, _CARDS_LEFT - 12, shelf.box.top + 72)
    shelf.text(title, LABEL, upper, Colour.SOFT)
    shelf.lines(
        set_kind(layout.language, cards), _TITLE, upper.below(54), Colour.GOLD, height=_BROKEN
    )
    shelf.cards(cards, _CARDS_LEFT, y - card_height(width) // 2, width, pitch)
    if owner is not None:
        _add_owner(shelf, owner, _CARDS_LEFT + len(cards) * pitch + 10)


def _add_owner(shelf: Area, owner: SeatFace, begin: int) -> None:
    """Add the face at the end of the shelf, and the name if there is room for it."""
    end, y = shelf.box.right - 20, shelf.box.middle[1]
    size = min(112, end - begin)
    face = across(end - size, end, y, size)
    shelf.portrait(owner, face)
    room = across(begin, face.left - 20, y, shelf.box.height - 88)
    if room.width >= 120:
        shelf.name(owner, room, "right")


def rows_of(count: int, *, small: bool = False) -> Rows:
    """The rows of a hand of so many cards."""
    if small and count <= _SMALL_HAND.most:
        return _SMALL_HAND
    return _HAND if count < _LARGE else LARGE_HAND


def add_hand(layout: Layout, hand: Hand, rows: Rows) -> None:
    shows = longest_shows(hand.shows)
    style = _POSITION if rows is _HAND else _SMALL_POSITION
    for row in even_rows(len(hand.cards), rows.most):
        left, cards = rows.left(len(row)), hand.cards[row.start : row.stop]
        faces = card_row(cards, left, layout.top, rows.card, rows.pitch)
        for position, face in enumerate(faces, row.start + 1):
            if position == hand.scouted:
                new = layout.language.number(position)
                if rows is not _SMALL_HAND:
                    # Translators: below the card just scouted, without the number at most 8 letters
                    new = layout.language.gettext("{position} new", position=position)
                _add_new_card(layout, new, face, style)
            else:
                shown = any(show.first <= position <= show.last for show in shows)
                ink = Colour.SHOW if shown else Colour.POSITION
                box = face.box.below(_POSITION_HEIGHT, _BELOW)
                layout.pieces.append(face)
                layout.text(layout.language.number(position), style, box, ink, "middle")
        layout.top += card_height(rows.card) + _BELOW + _POSITION_HEIGHT
        add_brackets(layout, layout, rows, shows, row)
        layout.top += _ROW_GAP
    layout.top -= _ROW_GAP


def _add_new_card(layout: Layout, text: str, face: CardFace, style: Style) -> None:
    """Add the card just scouted in gold, and its position on a gold tab."""
    box, x = face.box.below(_POSITION_HEIGHT, _BELOW), face.box.middle[0]
    half = width_of(text, style) // 2 + style.em * 9 // 20
    tab = Box(x - half, face.box.bottom - _TAB, x + half, box.bottom)
    layout.grounds.append(Panel(face.box.grown(_HALO), Colour.GOLD, radius=30))
    layout.pieces.append(face._replace(rim=Colour.GOLD, ground=Colour.GOLD))
    layout.panel(tab, Colour.GOLD).text(text, style, box, Colour.INK, "middle")


def add_brackets(layout: Layout, area: Area, rows: Rows, shows: Sequence[Show], row: range) -> None:
    """Add the brackets of a row of cards, and move the layout below the lowest one.

    A bracket that continues in another row runs off one edge and re-enters at the other.
    """
    top, left = layout.top, rows.left(len(row))
    for show, lane in zip(shows, lanes(shows), strict=True):
        first, last = max(show.first - 1, row.start), min(show.last - 1, row.stop - 1)
        if first <= last:
            begin, end = rows.begin, rows.end
            if begins := first == show.first - 1:
                begin = left + (first - row.start) * rows.pitch + rows.inset
            if ends := last == show.last - 1:
                end = left + (last - row.start) * rows.pitch + rows.card - rows.inset
            y = top + lane * rows.lane
            box = Box(begin, y, end, y + _TICK)
            area.pieces.append(Bracket(box, begins, ends, area.ground))
            layout.top = max(layout.top, y + rows.lane)


def lanes(shows: Sequence[Show]) -> list[int]:
    """The lane of each Show, from left to right: the first free one, counted from 0."""
    ends: list[int] = []
    found: list[int] = []
    for first, last in shows:
        lane = next((lane for lane, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        found.append(lane)
    return found


def orientation_scene(language: Language, cards: Cards, small: bool = False) -> Scene:
    """Both ways of the hand, one below the other, each card in the same column."""
    rows = _SMALL_WAYS if small else _BOTH_WAYS
    # Translators: headlines of a picture, at most 24 letters
    left, right = language.gettext("Keep or flip?"), language.gettext("once a round")
    layout = Layout(language, left, right, top=108)
    for flipped, way in ((False, cards), (True, flip(cards))):
        title, top = way_name(language, flipped=flipped), layout.top
        layout.top += 12
        held_bottom = _add_sets_held(layout, title, way)
        _add_way_rows(layout, way, rows)
        layout.top = max(held_bottom + 12, layout.top)
        layout.panel(Box(_SIDE, top, _SIDE + _WAY_WIDTH, layout.top))
        layout.panel(Box(rows.begin, top, rows.end, layout.top), Colour.SHELF)
        layout.top += 14
    return layout.scene()


def way_name(language: Language, *, flipped: bool) -> str:
    """The name of each way of a hand before a round (R6)."""
    if flipped:
        # Translators: beside the hand as it would be flipped, and on a button: at most 14 letters
        return language.pgettext("hand", "Flip")
    # Translators: beside the hand as it was dealt, and on a button: at most 14 letters
    return language.pgettext("hand", "Keep")


def _add_sets_held(layout: Layout, title: str, cards: Cards) -> int:
    """Add the name of the way and the sets that it holds beside the cards; return their bottom."""
    # Translators: of a hand without runs and matches, at most 20 letters
    sets = sets_held(layout.language, cards) or (layout.language.gettext("single cards"),)
    lines = [(title, _WAY, Colour.CREAM, 92), *((held, _HELD, Colour.SHOW, 58) for held in sets)]
    row, top = layout.area(layout.box, Colour.ROW), layout.top
    for text, style, ink, height in lines:
        box = Box(_SIDE + 26, top, _SIDE + _WAY_WIDTH - 8, top + height)
        top = row.lines(text, style, box, ink, height=_BROKEN)
    return top


def _add_way_rows(layout: Layout, cards: Cards, rows: Rows) -> None:
    """Add the cards, at most a hand's row length in each row, and brackets below their sets."""
    shelf, found = layout.area(layout.box, Colour.SHELF), held_shows(cards)
    for row in even_rows(len(cards), rows.most):
        left, held = rows.left(len(row)), cards[row.start : row.stop]
        shelf.cards(held, left, layout.top, rows.card, rows.pitch)
        layout.top += card_height(rows.card) + 7
        add_brackets(layout, shelf, rows, found, row)
        layout.top += 9


class Placing(NamedTuple):
    """A hand; a scouted card as it will lie, its end of the Active Set, its allowed positions."""

    cards: Cards
    card: Card
    end: End | None
    allowed: Collection[int]


def makes_set(cards: Cards, card: Card, position: int) -> bool:
    """Whether the card makes a match or a run with a neighbour there (R8)."""
    beside = cards[max(0, position - 2) : position]
    return any(abs(other.up - card.up) <= 1 for other in beside)


def positions_scene(language: Language, placing: Placing, small: bool = False) -> Scene:
    """Each allowed gap with the position that the card would have there."""
    # Translators: headlines of a picture, at most 26 letters
    title, side = language.gettext("Where does it go?"), language.pgettext("headline", "scouting")
    layout = Layout(language, title, side, top=_FIRST)
    _add_question(layout.row(_SHELF, _BELOW_SHELF, Colour.SHELF), placing)
    rows = rows_of(len(placing.cards), small=small)
    for row in even_rows(len(placing.cards), rows.most):
        left, top = rows.left(len(row)), layout.top
        layout.cards(placing.cards[row.start : row.stop], left, top, rows.card, rows.pitch)
        layout.top += card_height(rows.card) + _LAMP_BELOW + _LAMP // 2
        for at in range(len(row) + 1):
            if row.start + at + 1 in placing.allowed:
                x = left + at * rows.pitch - (rows.pitch - rows.card) // 2
                _add_gap(layout, placing, row, at, Box(x, top, x, layout.top))
        layout.top += _LAMP_GAP
    return layout.scene(8)


def _add_gap(layout: Layout, placing: Placing, row: range, at: int, box: Box) -> None:
    """Add the post in a gap of a row, behind `at` cards, and its lamp.

    The gap between two rows has its lamp in the upper row. A wire leaves that row at the edge of
    the picture and enters the lower row from the other side, where the post is.
    """
    position = row.start + at + 1
    lit = makes_set(placing.cards, placing.card, position)
    half, middle = _POST[lit], box.bottom - _LAMP // 2
    x = min(max(box.left, _LAMP // 2 + 2), WIDTH - _LAMP // 2 - 2)
    lines = [Box(x - half, box.top + 4, x + half, middle + half)]
    comes_in = at == 0 and row.start > 0
    if comes_in:
        lines.append(across(0, x + half, middle, 2 * half))
    elif at == len(row) and row.stop < len(placing.cards):
        lines.append(across(x, WIDTH, middle, 2 * half))
    colour = Colour.GOLD if lit else Colour.LAMP
    layout.grounds += [Stage(line, "post", colour) for line in lines]
    if not comes_in:
        layout.pieces.append(Lamp(around(x, middle, _LAMP, _LAMP), position, lit))


def _add_question(shelf: Area, placing: Placing) -> None:
    """Add the card, the question, and the legend of the lamps."""
    x, y = shelf.box.left + 24, shelf.box.top + 13
    upper = Box(x + 120, 144, 620, 192)
    shelf.cards((placing.card,), x, y, 92, 92, new=0)
    origins = {
        None: shelf.language.pgettext("card", "scouted"),
        # Translators: above the scouted card's number, at most 30 letters
        "L": shelf.language.gettext("scouted from the left"),
        # Translators: above the scouted card's number, at most 30 letters
        "R": shelf.language.gettext("scouted from the right"),
    }
    shelf.text(origins[placing.end], LABEL, upper, Colour.SOFT)
    # Translators: the card with this number was scouted; without it at most 24 letters
    question = shelf.language.gettext("{card} goes to …", card=placing.card.up)
    shelf.text(question, _TITLE, upper.below(56), Colour.GOLD)
    # Translators: beside a golden lamp: at such a position the card makes a set
    makes = shelf.language.pgettext("a position", "makes a set")
    # Translators: beside a dark lamp: at such a position the card makes no set
    none = shelf.language.pgettext("a position", "no set")
    _add_legend(shelf, makes, none)


def _add_legend(shelf: Area, makes: str, none: str) -> None:
    """Add a lamp of each kind, side by side if their words are short enough."""
    y, end = shelf.box.middle[1], shelf.box.right - 12
    lit, dark = (684, y, 920), (992, y, 1148)
    if width_of(makes, LABEL) > 200 or width_of(none, LABEL) > 120:
        lit, dark = (684, y - 34, end), (684, y + 34, end)
    for is_lit, (left, middle, right), words, ink in (
        (True, lit, makes, Colour.CREAM),
        (False, dark, none, Colour.SOFT),
    ):
        lamp = around(left, middle, _SAMPLE, _SAMPLE)
        shelf.pieces.append(Lamp(lamp, None, is_lit, shelf.ground))
        shelf.text(words, LABEL, across(left + 36, right, middle, 60), ink)
