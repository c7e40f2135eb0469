"""What a hand will cost: its cheapest partition into sets (R8), in points.

Sets are neighbouring cards, so a dynamic program over the hand from both ends finds it. With its
costs of all prefixes and suffixes, a Show or a scouted card needs no new partition.

The caches of this package hold numbers, bytes and plain tuples of these, which the garbage
collector does not track: tracking the entries would make its runs long. A search mostly hits its
own entries: caches 16 times as large are no faster and need 40 MB more in each process that
searches.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.cards import DECK_SIZE, Packed, flipped, values
from engine.sets import EMPTY_TABLE, Strength, reaches, strength_from

# Weights in points, tuned by play against other weights.
SET_COST = (2.0, 1.6, 0.9, 0.6, 0.4)  # of a set of 1, 2, ... cards, until it is shown
LOWEST_DISCOUNT = 0.08  # for each step of a set's lowest number
MATCH_DISCOUNT = 0.2  # for a match of two or more cards


def _set_cost(size: int, lowest: int, *, is_match: bool) -> float:
    cost = SET_COST[min(size, len(SET_COST)) - 1] - LOWEST_DISCOUNT * lowest
    return cost - MATCH_DISCOUNT if is_match and size > 1 else cost


_SIZES, _LOWEST = range(1, DECK_SIZE + 1), range(11)
_RUNS = [[_set_cost(size, low, is_match=False) for low in _LOWEST] for size in _SIZES]
_MATCHES = [[_set_cost(size, low, is_match=True) for low in _LOWEST] for size in _SIZES]


HandPartition = tuple[bytes, tuple[float, ...], tuple[float, ...]]
"""The cheapest partitions of a hand's values and of all its beginnings and ends.

The values; for each i the cost of the first i cards; and for each i the cost of the others.
"""


def cost_without(hand: HandPartition, first: int, end: int) -> float:
    """The cost of the hand without the cards from index `first` to before `end`."""
    values, before, after = hand
    if first and end < len(values) and -2 < values[first - 1] - values[end] < 2:
        return _cost_around(hand, first - 1, values[first - 1], end)
    return before[first] + after[end]


def costs_with(hand: HandPartition, value: int) -> list[float]:
    """The cost with one more card of this value, for each index that the card can get."""
    _, before, after = hand
    alone = _RUNS[0][value]
    costs = [left + alone + right for left, right in zip(before, after, strict=True)]
    for index, cost in _costs_beside(hand, value):
        costs[index] = cost
    return costs


def _costs_beside(hand: HandPartition, value: int) -> Iterator[tuple[int, float]]:
    """The indices where one more card of this value can join a set, with the costs."""
    near = [-2 < value - other < 2 for other in hand[0]]
    beside = zip([False, *near], [*near, False], strict=True)
    for index, (left, right) in enumerate(beside):
        if left or right:
            yield index, _cost_around(hand, index, value, index)


def _cost_around(hand: HandPartition, left: int, value: int, right: int) -> float:
    """The cost of the first `left` cards, one of this value and those from `right` on."""
    values, before, after = hand
    costs = [before[left] + _RUNS[0][value] + after[right]]
    steps = {value - values[left - 1]} if left else set()
    if right < len(values):
        steps.add(values[right] - value)
    for step in steps:
        if -2 < step < 2:
            costs += _costs_by_set(hand, left, value, right, step)
    return min(costs)


def _costs_by_set(hand: HandPartition, left: int, value: int, right: int, step: int) -> list[float]:
    """The costs of `_cost_around`, one for each set of this step that the value can be in."""
    values, before, after = hand
    down, up = [before[left]], [after[right]]
    while left and values[left - 1] == value - step * len(down):
        left -= 1
        down.append(before[left])
    while right < len(values) and values[right] == value + step * len(up):
        right += 1
        up.append(after[right])
    costs, rises, falls = _RUNS if step else _MATCHES, step > 0, step < 0
    return [
        costs[lower + higher][value - rises * lower - falls * higher] + rest + more
        for lower, rest in enumerate(down)
        for higher, more in enumerate(up)
    ]


@lru_cache(maxsize=1 << 10)
def partition(values: bytes) -> HandPartition:
    """The cheapest partitions of a hand with these values."""
    return values, _suffix_costs(values[::-1])[::-1], _suffix_costs(values)


@lru_cache(maxsize=1 << 11)
def best_position(values: bytes, value: int) -> tuple[float, int]:
    """The least cost with one more card of this value, and an index for it with that cost."""
    hand = partition(values)
    least, index = hand[2][0] + _RUNS[0][value], 0
    for at, cost in _costs_beside(hand, value):
        if cost < least:
            least, index = cost, at
    return least, index


@lru_cache(maxsize=1 << 10)
def strongest_set(values: bytes) -> Strength:
    """The strength of the strongest set in a hand; EMPTY_TABLE for an empty hand (R9)."""
    spans = enumerate(reaches(values))
    return max((_strength(values, *span) for span in spans), default=EMPTY_TABLE)


def cheapest_sets(values: bytes) -> list[Strength]:
    """The sets of the cheapest partition, strongest first (R9)."""
    (*_, after), reached = partition(values), reaches(values)
    found: list[Strength] = []
    first = 0
    while first < len(values):
        spans = [(first, last) for last in range(first, reached[first] + 1)]
        _, last = min(spans, key=lambda span: _span_cost(values, *span) + after[span[1] + 1])
        found.append(_strength(values, first, last))
        first = last + 1
    return sorted(found, reverse=True)


def cost_of(values: bytes) -> float:
    """What a hand with these values will cost in points."""
    return partition(values)[2][0]


def better_flipped(hand: Packed) -> bool:
    """Whether the hand would cost less flipped (R6)."""
    return cost_of(values(flipped(hand))) < cost_of(values(hand))


def _strength(values: bytes, first: int, last: int) -> Strength:
    begin, end = values[first], values[last]
    return strength_from(last - first + 1, begin == end, min(begin, end))


def _span_cost(values: bytes, first: int, last: int) -> float:
    size, is_match, lowest = _strength(values, first, last)
    return (_MATCHES if is_match else _RUNS)[size - 1][lowest]


def _suffix_costs(values: bytes) -> tuple[float, ...]:
    """For each index the cost of the cards from there on, and 0 for none."""
    costs = [0.0] * (len(values) + 1)
    first = len(values)
    for reach in reversed(reaches(values)):
        first -= 1
        begin = values[first]
        best = _RUNS[0][begin] + costs[first + 1]
        if reach > first:
            set_costs = _MATCHES if values[first + 1] == begin else _RUNS
            for last in range(first + 1, reach + 1):
                end = values[last]
                cost = set_costs[last - first][begin if begin < end else end] + costs[last + 1]
                if cost < best:
                    best = cost
        costs[first] = best
    return tuple(costs)
