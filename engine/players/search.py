"""The search for the best of a few actions: sequential halving over common determinizations.

Sequential halving (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits",
2013) spends the work in stages and drops the worse half of the actions after each. Every action
left is played on from the same determinizations, so that their luck cancels; a rollout stops early
and the value network estimates the rest. In a rollout all seats choose about as medium would, but
much faster: a Show if there is one, otherwise the best Scout or Scout & Show.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf, sqrt
from operator import itemgetter
from statistics import stdev

from engine.actions import Action, ScoutAndShow
from engine.cards import UP
from engine.players.belief import Belief
from engine.players.hand_partition import cost_without, partition
from engine.players.medium import TOKEN_COST, best_scouts
from engine.players.value_network import estimate
from engine.position import Position, after_scout
from engine.sets import SHOWS, packed_to_beat, strength_from, winning

ROLLOUT_TURNS = 8
"""The least turns of a rollout; it goes on until the seat is to move again."""

PRIOR_WEIGHT = 24
"""The number of determinizations that count as much as the prior of an action."""


class Search:
    """Compares candidate actions of one seat; `candidates` holds the prior value of each."""

    def __init__(self, belief: Belief, candidates: dict[Action, float], rng: random.Random) -> None:
        self._seat, self._rng, self._belief = belief.seat, rng, belief
        self._points: dict[Action, list[float]] = {action: [] for action in candidates}
        self._prior = candidates
        self._best = max(candidates, key=candidates.__getitem__)

    def run(self, turns: int) -> None:
        """Compare the candidates by about this many turns of rollouts.

        Each stage plays at least one determinization.
        """
        left = list(self._points)
        stages = max(1, (len(left) - 1).bit_length())
        for _ in range(stages):
            self._compare(left, turns // stages)
            left.sort(key=self._mean, reverse=True)
            del left[(len(left) + 1) // 2 :]
        self._best = left[0]

    def worth(self) -> dict[Action, float]:
        """The value of each candidate: points of the round less the others' mean; best first.

        An action is compared with the best one by the determinizations that both were played in.
        """
        level = self._mean(self._best)
        return {
            # in brackets, so that rounding lifts nothing above the best
            action: level + (self._mean(action) - self._mean(self._best, len(self._points[action])))
            for action in sorted(self._points, key=lambda action: action != self._best)
        }

    def difference(self, action: Action, other: Action, samples: int) -> tuple[float, float]:
        """The points by which one candidate is ahead of another, and their standard error.

        Both are played from so many new determinizations, at least two, and compared in pairs.
        The prior counts as in `worth`.
        """
        pairs = [self.play_each((action, other))[0] for _ in range(samples)]
        ahead = [one - two for one, two in pairs]
        weight = samples + PRIOR_WEIGHT
        prior = self._prior[action] - self._prior[other]
        mean = (sum(ahead) + PRIOR_WEIGHT * prior) / weight
        return mean, stdev(ahead) / sqrt(weight)

    def play_each(self, candidates: Sequence[Action]) -> tuple[list[float], int]:
        """The points after each candidate from one new determinization, and the turns played."""
        start, points, turns = self._belief.determinization(self._rng), [], 0
        for action in candidates:
            now = start.copy()
            now.make(self._seat, action)
            turns += self._roll_out(now) + 1
            points.append(estimate(now, self._seat))
        return points, turns

    def _mean(self, action: Action, samples: int | None = None) -> float:
        """The mean of the prior and of the first `samples` rollouts, by default all."""
        points = self._points[action][:samples]
        return (sum(points) + PRIOR_WEIGHT * self._prior[action]) / (len(points) + PRIOR_WEIGHT)

    def _compare(self, candidates: Sequence[Action], turns: int) -> None:
        """Play these candidates on from common determinizations for about this many turns."""
        while True:
            points, played = self.play_each(candidates)
            for action, found in zip(candidates, points, strict=True):
                self._points[action].append(found)
            turns -= played
            if turns <= 0:
                break

    def _roll_out(self, now: Position) -> int:
        """Play the round on, to its end or until the seat is to move; return the turns played."""
        played = 0
        while now.mover is not None and (played < ROLLOUT_TURNS or now.mover != self._seat):
            now.make(now.mover, self._rollout_action(now))
            played += 1
        return played

    def _rollout_action(self, now: Position) -> Action:
        return rollout_action(now)


def rollout_action(now: Position) -> Action:
    """The Show that leaves the cheapest hand; without a Show the cheapest Scout or Scout & Show."""
    values = now.hands[now.turn].translate(UP)
    best = _best_show(values, *packed_to_beat(now.active))
    if best:
        _, first, last = best
        return SHOWS[first][last]
    _, action = min(_scouts(now, values), key=itemgetter(0))
    return action


@lru_cache(maxsize=1 << 11)
def _best_show(
    values: bytes, size: int, is_match: bool, lowest: int
) -> tuple[float, int, int] | None:
    """The winning Show that leaves the cheapest hand; None if no Show beats this strength (R10).

    The cost of that hand, -inf if there is none (R19), and the Show by its indices in SHOWS.
    """
    best = None
    hand = None
    for show in winning(values, strength_from(size, is_match, lowest), SHOWS):
        first, end = show.first - 1, show.last
        if end - first == len(values):
            return -inf, first, end - 1
        hand = hand or partition(values)
        cost = cost_without(hand, first, end)
        if best is None or cost < best[0]:
            best = cost, first, end - 1
    return best


def _scouts(now: Position, values: bytes) -> Iterator[tuple[float, Action]]:
    """For each end and orientation the best Scout and its best Scout & Show, with their costs."""
    hand, token = now.hands[now.turn], now.tokens[now.turn]
    for scout, scout_cost in best_scouts(values, now.active):
        yield scout_cost, scout
        if token:
            after, rest = after_scout(hand, now.active, scout)
            best = _best_show(after.translate(UP), *packed_to_beat(rest))
            if best:
                cost, first, last = best
                yield cost + TOKEN_COST - len(rest), ScoutAndShow(scout, SHOWS[first][last])
