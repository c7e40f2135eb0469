"""Charts: lines over gridlines, each line ending at a face.

One of the points after each round has a line for every seat, one of a rating a single line.
"""

from collections.abc import Sequence
from itertools import count, pairwise
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import Layout
from bot.pictures.scene import LABEL, Box, Line, Plot, Scene, across, around
from bot.pictures.sprites.tokens import LINES, MARK_RADIUS
from bot.text.words import figure

MOST = 24
"""Ratings that a chart has room for."""
_LEFT, _RIGHT = 112, 1086
"""The edges of the plot; the faces are to its right."""
_INSET, _LEADER = 18, 54
"""Room before the first marks, and between the last marks and the faces."""
_FACE, _LABEL_HEIGHT = 64, 44
_MOST_GRIDLINES = 6
_FIRST, _HEIGHT = 130, 420
_LEAST_SPAN = 100
"""The least span of a rating's scale, so that a small change looks small."""
_NONE = -1
"""No gridline is at zero."""
Values = Sequence[int]


class Scale(NamedTuple):
    """From values to heights in a plot as high as `room`; the gridlines are at these values."""

    gridlines: range
    room: int

    def height(self, value: int) -> int:
        """In pixels from the top."""
        inner = self.room - 2 * _INSET
        span = self.gridlines[-1] - self.gridlines[0]
        return self.room - _INSET - inner * (value - self.gridlines[0]) // span


def chart_scene(totals: Sequence[Values], own: int, faces: Sequence[SeatFace]) -> Scene:
    """Every seat's points after each round, from `totals` by round and seat."""
    layout = Layout("Points after each round", top=_FIRST)
    add_score_chart(layout, totals, own, faces, _HEIGHT)
    return layout.scene(20)


def add_score_chart(
    layout: Layout, totals: Sequence[Values], own: int, faces: Sequence[SeatFace], room: int
) -> None:
    """Add the chart of the points, its plot as high as `room`, and the rounds' numbers below."""
    by_seat = [(0, *points) for points in zip(*totals, strict=True)]
    every = [points for line in by_seat for points in line]
    scale = _scale(min(every), max(1, *every), room)
    ends = _apart([scale.height(points[-1]) for points in by_seat], room)
    lines = tuple(
        Line(seat, _points(points, scale), ends[seat], bold=seat == own)
        for seat, points in enumerate(by_seat)
    )
    below = _add_plot(layout, scale, scale.height(0), lines, faces)
    layout.text("round", LABEL, below._replace(left=20, right=122), Colour.SOFT)
    begin, *middles = _columns(len(totals))
    half = min(middles[0] - begin, 2 * MARK_RADIUS + 40) // 2
    for number, middle in enumerate(middles, 1):
        box = below._replace(left=_LEFT + middle - half, right=_LEFT + middle + half)
        layout.text(str(number), LABEL, box, Colour.SOFT, "middle")


def add_rating_chart(layout: Layout, ratings: Values, face: SeatFace, room: int) -> None:
    """Add the chart of 2 to MOST ratings, the oldest first."""
    spare = max(0, _LEAST_SPAN - (max(ratings) - min(ratings)))
    scale = _scale(min(ratings) - spare // 2, max(ratings) + spare // 2, room)
    points = _points(ratings, scale)
    end = min(max(points[-1][1], _FACE // 2), room - _FACE // 2)
    below = _add_plot(layout, scale, _NONE, (Line(0, points, end, bold=True),), [face])
    layout.text("earlier", LABEL, below._replace(right=_LEFT + 300), Colour.SOFT)
    layout.text("last game", LABEL, below._replace(left=_RIGHT - 300), Colour.SOFT, "right")


def _scale(low: int, high: int, room: int) -> Scale:
    """The scale of the smallest 1-2-5 step whose few gridlines span all from low to high."""
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    every = (range(low // step * step, -(-high // step) * step + 1, step) for step in steps)
    most = min(_MOST_GRIDLINES, room // 52)
    return Scale(next(gridlines for gridlines in every if len(gridlines) <= most), room)


def _add_plot(
    layout: Layout, scale: Scale, zero: int, lines: tuple[Line, ...], faces: Sequence[SeatFace]
) -> Box:
    """Add lines, the faces at their ends, and beside each gridline its value.

    Returns the box below the plot for what its columns are called, and goes on below it.
    """
    plot = Box(_LEFT, layout.top, _RIGHT, layout.top + scale.room)
    gridlines = tuple(map(scale.height, scale.gridlines))
    layout.pieces.append(Plot(plot, gridlines, zero, lines))
    ends = sorted(line.end for line in lines)
    size = min([_FACE, *(low - high - 2 for high, low in pairwise(ends))])
    for line in lines:
        box = around(_RIGHT + size // 2, plot.top + line.end, size, size)
        layout.portrait(faces[line.number], box, LINES[line.number % len(LINES)])
    for value, height in zip(scale.gridlines, gridlines, strict=True):
        box = across(10, _LEFT - 14, plot.top + height, _LABEL_HEIGHT)
        layout.text(figure(value), LABEL, box, Colour.SOFT, "right")
    layout.top = plot.bottom + _LABEL_HEIGHT
    return Box(_LEFT, plot.bottom + 6, _RIGHT - _LEADER + 20, layout.top + 6)


def _points(values: Values, scale: Scale) -> tuple[tuple[int, int], ...]:
    """The marks of a line, in pixels from the corner of the plot."""
    heights = map(scale.height, values)
    return tuple(zip(_columns(len(values) - 1), heights, strict=True))


def _columns(steps: int) -> list[int]:
    """The marks' distances from the plot's left edge."""
    last = _RIGHT - _LEFT - _LEADER
    return [_INSET + (last - _INSET) * number // steps for number in range(steps + 1)]


def _apart(heights: Values, room: int) -> list[int]:
    """Heights near these, in their order, with room for a face each."""
    step = min(_FACE + 2, room // len(heights))
    least, most = step // 2, room - step // 2
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = [0] * len(heights)
    above = least - step
    for below, index in zip(reversed(range(len(order))), order, strict=True):
        wanted = max(heights[index], above + step)
        found[index] = above = min(wanted, most - below * step)
    return found
