"""The value network: an estimate of how a round ends for a seat that is to move or just moved.

It estimates the points that the seat will still gain on the others' mean, from what the seat
sees. One hidden layer, one net for each number of players, trained by regression on the results
of self-play: see `tests/tools/train_value_network.py`.
"""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import mul
from pathlib import Path
from typing import NamedTuple

from engine.cards import UP
from engine.players.hand_partition import cheapest_sets, cost_of, strongest_set
from engine.position import Position
from engine.sets import packed_to_beat
from engine.view import View

WEIGHTS = Path(__file__).with_name("value_network.json")
"""The trained nets by number of players, as JSON."""

_SETS = 3  # of the cheapest partition that are features
_NO_SET = (0, False, 0)


class Net(NamedTuple):
    """One hidden layer of rectified linear units, each with a row of weights and a bias."""

    rows: Sequence[Sequence[float]]
    biases: Sequence[float]
    weights: Sequence[float]
    bias: float

    def points(self, features: Sequence[float]) -> float:
        """The output of the net for these features."""
        total = self.bias
        for row, bias, weight in zip(self.rows, self.biases, self.weights, strict=True):
            unit = sum(map(mul, row, features), bias)
            if unit > 0:
                total += weight * unit
        return total


@cache
def nets() -> dict[int, Net]:
    """The nets by number of players."""
    written = json.loads(WEIGHTS.read_text())
    return {int(players): Net(*parts) for players, parts in written.items()}


def features(now: Position, seat: int) -> list[float]:
    """The input of the net: only what the seat sees (R15)."""
    values = now.hands[seat].translate(UP)
    beaten = packed_to_beat(now.active)
    rivals = [(seat + later) % len(now.hands) for later in range(1, len(now.hands))]
    counts = [len(now.hands[rival]) for rival in rivals]
    found = [
        *_hand_features(values),
        now.turn == seat,
        strongest_set(values) > beaten,
        *beaten,
        now.tokens[seat],
        now.scouts_in_row,
        min(counts),
        *counts,
        *(now.owner == rival for rival in rivals),
        *(now.tokens[rival] for rival in rivals),
    ]
    if now.rules.scout_costs_chip:
        found += [now.chips[seat], *(now.chips[rival] for rival in rivals)]
    return found


def estimate(now: Position, seat: int) -> float:
    """The seat's points in this round less the others' mean: expected, or exact after its end.

    While the round goes on, the seat must be to move or the one that moved last.
    """
    if now.ended is not None:
        return ahead([score.points for score in now.scores()], seat)
    return lead(now, seat) + nets()[len(now.hands)].points(features(now, seat))


def lead(now: Position | View, seat: int) -> float:
    """A seat's points so far, pile and chips (R22), less the mean of the others'."""
    points = [sum(both) for both in zip(now.piles, now.chips, strict=True)]
    return ahead(points, seat)


def ahead(points: Sequence[float], seat: int) -> float:
    """A seat's points less the mean of the others'."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


@lru_cache(maxsize=1 << 10)
def _hand_features(values: bytes) -> tuple[float, ...]:
    """A hand's cost, size and strongest set, and the sets of its cheapest partition."""
    parts = cheapest_sets(values)
    sizes = [size for size, _, _ in parts]
    best = [*parts, *[_NO_SET] * _SETS][:_SETS]
    _, _, lowest_of_weakest = parts[-1] if parts else _NO_SET
    return (
        cost_of(values),
        len(values),
        *strongest_set(values),
        len(parts),
        *(sizes.count(size) for size in (1, 2, 3)),
        *chain.from_iterable(best),
        lowest_of_weakest,
    )
