"""A moment of a finished game: the table, and below it the hands that were behind it."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import even_rows, portrait_at
from bot.pictures.layouts.table import table_scene
from bot.pictures.scene import WIDTH, Box, CardFace, Ground, Panel, Piece, Scene, card_height
from engine.cards import Cards
from engine.view import View

_LEFT, _RIGHT = 28, WIDTH - 28
_FACE, _FACE_MIDDLE, _FIRST_CARD = 84, 84, 152
_PADDING, _GAP, _BOTTOM = 10, 10, 22


class ShownHand(NamedTuple):
    """A seat's hand; `new` is the position, from 1, of the card that it scouted last."""

    seat: int
    cards: Cards
    new: int | None = None


class _Size(NamedTuple):
    """How wide a card is, how far apart two are, and how many make a row at most."""

    width: int
    pitch: int
    most: int


_SEVERAL = _Size(64, 71, 14)
_ONE_PITCH, _ONE_MOST, _BETWEEN = 113, 12, 8


def replay_scene(seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]) -> Scene:
    """The table by everybody's view, then these hands, a single one in larger cards."""
    table = table_scene(seen, faces)
    size = _large(hands[0].cards) if len(hands) == 1 else _SEVERAL
    grounds: list[Ground] = []
    pieces: list[Piece] = []
    top = table.height
    for hand in hands:
        cards, bottom = _cards(hand, top + _PADDING, size)
        panel = Box(_LEFT, top, _RIGHT, max(bottom, top + _FACE + 2 * _PADDING))
        grounds.append(Panel(panel, Colour.ROW))
        middle = panel.middle[1]
        pieces += [
            portrait_at(faces[hand.seat], _FACE_MIDDLE, middle, _FACE, Colour.CREAM, Colour.ROW)
        ]
        pieces += cards
        top = panel.bottom + _GAP
    height = top - _GAP + _BOTTOM
    return Scene(height, (*table.grounds, *grounds), (*table.pieces, *pieces))


def _large(cards: Cards) -> _Size:
    """As large as the rows of these cards can be."""
    longest = max(map(len, even_rows(len(cards), _ONE_MOST)))
    pitch = min(_ONE_PITCH, (_RIGHT - _FIRST_CARD) // longest)
    return _Size(pitch - _BETWEEN, pitch, longest)


def _cards(hand: ShownHand, top: int, size: _Size) -> tuple[list[Piece], int]:
    """The cards in rows from here down, and where the row's panel ends."""
    pieces: list[Piece] = []
    for row in even_rows(len(hand.cards), size.most):
        for place, index in enumerate(row):
            left = _FIRST_CARD + place * size.pitch
            box = Box(left, top, left + size.width, top + card_height(size.width))
            rim = Colour.GOLD if index + 1 == hand.new else Colour.CREAM
            pieces.append(CardFace(box, hand.cards[index], rim, Colour.ROW))
        top += card_height(size.width) + _PADDING
    return pieces, top
