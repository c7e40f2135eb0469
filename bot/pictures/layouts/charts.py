"""Charts: lines over gridlines, each line ending at a face.

One of the points after each round has a line for every seat, one of a rating a single line. The
scale spans the values alone, and faces of equal totals are side by side before one figure.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.lines import width_of
from bot.pictures.layouts.parts import RIGHT, Layout
from bot.pictures.scene import LABEL, Box, ChartLine, Plot, across, around
from bot.pictures.sprites.tokens import LINES, MARK_RADIUS

MOST = 24
"""Ratings that a chart has room for."""
_LEFT = 112
"""The left edge of the plot; the faces and their figures are to its right."""
_INSET, _LEADER = 18, 54
"""The room before the first marks, and between the last marks and the faces."""
_FACE, _BESIDE, _LABEL_HEIGHT = 64, 4, 44
_MOST_GRIDLINES, _NARROWEST = 6, 38
"""The most spaces between gridlines, and their least height: every plot has room for two."""
_LEAST_SPAN = 100
"""The least span of a rating's scale, so that a small change looks small."""
Values = Sequence[int]


class Scale(NamedTuple):
    """The heights of values, from low to high, in a plot as high as `room`."""

    low: int
    high: int
    room: int

    @property
    def inner(self) -> int:
        """The height between the lowest and the highest value."""
        return self.room - 2 * _INSET

    def height(self, value: int) -> int:
        """In pixels from the top."""
        part = self.inner * (value - self.low) / (self.high - self.low)
        return round(self.room - _INSET - part)

    def gridlines(self) -> range:
        """The multiples within the scale of the smallest 1-2-5 step that has room."""
        least = max(_NARROWEST, self.inner / _MOST_GRIDLINES)
        steps = (step * 10**power for power in count() for step in (1, 2, 5))
        step = next(s for s in steps if s * self.inner >= least * (self.high - self.low))
        return range(-(-self.low // step) * step, self.high + 1, step)


class _End(NamedTuple):
    """The faces of all lines that end at one value, side by side, and the value in words."""

    seats: list[int]
    height: int
    words: str


def add_score_chart(
    layout: Layout,
    totals: Sequence[Values],
    bold: Collection[int],
    faces: Sequence[SeatFace],
    room: int,
) -> None:
    """Add the chart of the points, with a plot of height `room`, and the round numbers below it.

    The lines of the seats `bold` are thicker.
    """
    language = layout.language
    by_seat = [(0, *points) for points in zip(*totals, strict=True)]
    every = [points for line in by_seat for points in line]
    scale = Scale(min(every), max(1, *every), room)
    ended: dict[int, list[int]] = {}
    for seat, points in enumerate(by_seat):
        ended.setdefault(points[-1], []).append(seat)
    heights = _apart([scale.height(total) for total in ended], room)
    ends = [
        _End(seats, height, language.number(total))
        for (total, seats), height in zip(ended.items(), heights, strict=True)
    ]
    below = _add_plot(layout, scale, by_seat, bold, ends, faces, language.number)
    # Translators: before the rounds' numbers below a chart, at most 10 letters
    word = language.pgettext("before numbers", "round")
    begin, *middles = _columns(len(totals), below)
    half = min(middles[0] - begin, 2 * MARK_RADIUS + 40) // 2
    end = _LEFT + middles[0] - half - 6
    layout.text(word, LABEL, below._replace(left=20, right=end), Colour.SOFT)
    for number, middle in enumerate(middles, 1):
        box = below._replace(left=_LEFT + middle - half, right=_LEFT + middle + half)
        layout.text(language.number(number), LABEL, box, Colour.SOFT, "middle")


def add_rating_chart(layout: Layout, ratings: Values, face: SeatFace, room: int) -> None:
    """Add the chart of 2 to MOST ratings, the oldest first."""
    language, spare = layout.language, max(0, _LEAST_SPAN - (max(ratings) - min(ratings)))
    scale = Scale(min(ratings) - spare // 2, max(ratings) + spare // 2, room)
    end = min(max(scale.height(ratings[-1]), _FACE // 2), room - _FACE // 2)
    below = _add_plot(layout, scale, [ratings], [0], [_End([0], end, "")], [face], rating_words)
    # Translators: below the two ends of a chart
    words = language.pgettext("chart", "earlier"), language.pgettext("chart", "last game")
    layout.text(words[0], LABEL, below._replace(right=_LEFT + 300), Colour.SOFT)
    last = below._replace(left=below.right - 300, right=below.right + 20)
    layout.text(words[1], LABEL, last, Colour.SOFT, "right")


def rating_words(rating: int) -> str:
    """A rating, in all languages without a separator: it is a mark, not an amount."""
    return str(rating).replace("-", "−")


def _add_plot(
    layout: Layout,
    scale: Scale,
    values: Sequence[Values],
    bold: Collection[int],
    ends: Sequence[_End],
    faces: Sequence[SeatFace],
    written: Callable[[int], str],
) -> Box:
    """Add lines, the faces at their ends, and the value beside each gridline.

    Return the box below the marks, for the names of their columns; move the layout below it.
    """
    heights = sorted(end.height for end in ends)
    size = min([_FACE, *(low - high - 2 for high, low in pairwise(heights))])
    right = (
        RIGHT
        - max(map(_words_width, ends))
        - max(len(end.seats) for end in ends) * (size + _BESIDE)
    )
    plot = Box(_LEFT, layout.top, right, layout.top + scale.room)
    layout.top = plot.bottom + _LABEL_HEIGHT
    below = Box(_LEFT, plot.bottom + 6, right - _LEADER, layout.top + 6)
    end_of = {seat: end.height for end in ends for seat in end.seats}
    looks, xs = _looks(faces), _columns(len(values[0]) - 1, below)
    points = [tuple(zip(xs, map(scale.height, line), strict=True)) for line in values]
    lines = tuple(
        ChartLine(looks[seat], marks, end_of[seat], bold=seat in bold)
        for seat, marks in enumerate(points)
    )
    gridlines = scale.gridlines()
    zero = scale.height(0) if 0 in gridlines and len(values) > 1 else None
    layout.pieces.append(Plot(plot, tuple(map(scale.height, gridlines)), zero, lines))
    for end in ends:
        _add_end(layout, end, plot, [(faces[seat], looks[seat]) for seat in end.seats], size)
    for value in gridlines:
        box = across(10, _LEFT - 14, plot.top + scale.height(value), _NARROWEST - 2)
        layout.text(written(value), LABEL, box, Colour.SOFT, "right")
    return below


def _words_width(end: _End) -> int:
    return width_of(end.words, LABEL) + 14 if end.words else 0


def _looks(faces: Sequence[SeatFace]) -> list[int]:
    """The look of each seat's line: the colour of its face if lines have that colour."""
    looks = [LINES.index(face.colour) if face.colour in LINES else None for face in faces]
    free = (look for look in range(len(LINES)) if look not in looks)
    return [next(free) if look is None else look for look in looks]


def _add_end(
    layout: Layout, end: _End, plot: Box, faces: Sequence[tuple[SeatFace, int]], size: int
) -> None:
    """Add the faces of a value, each with its line's colour as rim, and the value beside them."""
    left, y = plot.right, plot.top + end.height
    for face, look in faces:
        layout.portrait(face, around(left + size // 2, y, size, size), LINES[look])
        left += size + _BESIDE
    if end.words:
        box = across(left + 6, left + _words_width(end), y, _LABEL_HEIGHT)
        layout.text(end.words, LABEL, box)


def _columns(steps: int, columns: Box) -> list[int]:
    """The marks' distances from the left edge of the plot."""
    return [_INSET + (columns.width - _INSET) * number // steps for number in range(steps + 1)]


def _apart(heights: Values, room: int) -> list[int]:
    """Heights close to these, in the same order, far enough apart for the faces."""
    step = min(_FACE + 2, room // len(heights))
    least, most = step // 2, room - step // 2
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = [0] * len(heights)
    above = least - step
    for below, index in zip(reversed(range(len(order))), order, strict=True):
        wanted = max(heights[index], above + step)
        found[index] = above = min(wanted, most - below * step)
    return found
