"""A member's hand: on its own below the set to beat, both ways before a round (R6), and with the
possible positions of a scouted card, a lamp in each gap.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import card_row, even_rows, headlines, line, name_line, width_of
from bot.pictures.scene import (
    LABEL,
    MARGIN,
    SENTENCE,
    WIDTH,
    Box,
    Bracket,
    CardFace,
    Ground,
    Lamp,
    Panel,
    Piece,
    Portrait,
    Scene,
    Stage,
    Text,
    around,
    card_height,
)
from bot.text.words import best_sets, counted, kind, longest_shows
from engine.actions import End, Show
from engine.cards import Card, Cards, flip
from engine.sets import shows as legal_shows

CARD, PITCH = 172, 190
MOST = 6
"""Cards in a row."""
SHELF = Box(MARGIN, 120, WIDTH - MARGIN, 276)
"""Above a hand: the set to beat, or the scouted card."""
_TITLE = Style("display", 46)
_CARDS_LEFT = 292
_FIRST, _BELOW_SHELF, _BOTTOM = 120, 22, 24
_POSITION = Style("display", 40)
_BELOW, _POSITION_HEIGHT = 6, 46
_TICK, _ROW_GAP, _TAB = 22, 22, 10
_HALO = 8
"""The width of the gold around a new card."""


class Hand(NamedTuple):
    """A hand's cards, its legal Shows, and the position of the card just scouted."""

    cards: Cards
    shows: Sequence[Show] = ()
    scouted: int | None = None


class Rows(NamedTuple):
    """Rows of cards between two edges: their width, pitch and brackets.

    Brackets are inset from the cards' edges, and run off at the edges of the row.
    """

    card: int
    pitch: int
    begin: int
    end: int
    inset: int
    lane: int
    ground: Colour = Colour.NIGHT

    def left(self, count: int) -> int:
        """The left edge of a centred row of this many cards."""
        return (self.begin + self.end - (count - 1) * self.pitch - self.card) // 2


_HAND = Rows(CARD, PITCH, 0, WIDTH, 5, 25)
_SIDE, _WAY_WIDTH = 12, 276
_BOTH_WAYS = Rows(132, 142, _SIDE + _WAY_WIDTH + 12, WIDTH - _SIDE, 4, 24, Colour.SHELF)
_WAY, _HELD = Style("display", 68), Style("bold", 44)
_LAMP, _LAMP_BELOW, _LAMP_GAP = 62, 40, 16
_POST = {False: 2, True: 4}
"""Half the width of a post or a wire, by whether its lamp is lit."""
_SAMPLE = 46
"""The width of a lamp of the legend."""
_FROM = {"L": " from the left", "R": " from the right", None: ""}


def hand_scene(
    hand: Hand, to_beat: Cards = (), owner: SeatFace | None = None, on_turn: bool = False
) -> Scene:
    """The cards with their positions, and brackets below those that can be shown."""
    pieces = headlines("Your hand", "your turn" if on_turn else counted(len(hand.cards), "card"))
    grounds: list[Ground] = []
    top = _FIRST
    if to_beat:
        grounds.append(Panel(SHELF, Colour.SHELF))
        pieces += _to_beat(to_beat, owner)
        top = SHELF.bottom + _BELOW_SHELF
    if not hand.cards:
        box = Box(60, top + 20, WIDTH - 60, top + 90)
        none = Text(box, "No cards left", SENTENCE, Colour.SOFT, align="middle")
        return Scene(box.bottom + _BOTTOM, tuple(grounds), (*pieces, none))
    tabs, rows, bottom = hand_rows(hand, top)
    return Scene(bottom + _BOTTOM, (*grounds, *tabs), (*pieces, *rows))


def _to_beat(cards: Cards, owner: SeatFace | None) -> Iterator[Piece]:
    """On the shelf: kind, small cards, and the owner if known."""
    width, pitch = (92, 100) if len(cards) <= 6 else (68, 72)
    what, ground = Box(SHELF.left + 24, 144, _CARDS_LEFT - 12, 192), Colour.SHELF
    top = SHELF.middle[1] - card_height(width) // 2
    yield line("To beat", LABEL, what, Colour.SOFT, ground)
    yield line(kind(cards), _TITLE, what._replace(top=192, bottom=246), Colour.GOLD, ground)
    yield from card_row(cards, _CARDS_LEFT, top, width, pitch, ground)
    if owner is not None:
        yield from _owner(owner, _CARDS_LEFT + len(cards) * pitch + 10)


