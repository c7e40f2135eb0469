"""How the Active Set is laid out."""

from bot.pictures.colours import LESSER, LINE
from bot.pictures.rows import block, canvas, row_length
from bot.pictures.scene import MARGIN, TEXT, TITLE, WIDTH, Bar, Box, Piece, Scene, Size, Words
from bot.pictures.words import kind
from engine.cards import Cards

_TITLE_HEIGHT = 40
_TITLE_RIGHT = 550
_GAP = 10
_OUTLINE = 3


def set_scene(active: Cards, owner: int | None) -> Scene:
    """The Active Set below its kind and its owner's seat, or an empty place."""
    width, left = canvas(len(active))
    title = Box(MARGIN, MARGIN, _TITLE_RIGHT, MARGIN + _TITLE_HEIGHT)
    what = Words(title, f"Active Set: {kind(active) if active else 'none'}", TITLE)
    pieces: list[Piece] = [what]
    if active and owner is not None:
        box = Box(title.right, title.top, width - MARGIN, title.bottom)
        pieces.append(Words(box, f"by seat {owner + 1}", TEXT, LESSER, "right"))
    top = title.bottom + _GAP
    if active:
        cards, bottom = block(active, Size.LARGE, left, top, row_length(len(active)))
    else:
        cards, bottom = _empty_place(top)
    return Scene(width, bottom + MARGIN, (*pieces, *cards))


def _empty_place(top: int) -> tuple[list[Piece], int]:
    """The outline of a card in the middle of the table; and where it ends."""
    left = (WIDTH - Size.LARGE.width) // 2
    right, bottom = left + Size.LARGE.width, top + Size.LARGE.height
    sides = [
        Box(left, top, right, top + _OUTLINE),
        Box(left, bottom - _OUTLINE, right, bottom),
        Box(left, top + _OUTLINE, left + _OUTLINE, bottom - _OUTLINE),
        Box(right - _OUTLINE, top + _OUTLINE, right, bottom - _OUTLINE),
    ]
    return [Bar(side, LINE) for side in sides], bottom
