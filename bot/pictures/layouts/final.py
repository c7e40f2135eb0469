"""The end of a game: the podium, the others, the best show, and the course of the points."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import (
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
from bot.pictures.layouts.score_chart import chart_pieces
from bot.pictures.scene import (
    LABEL,
    WIDTH,
    Box,
    Panel,
    Piece,
    Scene,
    card_height,
)
from bot.text.moves import BestShow
from bot.text.words import counted, figure, kind, victory

_ROW, _ROW_GAP = 84, 16
_CHART = 250
_RANK = Style("display", 46)


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
    course: Sequence[Sequence[int]], faces: Sequence[SeatFace], best: BestShow | None
) -> Scene:
    """From the totals by seat after each round, and the best show if there was any."""
    ranking = ranked(course[-1])
    winners = [faces[line.seat].label for line in ranking if line.rank == 1]
    right = counted(len(course), "round")
    pieces = headlines(_victory(winners, headline_room(right)), right)
    grounds, found = podium(
        [Place(rank, faces[seat], figure(total)) for rank, seat, total in ranking[:MOST]]
    )
    pieces += found
    others, found = _others(ranking[MOST:], faces, grounds[0].box.bottom + _ROW_GAP)
    grounds += others
    pieces += found
    top = max(ground.box.bottom for ground in grounds) + _ROW_GAP
    if best is not None:
        shelf, found = _best(best, faces, top)
        grounds.append(shelf)
        pieces += found
        top = shelf.box.bottom + _ROW_GAP
    chart, top = chart_pieces(course, ranking[0].seat, faces, top + 10, _CHART)
    return Scene(top + 12, tuple(grounds), (*pieces, *chart))


def _victory(winners: Sequence[str], room: int) -> str:
    """Who won; names that are too long for this room are cut short."""
    text, _ = fitted_names(victory, winners, headline_style(victory(winners)), room)
    return text


def _others(
    ranking: Sequence[Ranked], faces: Sequence[SeatFace], top: int
) -> tuple[list[Panel], list[Piece]]:
    """Those who are not on the podium, side by side."""
    panels: list[Panel] = []
    pieces: list[Piece] = []
    if not ranking:
        return panels, pieces
    width = (WIDTH - 56 - _ROW_GAP * (len(ranking) - 1)) // len(ranking)
    for at, (rank, seat, total) in enumerate(ranking):
        left = 28 + at * (width + _ROW_GAP)
        box = Box(left, top, left + width, top + _ROW)
        y = box.middle[1]
        points = Box(box.right - 140, y - 34, box.right - 26, y + 34)
        name = Box(left + 178, y - 34, points.left - 10, y + 34)
        panels.append(Panel(box))
        pieces += [
            line(
                str(rank), _RANK, Box(left + 28, y - 30, left + 78, y + 30), Colour.SOFT, Colour.ROW
            ),
            portrait_at(faces[seat], left + 120, y, 72, Colour.CREAM, Colour.ROW),
            name_line(faces[seat], name, Colour.CREAM, Colour.ROW),
            line(figure(total), _RANK, points, Colour.GOLD, Colour.ROW, "right"),
        ]
    return panels, pieces


def _best(best: BestShow, faces: Sequence[SeatFace], top: int) -> tuple[Panel, list[Piece]]:
    """The strongest set that was shown, by whom and in which round."""
    box, ground = Box(28, top, WIDTH - 28, top + 130), Colour.SHELF
    face, y = faces[best.seat], box.middle[1]
    width = 74 if len(best.cards) <= 6 else 62 if len(best.cards) <= 8 else 52
    pitch = width + 7
    left = box.right - 24 - (len(best.cards) * pitch - 7)
    words = Box(box.left + 144, 0, left - 20, 0)
    text = f"{kind(best.cards)}, round {best.number}"
    pieces: list[Piece] = [
        portrait_at(face, box.left + 76, y, 100, Colour.GOLD, ground),
        line(
            f"Best Show: {face.label}",
            LABEL,
            words._replace(top=y - 50, bottom=y - 2),
            Colour.SOFT,
            ground,
        ),
        line(text, Style("display", 44), words._replace(top=y, bottom=y + 52), Colour.GOLD, ground),
        *card_row(best.cards, left, y - card_height(width) // 2, width, pitch, ground),
    ]
    return Panel(box, ground), pieces
