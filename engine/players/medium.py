"""The medium computer player: looks one action ahead."""

import random

from engine.actions import Action, Orient
from engine.cards import flip
from engine.players.evaluator import TYPICAL, ActionEvaluator, seen
from engine.players.hand_partition import hand_cost
from engine.players.value_network import lead
from engine.view import View


class Medium:
    """Looks one action ahead; chance decides between equals only."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action that is worth most to the view's seat, which is to move."""
        worth = self.evaluate(view)
        most = max(worth.values())
        return rng.choice([action for action, points in worth.items() if points == most])

    def evaluate(self, view: View, rng: random.Random | None = None) -> dict[Action, float]:
        """About the points of the round above the others' mean that each action brings.

        Every Show and Scout is among them, and Scout & Shows that begin with the best Scouts.
        Nothing is left to chance.
        """
        level = _level(view)
        return {action: level + points for action, points in _options(view).items()}


def _options(view: View) -> dict[Action, float]:
    if view.orientation is None:
        flipped = flip(view.hand)
        return {Orient(False): -hand_cost(view.hand), Orient(True): -hand_cost(flipped)}
    return ActionEvaluator(seen(view)).every()


def _level(view: View) -> float:
    """What is held already, and what the rivals' hands will cost them."""
    assert view.seat is not None
    rivals = (sum(view.counts) - view.counts[view.seat]) / (view.players - 1)
    return lead(view, view.seat) + TYPICAL * rivals
