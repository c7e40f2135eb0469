"""Computer players: a view in, an action out."""

import random
from typing import Protocol

from engine.actions import Action
from engine.view import View


class Player(Protocol):
    """Whoever takes a seat's decisions, knowing only what that seat may know (R15)."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """A legal action of this view, where its seat is to move; all chance is `rng`'s."""
        ...
