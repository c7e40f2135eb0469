"""The medium computer player: looks one action ahead."""

import random

from engine.actions import Action
from engine.players.scales import Scales, seen, way_up
from engine.view import View


class Medium:
    """Looks one action ahead; chance decides between equals only."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action that is worth most to the view's seat, which is to move."""
        if view.orientation is None:
            return way_up(view.hand)
        worth = Scales(seen(view)).every()
        most = max(worth.values())
        return rng.choice([action for action, points in worth.items() if points == most])
