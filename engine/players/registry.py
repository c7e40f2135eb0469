"""The computer player of each level."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.players import Level, Player
from engine.players.hard import QUICK_TURNS, Hard
from engine.players.medium import Medium
from engine.players.overlooking import Overlooking

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
