"""A moment of a finished game: the table, and below it hands of that moment."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import LEFT, RIGHT, card_row, even_rows, portrait_at
from bot.pictures.layouts.table import table_scene
from bot.pictures.scene import Box, Ground, Panel, Piece, Scene, card_height
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
    table = table_scene(seen, faces)
    size = _large(hands[0].cards) if len(hands) == 1 else _SEVERAL
    grounds: list[Ground] = []
    pieces: list[Piece] = []
    top = table.height
    for hand in hands:
        cards, bottom = _cards(hand, top + _PADDING, size)
        panel = Box(LEFT, top, RIGHT, max(bottom, top + _FACE + 2 * _PADDING))
        grounds.append(Panel(panel, Colour.ROW))
        face, y = faces[hand.seat], panel.middle[1]
        pieces.append(portrait_at(face, _FACE_MIDDLE, y, _FACE, Colour.CREAM, Colour.ROW))
        pieces += cards
        top = panel.bottom + _GAP
    height = top - _GAP + _BOTTOM
    return Scene(height, (*table.grounds, *grounds), (*table.pieces, *pieces))


def _large(cards: Cards) -> _Size:
    """The largest size for the rows of these cards."""
    longest = max(map(len, even_rows(len(cards), _ONE_MOST)))
    pitch = min(_ONE_PITCH, (RIGHT - _FIRST_CARD) // longest)
    return _Size(pitch - _BETWEEN, pitch, longest)


def _cards(hand: ShownHand, top: int, size: _Size) -> tuple[list[Piece], int]:
    """The cards in rows from here down, and the bottom of their panel."""
    pieces: list[Piece] = []
    for row in even_rows(len(hand.cards), size.most):
        held = tuple(hand.cards[at] for at in row)
        cards = card_row(held, _FIRST_CARD, top, size.width, size.pitch, Colour.ROW)
        if hand.new is not None and hand.new - 1 in row:
            new = hand.new - 1 - row.start
            cards[new] = cards[new]._replace(rim=Colour.GOLD)
        pieces += cards
        top += card_height(size.width) + _PADDING
    return pieces, top
