"""Computer players: a view in, an action out."""

import random
from collections.abc import Collection
from typing import Protocol, runtime_checkable

from engine.actions import Action
from engine.view import View


class Player(Protocol):
    """Chooses a seat's actions from what that seat knows (R15)."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """A legal action for the view's seat, which is to move; all randomness is from `rng`."""
        ...


@runtime_checkable
class Evaluator(Protocol):
    """Says how much actions are worth, from what the view's seat knows (R15)."""

    def evaluate(
        self, view: View, rng: random.Random, also: Collection[Action] = ()
    ) -> dict[Action, float]:
        """The value of each of the best actions, and of those in `also`.

        A value is an estimate of the points that the seat scores in this round less the mean
        of the others' points.
        """
        ...
