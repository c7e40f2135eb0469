"""The rule of ratings: who is rated after a game, by how much, and whose rating can rise.

Ratings are openskill's Plackett-Luce model: a strength is a normal distribution with the mean `mu`
and the standard deviation `sigma`, and a game changes both by its order, ties included. This module
knows no database; docs/ratings.md explains the rule to players.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from openskill.models import PlackettLuce

RULE = 2
"""The rule's version in new results; under version 1 every member was eligible."""
PROVISIONAL_GAMES = 5
"""A rating from fewer rated games than this is provisional."""
FULL_GAMES_OF_A_PAIR = 9
"""The games of two members within a week that have full weight."""
_OPPOSING_MOVES = 5
"""The own moves that make a member an opponent whose games can raise others' ratings."""
_CAUTION = 3
"""The published number is the mean less this many standard deviations."""
_SCALE = 40
"""Points of the number for one point of the model."""
_BASE = 1000
"""The number of a member without a rated game."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """The strength of one member in one server, all time or in one season."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def estimate(self) -> float:
        """mu - 3 sigma: the cautious estimate that ranks members."""
        return self.mu - _CAUTION * self.sigma

    @property
    def number(self) -> int:
        """1000 + 40 x the cautious estimate, a whole number.

        It is 1000 before the first game, and rises as games make the estimate more certain.
        """
        return round(_BASE + _SCALE * self.estimate)

    @property
    def uncertainty(self) -> int:
        """40 x sigma, a whole number: one standard deviation on the same scale, written after ±."""
        return round(_SCALE * self.sigma)


class Part(NamedTuple):
    """A member's part in a game.

    `finished`: not left, and not replaced at the end. `moves` are the member's own turns.
    `own_round`: whether all their turns of a finished round, at least one, were their own.
    `excused`: finished, but another member had asked a computer to play for them shortly before.
    """

    finished: bool
    points: int
    moves: int
    own_round: bool
    excused: bool = False

    @property
    def is_opponent(self) -> bool:
        """Whether this part is enough for the ratings of others to rise."""
        return self.own_round or self.moves >= _OPPOSING_MOVES


def eligible(parts: Sequence[Part]) -> list[int]:
    """The indexes of the members who have a result; none if only one of several moved."""
    found = [index for index, part in enumerate(parts) if part.moves > 0]
    return found if len(found) > 1 or len(parts) == 1 else []


def ranks(parts: Sequence[Part]) -> list[int]:
    """The ranks by points; members who did not finish share the last rank (R23)."""
    finished = [part.points for part in parts if part.finished]
    return [
        1 + (sum(other > part.points for other in finished) if part.finished else len(finished))
        for part in parts
    ]


def may_rise(parts: Sequence[Part]) -> list[bool]:
    """Whether each eligible member finished by themself and had an opponent who played."""
    opponents = sum(part.is_opponent for part in parts)
    return [part.finished and not part.excused and opponents > part.is_opponent for part in parts]


def pair_weight(games: int) -> float:
    """The weight of the newest of two members' `games` of a week: 1, from the tenth on less."""
    return 1 / max(1, games - FULL_GAMES_OF_A_PAIR + 1)


def weight(members: Iterable[int], earlier: Sequence[set[int]]) -> float:
    """The weight of a game: the mean over all pairs of its members.

    `earlier` are the members of each other game of the week that ended with this one.
    """
    weights = [
        pair_weight(1 + sum(one in game and other in game for game in earlier))
        for one, other in combinations(members, 2)
    ]
    return sum(weights) / len(weights) if weights else 1.0


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game of at least two players whose ranks, best lowest, were these.

    Equal ranks are ties. The same arguments in the same order return exactly the same floats.
    """
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


def rate_weighted(
    ratings: Sequence[Rating], ranks: Sequence[int], rising: Sequence[bool], weight: float
) -> list[Rating | None]:
    """The ratings after a game of this weight; None for a member whose rating does not change.

    A rise of a rating counts only if `rising` allows it.
    """
    rated = zip(ratings, rate(ratings, ranks), strict=True)
    after = [new if weight == 1 else _between(old, new, weight) for old, new in rated]
    return [
        new if can_rise or new.estimate <= old.estimate else None
        for old, new, can_rise in zip(ratings, after, rising, strict=True)
    ]


def _between(old: Rating, new: Rating, weight: float) -> Rating:
    return Rating(old.mu + weight * (new.mu - old.mu), old.sigma + weight * (new.sigma - old.sigma))
