"""How well a computer plays, and who plays so."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from engine.players import Player
from engine.players.plain import Plain


class Level(StrEnum):
    """From gentle to strong."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def player(level: Level) -> Player:
    """Somebody who plays at this level."""
    return _PLAYERS[level]()


_PLAYERS: Mapping[Level, Callable[[], Player]] = {
    Level.EASY: Plain,
    Level.MEDIUM: Plain,
    Level.HARD: Plain,
}
