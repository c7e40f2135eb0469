"""In which lane below a hand each Show has its bracket."""

from collections.abc import Sequence

from engine.actions import Show


def lanes(shows: Sequence[Show]) -> list[int]:
    """For each Show, from left to right, the first lane from 0 where it meets no other."""
    ends: list[int] = []
    found: list[int] = []
    for first, last in shows:
        lane = next((lane for lane, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        found.append(lane)
    return found
