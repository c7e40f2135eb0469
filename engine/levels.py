"""The names of the computer players' levels, apart so that storage imports no computer player."""

from enum import StrEnum


class Level(StrEnum):
    """How well a computer player plays, weakest first; no two begin with the same letter."""

    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
