"""The position that the computer players of these tests search."""

from engine.view import View, view
from tests.support.engine.random_games import positions

SEED = 7


def a_view() -> View:
    """Of a seat on turn that can do more than one thing."""
    for game in positions(4, seed=3):
        if game.current is not None and None not in game.current.orientation:
            seen = view(game, game.current.turn)
            if len(seen.legal_actions()) > 3:
                return seen
    raise AssertionError("there is always one")


SEEN = a_view()
HELD = SEEN.legal_actions()[-1]
"""What a released player does."""
