"""The end of a game: the podium, the others, the best Show, and the points after each round.

A podium stands under two beams of light, the best in the middle; leaderboards have one too.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.charts import score_chart
from bot.pictures.layouts.parts import (
    LEFT,
    RIGHT,
    card_row,
    fitted_names,
    headline_room,
    headline_style,
    headlines,
    line,
    name_line,
    portrait_at,
)
from bot.pictures.scene import (
    LABEL,
    NAME,
    WIDTH,
    Box,
    Ground,
    Panel,
    Piece,
    Scene,
    Stage,
    Token,
    around,
    card_height,
)
from bot.pictures.sprites.stage import BLOCKS
from bot.text.moves import BestShow
from bot.text.words import counted, figure, kind, victory

_ROW, _GAP, _CHART = 84, 16, 250
_RANK, _BEST = Style("display", 46), Style("display", 44)
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
_POINTS = Style("display", 60)


class Ranked(NamedTuple):
    """A line of Game.ranking: rank (equal totals share one), seat and total."""

    rank: int
    seat: int
    total: int


def ranked(totals: Sequence[int]) -> tuple[Ranked, ...]:
    """The seats, best first; equal totals share a rank: 1, 1, 3 (R23)."""
    ordered = sorted(totals, reverse=True)
    seats = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return tuple(Ranked(ordered.index(totals[seat]) + 1, seat, totals[seat]) for seat in seats)


def final_scene(
    totals: Sequence[Sequence[int]], faces: Sequence[SeatFace], best: BestShow | None
) -> Scene:
    """The picture from the totals by seat after each round, and the best Show if there was any."""
    ranking = ranked(totals[-1])
    right = counted(len(totals), "round")
    winners = [faces[line.seat].label for line in ranking if line.rank == 1]
    won, _ = fitted_names(victory, winners, headline_style(victory(winners)), headline_room(right))
    grounds, pieces = podium(
        [Place(rank, faces[seat], figure(total)) for rank, seat, total in ranking[:MOST]]
    )
    others, found = _others(ranking[MOST:], faces, grounds[0].box.bottom + _GAP)
    grounds += others
    pieces += [*headlines(won, right), *found]
    top = max(ground.box.bottom for ground in grounds) + _GAP
    if best is not None:
        shelf, found = _best(best, faces, top)
        grounds.append(shelf)
        pieces += found
        top = shelf.box.bottom + _GAP
    chart, top = score_chart(totals, ranking[0].seat, faces, top + 10, _CHART)
    return Scene(top + 12, tuple(grounds), (*pieces, *chart))


def _others(
    ranking: Sequence[Ranked], faces: Sequence[SeatFace], top: int
) -> tuple[list[Panel], list[Piece]]:
    """The players below the podium, side by side."""
    panels: list[Panel] = []
    pieces: list[Piece] = []
    ground, count = Colour.ROW, len(ranking)
    for at, (rank, seat, total) in enumerate(ranking):
        width = (RIGHT - LEFT - _GAP * (count - 1)) // count
        left = LEFT + at * (width + _GAP)
        box = Box(left, top, left + width, top + _ROW)
        y = box.middle[1]
        points = Box(box.right - 140, y - 34, box.right - 26, y + 34)
        name = Box(left + 178, y - 34, points.left - 10, y + 34)
        number = Box(left + 28, y - 30, left + 78, y + 30)
        panels.append(Panel(box))
        pieces += [
            line(str(rank), _RANK, number, Colour.SOFT, ground),
            portrait_at(faces[seat], left + 120, y, 72, Colour.CREAM, ground),
            name_line(faces[seat], name, Colour.CREAM, ground),
            line(figure(total), _RANK, points, Colour.GOLD, ground, "right"),
        ]
    return panels, pieces


def _best(best: BestShow, faces: Sequence[SeatFace], top: int) -> tuple[Panel, list[Piece]]:
    """The strongest set of the game, its owner and its round."""
    box, ground = Box(LEFT, top, RIGHT, top + 130), Colour.SHELF
    face, y, count = faces[best.seat], box.middle[1], len(best.cards)
    width = 74 if count <= 6 else 62 if count <= 8 else 52
    left = box.right - 24 - (count * (width + 7) - 7)
    upper = Box(box.left + 144, y - 50, left - 20, y - 2)
    lower = upper._replace(top=y, bottom=y + 52)
    text = f"{kind(best.cards)}, round {best.number}"
    return Panel(box, ground), [
        portrait_at(face, box.left + 76, y, 100, Colour.GOLD, ground),
        line(f"Best Show: {face.label}", LABEL, upper, Colour.SOFT, ground),
        line(text, _BEST, lower, Colour.GOLD, ground),
        *card_row(best.cards, left, y - card_height(width) // 2, width, width + 7, ground),
    ]


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
    yield line(place.figure, _POINTS, figure, Colour.CREAM, front, "right")
    yield line(place.face.label, NAME, name, ink, ground, "middle")
    if place.note:
        top = medal.bottom + 62
        note = Box(block.left + 18, top, block.right - 18, top + _NOTE)
        yield line(place.note, LABEL, note, Colour.CREAM, front, "middle")
