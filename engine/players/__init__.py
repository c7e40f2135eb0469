"""Computer players: a view in, an action out. Importing this package imports no player."""

import random
from enum import StrEnum
from typing import NamedTuple, Protocol, runtime_checkable

from engine.actions import Action
from engine.view import View


class Level(StrEnum):
    """How well a computer player plays, weakest first; no two begin with the same letter."""

    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Player(Protocol):
    """Chooses a seat's actions from what that seat knows (R15)."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """A legal action for the view's seat, which is to move; all randomness is from `rng`."""
        ...


class Comparison(NamedTuple):
    """The best action of a position, and what another one costs against it.

    `cost` is an estimate of the points that the seat loses in this round on the mean of the
    others; negative if the other action came out ahead. `margin` is half of its 95 % confidence
    interval. Both are zero for the best action itself.
    """

    best: Action
    cost: float
    margin: float


@runtime_checkable
class Evaluator(Protocol):
    """Says how good actions are, from what the view's seat knows (R15)."""

    def compare(self, view: View, action: Action, rng: random.Random) -> Comparison:
        """This legal action beside the best one that the player finds."""
        ...
