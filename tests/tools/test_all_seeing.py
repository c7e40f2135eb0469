"""What the player that sees all hands knows."""

import random

from engine.players.belief import Belief
from engine.view import view
from tests.support.engine.random_games import positions
from tests.tools.all_seeing import Knowledge


def test_it_knows_every_hand_and_changes_nothing_else() -> None:
    rng, known = random.Random(1), 0
    for game in positions(4, seed=1, length=1):
        now = game.rounds[-1]
        if game.over or None in now.orientation:
            continue
        seen = view(game, now.to_move[0])
        truth, guess = now.position(), Belief(seen).determinization(rng)
        found = Knowledge(seen, now.position()).determinization(rng)
        assert found.hands == truth.hands
        assert (found.mover, found.active, found.owner) == (truth.mover, truth.active, truth.owner)
        assert (found.piles, found.chips, found.tokens) == (truth.piles, truth.chips, truth.tokens)
        known += guess.hands != truth.hands
    assert known > 10
