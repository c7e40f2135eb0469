"""What a round will still bring to a seat that is about to act or just did, as far as it can tell.

A small net judges; `tests/tools/train_value_network.py` has found its weights by self-play.
"""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import mul
from pathlib import Path
from typing import NamedTuple

from engine.players.hand_partition import sets, split, strongest, ups
from engine.round import Round
from engine.sets import to_beat
from engine.view import View

WEIGHTS = Path(__file__).with_name("value_network.json")
"""The nets by the number of players, as they were trained."""

_SETS = 3
_NO_SET = (0, False, 0)


class Net(NamedTuple):
    """One hidden layer of rectified sums: a row of weights and a bias for each of its units."""

    rows: Sequence[Sequence[float]]
    biases: Sequence[float]
    weights: Sequence[float]
    bias: float

    def points(self, features: Sequence[float]) -> float:
        """What the net makes of these features."""
        total = self.bias
        for row, bias, weight in zip(self.rows, self.biases, self.weights, strict=True):
            unit = sum(map(mul, row, features), bias)
            if unit > 0:
                total += weight * unit
        return total


@cache
def nets() -> dict[int, Net]:
    """The nets by the number of players."""
    written = json.loads(WEIGHTS.read_text())
    return {int(players): Net(*parts) for players, parts in written.items()}


def features(now: Round, seat: int) -> list[float]:
    """What a seat's prospects are judged by: what it sees, and nothing else (R15)."""
    values, beaten = ups(now.hands[seat]), to_beat(now.active)
    rivals = [(seat + later) % len(now.hands) for later in range(1, len(now.hands))]
    counts = [len(now.hands[rival]) for rival in rivals]
    found = [
        *_own(values),
        now.turn == seat,
        strongest(values) > beaten,
        *beaten,
        now.tokens[seat],
        now.scouts_in_row,
        min(counts),
        *counts,
        *(now.owner == rival for rival in rivals),
        *(now.tokens[rival] for rival in rivals),
    ]
    return found if len(rivals) > 1 else [*found, now.chips[seat], now.chips[rivals[0]]]


def estimate(now: Round, seat: int) -> float:
    """The points of the round above the others' mean that a seat may expect, or has at its end.

    While a round goes on, a seat is judged that is on move or has just been.
    """
    if now.ended is not None:
        return ahead([score.points for score in now.scores()], seat)
    return lead(now, seat) + nets()[len(now.hands)].points(features(now, seat))


def lead(now: Round | View, seat: int) -> float:
    """The points that a seat holds already above the others' mean: its pile and chips (R22)."""
    held = [sum(both) for both in zip(now.piles, now.chips, strict=True)]
    return ahead(held, seat)


def ahead(points: Sequence[float], seat: int) -> float:
    """A seat's points less the mean of the others'."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


@lru_cache(maxsize=1 << 14)
def _own(values: tuple[int, ...]) -> list[float]:
    """What a hand is judged by: its cost, cards and strongest set, and what it splits into."""
    parts = sets(values)
    sizes = [size for size, _, _ in parts]
    best = [*parts, *[_NO_SET] * _SETS][:_SETS]
    _, _, lowest_of_weakest = parts[-1] if parts else _NO_SET
    return [
        split(values).effort,
        len(values),
        *strongest(values),
        len(parts),
        *(sizes.count(size) for size in (1, 2, 3)),
        *chain.from_iterable(best),
        lowest_of_weakest,
    ]
