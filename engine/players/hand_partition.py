"""What a hand will cost: the effort, in points, of its easiest split into sets (R8)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.cards import DECK_SIZE, Cards, flip
from engine.sets import EMPTY_TABLE, Strength, reaches

# Weights in points, found by play against other weights.
EFFORT = (2.0, 1.6, 0.9, 0.6, 0.4)  # to bring a set of 1, 2, ... cards to the table
EASE = 0.08  # less effort for each step of a set's lowest number
MATCH = 0.2  # less effort for a match of two or more


def _effort(size: int, lowest: int, *, is_match: bool) -> float:
    effort = EFFORT[min(size, len(EFFORT)) - 1] - EASE * lowest
    return effort - MATCH if is_match and size > 1 else effort


_SIZES, _LOWEST = range(1, DECK_SIZE + 1), range(11)
_RUNS = [[_effort(size, low, is_match=False) for low in _LOWEST] for size in _SIZES]
_MATCHES = [[_effort(size, low, is_match=True) for low in _LOWEST] for size in _SIZES]


class Split(NamedTuple):
    """A row of values with the least efforts of its beginnings and of its ends.

    `before[i]` is the effort of the first i cards, `after[i]` that of the others.
    """

    values: tuple[int, ...]
    before: list[float]
    after: list[float]

    @property
    def effort(self) -> float:
        """Of the whole row."""
        return self.after[0]

    def without(self, first: int, end: int) -> float:
        """The effort that is left without the cards from index `first` to before `end`."""
        if first and end < len(self.values) and -2 < self.values[first - 1] - self.values[end] < 2:
            return self._around(first - 1, self.values[first - 1], end)
        return self.before[first] + self.after[end]

    def with_card(self, value: int) -> list[float]:
        """The efforts with one more card of this value, by the index that it takes."""
        alone = _RUNS[0][value]
        both = zip(self.before, self.after, strict=True)
        efforts = [before + alone + after for before, after in both]
        for index, effort in self.with_neighbour(value):
            efforts[index] = effort
        return efforts

    def with_neighbour(self, value: int) -> Iterator[tuple[int, float]]:
        """The indices at which one more card of this value may join a set, with the efforts."""
        near = [-2 < value - other < 2 for other in self.values]
        beside = zip([False, *near], [*near, False], strict=True)
        for index, (left, right) in enumerate(beside):
            if left or right:
                yield index, self._around(index, value, index)

    def _around(self, left: int, value: int, right: int) -> float:
        """The effort of the first `left` cards, one of this value and those from `right` on."""
        efforts = [self.before[left] + _RUNS[0][value] + self.after[right]]
        steps = {value - self.values[left - 1]} if left else set()
        if right < len(self.values):
            steps.add(self.values[right] - value)
        for step in steps:
            if -2 < step < 2:
                efforts += self._along(left, value, right, step)
        return min(efforts)

    def _along(self, left: int, value: int, right: int, step: int) -> list[float]:
        """As `_around`, for each set of this step that the value can be in."""
        values, before, after = self.values, self.before, self.after
        down, up = [before[left]], [after[right]]
        while left and values[left - 1] == value - step * len(down):
            left -= 1
            down.append(before[left])
        while right < len(values) and values[right] == value + step * len(up):
            right += 1
            up.append(after[right])
        efforts, rises, falls = _RUNS if step else _MATCHES, step > 0, step < 0
        return [
            efforts[lower + higher][value - rises * lower - falls * higher] + rest + more
            for lower, rest in enumerate(down)
            for higher, more in enumerate(up)
        ]


def ups(hand: Cards) -> tuple[int, ...]:
    """The values of a hand, left to right."""
    return tuple([up for up, _ in hand])


@lru_cache(maxsize=1 << 14)
def split(values: tuple[int, ...]) -> Split:
    """The easiest splits of a row of values, left to right."""
    return Split(values, _efforts(values[::-1])[::-1], _efforts(values))


@lru_cache(maxsize=1 << 15)
def best_place(values: tuple[int, ...], value: int) -> tuple[float, int]:
    """The least effort with one more card of this value, and an index that brings it."""
    row = split(values)
    least, index = row.effort + _RUNS[0][value], 0
    for at, effort in row.with_neighbour(value):
        if effort < least:
            least, index = effort, at
    return least, index


@lru_cache(maxsize=1 << 14)
def strongest(values: tuple[int, ...]) -> Strength:
    """The strength of the strongest set in a row of values; of no values EMPTY_TABLE (R9)."""
    spans = enumerate(reaches(values))
    return max((_strength(values, *span) for span in spans), default=EMPTY_TABLE)


@lru_cache(maxsize=1 << 14)
def sets(values: tuple[int, ...]) -> list[Strength]:
    """The sets of the easiest split of a row of values, strongest first (R9)."""
    after, reached = split(values).after, reaches(values)
    found: list[Strength] = []
    first = 0
    while first < len(values):
        spans = [(first, last) for last in range(first, reached[first] + 1)]
        _, last = min(spans, key=lambda span: _weight(values, *span) + after[span[1] + 1])
        found.append(_strength(values, first, last))
        first = last + 1
    return sorted(found, reverse=True)


def hand_cost(hand: Cards) -> float:
    """What a hand will cost in points."""
    return split(ups(hand)).effort


def better_flipped(hand: Cards) -> bool:
    """Whether the hand would be cheaper flipped (R6)."""
    return hand_cost(flip(hand)) < hand_cost(hand)


def _strength(values: tuple[int, ...], first: int, last: int) -> Strength:
    begin, end = values[first], values[last]
    return Strength(last - first + 1, begin == end, min(begin, end))


def _weight(values: tuple[int, ...], first: int, last: int) -> float:
    size, is_match, lowest = _strength(values, first, last)
    return (_MATCHES if is_match else _RUNS)[size - 1][lowest]


def _efforts(values: tuple[int, ...]) -> list[float]:
    """The efforts of the row's ends: from each index on, and of nothing at last."""
    efforts = [0.0] * (len(values) + 1)
    first = len(values)
    for reach in reversed(reaches(values)):
        first -= 1
        begin = values[first]
        best = _RUNS[0][begin] + efforts[first + 1]
        if reach > first:
            weights = _MATCHES if values[first + 1] == begin else _RUNS
            for last in range(first + 1, reach + 1):
                end = values[last]
                effort = weights[last - first][begin if begin < end else end] + efforts[last + 1]
                if effort < best:
                    best = effort
        efforts[first] = best
    return efforts
