"""The baseline for the levels: the strongest Show, whatever hand it leaves."""

import random

from engine.actions import Action, Orient, Scout, Show
from engine.cards import Cards, flip
from engine.legal_actions import put, take
from engine.sets import EMPTY_TABLE, Strength, shows, strength
from engine.view import View


class Greedy:
    """Shows its strongest set if it can, else Scouts for the strongest set."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """Choose a Show if one is legal; chance decides only between equal sets."""
        if view.orientation is None:
            return Orient(_strongest(flip(view.hand)) > _strongest(view.hand))
        options: dict[Action, Strength] = {
            show: _shown(view.hand, show) for show in view.legal.shows()
        }
        if not options:
            options = {scout: _best_after(view, scout) for scout in view.legal.scouts()}
        most = max(options.values())
        return rng.choice([action for action, strong in options.items() if strong == most])


def _shown(hand: Cards, show: Show) -> Strength:
    return strength(hand[show.first - 1 : show.last]) or EMPTY_TABLE


def _strongest(hand: Cards) -> Strength:
    return max(_shown(hand, show) for show in shows(hand, ()))


def _best_after(view: View, scout: Scout) -> Strength:
    card, _ = take(view.active, scout.end)
    return _strongest(put(view.hand, card, scout))
