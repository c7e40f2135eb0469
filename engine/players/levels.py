"""How well a computer plays, and who plays so."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from engine.players import Player
from engine.players.easy import Easy
from engine.players.greedy import Greedy
from engine.players.hard import Hard
from engine.players.medium import Medium


class Level(StrEnum):
    """From gentle to strong."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


_LEVELS: Mapping[Level, Callable[[], Player]] = {
    Level.EASY: Easy,
    Level.MEDIUM: Medium,
    Level.HARD: Hard,
}
PLAYERS: dict[str, Callable[[], Player]] = {
    "greedy": Greedy,
    **{str(level): make for level, make in _LEVELS.items()},
}
"""The levels by name, and the baseline that they are measured against."""


def player(level: Level) -> Player:
    """Somebody who plays at this level."""
    return _LEVELS[level]()
