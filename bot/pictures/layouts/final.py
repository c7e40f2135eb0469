"""The end of a game: the podium, the others, the best Show, and the points after each round.

A podium stands under two beams of light, the best in the middle; leaderboards have one too.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.charts import add_score_chart
from bot.pictures.layouts.parts import Area, Layout, fitted_names, headline_room, headline_style
from bot.pictures.scene import LABEL, NAME, WIDTH, Box, Scene, Stage, across, around, card_height
from bot.pictures.sprites.stage import BLOCKS
from bot.text.moves import BestShow
from bot.text.words import counted, figure, kind, victory
from engine.game import ranked

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


def final_scene(
    totals: Sequence[Sequence[int]], faces: Sequence[SeatFace], best: BestShow | None
) -> Scene:
    """The picture from the totals by seat after each round, and the best Show if there was any."""
    ranking = ranked(totals[-1])
    right = counted(len(totals), "round")
    winners = [faces[seat].label for rank, seat, _ in ranking if rank == 1]
    won, _ = fitted_names(victory, winners, headline_style(victory(winners)), headline_room(right))
    layout = Layout(won, right)
    add_podium(layout, [Place(rank, faces[seat], figure(total)) for rank, seat, total in ranking])
    if others := ranking[MOST:]:
        areas = layout.columns(len(others), _ROW, _GAP)
        for area, (rank, seat, total) in zip(areas, others, strict=True):
            _add_other(area, rank, faces[seat], figure(total))
    if best is not None:
        _add_best(layout.row(130, _GAP, Colour.SHELF), best, faces[best.seat])
    layout.top += 10
    add_score_chart(layout, totals, ranking[0][1], faces, _CHART)
    return layout.scene(12)


def _add_other(area: Area, rank: int, face: SeatFace, total: str) -> None:
    """Add a player below the podium."""
    (left, _, right, _), y = area.box, area.box.middle[1]
    area.text(str(rank), _RANK, across(left + 28, left + 78, y, 60), Colour.SOFT)
    area.portrait(face, around(left + 120, y, 72, 72))
    area.name(face, across(left + 178, right - 150, y, 68))
    area.text(total, _RANK, across(right - 140, right - 26, y, 68), Colour.GOLD, "right")


def _add_best(area: Area, best: BestShow, face: SeatFace) -> None:
    """Add the strongest set of the game, its owner and its round."""
    box, y, count = area.box, area.box.middle[1], len(best.cards)
    width = 74 if count <= 6 else 62 if count <= 8 else 52
    left = box.right - 24 - (count * (width + 7) - 7)
    upper = Box(box.left + 144, y - 50, left - 20, y - 2)
    lower = upper._replace(top=y, bottom=y + 52)
    area.portrait(face, around(box.left + 76, y, 100, 100), Colour.GOLD)
    area.text(f"Best Show: {face.label}", LABEL, upper, Colour.SOFT)
    area.text(f"{kind(best.cards)}, round {best.number}", _BEST, lower, Colour.GOLD)
    area.cards(best.cards, left, y - card_height(width) // 2, width, width + 7)


class Place(NamedTuple):
    """A player on a block: equal ranks stand equally high; `lit` is the member who asked."""

    rank: int
    face: SeatFace
    figure: str
    note: str = ""
    lit: bool = False


def add_podium(layout: Layout, places: Sequence[Place]) -> None:
    """Add a block for each of the first MOST of these, the best first."""
    places = places[:MOST]
    note = _NOTE if any(place.note for place in places) else 0
    floor = _BEGIN + _ABOVE + _HEIGHTS[1] + note
    layout.grounds.append(Stage(Box(0, _BEGIN, WIDTH, floor), "lights"))
    for x, place in zip(_middles(len(places)), places, strict=True):
        rank = min(place.rank, MOST)
        box = Box(x - _WIDE // 2, floor - _HEIGHTS[rank] - note, x + _WIDE // 2, floor)
        layout.grounds.append(Stage(box, "block", rank))
        _add_above(layout, place, rank, box)
        _add_on_block(layout, place, Area(layout.pieces, box, BLOCKS[rank][0]), note)
    layout.top = floor + _GAP


def _middles(count: int) -> list[int]:
    """The middles of the blocks, best rank first, which is in the middle of three."""
    x = WIDTH // 2
    if count == 2:
        return [x - _APART // 2, x + _APART // 2]
    return [x, x - _APART, x + _APART][:count]


def _add_above(layout: Layout, place: Place, rank: int, block: Box) -> None:
    """Add the face, between two stars if it is the best."""
    size, won = _FACES[rank], rank == 1
    x, y = block.middle[0], block.top - 6 - size // 2
    layout.portrait(place.face, around(x, y, size, size), Colour.GOLD if won else None)
    for way in (-1, 1) if won else ():
        layout.token("star", around(x + way * (size // 2 + 38), y, 62, 62))


def _add_on_block(layout: Layout, place: Place, block: Area, note: int) -> None:
    """Add rank, figure, name and note; `note` is the height that notes add to every block."""
    left, top, right, bottom = block.box
    medal = around(left + 60, (top + _EDGE + bottom - note) // 2 - 31, 70, 70)
    block.token("medal", medal, place.rank)
    figure = medal._replace(left=medal.right + 10, right=right - 28)
    block.text(place.figure, _POINTS, figure, Colour.CREAM, "right")
    name = Box(left + 18, medal.bottom, right - 18, medal.bottom + 62)
    if place.lit:
        plate = Box(name.left - 4, name.top + 6, name.right + 4, name.bottom - 4)
        layout.panel(plate, Colour.CREAM).text(place.face.label, NAME, plate, align="middle")
    else:
        block.text(place.face.label, NAME, name, align="middle")
    if place.note:
        below = name._replace(top=name.bottom, bottom=name.bottom + _NOTE)
        block.text(place.note, LABEL, below, align="middle")
