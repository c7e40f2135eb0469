"""The hard computer player: looks at what medium would do, and thinks the best of it through."""

import random
from collections.abc import Collection, Iterable, Sequence
from statistics import fmean

from engine.actions import Action
from engine.players.belief import Belief
from engine.players.medium import Medium
from engine.players.search import Search
from engine.players.value_network import estimate
from engine.round import Round
from engine.view import View

SEEN = 20
"""Actions that medium likes best, and hard looks at."""
LOOKS_OF_TWO = 8
"""Worlds of the first look with two players: see `_at_first_look`."""
WIDTH = 8
"""Those of them that are thought through."""
TURNS = 3600
"""Turns played in thought before a move: a budget of work, since the move must not hang on time."""


class Hard:
    """Plays the most promising actions on from deals that agree with what it has seen."""

    def __init__(self, turns: int = TURNS) -> None:
        self._turns = turns

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action that has brought most in thought."""
        return self._search(view, rng).best

    def evaluate(
        self, view: View, rng: random.Random, also: Collection[Action] = ()
    ) -> dict[Action, float]:
        """The points of the round above the others' mean that each of the best actions brings.

        The legal actions `also` are thought through with them.
        """
        return self._search(view, rng, also).worth()

    def _search(self, view: View, rng: random.Random, also: Collection[Action] = ()) -> Search:
        belief = Belief(view)
        worth = Medium().evaluate(view)
        if view.orientation is not None:
            looks = LOOKS_OF_TWO if view.players == 2 else 1
            worlds = [belief.world(rng) for _ in range(looks)]
            worth = _at_first_look(worlds, [*_best(worth, SEEN), *also])
        candidates = {action: worth[action] for action in [*_best(worth, WIDTH), *also]}
        search = Search(belief, candidates, rng)
        # All seats choose their hands at once (R6), and may have to share one processor.
        turns = self._turns // 2 if view.orientation is None else self._turns
        search.run(turns if len(candidates) > 1 else 0)
        return search


def _at_first_look(worlds: Sequence[Round], actions: Iterable[Action]) -> dict[Action, float]:
    """What the value network says after each action, in the mean of these worlds.

    It hangs on what is hidden only where a Show may leave the other of two players stuck (R21).
    """
    return {
        action: fmean(estimate(now.after(now.turn, action), now.turn) for now in worlds)
        for action in actions
    }


def _best(worth: dict[Action, float], count: int) -> list[Action]:
    return sorted(worth, key=worth.__getitem__, reverse=True)[:count]
