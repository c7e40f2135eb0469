"""How a round is expected to end for each seat, were all hands open."""

from collections.abc import Sequence

from engine.players.splits import split, strongest, ups
from engine.round import Round
from engine.sets import to_beat

WEIGHTS: dict[int, tuple[float, ...]] = {
    2: (-0.74, 0.26, 0.00, -0.24, -0.39, -0.40, 1.34, 0.43),
    3: (-0.94, 0.53, 2.53, -0.82, -0.04, 0.14, 2.64, -0.02),
    4: (-0.93, 0.33, 1.97, -0.57, -0.15, 0.21, 1.28, -0.11),
    5: (-0.87, 0.11, 1.66, -0.47, -0.15, 0.22, 0.81, -0.29),
}
"""Points for each of `features`, by the number of players; `training` finds them."""


def features(now: Round, seat: int) -> tuple[float, ...]:
    """What a seat's prospects are judged by, between two turns of a round."""
    players, hand = len(now.hands), now.hands[seat]
    owns = seat == now.owner
    return (
        split(ups(hand)).effort,
        len(hand),
        now.tokens[seat],
        (seat - now.turn) % players,
        owns,
        len(now.active) if owns else 0,
        owns and _is_safe(now),
        now.chips[seat],
    )


def outlook(now: Round) -> list[float]:
    """The points that each seat may expect of the round, or has where it is over."""
    if now.ended is not None:
        return [score.points for score in now.scores()]
    weights = WEIGHTS[len(now.hands)]
    return [
        now.piles[seat]
        + now.chips[seat]
        + sum([weight * x for weight, x in zip(weights, features(now, seat), strict=True)])
        for seat in range(len(now.hands))
    ]


def ahead(points: Sequence[float], seat: int) -> float:
    """A seat's points less the mean of the others'."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _is_safe(now: Round) -> bool:
    """Whether nobody who moves before its owner can beat the Active Set."""
    players, beaten = len(now.hands), to_beat(now.active)
    movers = range(players - 1 - now.scouts_in_row) if players > 2 else range(1)
    return all(
        strongest(ups(now.hands[(now.turn + later) % players])) <= beaten for later in movers
    )
