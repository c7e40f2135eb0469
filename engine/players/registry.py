"""The computer player of each level."""

from collections.abc import Callable, Mapping

from engine.levels import Level
from engine.players import Player
from engine.players.easy import Easy
from engine.players.hard import Hard
from engine.players.medium import Medium

_PLAYERS: Mapping[Level, Callable[[], Player]] = {
    Level.EASY: Easy,
    Level.MEDIUM: Medium,
    Level.HARD: Hard,
}


def player(level: Level) -> Player:
    """A new computer player of this level."""
    return _PLAYERS[level]()
