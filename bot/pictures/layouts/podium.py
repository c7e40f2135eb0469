"""A podium under two beams of light: the best three on blocks, the best in the middle."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import line, portrait_at
from bot.pictures.scene import (
    LABEL,
    NAME,
    WIDTH,
    Box,
    Ground,
    Panel,
    Piece,
    Stage,
    Token,
    around,
)

MOST = 3
"""How many stand on it."""
_WIDE, _APART = 310, 328
_HEIGHTS = {1: 236, 2: 206, 3: 178}
"""Of a block, by rank."""
_NOTE = 44
"""How much higher blocks are that have a note below the name."""
_FACES = {1: 184, 2: 122, 3: 122}
_BEGIN, _ABOVE = 98, 252
"""Where the beams begin, and how much of them is above the best one's block."""
_EDGE = 24
"""How deep the bright edge on top of a block is."""
_FIGURE = Style("display", 60)


class Place(NamedTuple):
    """Who stands on a block: equal ranks stand equally high; `lit` is the member who asked."""

    rank: int
    face: SeatFace
    figure: str
    note: str = ""
    lit: bool = False


def podium(places: Sequence[Place]) -> tuple[list[Ground], list[Piece]]:
    """At most three blocks, best first; the first ground is as low as the podium's floor."""
    noted = any(place.note for place in places)
    floor = _BEGIN + _ABOVE + _HEIGHTS[1] + (_NOTE if noted else 0)
    grounds: list[Ground] = [Stage(Box(0, _BEGIN, WIDTH, floor), "lights")]
    pieces: list[Piece] = []
    for x, place in zip(_middles(len(places)), places, strict=True):
        height = _HEIGHTS[min(place.rank, MOST)] + (_NOTE if noted else 0)
        box = Box(x - _WIDE // 2, floor - height, x + _WIDE // 2, floor)
        grounds.append(Stage(box, "block", min(place.rank, MOST)))
        pieces += _block(place, box, noted=noted)
        if place.lit:
            grounds.append(Panel(_name_box(box, noted=noted, lit=True), Colour.CREAM))
    return grounds, pieces


def _middles(count: int) -> list[int]:
    """The middle of the blocks, best rank first, which stands in the middle of three."""
    x = WIDTH // 2
    if count == 2:
        return [x - _APART // 2, x + _APART // 2]
    return [x, x - _APART, x + _APART][:count]


def _medal_box(block: Box, *, noted: bool) -> Box:
    bottom = block.bottom - (_NOTE if noted else 0)
    return around(block.left + 60, (block.top + _EDGE + bottom) // 2 - 31, 70, 70)


def _name_box(block: Box, *, noted: bool, lit: bool) -> Box:
    top = _medal_box(block, noted=noted).bottom
    if lit:
        return Box(block.left + 14, top + 6, block.right - 14, top + 58)
    return Box(block.left + 18, top, block.right - 18, top + 62)


def _block(place: Place, box: Box, *, noted: bool) -> list[Piece]:
    """Rank, figure, name and note on the block, and the face above."""
    rank = min(place.rank, MOST)
    front = (Colour.BLOCK_1, Colour.BLOCK_2, Colour.BLOCK_3)[rank - 1]
    size, won = _FACES[rank], rank == 1
    medal = _medal_box(box, noted=noted)
    name = _name_box(box, noted=noted, lit=place.lit)
    figure = Box(medal.right + 10, medal.top, box.right - 28, medal.bottom)
    ink, ground = (Colour.INK, Colour.CREAM) if place.lit else (Colour.CREAM, front)
    pieces: list[Piece] = [
        portrait_at(
            place.face,
            box.middle[0],
            box.top - 6 - size // 2,
            size,
            Colour.GOLD if won else Colour.CREAM,
        ),
        Token(medal, "medal", place.rank, ground=front),
        line(place.figure, _FIGURE, figure, Colour.CREAM, front, "right"),
        line(place.face.label, NAME, name, ink, ground, "middle"),
    ]
    if place.note:
        top = medal.bottom + 62
        note = Box(box.left + 18, top, box.right - 18, top + _NOTE)
        pieces.append(line(place.note, LABEL, note, Colour.CREAM, front, "middle"))
    if won:
        for way in (-1, 1):
            star = around(box.middle[0] + way * (size // 2 + 38), box.top - 6 - size // 2, 62, 62)
            pieces.append(Token(star, "star"))
    return pieces
