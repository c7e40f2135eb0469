"""Ratings: what a game says about its players' strength, and the number that members read.

openskill's Plackett-Luce model: a strength is a normal distribution with the mean `mu` and the
standard deviation `sigma`, and a game moves both by its order, ties included.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

PROVISIONAL_GAMES = 5
"""A rating from fewer rated games than this is provisional."""
_CAUTION = 3
"""How many standard deviations below the mean the number stands."""
_SCALE = 40
"""Points of the number for one of the model's."""
_BASE = 1000
"""The number of a member without a rated game."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """The strength of one member in one server, all time or in one season."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def number(self) -> int:
        """1000 + 40 x (mu - 3 sigma), a whole number: the cautious estimate that ranks members.

        It is 1000 before the first game, and rises as games make the estimate more certain.
        """
        return round(_BASE + _SCALE * (self.mu - _CAUTION * self.sigma))

    @property
    def uncertainty(self) -> int:
        """40 x sigma, a whole number: one standard deviation on the same scale, written after ±."""
        return round(_SCALE * self.sigma)


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game of at least two players whose ranks, best lowest, were these.

    Equal ranks are ties. The same arguments in the same order give exactly the same floats.
    """
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(player.mu, player.sigma) for (player,) in rated]
