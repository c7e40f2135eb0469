"""The end of a game: the podium, the others, the best Show, and the points after each round."""

from collections.abc import Sequence
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
from bot.pictures.layouts.podium import MOST, Place, podium
from bot.pictures.scene import LABEL, Box, Panel, Piece, Scene, card_height
from bot.text.moves import BestShow
from bot.text.words import counted, figure, kind, victory

_ROW, _GAP, _CHART = 84, 16, 250
_RANK, _BEST = Style("display", 46), Style("display", 44)


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
