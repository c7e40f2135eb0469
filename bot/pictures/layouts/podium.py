"""A podium under two beams of light: the best three on blocks, the best in the middle."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import line, portrait_at
from bot.pictures.scene import LABEL, NAME, WIDTH, Box, Ground, Panel, Piece, Stage, Token, around
from bot.pictures.sprites.stage import BLOCKS

MOST = 3
"""The number of blocks."""
_WIDE, _APART = 310, 328
_HEIGHTS = {1: 236, 2: 206, 3: 178}
"""The height of a block, by rank."""
_NOTE = 44
"""The height that a note below the name adds to every block."""
_FACES = {1: 184, 2: 122, 3: 122}
_BEGIN, _ABOVE = 98, 252
"""The top of the beams, and their height above the best one's block."""
_EDGE = 24
"""The depth of the bright edge on top of a block."""
_FIGURE = Style("display", 60)


class Place(NamedTuple):
    """A player on a block: equal ranks stand equally high; `lit` is the member who asked."""

    rank: int
    face: SeatFace
    figure: str
    note: str = ""
    lit: bool = False


def podium(places: Sequence[Place]) -> tuple[list[Ground], list[Piece]]:
    """At most three blocks, best first; the bottom of the first ground is the podium's floor."""
    note = _NOTE if any(place.note for place in places) else 0
    floor = _BEGIN + _ABOVE + _HEIGHTS[1] + note
    grounds: list[Ground] = [Stage(Box(0, _BEGIN, WIDTH, floor), "lights")]
    pieces: list[Piece] = []
    for x, place in zip(_middles(len(places)), places, strict=True):
        rank = min(place.rank, MOST)
        box = Box(x - _WIDE // 2, floor - _HEIGHTS[rank] - note, x + _WIDE // 2, floor)
        grounds.append(Stage(box, "block", rank))
        medal = around(box.left + 60, (box.top + _EDGE + floor - note) // 2 - 31, 70, 70)
        name = Box(box.left + 18, medal.bottom, box.right - 18, medal.bottom + 62)
        if place.lit:
            name = Box(name.left - 4, name.top + 6, name.right + 4, name.bottom - 4)
            grounds.append(Panel(name, Colour.CREAM))
        pieces += [*_above(place, rank, box), *_on_block(place, box, medal, name)]
    return grounds, pieces


def _middles(count: int) -> list[int]:
    """The middles of the blocks, best rank first, which is in the middle of three."""
    x = WIDTH // 2
    if count == 2:
        return [x - _APART // 2, x + _APART // 2]
    return [x, x - _APART, x + _APART][:count]


def _above(place: Place, rank: int, block: Box) -> Iterator[Piece]:
    """The face, between two stars if it is the best."""
    size, won = _FACES[rank], rank == 1
    x, y = block.middle[0], block.top - 6 - size // 2
    yield portrait_at(place.face, x, y, size, Colour.GOLD if won else Colour.CREAM)
    for way in (-1, 1) if won else ():
        yield Token(around(x + way * (size // 2 + 38), y, 62, 62), "star")


def _on_block(place: Place, block: Box, medal: Box, name: Box) -> Iterator[Piece]:
    """Rank, figure, name and note."""
    front, _ = BLOCKS[min(place.rank, MOST)]
    figure = Box(medal.right + 10, medal.top, block.right - 28, medal.bottom)
    ink, ground = (Colour.INK, Colour.CREAM) if place.lit else (Colour.CREAM, front)
    yield Token(medal, "medal", place.rank, ground=front)
    yield line(place.figure, _FIGURE, figure, Colour.CREAM, front, "right")
    yield line(place.face.label, NAME, name, ink, ground, "middle")
    if place.note:
        top = medal.bottom + 62
        note = Box(block.left + 18, top, block.right - 18, top + _NOTE)
        yield line(place.note, LABEL, note, Colour.CREAM, front, "middle")
