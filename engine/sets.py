"""Sets: what they are, which beats which, and every Show that a hand allows (R8-R10)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import sub
from typing import NamedTuple

from engine.actions import Show
from engine.cards import DECK_SIZE, Card, Cards

_STEPS = frozenset((-1, 0, 1))
_SHOWS = [[Show(first + 1, last + 1) for last in range(DECK_SIZE)] for first in range(DECK_SIZE)]
"""Every Show, made once, by the indices of its first and last card."""


class Strength(NamedTuple):
    """How strong a set is: `a > b` is exactly "a beats b" (R9).

    More cards win; then a match against a run; then the higher lowest number.
    """

    size: int
    is_match: bool
    lowest: int


EMPTY_TABLE = Strength(size=1, is_match=True, lowest=0)
"""Weaker than any card: what a Show has to beat where nothing lies on the table (R10)."""


def strength(cards: Sequence[Card]) -> Strength | None:
    """The strength of these cards as they lie, or None where they are no set (R8, R9)."""
    values = [card.up for card in cards]
    steps = {right - left for left, right in pairwise(values)}
    if not values or len(steps) > 1 or not steps <= _STEPS:
        return None
    return Strength(len(values), steps <= {0}, min(values))


@lru_cache(maxsize=1024)
def to_beat(active: Cards) -> Strength:
    """What a Show has to beat: the cards that are left of the Active Set (R9, R10)."""
    return strength(active) or EMPTY_TABLE


def shows(hand: Cards, active: Cards) -> list[Show]:
    """Every Show that beats the Active Set, () for none, sorted by first, then last card (R10)."""
    values = [up for up, _ in hand]
    return winning(values, enumerate(reaches(values)), to_beat(active))


def shows_with_one_more(values: list[int], index: int, value: int, beaten: Strength) -> list[Show]:
    """The Shows that include a card of this value put at this index of the values (R10)."""
    beside = values[index - 1 if index else 0 : index + 1]
    if {value - 1, value, value + 1}.isdisjoint(beside):
        return [_SHOWS[index][index]] if (1, True, value) > beaten else []
    return shows_with([*values[:index], value, *values[index:]], index, beaten)


def shows_with(values: list[int], index: int, beaten: Strength) -> list[Show]:
    """The Shows that include the card at this index, of a hand with these values (R10)."""
    begin, end = _far_end(values, index, -1), _far_end(values, index, 1)
    through = begin < index < end and values[index - 1] + values[index + 1] == 2 * values[index]
    spans = enumerate([end if through else index] * (index - begin) + [end], begin)
    return [show for show in winning(values, spans, beaten) if show.last > index]


def winning(
    values: Sequence[int], spans: Iterable[tuple[int, int]], beaten: Strength
) -> list[Show]:
    """The Shows that win; spans are where sets begin and how far each of them reaches (R9)."""
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
    """For every card the last card of the longest set that begins there, as indices (R8)."""
    steps = [*map(sub, values[1:], values), None]
    found = [*range(len(values))]
    for first in range(len(values) - 2, -1, -1):
        if (step := steps[first]) in _STEPS:
            found[first] = found[first + 1] if step == steps[first + 1] else first + 1
    return found


def _far_end(values: list[int], index: int, way: int) -> int:
    """The far end of the longest set from the index to the left, -1, or to the right, 1 (R8)."""
    end, step = index, None
    while 0 <= end + way < len(values):
        onward = values[end + way] - values[end]
        if onward not in _STEPS or step not in (None, onward):
            break
        end, step = end + way, onward
    return end
