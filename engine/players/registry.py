"""The computer player of each level, and those below medium, which overlook some actions."""

import random
from collections.abc import Callable, Mapping
from functools import partial

from engine.actions import Action, Orient, parts
from engine.players import Level, Player
from engine.players.hard import QUICK_TURNS, Hard
from engine.players.medium import ActionEvaluator, Medium, situation_of_view
from engine.view import View


class Overlooking:
    """Medium that overlooks a share of its actions, as people do who are new to the game.

    `overlooked` is the probability with which it does not see an action, and `forgotten` that with
    which it does not think of its Scout & Show in a turn; both from 0 to less than 1. What empties
    the hand is always seen. The choice of the hand (R6) is medium's.
    """

    def __init__(self, overlooked: float, forgotten: float) -> None:
        self._overlooked = overlooked
        self._forgotten = forgotten

    def choose(self, view: View, rng: random.Random) -> Action:
        """The best of the legal actions that it sees; it looks until it sees one."""
        if view.orientation is None:
            return Medium().choose(view, rng)
        worth = self._considered(view, rng)
        seen: list[Action] = []
        while not seen:
            seen = [action for action in worth if self._sees(action, view, rng)]
        return max(seen, key=worth.__getitem__)

    def _considered(self, view: View, rng: random.Random) -> dict[Action, float]:
        evaluator = ActionEvaluator(situation_of_view(view))
        if rng.random() < self._forgotten:
            return evaluator.main_actions()
        return evaluator.all_actions()

    def _sees(self, action: Action, view: View, rng: random.Random) -> bool:
        return rng.random() >= self._overlooked or _empties_hand(action, len(view.hand))


def _empties_hand(action: Action, cards: int) -> bool:
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    return show is not None and show.last - show.first + 1 == cards + (scout is not None)


# Shares chosen so that each level is 2 to 3.5 points a round above the one before, with four
# players: see STRENGTH.md.
_PLAYERS: Mapping[Level, Callable[[], Player]] = {
    Level.BEGINNER: partial(Overlooking, overlooked=0.6, forgotten=0.6),
    Level.EASY: partial(Overlooking, overlooked=0.4, forgotten=0.0),
    Level.MEDIUM: Medium,
    Level.HARD: Hard,
}


def player(level: Level) -> Player:
    """A new computer player of this level."""
    return _PLAYERS[level]()


def quick_player(level: Level) -> Player:
    """What plays at this level in a thread of the bot: takes at most 10 ms a move at the median."""
    return Hard(QUICK_TURNS) if level is Level.HARD else player(level)
