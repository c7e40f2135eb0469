"""Cards in rows, and below those of a hand their places and the brackets of its Shows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.pictures.brackets import lanes, longest
from bot.pictures.colours import CARD, MARK, NEW, PLAIN, SHOW
from bot.pictures.scene import MARGIN, NOTE, WIDTH, Bar, Box, Face, Piece, Size, Words
from engine.actions import Show
from engine.cards import Cards

_DOZEN = 12
_ROW_GAP = 12
_PLACE_GAP, _PLACE_HEIGHT = 3, 30
_LANE_HEIGHT = 16
_TICK, _THICK = 12, 4
_BEYOND = 11


class Hand(NamedTuple):
    """A hand's cards, what can be shown of them, and the place of the card just scouted."""

    cards: Cards
    shows: Sequence[Show] = ()
    scouted: int | None = None


def row_length(count: int) -> int:
    """Large cards in a row at most: six up to a dozen cards, then eight on a wider canvas."""
    return 6 if count <= _DOZEN else 8


def split(count: int, most: int) -> list[range]:
    """The indices of so many cards in rows of at most `most`, as even as can be."""
    if count == 0:
        return []
    each = -(-count // -(-count // most))
    return [range(begin, min(begin + each, count)) for begin in range(0, count, each)]


def canvas(count: int) -> tuple[int, int]:
    """How wide a picture of so many large cards is, and where its rows begin, centred."""
    columns = max((len(row) for row in split(count, row_length(count))), default=0)
    taken = columns * Size.LARGE.pitch - Size.LARGE.gap
    width = max(WIDTH, taken + 2 * MARGIN)
    return width, (width - taken) // 2


def block(cards: Cards, size: Size, left: int, top: int, most: int) -> tuple[list[Piece], int]:
    """Cards in rows of at most `most`, nothing below them; and where the last row ends."""
    pieces: list[Piece] = []
    for row in split(len(cards), most):
        top += size.gap if pieces else 0
        boxes = [_card_box(size, left, top, at) for at in range(len(row))]
        pieces += [Face(box, cards[index], size) for box, index in zip(boxes, row, strict=True)]
        top += size.height
    return pieces, top


def hand_rows(hand: Hand, left: int, top: int) -> tuple[list[Piece], int]:
    """The hand in large cards; and where its last row ends."""
    shows = longest(hand.shows)
    in_lanes = list(zip(shows, lanes(shows), strict=True))
    depth = max((lane + 1 for _, lane in in_lanes), default=0) * _LANE_HEIGHT
    pieces: list[Piece] = []
    for row in split(len(hand.cards), row_length(len(hand.cards))):
        top += _ROW_GAP if pieces else 0
        pieces += _row(hand, row, left, top)
        top += Size.LARGE.height + _PLACE_GAP + _PLACE_HEIGHT
        for show, lane in in_lanes:
            pieces += _bracket(show, row, left, top + (lane + 1) * _LANE_HEIGHT)
        top += depth
    return pieces, top


def _card_box(size: Size, left: int, top: int, at: int) -> Box:
    begin = left + at * size.pitch
    return Box(begin, top, begin + size.width, top + size.height)


def _row(hand: Hand, row: range, left: int, top: int) -> Iterator[Piece]:
    for at, index in enumerate(row):
        box, place = _card_box(Size.LARGE, left, top, at), index + 1
        new = place == hand.scouted
        yield Face(box, hand.cards[index], Size.LARGE, MARK if new else CARD)
        begin = box.bottom + _PLACE_GAP
        below = Box(box.left, begin, box.right, begin + _PLACE_HEIGHT)
        text = f"{place} new" if new else str(place)
        yield Words(below, text, NOTE, NEW if new else PLAIN, "middle")


def _bracket(show: Show, row: range, left: int, bottom: int) -> Iterator[Piece]:
    """The part of a bracket in this row; where the Show goes on in another it sticks out."""
    first, last = max(show.first - 1, row.start), min(show.last - 1, row.stop - 1)
    if first > last:
        return
    begins, ends = first == show.first - 1, last == show.last - 1
    top, level = bottom - _TICK, bottom - _THICK
    begin = _card_box(Size.LARGE, left, 0, first - row.start).left - (0 if begins else _BEYOND)
    end = _card_box(Size.LARGE, left, 0, last - row.start).right + (0 if ends else _BEYOND)
    yield Bar(Box(begin, level, end, bottom), SHOW)
    if begins:
        yield Bar(Box(begin, top, begin + _THICK, level), SHOW)
    if ends:
        yield Bar(Box(end - _THICK, top, end, level), SHOW)
