"""Sets: their strength, which beats which, and the Shows of a hand (R8-R10)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import sub
from typing import NamedTuple

from engine.actions import Show
from engine.cards import DECK_SIZE, Card, Cards

_STEPS = frozenset((-1, 0, 1))
_SHOWS = [[Show(first + 1, last + 1) for last in range(DECK_SIZE)] for first in range(DECK_SIZE)]
"""Every Show by the indices of its first and last card, made once to save time."""


class Strength(NamedTuple):
    """The strength of a set: `a > b` is exactly "a beats b" (R9).

    More cards win; then a match against a run; then the higher lowest number.
    """

    size: int
    is_match: bool
    lowest: int


EMPTY_TABLE = Strength(size=1, is_match=True, lowest=0)
"""Weaker than any card: what a Show has to beat on an empty table (R10)."""


def strength(cards: Sequence[Card]) -> Strength | None:
    """The strength of these cards in this order, or None if they are not a set (R8, R9)."""
    values = [card.up for card in cards]
    steps = {right - left for left, right in pairwise(values)}
    if not values or len(steps) > 1 or not steps <= _STEPS:
        return None
    return Strength(len(values), steps <= {0}, min(values))


@lru_cache(maxsize=1024)
def to_beat(active: Cards) -> Strength:
    """The strength that a Show has to beat: that of the cards left in the Active Set (R9, R10)."""
    return strength(active) or EMPTY_TABLE


def shows(hand: Cards, active: Cards) -> list[Show]:
    """Every Show that beats the Active Set, sorted by first, then last card (R10).

    The Active Set is () on an empty table.
    """
    values = [up for up, _ in hand]
    return winning_shows(values, enumerate(reaches(values)), to_beat(active))


def shows_with(values: list[int], index: int, beaten: Strength) -> list[Show]:
    """The winning Shows that include the card at this index, in a hand of these values (R10)."""
    begin, end = _far_end(values, index, -1), _far_end(values, index, 1)
    through = begin < index < end and values[index - 1] + values[index + 1] == 2 * values[index]
    spans = enumerate([end if through else index] * (index - begin) + [end], begin)
    return [show for show in winning_shows(values, spans, beaten) if show.last > index]


def winning_shows(
    values: Sequence[int], spans: Iterable[tuple[int, int]], beaten: Strength
) -> list[Show]:
    """The Shows that beat this strength (R9).

    `spans` are pairs of indices: where sets begin, and the last card that such a set can have.
    """
    size, is_match, lowest = beaten
    found: list[Show] = []
    for first, reach in spans:
        last = first + size - 1
        if last <= reach:
            begin, end = values[first], values[last]
            if (begin == end, begin if begin < end else end) <= (is_match, lowest):
                last += 1
            found += _SHOWS[first][last : reach + 1]
    return found


def reaches(values: Sequence[int]) -> list[int]:
    """For each index the last index of the longest set that begins there (R8)."""
    steps = [*map(sub, values[1:], values), None]
    found = [*range(len(values))]
    for first in range(len(values) - 2, -1, -1):
        if (step := steps[first]) in _STEPS:
            found[first] = found[first + 1] if step == steps[first + 1] else first + 1
    return found


def _far_end(values: list[int], index: int, direction: int) -> int:
    """The last index of the longest set from this index to the left, -1, or right, 1 (R8)."""
    end, step = index, None
    while 0 <= end + direction < len(values):
        next_step = values[end + direction] - values[end]
        if next_step not in _STEPS or step not in (None, next_step):
            break
        end, step = end + direction, next_step
    return end
