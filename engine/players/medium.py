"""The medium computer player: evaluates the position after each of its actions, no further."""

import random

from engine.actions import Action, Orient
from engine.cards import flip
from engine.players.evaluator import RIVAL_CARD_COST, ActionEvaluator, situation_of_view
from engine.players.hand_partition import hand_cost
from engine.players.value_network import lead
from engine.view import View


class Medium:
    """Takes the action with the highest value; chance decides only between equal values."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action that is worth most to the view's seat, which is to move."""
        worth = self.evaluate(view)
        most = max(worth.values())
        return rng.choice([action for action, value in worth.items() if value == most])

    def evaluate(self, view: View, rng: random.Random | None = None) -> dict[Action, float]:
        """An estimate for each action of the seat's points in this round less the others' mean.

        Contains every Show and Scout, and the Scout & Shows that begin with the best Scouts.
        `rng` is not used: the estimate is not random.
        """
        before = _value_before(view)
        return {action: before + change for action, change in _changes(view).items()}


def _changes(view: View) -> dict[Action, float]:
    """What each action adds, and what the hand after it will cost."""
    if view.orientation is None:
        flipped = flip(view.hand)
        return {Orient(False): -hand_cost(view.hand), Orient(True): -hand_cost(flipped)}
    return ActionEvaluator(situation_of_view(view)).all_actions()


def _value_before(view: View) -> float:
    """The lead so far, and what the rivals' hands will cost them."""
    assert view.seat is not None
    rivals = (sum(view.counts) - view.counts[view.seat]) / (view.players - 1)
    return lead(view, view.seat) + RIVAL_CARD_COST * rivals
