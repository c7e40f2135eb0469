"""The easy computer player: medium's evaluation of one action, with random errors."""

import random

from engine.actions import Action, Orient
from engine.players.evaluator import ActionEvaluator, situation_of_view
from engine.view import View

MAX_ERROR = 4.0
"""Points by which it can overrate an action."""


class Easy:
    """Keeps its hand as dealt, never uses Scout & Show, and misjudges its actions."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """A legal action: any Show or Scout that is at most MAX_ERROR worse than the best."""
        if view.orientation is None:
            return Orient(False)
        worth = ActionEvaluator(situation_of_view(view)).main_actions()
        return max(worth, key=lambda action: worth[action] + rng.uniform(0, MAX_ERROR))
