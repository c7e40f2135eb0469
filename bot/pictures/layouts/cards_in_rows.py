"""A hand in rows of large cards, and below them positions and brackets."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.pictures.brackets import lanes
from bot.pictures.colours import Colour
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import even_rows, width_of
from bot.pictures.scene import (
    WIDTH,
    Box,
    Bracket,
    CardFace,
    Ground,
    Panel,
    Piece,
    Text,
    card_height,
)
from bot.text.words import longest_shows
from engine.actions import Show
from engine.cards import Cards

CARD, PITCH = 172, 190
MOST = 6
"""Cards in a row."""
_POSITION = Style("display", 40)
_BELOW, _POSITION_HEIGHT = 6, 46
_LANE, _TICK = 25, 22
_ROW_GAP = 22
_TAB = 10
_GOLD = Colour.GOLD
_HALO = 8
"""How far the gold of a new card reaches around it."""


class Hand(NamedTuple):
    """A hand's cards, what can be shown of them, and the position of the card just scouted."""

    cards: Cards
    shows: Sequence[Show] = ()
    scouted: int | None = None


def row_left(count: int) -> int:
    """Where a row of so many cards begins, centred."""
    return (WIDTH - (count - 1) * PITCH - CARD) // 2


def hand_rows(hand: Hand, top: int) -> tuple[list[Ground], list[Piece], int]:
    """The hand from here down; and where its last row ends."""
    shows = longest_shows(hand.shows)
    in_lanes = list(zip(shows, lanes(shows), strict=True))
    grounds: list[Ground] = []
    pieces: list[Piece] = []
    for row in even_rows(len(hand.cards), MOST):
        for index in row:
            box = _card_box(row, index, top)
            new = index + 1 == hand.scouted
            rim, ground = (_GOLD, _GOLD) if new else (Colour.CREAM, Colour.NIGHT)
            pieces.append(CardFace(box, hand.cards[index], rim, ground))
            label, tab = _position(index + 1, box, shows, new=new)
            pieces.append(label)
            grounds += tab
        top += card_height(CARD) + _BELOW + _POSITION_HEIGHT
        below = top
        for show, lane in in_lanes:
            for bracket in _bracket(show, row, top + lane * _LANE):
                pieces.append(bracket)
                below = max(below, top + (lane + 1) * _LANE)
        top = below + _ROW_GAP
    return grounds, pieces, top - _ROW_GAP


def _card_box(row: range, index: int, top: int) -> Box:
    begin = row_left(len(row)) + (index - row.start) * PITCH
    return Box(begin, top, begin + CARD, top + card_height(CARD))


def _position(
    position: int, card: Box, shows: Sequence[Show], *, new: bool
) -> tuple[Text, list[Ground]]:
    """The number below a card; green where it can be shown, on a gold tab where it is new."""
    top = card.bottom + _BELOW
    box = Box(card.left, top, card.right, top + _POSITION_HEIGHT)
    if new:
        half = width_of(text := f"{position} new", _POSITION) // 2 + 18
        tab = Box(card.middle[0] - half, card.bottom - _TAB, card.middle[0] + half, box.bottom)
        label = Text(box, text, _POSITION, Colour.INK, Colour.GOLD, "middle")
        left, top, right, bottom = card
        halo = Box(left - _HALO, top - _HALO, right + _HALO, bottom + _HALO)
        return label, [Panel(halo, Colour.GOLD, radius=30), Panel(tab, Colour.GOLD)]
    shown = any(show.first <= position <= show.last for show in shows)
    ink = Colour.SHOW if shown else Colour.POSITION
    return Text(box, str(position), _POSITION, ink, align="middle"), []


def _bracket(show: Show, row: range, top: int) -> Iterator[Piece]:
    """The part of a bracket in this row; it runs off the picture to where it goes on."""
    first, last = max(show.first - 1, row.start), min(show.last - 1, row.stop - 1)
    if first > last:
        return
    begins, ends = first == show.first - 1, last == show.last - 1
    left = _card_box(row, first, 0).left + 5 if begins else 0
    right = _card_box(row, last, 0).right - 5 if ends else WIDTH
    yield Bracket(Box(left, top, right, top + _TICK), begins, ends)
