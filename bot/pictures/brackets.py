"""Which Shows are bracketed below a hand, and in which lane each of them."""

from collections.abc import Sequence

from engine.actions import Show


def longest(shows: Sequence[Show]) -> list[Show]:
    """The Shows that are no part of another one, from left to right.

    Two of a legal hand share one card at most, so they need no more than two lanes.
    """
    found: list[Show] = []
    for show in sorted(set(shows), key=lambda show: (show.first, -show.last)):
        if not found or show.last > found[-1].last:
            found.append(show)
    return found


def lanes(shows: Sequence[Show]) -> list[int]:
    """For each Show, from left to right, the first lane from 0 where it meets no other."""
    ends: list[int] = []
    found: list[int] = []
    for first, last in shows:
        lane = next((lane for lane, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        found.append(lane)
    return found
