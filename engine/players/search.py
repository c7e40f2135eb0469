"""Which of a few actions is best, by playing each on from the same deals."""

import random
from collections.abc import Sequence

from engine.actions import Action
from engine.players.belief import Belief
from engine.players.rollout_policy import rollout_action
from engine.players.value_network import estimate
from engine.round import Round

DEPTH = 8
"""Turns that are played on at the least, until the seat is on move again and `estimate` judges."""

TRUST = 24
"""Worlds that weigh as much as the first look at an action."""


class Search:
    """Plays candidates on in possible worlds, the worse half of them no further at each stage."""

    def __init__(self, belief: Belief, candidates: dict[Action, float], rng: random.Random) -> None:
        self._seat, self._rng, self._belief = belief.seat, rng, belief
        self._points: dict[Action, list[float]] = {action: [] for action in candidates}
        self._first_look = candidates
        self.best = max(candidates, key=candidates.__getitem__)

    def run(self, turns: int) -> None:
        """Compare the candidates until about so many turns have been played, at least once."""
        left = list(self._points)
        stages = max(1, (len(left) - 1).bit_length())
        for _ in range(stages):
            self._compare(left, turns // stages)
            left.sort(key=self._promise, reverse=True)
            del left[(len(left) + 1) // 2 :]
        self.best = left[0]

    def worth(self) -> dict[Action, float]:
        """What each candidate has been found to bring: points of the round above the others' mean.

        `best` brings most. The others are compared with it in the worlds that both were played in.
        """
        level = self._promise(self.best)
        return {
            # in brackets, so that rounding lifts nothing above the best
            action: level + (self._promise(action) - self._promise(self.best, len(points)))
            for action, points in self._points.items()
        }

    def _promise(self, action: Action, worlds: int | None = None) -> float:
        """What an action brings by the first look and by so many worlds, all unless given."""
        points = self._points[action][:worlds]
        return (sum(points) + TRUST * self._first_look[action]) / (len(points) + TRUST)

    def _compare(self, candidates: Sequence[Action], turns: int) -> None:
        while True:
            world = self._belief.world(self._rng)
            for action in candidates:
                now, played = self._play_on(world.after(self._seat, action))
                self._points[action].append(estimate(now, self._seat))
                turns -= played + 1
            if turns <= 0:
                break

    def _play_on(self, now: Round) -> tuple[Round, int]:
        """The round some turns later, at its end or with the seat on move, and how many."""
        played = 0
        while now.ended is None and (played < DEPTH or now.turn != self._seat):
            now = now.after(now.turn, rollout_action(now))
            played += 1
        return now, played
