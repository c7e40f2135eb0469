"""The hard computer player: a search over the actions with the best prior.

Medium's evaluation selects actions, the value network adds a prior, and `Search` compares the best
of those by rollouts from determinizations.
"""

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from statistics import fmean

from engine.actions import Action
from engine.players import Comparison
from engine.players.belief import Belief
from engine.players.medium import Medium
from engine.players.search import Search
from engine.players.value_network import estimate
from engine.position import Position
from engine.view import View

PRIOR_ACTIONS = 20
"""The number of medium's best actions that get a prior from the value network."""
PRIOR_SAMPLES_IF_STUCK_ENDS = 8
"""Determinizations for the prior if a stuck player ends the round (R21): see `_prior`."""
CANDIDATES = 8
"""The number of actions with the best prior that are searched."""
TURNS = 900
"""Turns of rollouts before a move: not seconds, so that equal views lead to equal moves."""
QUICK_TURNS = 250
"""Turns of rollouts of the quick form, for at most 10 ms a move at the median: see STRENGTH.md."""
COMPARED_SAMPLES = 64
"""Determinizations from which two actions are compared: see `Hard.compare`."""


class Hard:
    """Searches the most promising actions in positions that agree with what its seat has seen.

    `believe` makes the Belief of a view, and `searching` compares actions by it.
    """

    def __init__(
        self,
        turns: int = TURNS,
        believe: Callable[[View], Belief] = Belief,
        searching: type[Search] = Search,
    ) -> None:
        self._turns, self._believe, self._searching = turns, believe, searching

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action with the highest value."""
        worth = self.evaluate(view, rng)
        return max(worth, key=worth.__getitem__)

    def evaluate(
        self, view: View, rng: random.Random, also: Collection[Action] = ()
    ) -> dict[Action, float]:
        """The values of the best actions and of the legal actions `also`, best first.

        A value is an estimate of the seat's points in this round less the others' mean.
        """
        return self._search(view, rng, also).worth()

    def compare(self, view: View, action: Action, rng: random.Random) -> Comparison:
        """Compare this legal action with the best one that the search finds.

        The samples that chose the best action overestimate it, so new ones compare the two.
        """
        search = self._search(view, rng, (action,))
        worth = search.worth()
        best = max(worth, key=worth.__getitem__)
        if best == action:
            return Comparison(best, 0.0, 0.0)
        cost, error = search.difference(best, action, COMPARED_SAMPLES)
        return Comparison(best, cost, 1.96 * error)

    def _search(self, view: View, rng: random.Random, also: Collection[Action]) -> Search:
        belief = self._believe(view)
        worth = Medium().evaluate(view)
        if view.orientation is not None:
            samples = PRIOR_SAMPLES_IF_STUCK_ENDS if view.rules.ends_when_stuck else 1
            starts = [belief.determinization(rng) for _ in range(samples)]
            worth = _prior(starts, [*_best(worth, PRIOR_ACTIONS), *also])
        candidates = {action: worth[action] for action in [*_best(worth, CANDIDATES), *also]}
        search = self._searching(belief, candidates, rng)
        # All seats choose their hands at once (R6), and may have to share one processor.
        turns = self._turns // 2 if view.orientation is None else self._turns
        search.run(turns if len(candidates) > 1 else 0)
        return search


def _prior(starts: Sequence[Position], actions: Iterable[Action]) -> dict[Action, float]:
    """The value network's mean estimate after each action, from these determinizations.

    It depends on hidden cards only if a Show can leave the next player stuck (R21).
    """
    return {action: fmean(_value_after(now, action) for now in starts) for action in actions}


def _value_after(now: Position, action: Action) -> float:
    after = now.copy()
    after.make(now.turn, action)
    return estimate(after, now.turn)


def _best(worth: dict[Action, float], count: int) -> list[Action]:
    return sorted(worth, key=worth.__getitem__, reverse=True)[:count]
