"""The easy computer player: weighs actions as the medium one does, but not exactly."""

import random

from engine.actions import Action, Orient
from engine.players.evaluator import ActionEvaluator, seen
from engine.view import View

BLUR = 4.0
"""Points by which it may misjudge an action."""


class Easy:
    """Keeps its hand as dealt, sees no Scout & Show, and misjudges what an action is worth."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """A legal action: any Show or Scout may be chosen that seems about as good as the best."""
        if view.orientation is None:
            return Orient(False)
        worth = ActionEvaluator(seen(view)).simple()
        return max(worth, key=lambda action: worth[action] + rng.uniform(0, BLUR))
