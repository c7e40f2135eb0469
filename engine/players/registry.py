"""The computer player of each level. The players below medium overlook some actions."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from engine.actions import Action, Orient, Scout, parts
from engine.legal_actions import take
from engine.players import Level, Player
from engine.players.belief import seen_position
from engine.players.hard import QUICK_TURNS, Hard
from engine.players.medium import ActionEvaluator, Medium
from engine.view import View


class Perception(NamedTuple):
    """The probabilities that a player sees each part of an action; they are multiplied."""

    pair: float
    """A card to show, or two beside each other."""
    longer: float
    """Each further card of a set."""
    scouted: float
    """A card of the Active Set at a position of the hand."""
    joined: float
    """The card beside which it would fit there."""
    both: float
    """A Show after the Scout."""


class Overlooking:
    """Medium that overlooks actions, as beginners do: the more there is to see, the more.

    An action that empties the hand is always seen. The choice of the hand (R6) is medium's.
    """

    def __init__(self, sight: Perception) -> None:
        self._sight = sight

    def choose(self, view: View, rng: random.Random) -> Action:
        """The best of the legal actions that it sees; it looks until it sees one."""
        if view.orientation is None:
            return Medium().choose(view, rng)
        worth = ActionEvaluator(seen_position(view)).all_actions()
        chances = {action: chance_to_see(action, view, self._sight) for action in worth}
        seen: list[Action] = []
        while not seen:
            seen = [action for action, chance in chances.items() if rng.random() < chance]
        return max(seen, key=worth.__getitem__)


def chance_to_see(action: Action, view: View, sight: Perception) -> float:
    """The probability that a player with this sight sees an action of its turn."""
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    chance = 1.0
    if show:
        size = show.last - show.first + 1
        if size == len(view.hand) + (scout is not None):
            return 1.0
        chance = sight.pair * sight.longer ** max(0, size - 2)
    if scout:
        chance *= sight.scouted * (sight.joined if _joins(scout, view) else 1)
    return chance * sight.both if scout and show else chance


def _joins(scout: Scout, view: View) -> bool:
    """Whether the scouted card is put beside a card that can be in a set with it (R8)."""
    card, _ = take(view.active, scout.end)
    value, index = card.down if scout.flipped else card.up, scout.position - 1
    return any(abs(value - near.up) <= 1 for near in view.hand[max(0, index - 1) : index + 1])


# Chosen so that with four players each level gains 2 to 3.5 points a round on the level below: see
# STRENGTH.md.
_PLAYERS: Mapping[Level, Callable[[], Player]] = {
    Level.BEGINNER: partial(Overlooking, Perception(0.98, 0.5, 0.08, 0.3, 0.9)),
    Level.EASY: partial(Overlooking, Perception(0.99, 0.75, 0.45, 0.35, 0.7)),
    Level.MEDIUM: Medium,
    Level.HARD: Hard,
}


def player(level: Level) -> Player:
    """A new computer player of this level."""
    return _PLAYERS[level]()


def quick_player(level: Level) -> Player:
    """The player of this level in a thread of the bot: at most 10 ms a move at the median."""
    return Hard(QUICK_TURNS) if level is Level.HARD else player(level)
