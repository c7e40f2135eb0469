"""How a member's rating went from game to game: one line, ending at the face."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.score_chart import (
    INSET,
    LABEL_HEIGHT,
    LEADER,
    PLOT_LEFT,
    PLOT_RIGHT,
    scale_figures,
    scale_of,
)
from bot.pictures.scene import LABEL, Box, Line, Piece, Plot, Portrait, Text, around
from bot.pictures.sprites.marks import LINES

MOST = 24
"""Ratings that a chart has room for."""
_FACE = 64
_LEAST_SPAN = 100
"""How far the scale reaches at least, so that a small change looks small."""
_NONE = -1
"""No gridline is at zero."""


def rating_chart(
    course: Sequence[int], face: SeatFace, top: int, room: int
) -> tuple[list[Piece], int]:
    """The chart from here down, its plot as high as `room`; and where it ends.

    `course` are 2 to MOST ratings, the oldest first.
    """
    spare = max(0, _LEAST_SPAN - (max(course) - min(course)))
    scale = scale_of(min(course) - spare // 2, max(course) + spare // 2, room)
    box = Box(PLOT_LEFT, top, PLOT_RIGHT, top + room)
    last = box.width - LEADER
    steps = len(course) - 1
    points = tuple(
        (INSET + (last - INSET) * at // steps, scale.height(rating))
        for at, rating in enumerate(course)
    )
    end = min(max(points[-1][1], _FACE // 2), room - _FACE // 2)
    gridlines = tuple(map(scale.height, scale.gridlines))
    plot = Plot(box, gridlines, _NONE, (Line(0, points, end, bold=True),))
    middle = around(box.right + _FACE // 2, top + end, _FACE, _FACE)
    pieces: list[Piece] = [plot, Portrait(middle, face, LINES[0]), *scale_figures(scale, top)]
    return [*pieces, *_ends(box)], box.bottom + LABEL_HEIGHT


def _ends(plot: Box) -> list[Piece]:
    """Below the plot in which order the games are."""
    left = plot._replace(top=plot.bottom + 6, bottom=plot.bottom + 6 + LABEL_HEIGHT)
    right = left._replace(left=left.right - 300, right=left.right - LEADER + 20)
    left = left._replace(right=left.left + 300)
    return [
        Text(left, "earlier", LABEL, Colour.SOFT),
        Text(right, "last game", LABEL, Colour.SOFT, align="right"),
    ]
