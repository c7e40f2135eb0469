"""The levels of the computer players: their names alone, so that storage needs no player."""

from enum import StrEnum


class Level(StrEnum):
    """How well a computer plays, from gentle to strong."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
