"""How a game's course is laid out: a line for every seat over the rounds, ending at its face."""

from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import headlines, line
from bot.pictures.scene import LABEL, Box, Line, Piece, Plot, Portrait, Scene, Text, around
from bot.pictures.sprites.marks import LINES, MARK_RADIUS
from bot.text.words import figure

PLOT_LEFT, PLOT_RIGHT = 112, 1086
"""Of the plot; the faces are to its right."""
INSET = 18
LEADER = 54
"""How far it is from the last marks to the faces."""
_FACE = 64
LABEL_HEIGHT = 44
_MOST_GRIDLINES = 6
_FIRST, _HEIGHT = 130, 420


class Scale(NamedTuple):
    """From points to heights in a plot as high as this; the gridlines are at these points."""

    gridlines: range
    room: int

    def height(self, points: int) -> int:
        """In pixels from the top."""
        inner = self.room - 2 * INSET
        span = self.gridlines[-1] - self.gridlines[0]
        return self.room - INSET - inner * (points - self.gridlines[0]) // span


def chart_scene(totals: Sequence[Sequence[int]], own: int, faces: Sequence[SeatFace]) -> Scene:
    """Every seat's points after each round, from `totals` by round and seat."""
    pieces = headlines("Points after each round")
    chart, bottom = chart_pieces(totals, own, faces, _FIRST, _HEIGHT)
    return Scene(bottom + 20, (), (*pieces, *chart))


def chart_pieces(
    totals: Sequence[Sequence[int]], own: int, faces: Sequence[SeatFace], top: int, room: int
) -> tuple[list[Piece], int]:
    """The chart from here down, its plot as high as `room`; and where it ends."""
    courses = list(zip(*totals, strict=True))
    points = [points for course in courses for points in course]
    scale = scale_of(min(0, *points), max(1, *points), room)
    ends = _apart([scale.height(course[-1]) for course in courses], room)
    lines = tuple(
        Line(index, _points(course, scale), ends[index], bold=index == own)
        for index, course in enumerate(courses)
    )
    box = Box(PLOT_LEFT, top, PLOT_RIGHT, top + room)
    plot = Plot(box, tuple(map(scale.height, scale.gridlines)), scale.height(0), lines)
    pieces: list[Piece] = [plot, *_faces(faces, ends, top), *scale_figures(scale, top)]
    pieces += _rounds(len(totals), box.bottom)
    return pieces, box.bottom + LABEL_HEIGHT


def scale_of(low: int, high: int, room: int) -> Scale:
    """The finest one of which the few gridlines are beyond all that is from `low` to `high`."""
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    every = (range(low // step * step, -(-high // step) * step + 1, step) for step in steps)
    most = min(_MOST_GRIDLINES, room // 52)
    return Scale(next(steps for steps in every if len(steps) <= most), room)


def _points(course: Sequence[int], scale: Scale) -> tuple[tuple[int, int], ...]:
    """From no points before the first round."""
    heights = map(scale.height, (0, *course))
    return tuple(zip(_ends(len(course)), heights, strict=True))


def _ends(rounds: int) -> list[int]:
    """Where the beginning and the ends of the rounds are, from the plot's left edge."""
    last = PLOT_RIGHT - PLOT_LEFT - LEADER
    return [INSET + (last - INSET) * number // rounds for number in range(rounds + 1)]


def _faces(faces: Sequence[SeatFace], ends: Sequence[int], top: int) -> Iterator[Piece]:
    for index, end in enumerate(ends):
        size = min(_FACE, _step(ends) - 2)
        x = PLOT_RIGHT + size // 2
        box = around(x, top + end, size, size)
        yield Portrait(box, faces[index], LINES[index % len(LINES)])


def _step(ends: Sequence[int]) -> int:
    """The least distance of two faces."""
    ordered = sorted(ends)
    return min((b - a for a, b in pairwise(ordered)), default=_FACE + 2)


def scale_figures(scale: Scale, top: int) -> Iterator[Text]:
    """Beside each gridline of a plot from here down what it stands for."""
    for points in scale.gridlines:
        middle = top + scale.height(points)
        box = Box(10, middle - LABEL_HEIGHT // 2, PLOT_LEFT - 14, middle + LABEL_HEIGHT // 2)
        yield line(figure(points), LABEL, box, Colour.SOFT, Colour.NIGHT, "right")


def _rounds(length: int, top: int) -> Iterator[Text]:
    """Their numbers below their ends."""
    bottom = top + LABEL_HEIGHT
    ends = _ends(length)
    yield Text(Box(20, top + 6, 122, bottom + 6), "round", LABEL, Colour.SOFT)
    half = min(ends[1] - ends[0], 2 * MARK_RADIUS + 40) // 2
    for number, end in enumerate(ends[1:], 1):
        x = PLOT_LEFT + end
        yield Text(
            Box(x - half, top + 6, x + half, bottom + 6),
            str(number),
            LABEL,
            Colour.SOFT,
            align="middle",
        )


def _apart(heights: Sequence[int], room: int) -> list[int]:
    """Heights near these, in their order, where faces have room."""
    step = min(_FACE + 2, room // len(heights))
    least, most = step // 2, room - step // 2
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = [0] * len(heights)
    above = least - step
    for below, index in zip(reversed(range(len(order))), order, strict=True):
        wanted = max(heights[index], above + step)
        found[index] = above = min(wanted, most - below * step)
    return found
