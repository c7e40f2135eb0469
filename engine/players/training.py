"""Finds the weights of `outlook` by self-play: `python -m engine.players.training [rounds]`.

The medium player plays rounds against itself, now and then a worse action. Least squares then say
how far the points that a seat got, beyond those it held, hang on its features.
"""

import random
import sys
from collections.abc import Iterator

from engine.actions import Action, Orient
from engine.cards import MAX_PLAYERS, MIN_PLAYERS, Cards, shuffled_deal, turn_over
from engine.players.outlook import WEIGHTS, ahead, features
from engine.players.scales import Scales, held
from engine.players.splits import burden
from engine.round import Round

MISTAKES = 0.1
"""Share of turns with one of the likelier actions in place of the best."""
RIDGE = 0.1
"""Keeps the weight of a feature that never differs at nothing."""

Row = tuple[list[float], float]
"""A seat's features less the others' mean, and the points to come less the others' mean."""


def rows(players: int, rng: random.Random) -> Iterator[Row]:
    """Every seat at every position between two turns of one round."""
    now = Round.begin(shuffled_deal(players, rng))
    for seat in range(players):
        now = now.after(seat, _way_up(now.hands[seat]))
    passed: list[Round] = []
    while now.ended is None:
        now = now.after(now.turn, _any_good(now, rng))
        passed.append(now)
    final: list[float] = [score.points for score in now.scores()]
    for then in passed[:-1]:
        owned: list[float] = [sum(both) for both in zip(then.piles, then.chips, strict=True)]
        columns = list(zip(*(features(then, seat) for seat in range(players)), strict=True))
        for seat in range(players):
            differences = [ahead(list(column), seat) for column in columns]
            yield differences, ahead(final, seat) - ahead(owned, seat)


def fitted(samples: Iterator[Row]) -> list[float]:
    """The weights with the least sum of squared errors."""
    size = len(WEIGHTS[MIN_PLAYERS])
    table = [[RIDGE * (row == column) for column in range(size)] + [0.0] for row in range(size)]
    for differences, points in samples:
        extended = [*differences, points]
        for row, difference in zip(table, differences, strict=True):
            if difference:
                row[:] = [
                    total + difference * other for total, other in zip(row, extended, strict=True)
                ]
    return _solved(table)


def _way_up(hand: Cards) -> Orient:
    """Turn the hand over if that is less of a burden (R6)."""
    return Orient(burden(turn_over(hand)) < burden(hand))


def _any_good(now: Round, rng: random.Random) -> Action:
    worth = Scales(held(now)).likely()
    best = sorted(worth, key=worth.__getitem__, reverse=True)
    return rng.choice(best[:5]) if rng.random() < MISTAKES else best[0]


def _solved(table: list[list[float]]) -> list[float]:
    """Gauss-Jordan elimination; the table is positive definite, so that no row need move."""
    for at, pivot in enumerate(table):
        pivot[:] = [value / pivot[at] for value in pivot]
        for row in table:
            if row is not pivot:
                factor = row[at]
                row[:] = [value - factor * other for value, other in zip(row, pivot, strict=True)]
    return [row[-1] for row in table]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        rng = random.Random(players)
        weights = fitted(row for _ in range(rounds) for row in rows(players, rng))
        print(f"{players}: ({', '.join(f'{weight:.2f}' for weight in weights)}),")


if __name__ == "__main__":
    main()
