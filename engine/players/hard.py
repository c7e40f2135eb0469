"""The hard computer player: thinks the best actions of the medium one through."""

import random
from collections.abc import Iterable

from engine.actions import Action
from engine.players.medium import Medium
from engine.players.search import Search
from engine.view import View

WIDTH = 8
"""Actions that are thought through."""
TURNS = 2400
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
        worth = Medium().weigh(view)
        best = sorted(worth, key=worth.__getitem__, reverse=True)[:WIDTH]
        # Medium leaves out what hardly anybody would do.
        least = min(worth.values())
        candidates = {action: worth.get(action, least) for action in [*best, *also]}
        search = Search(view, candidates, rng)
        search.run(self._turns if len(candidates) > 1 else 0)
        return search
