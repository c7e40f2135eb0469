"""Charts: lines over gridlines, each line ending at a face.

One of the points after each round has a line for every seat, one of a rating a single line.
"""

from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import headlines, line
from bot.pictures.scene import LABEL, Box, Line, Piece, Plot, Portrait, Scene, Text, around
from bot.pictures.sprites.marks import LINES, MARK_RADIUS
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
    chart, bottom = score_chart(totals, own, faces, _FIRST, _HEIGHT)
    return Scene(bottom + 20, (), (*headlines("Points after each round"), *chart))


def score_chart(
    totals: Sequence[Values], own: int, faces: Sequence[SeatFace], top: int, room: int
) -> tuple[list[Piece], int]:
    """The chart from here down, its plot as high as `room`, and its bottom."""
    by_seat = [(0, *points) for points in zip(*totals, strict=True)]
    every = [points for line in by_seat for points in line]
    scale = _scale(min(every), max(1, *every), room)
    ends = _apart([scale.height(points[-1]) for points in by_seat], room)
    lines = tuple(
        Line(seat, _points(points, scale), ends[seat], bold=seat == own)
        for seat, points in enumerate(by_seat)
    )
    pieces = _plot(scale, scale.height(0), lines, faces, top)
    bottom = top + room
    return [*pieces, *_rounds(len(totals), bottom)], bottom + _LABEL_HEIGHT


def rating_chart(ratings: Values, face: SeatFace, top: int, room: int) -> tuple[list[Piece], int]:
    """The chart of 2 to MOST ratings, the oldest first, from here down, and its bottom."""
    spare = max(0, _LEAST_SPAN - (max(ratings) - min(ratings)))
    scale = _scale(min(ratings) - spare // 2, max(ratings) + spare // 2, room)
    points = _points(ratings, scale)
    end = min(max(points[-1][1], _FACE // 2), room - _FACE // 2)
    pieces = _plot(scale, _NONE, (Line(0, points, end, bold=True),), [face], top)
    bottom = top + room
    below = Box(_LEFT, bottom + 6, _RIGHT - _LEADER + 20, bottom + 6 + _LABEL_HEIGHT)
    earlier, last = below._replace(right=_LEFT + 300), below._replace(left=_RIGHT - 300)
    return [
        *pieces,
        Text(earlier, "earlier", LABEL, Colour.SOFT),
        Text(last, "last game", LABEL, Colour.SOFT, align="right"),
    ], bottom + _LABEL_HEIGHT


def _scale(low: int, high: int, room: int) -> Scale:
    """The scale of the smallest 1-2-5 step whose few gridlines span all from low to high."""
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    every = (range(low // step * step, -(-high // step) * step + 1, step) for step in steps)
    most = min(_MOST_GRIDLINES, room // 52)
    return Scale(next(gridlines for gridlines in every if len(gridlines) <= most), room)


def _plot(
    scale: Scale, zero: int, lines: tuple[Line, ...], faces: Sequence[SeatFace], top: int
) -> Iterator[Piece]:
    """The lines, the faces at their ends, and beside each gridline its value."""
    gridlines = tuple(map(scale.height, scale.gridlines))
    yield Plot(Box(_LEFT, top, _RIGHT, top + scale.room), gridlines, zero, lines)
    ends = sorted(line.end for line in lines)
    size = min([_FACE, *(low - high - 2 for high, low in pairwise(ends))])
    for one in lines:
        box = around(_RIGHT + size // 2, top + one.end, size, size)
        yield Portrait(box, faces[one.number], LINES[one.number % len(LINES)])
    for value, height in zip(scale.gridlines, gridlines, strict=True):
        begin = top + height - _LABEL_HEIGHT // 2
        box = Box(10, begin, _LEFT - 14, begin + _LABEL_HEIGHT)
        yield line(figure(value), LABEL, box, Colour.SOFT, Colour.NIGHT, "right")


def _points(values: Values, scale: Scale) -> tuple[tuple[int, int], ...]:
    """The marks of a line, in pixels from the corner of the plot."""
    heights = map(scale.height, values)
    return tuple(zip(_columns(len(values) - 1), heights, strict=True))


def _columns(steps: int) -> list[int]:
    """The marks' distances from the plot's left edge."""
    last = _RIGHT - _LEFT - _LEADER
    return [_INSET + (last - _INSET) * number // steps for number in range(steps + 1)]


def _rounds(length: int, top: int) -> Iterator[Text]:
    """The rounds' numbers below their marks."""
    top, bottom = top + 6, top + 6 + _LABEL_HEIGHT
    yield Text(Box(20, top, 122, bottom), "round", LABEL, Colour.SOFT)
    begin, *ends = _columns(length)
    half = min(ends[0] - begin, 2 * MARK_RADIUS + 40) // 2
    for number, end in enumerate(ends, 1):
        box = Box(_LEFT + end - half, top, _LEFT + end + half, bottom)
        yield Text(box, str(number), LABEL, Colour.SOFT, align="middle")


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
