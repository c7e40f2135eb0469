"""Sets: their strength, which beats which, and the Shows of a hand (R8-R10)."""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import itemgetter, sub
from typing import NamedTuple, TypeVar

from engine.actions import Show
from engine.cards import DECK_SIZE, Card, Cards, Packed, values as values_of

_T = TypeVar("_T")
_STEPS = frozenset((-1, 0, 1))
HIGHEST, NO_VALUE = 10, b"\0"
_END = NO_VALUE * 2
_up = itemgetter(0)
LINKED = [
    [low > 0 < high and -2 < low - high < 2 for high in range(HIGHEST + 1)]
    for low in range(HIGHEST + 1)
]
"""Whether neighbours of two values can be in one set (R8); none can be beside NO_VALUE."""

SHOWS = [[Show(first + 1, last + 1) for last in range(DECK_SIZE)] for first in range(DECK_SIZE)]
"""Lookup: the indices of a first and a last card → their Show."""


class Strength(NamedTuple):
    """The strength of a set: `a > b` is exactly "a beats b" (R9).

    More cards win; then a match against a run; then the higher lowest number.
    """

    size: int
    is_match: bool
    lowest: int


strength_from = cache(Strength)
"""One object for equal strengths, so that caches hold few objects for the garbage collector."""

EMPTY_TABLE = strength_from(1, True, 0)
"""Weaker than any card: what a Show has to beat on an empty table (R10)."""


def strength(cards: Sequence[Card]) -> Strength | None:
    """The strength of these cards in this order, or None if they are not a set (R8, R9)."""
    return strength_of(bytes(map(_up, cards)))


@lru_cache(maxsize=1 << 12)
def strength_of(values: bytes) -> Strength | None:
    """As `strength`, of cards with these values."""
    steps = set(map(sub, values[1:], values))
    if not values or len(steps) > 1 or not steps <= _STEPS:
        return None
    return strength_from(len(values), steps <= {0}, min(values))


def to_beat(active: Sequence[Card]) -> Strength:
    """The strength that a Show has to beat: that of the cards left in the Active Set (R9, R10)."""
    return strength_of(bytes(map(_up, active))) or EMPTY_TABLE


@lru_cache(maxsize=1 << 12)
def packed_to_beat(active: Packed) -> Strength:
    """As `to_beat`, of packed cards."""
    return strength_of(values_of(active)) or EMPTY_TABLE


def shows(hand: Cards, active: Cards) -> list[Show]:
    """Every Show that beats the Active Set, sorted by first, then last card (R10).

    The Active Set is () on an empty table.
    """
    return winning(bytes(map(_up, hand)), to_beat(active), SHOWS)


def winning(values: bytes, beaten: Strength, spans: Sequence[Sequence[_T]]) -> list[_T]:
    """The entry in `spans` of each set that beats this strength, by first, then last card (R8, R9).

    `spans` is a table by the indices of a set's first and last card, such as SHOWS.
    """
    size, is_match, lowest = beaten
    beaten_single = lowest if size == 1 else HIGHEST
    found: list[_T] = []
    first = reach = 0  # `reach` is the last index of the longest set from `first` on
    following = values[1:] + _END
    for begin, after, row in zip(values, following, spans, strict=False):
        if begin > beaten_single:
            found.append(row[first])
        if LINKED[begin][after]:
            if first >= reach:
                step, reach = after - begin, first + 1
                while following[reach] == after + step > 0:
                    reach, after = reach + 1, after + step
            if size > 1:
                last = first + size - 1
                if last <= reach and _beats(begin, values[last], is_match, lowest):
                    found += row[last : reach + 1]
                else:
                    found += row[last + 1 : reach + 1]
            elif reach == first + 1:  # mostly a pair, and quicker so
                found.append(row[reach])
            else:
                found += row[first + 1 : reach + 1]
        first += 1  # noqa: SIM113  # this loop is most of a list, and `enumerate` slows it down
    return found


def _beats(begin: int, end: int, is_match: bool, lowest: int) -> bool:
    """Whether a set with these values at its ends beats one of as many cards (R9)."""
    return (begin == end, begin if begin < end else end) > (is_match, lowest)


def reaches(values: Sequence[int]) -> list[int]:
    """For each index the last index of the longest set that begins there (R8)."""
    steps = [*map(sub, values[1:], values), None]
    found = [*range(len(values))]
    for first in range(len(values) - 2, -1, -1):
        if (step := steps[first]) in _STEPS:
            found[first] = found[first + 1] if step == steps[first + 1] else first + 1
    return found
