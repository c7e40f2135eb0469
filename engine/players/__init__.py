"""Computer players: a view in, an action out. Importing this package imports no player."""

import random
from enum import StrEnum
from typing import NamedTuple, Protocol, runtime_checkable

from engine.actions import Action
from engine.view import View


class Level(StrEnum):
    """The levels of computer players, weakest first; each begins with another letter."""

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
    """The best action of a position, and the cost of another one.

    `cost` is an estimate of the points that the seat loses by it in this round, compared with the
    others' mean; negative if it came out ahead. `margin` is half of its 95 % confidence interval.
    Both are zero for the best action itself.
    """

    best: Action
    cost: float
    margin: float


@runtime_checkable
class Evaluator(Protocol):
    """Compares actions by what the view's seat knows (R15)."""

    def compare(self, view: View, action: Action, rng: random.Random) -> Comparison:
        """Compare this legal action with the best one that the player finds."""
        ...