def _owner(owner: SeatFace, begin: int) -> Iterator[Piece]:
    """The face at the end of the shelf, and the name if there is room for it."""
    end, top = SHELF.right - 20, SHELF.middle[1]
    size = min(112, end - begin)
    face = Box(end - size, top - size // 2, end, top - size // 2 + size)
    yield Portrait(face, owner, Colour.CREAM, Colour.SHELF)
    room = Box(begin, SHELF.top + 44, face.left - 20, SHELF.bottom - 44)
    if room.width >= 120:
        name = name_line(owner, room, Colour.CREAM, Colour.SHELF)
        aside = room.right - name.box.right
        box = name.box._replace(left=name.box.left + aside, right=room.right)
        yield name._replace(box=box)


def hand_rows(hand: Hand, top: int) -> tuple[list[Ground], list[Piece], int]:
    """The hand from here down, and the bottom of its last row."""
    shows = longest_shows(hand.shows)
    grounds: list[Ground] = []
    pieces: list[Piece] = []
    for row in even_rows(len(hand.cards), MOST):
        left = _HAND.left(len(row))
        for face in card_row(tuple(hand.cards[at] for at in row), left, top, CARD, PITCH):
            position = row.start + (face.box.left - left) // PITCH + 1
            if position == hand.scouted:
                face = face._replace(rim=Colour.GOLD, ground=Colour.GOLD)
                label, tab = _new_position(position, face.box)
                grounds += tab
            else:
                label = _position(position, face.box, shows)
            pieces += [face, label]
        top += card_height(CARD) + _BELOW + _POSITION_HEIGHT
        drawn, bottom = brackets_below(_HAND, shows, row, left, top)
        pieces += drawn
        top = bottom + _ROW_GAP
    return grounds, pieces, top - _ROW_GAP


def _below(card: Box) -> Box:
    top = card.bottom + _BELOW
    return Box(card.left, top, card.right, top + _POSITION_HEIGHT)


def _position(position: int, card: Box, shows: Sequence[Show]) -> Text:
    """The number below a card; green if it can be shown."""
    shown = any(show.first <= position <= show.last for show in shows)
    ink = Colour.SHOW if shown else Colour.POSITION
    return Text(_below(card), str(position), _POSITION, ink, align="middle")


def _new_position(position: int, card: Box) -> tuple[Text, list[Ground]]:
    """The number below the card just scouted, on a gold tab, and the gold around the card."""
    box, text, x = _below(card), f"{position} new", card.middle[0]
    half = width_of(text, _POSITION) // 2 + 18
    tab = Box(x - half, card.bottom - _TAB, x + half, box.bottom)
    left, top, right, bottom = card
    halo = Box(left - _HALO, top - _HALO, right + _HALO, bottom + _HALO)
    label = Text(box, text, _POSITION, Colour.INK, Colour.GOLD, "middle")
    return label, [Panel(halo, Colour.GOLD, radius=30), Panel(tab, Colour.GOLD)]


def brackets_below(
    rows: Rows, shows: Sequence[Show], row: range, left: int, top: int
) -> tuple[list[Piece], int]:
    """The brackets below a row of cards from this corner, and the bottom of the lowest one.

    A bracket that goes on in another row leaves at an edge and comes in from the other one.
    """
    pieces: list[Piece] = []
    below = top
    for show, lane in zip(shows, lanes(shows), strict=True):
        first, last = max(show.first - 1, row.start), min(show.last - 1, row.stop - 1)
        if first <= last:
            begin, end = rows.begin, rows.end
            if begins := first == show.first - 1:
                begin = left + (first - row.start) * rows.pitch + rows.inset
            if ends := last == show.last - 1:
                end = left + (last - row.start) * rows.pitch + rows.card - rows.inset
            y = top + lane * rows.lane
            pieces.append(Bracket(Box(begin, y, end, y + _TICK), begins, ends, rows.ground))
            below = max(below, y + rows.lane)
    return pieces, below


def lanes(shows: Sequence[Show]) -> list[int]:
    """For each Show, from left to right, the first lane from 0 that is free there."""
    ends: list[int] = []
    found: list[int] = []
    for first, last in shows:
        lane = next((lane for lane, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        found.append(lane)
    return found


def orientation_scene(cards: Cards) -> Scene:
    """Both ways below each other, each card at the same place in both."""
    pieces = headlines("Keep or flip?", "once a round")
    grounds: list[Ground] = []
    top = 108
    for title, way in (("Keep", cards), ("Flip", flip(cards))):
        best, best_bottom = _best_sets(title, way, top + 12)
        rows, rows_bottom = _way_rows(way, top + 12)
        bottom = max(best_bottom + 12, rows_bottom)
        pieces += best + rows
        grounds.append(Panel(Box(_SIDE, top, _SIDE + _WAY_WIDTH, bottom), Colour.ROW))
        grounds.append(Panel(Box(_BOTH_WAYS.begin, top, _BOTH_WAYS.end, bottom), Colour.SHELF))
        top = bottom + 14
    return Scene(top, tuple(grounds), tuple(pieces))


def _best_sets(title: str, cards: Cards, top: int) -> tuple[list[Piece], int]:
    """Beside the cards the name of the way and its best sets."""
    sets = best_sets(cards)
    lines = [
        (title, _WAY, Colour.CREAM, 92),
        ("best:" if sets else "only", LABEL, Colour.SOFT, 46),
        *((held, _HELD, Colour.SHOW, 58) for held in sets or ("single cards",)),
    ]
    pieces: list[Piece] = []
    for text, style, ink, height in lines:
        box = Box(_SIDE + 26, top, _SIDE + _WAY_WIDTH - 8, top + height)
        pieces.append(line(text, style, box, ink, Colour.ROW))
        top = box.bottom
    return pieces, top


def _way_rows(cards: Cards, top: int) -> tuple[list[Piece], int]:
    """The cards, at most as many in a row as in a hand, and brackets below their sets."""
    found = longest_shows([show for show in legal_shows(cards, ()) if show.last > show.first])
    pieces: list[Piece] = []
    rows = _BOTH_WAYS
    for row in even_rows(len(cards), MOST):
        left, held = rows.left(len(row)), tuple(cards[at] for at in row)
        pieces += card_row(held, left, top, rows.card, rows.pitch, rows.ground)
        top += card_height(rows.card) + 7
        drawn, bottom = brackets_below(rows, found, row, left, top)
        pieces += drawn
        top = bottom + 9
    return pieces, top


class Placing(NamedTuple):
    """A hand, a scouted card as it would lie, its end of the Active Set, and the allowed
    positions, from 1."""

    cards: Cards
    card: Card
    end: End | None
    allowed: Collection[int]


def makes_set(cards: Cards, card: Card, position: int) -> bool:
    """Whether the card makes a match or a run with a neighbour there (R8)."""
    beside = cards[max(0, position - 2) : position]
    return any(abs(other.up - card.up) <= 1 for other in beside)


def positions_scene(placing: Placing) -> Scene:
    """Each allowed gap with the position that the card would get there."""
    pieces = headlines("Where does it go?", "scouting") + _shelf(placing)
    posts: list[Ground] = []
    top = SHELF.bottom + _BELOW_SHELF
    rows = even_rows(len(placing.cards), MOST) or [range(0)]
    for row in rows:
        cards = tuple(placing.cards[index] for index in row)
        left = _HAND.left(max(1, len(row)))
        pieces += card_row(cards, left, top, CARD, PITCH)
        bottom = top + card_height(CARD) + _LAMP_BELOW + _LAMP // 2
        for at in range(len(row) + 1):
            if row.start + at + 1 in placing.allowed:
                stands, lamp = _gap(placing, row, at, Box(left, top, 0, bottom))
                posts += stands
                pieces += lamp
        top = bottom + _LAMP_GAP
    return Scene(top + 8, (Panel(SHELF, Colour.SHELF), *posts), tuple(pieces))


def _gap(placing: Placing, row: range, at: int, box: Box) -> tuple[list[Stage], list[Lamp]]:
    """The post in a gap of a row, and its lamp.

    The gap between two rows has its lamp in the upper one; a wire leaves the picture there, and
    comes in from the other side to the post in the lower row.
    """
    position = row.start + at + 1
    lit = makes_set(placing.cards, placing.card, position)
    half, middle = _POST[lit], box.bottom - _LAMP // 2
    x = box.left + at * PITCH - (PITCH - CARD) // 2
    x = min(max(x, _LAMP // 2 + 2), WIDTH - _LAMP // 2 - 2)
    post = Stage(Box(x - half, box.top + 4, x + half, middle + half), "post", lit)
    if at == 0 and row.start:
        wire = Box(0, middle - half, x + half, middle + half)
        return [post, Stage(wire, "post", lit)], []
    lamp = Lamp(around(x, middle, _LAMP, _LAMP), position, lit)
    if at < len(row) or row.stop == len(placing.cards):
        return [post], [lamp]
    wire = Box(x, middle - half, WIDTH, middle + half)
    return [post, Stage(wire, "post", lit)], [lamp]


def _shelf(placing: Placing) -> list[Piece]:
    """The card, the question, and the legend of the lamps."""
    x, y, ground = SHELF.left + 24, SHELF.top + 13, Colour.SHELF
    card = Box(x, y, x + 92, y + card_height(92))
    upper = Box(card.right + 28, 144, 620, 192)
    lower = upper._replace(top=192, bottom=248)
    y = SHELF.middle[1]
    return [
        CardFace(card, placing.card, Colour.GOLD, ground),
        line(f"scouted{_FROM[placing.end]}", LABEL, upper, Colour.SOFT, ground),
        line(f"{placing.card.up} goes to …", _TITLE, lower, Colour.GOLD, ground),
        Lamp(around(684, y, _SAMPLE, _SAMPLE), None, True, ground),
        Text(Box(720, y - 30, 920, y + 30), "makes a set", LABEL, Colour.CREAM, ground),
        Lamp(around(992, y, _SAMPLE, _SAMPLE), None, False, ground),
        Text(Box(1028, y - 30, 1148, y + 30), "no set", LABEL, Colour.SOFT, ground),
    ]
