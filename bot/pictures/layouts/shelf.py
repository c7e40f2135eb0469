"""The shelf above a hand: what has to be beaten, and whose it is."""

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import card_row, line, name_line
from bot.pictures.scene import (
    LABEL,
    MARGIN,
    NAME,
    WIDTH,
    Box,
    Ground,
    Panel,
    Piece,
    Portrait,
    card_height,
)
from bot.text.words import kind
from engine.cards import Cards

SHELF = Box(MARGIN, 120, WIDTH - MARGIN, 276)
TITLE = Style("display", 46)
_CARDS_LEFT = 292
_MIDDLE = SHELF.middle[1]


def to_beat_shelf(cards: Cards, owner: SeatFace | None) -> tuple[list[Ground], list[Piece]]:
    """Kind, small cards, and the owner where one is known."""
    width, pitch = (92, 100) if len(cards) <= 6 else (68, 72)
    ground = Colour.SHELF
    what = Box(SHELF.left + 24, 0, _CARDS_LEFT - 12, 0)
    pieces: list[Piece] = [
        line("To beat", LABEL, what._replace(top=144, bottom=192), Colour.SOFT, ground),
        line(kind(cards), TITLE, what._replace(top=192, bottom=246), Colour.GOLD, ground),
        *card_row(
            cards, _CARDS_LEFT, _MIDDLE - card_height(width) // 2, width, pitch, Colour.SHELF
        ),
    ]
    if owner is not None:
        pieces += _owner(owner, _CARDS_LEFT + len(cards) * pitch + 10)
    return [Panel(SHELF, ground)], pieces


def _owner(owner: SeatFace, begin: int) -> list[Piece]:
    """The face at the end of the shelf, and the name where there is room for it."""
    end = SHELF.right - 20
    size = min(112, end - begin)
    face = Box(end - size, _MIDDLE - size // 2, end, _MIDDLE - size // 2 + size)
    pieces: list[Piece] = [Portrait(face, owner, Colour.CREAM, Colour.SHELF)]
    room = face.left - 20 - begin
    if room >= 120:
        name = name_line(
            owner,
            Box(begin, SHELF.top + 44, begin + room, SHELF.bottom - 44),
            Colour.CREAM,
            Colour.SHELF,
            NAME,
        )
        aside = face.left - 20 - name.box.right
        box = name.box._replace(left=name.box.left + aside, right=name.box.right + aside)
        pieces.append(name._replace(box=box))
    return pieces
