"""The hard computer player: thinks the best actions of the medium one through."""

import random
from collections.abc import Iterable

from engine.actions import Action
from engine.players.belief import Belief
from engine.players.medium import Medium
from engine.players.outlook import outlook
from engine.players.search import Search
from engine.round import Round
from engine.view import View

SEEN = 20
"""Actions that medium likes best, and hard looks at."""
WIDTH = 8
"""Those of them that are thought through."""
TURNS = 3600
"""Turns played in thought before a move: a budget of work, since the move must not hang on time."""


class Hard:
    """Plays the likeliest actions on from deals that agree with what it has seen."""

    def __init__(self, turns: int = TURNS) -> None:
        self._turns = turns

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action that has brought most in thought."""
        return self._search(view, rng).best

    def weigh(
        self, view: View, rng: random.Random, also: Iterable[Action] = ()
    ) -> dict[Action, float]:
        """The points of the round above the others' mean that each of the best actions brings.

        The legal actions `also` are thought through with them.
        """
        return self._search(view, rng, also).worth()

    def _search(self, view: View, rng: random.Random, also: Iterable[Action] = ()) -> Search:
        belief = Belief(view)
        worth = Medium().weigh(view)
        if view.orientation is not None:
            worth = _at_first_look(belief.world(rng), _best(worth, SEEN) + list(also))
        candidates = {action: worth[action] for action in [*_best(worth, WIDTH), *also]}
        search = Search(belief, candidates, rng)
        search.run(self._turns if len(candidates) > 1 else 0)
        return search


def _at_first_look(now: Round, actions: Iterable[Action]) -> dict[Action, float]:
    """What the outlook says after each action, which does not hang on what is hidden."""
    return {action: outlook(now.after(now.turn, action), now.turn) for action in actions}


def _best(worth: dict[Action, float], count: int) -> list[Action]:
    return sorted(worth, key=worth.__getitem__, reverse=True)[:count]
