"""How a game's course is laid out: a line for every seat, over the rounds."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from bot.pictures.colours import LESSER, NEW, PLAIN
from bot.pictures.plot import MARK_RADIUS
from bot.pictures.scene import MARGIN, NOTE, TITLE, WIDTH, Box, Line, Piece, Plot, Scene, Words
from bot.pictures.words import figure, seat

_TITLE_HEIGHT = 40
_GAP = 10
_LINE_HEIGHT = 36
_LEFT, _RIGHT = 106, 600
"""Of the plot; the seats are named to its right."""
_HEIGHT = 300
_INSET = 16
_LEADER = 36
"""How far it is from the last marks to the seats' names."""
_FIRST_X, _LAST_X = _INSET, _RIGHT - _LEFT - _LEADER
_MOST_RULES = 6


class _Scale(NamedTuple):
    """From points to heights in the plot; the rules stand at these points."""

    rules: range

    def height(self, points: int) -> int:
        room = _HEIGHT - 2 * _INSET
        return (
            _HEIGHT - _INSET - room * (points - self.rules[0]) // (self.rules[-1] - self.rules[0])
        )


def course_scene(totals: Sequence[Sequence[int]], own: int) -> Scene:
    """Every seat's points after each round, from `totals` by round and seat."""
    title = Box(MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + _TITLE_HEIGHT)
    box = Box(_LEFT, title.bottom + _GAP, _RIGHT, title.bottom + _GAP + _HEIGHT)
    courses = list(zip(*totals, strict=True))
    scale = _scale([points for course in courses for points in course])
    names = _apart([scale.height(course[-1]) for course in courses])
    lines = [
        Line(index, _points(course, scale), names[index], bold=index == own)
        for index, course in enumerate(courses)
    ]
    rules = tuple(map(scale.height, scale.rules))
    pieces: list[Piece] = [
        Words(title, "Points after each round", TITLE),
        Plot(box, rules, scale.height(0), tuple(lines)),
        *_names(names, own, box.top),
        *_figures(scale, box.top),
        *_rounds(len(totals), box.bottom + _GAP),
    ]
    return Scene(WIDTH, pieces[-1].box.bottom + MARGIN, tuple(pieces))


def _scale(points: Sequence[int]) -> _Scale:
    """The finest one of which the few rules are beyond all points, and beyond zero."""
    low, high = min(0, *points), max(1, *points)
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    every = (range(low // step * step, -(-high // step) * step + 1, step) for step in steps)
    return _Scale(next(rules for rules in every if len(rules) <= _MOST_RULES))


def _points(course: Sequence[int], scale: _Scale) -> tuple[tuple[int, int], ...]:
    """From no points before the first round."""
    heights = map(scale.height, (0, *course))
    return tuple(zip(_places(len(course)), heights, strict=True))


def _places(rounds: int) -> list[int]:
    """Where the beginning and the ends of the rounds are, from the plot's left edge."""
    return [_FIRST_X + (_LAST_X - _FIRST_X) * number // rounds for number in range(rounds + 1)]


def _names(heights: Sequence[int], own: int, top: int) -> Iterator[Words]:
    for index, height in enumerate(heights):
        above = top + height - _LINE_HEIGHT // 2
        box = Box(_RIGHT + _GAP, above, WIDTH - MARGIN, above + _LINE_HEIGHT)
        yield Words(box, seat(index), NOTE, NEW if index == own else PLAIN, "middle")


def _figures(scale: _Scale, top: int) -> Iterator[Words]:
    for points in scale.rules:
        above = top + scale.height(points) - _LINE_HEIGHT // 2
        box = Box(MARGIN, above, _LEFT - _GAP, above + _LINE_HEIGHT)
        yield Words(box, figure(points), NOTE, LESSER, "right")


def _rounds(length: int, top: int) -> Iterator[Words]:
    """Their numbers below their ends."""
    bottom = top + _LINE_HEIGHT
    yield Words(Box(MARGIN, top, _LEFT - _GAP, bottom), "Round", NOTE, LESSER, "right")
    places = _places(length)
    half = min(places[1] - places[0], 2 * _INSET + 2 * MARK_RADIUS) // 2
    for number, place in enumerate(places[1:], 1):
        middle = _LEFT + place
        yield Words(
            Box(middle - half, top, middle + half, bottom), str(number), NOTE, LESSER, "middle"
        )


def _apart(heights: Sequence[int]) -> list[int]:
    """Heights near these, in their order, where lines of text have room."""
    least, most = _LINE_HEIGHT // 2, _HEIGHT - _LINE_HEIGHT // 2
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = [0] * len(heights)
    above = least - _LINE_HEIGHT
    for below, index in zip(reversed(range(len(order))), order, strict=True):
        wanted = max(heights[index], above + _LINE_HEIGHT)
        found[index] = above = min(wanted, most - below * _LINE_HEIGHT)
    return found
