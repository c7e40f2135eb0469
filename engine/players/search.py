"""Which of a few actions is best, by playing each on from the same deals."""

import random
from collections.abc import Sequence
from statistics import fmean

from engine.actions import Action
from engine.players.belief import Belief
from engine.players.outlook import ahead, outlook
from engine.players.scales import Scales, held
from engine.round import Round
from engine.view import View

DEPTH = 10
"""Turns that are played on, the action's own among them, before `outlook` judges."""

TRUST = 8
"""Worlds that weigh as much as the first look at an action."""


class Search:
    """Plays candidates on in possible worlds, the worse half of them no further at each stage."""

    def __init__(self, view: View, candidates: dict[Action, float], rng: random.Random) -> None:
        assert view.seat is not None
        self._seat, self._rng, self._belief = view.seat, rng, Belief(view)
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

    def _promise(self, action: Action) -> float:
        return sum(self._points[action]) + TRUST * self._first_look[action]

    def worth(self) -> dict[Action, float]:
        """What each candidate has been found to bring: points of the round above the others' mean.

        Candidates are compared in the worlds that both were played in; the level is that of the
        candidate that was played in most.
        """
        most = max(self._points.values(), key=len)
        level = fmean(most)
        return {
            action: level + fmean(points) - fmean(most[: len(points)])
            for action, points in self._points.items()
        }

    def _compare(self, candidates: Sequence[Action], turns: int) -> None:
        while True:
            world = self._belief.world(self._rng)
            for action in candidates:
                now, played = _play_on(world.after(self._seat, action))
                self._points[action].append(ahead(outlook(now), self._seat))
                turns -= played + 1
            if turns <= 0:
                break


def _play_on(now: Round) -> tuple[Round, int]:
    """The round some turns later, and how many."""
    played = 0
    while played < DEPTH - 1 and now.ended is None:
        worth = Scales(held(now)).likely()
        now = now.after(now.turn, max(worth, key=worth.__getitem__))
        played += 1
    return now, played
