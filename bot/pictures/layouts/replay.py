"""A moment of a finished game: the table, and below it hands of that moment."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import RIGHT, Layout, even_rows
from bot.pictures.layouts.table import table_layout
from bot.pictures.scene import Scene, around, card_height
from engine.cards import Cards
from engine.view import View

_FACE, _FACE_MIDDLE, _FIRST_CARD = 84, 84, 152
_PADDING, _GAP, _BOTTOM = 10, 10, 22


class ShownHand(NamedTuple):
    """A seat's hand; `new` is the position, from 1, of its last scouted card."""

    seat: int
    cards: Cards
    new: int | None = None


class _Size(NamedTuple):
    """The width and the pitch of cards, and the most in a row."""

    width: int
    pitch: int
    most: int


_SEVERAL = _Size(64, 71, 14)
_ONE_PITCH, _ONE_MOST, _BETWEEN = 113, 12, 8


def replay_scene(seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]) -> Scene:
    """The table as everybody sees it, then these hands, a single one in larger cards."""
    layout = table_layout(seen, faces)
    size = _large(hands[0].cards) if len(hands) == 1 else _SEVERAL
    for hand in hands:
        _add_hand(layout, hand, faces[hand.seat], size)
    return layout.scene(_BOTTOM - _GAP)


def _large(cards: Cards) -> _Size:
    """The largest size for the rows of these cards."""
    longest = max(map(len, even_rows(len(cards), _ONE_MOST)))
    pitch = min(_ONE_PITCH, (RIGHT - _FIRST_CARD) // longest)
    return _Size(pitch - _BETWEEN, pitch, longest)


def _add_hand(layout: Layout, hand: ShownHand, face: SeatFace, size: _Size) -> None:
    """Add a face, and beside it the cards in rows."""
    rows, step = even_rows(len(hand.cards), size.most), card_height(size.width) + _PADDING
    row = layout.row(max(len(rows) * step, _FACE + _PADDING) + _PADDING, _GAP)
    row.portrait(face, around(_FACE_MIDDLE, row.box.middle[1], _FACE, _FACE))
    top, at_new = row.box.top + _PADDING, None if hand.new is None else hand.new - 1
    for at, held in enumerate(rows):
        new = at_new - held.start if at_new is not None and at_new in held else None
        cards = tuple(hand.cards[index] for index in held)
        row.cards(cards, _FIRST_CARD, top + at * step, size.width, size.pitch, new)
