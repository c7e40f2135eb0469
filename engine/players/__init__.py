"""Computer players: a view in, an action out."""

import random
from collections.abc import Collection
from typing import Protocol, runtime_checkable

from engine.actions import Action
from engine.view import View


class Player(Protocol):
    """Whoever takes a seat's decisions, knowing only what that seat may know (R15)."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """A legal action of this view, where its seat is to move; all chance is `rng`'s."""
        ...


@runtime_checkable
class Evaluator(Protocol):
    """Whoever says what actions are worth, knowing only what the view's seat may know (R15)."""

    def evaluate(
        self, view: View, rng: random.Random, also: Collection[Action] = ()
    ) -> dict[Action, float]:
        """The points of the round that each of the best actions brings, more or less than the
        others' mean: those of `also` among them, whatever they are worth."""
        ...
