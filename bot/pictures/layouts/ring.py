"""The ring: the Active Set in the middle, and where its last card went."""

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import card_row
from bot.pictures.scene import (
    RING,
    WIDTH,
    Box,
    Ground,
    Piece,
    Portrait,
    Stage,
    Token,
    around,
    card_height,
)
from bot.pictures.sprites.tokens import backs_shown
from engine.actions import End
from engine.cards import Cards

_MIDDLE = (WIDTH // 2, 262)
_LIT = Colour.FLOOR_LIT
_SIZES = ((4, 182, 196), (5, 172, 186), (6, 158, 172), (7, 138, 150), (8, 120, 134), (9, 108, 118))
"""Up to how many places a card is how wide, and how far apart they are."""


def dealt_hands() -> tuple[list[Ground], list[Piece]]:
    """Backs in a fan, while hands are chosen (R6)."""
    return [RING], [Token(around(*_MIDDLE, 330, 248), "fan", backs_shown(99), ground=_LIT)]


def active_set(
    active: Cards, scouted: tuple[End, SeatFace] | None = None
) -> tuple[list[Ground], list[Piece]]:
    """The cards side by side, and a slot where one was scouted from; of no cards one slot."""
    places = max(1, len(active) + (scouted is not None and bool(active)))
    width, pitch = next((w, p) for most, w, p in (*_SIZES, (99, 96, 104)) if places <= most)
    height = card_height(width)
    left = _MIDDLE[0] - ((places - 1) * pitch + width) // 2
    top = _MIDDLE[1] - height // 2
    first = 1 if active and scouted and scouted[0] == "L" else 0
    pieces = card_row(active, left + first * pitch, top, width, pitch, Colour.FLOOR)
    if active and scouted is None:
        return [RING], pieces
    begin = left + (0 if first or not active else places - 1) * pitch
    slot = Stage(Box(begin, top, begin + width, top + height), "slot")
    if scouted is not None:
        x, y = slot.box.middle
        size = min(86, width - 30)
        box = around(x, y, size, size)
        pieces.append(Portrait(box, scouted[1], Colour.CREAM, _LIT))
    return [RING, slot], pieces
