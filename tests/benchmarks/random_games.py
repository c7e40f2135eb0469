"""Random games by the public values of the engine alone, so that any version of it can be timed.

Run `python tests/benchmarks/random_games.py [seconds]` with a checkout in PYTHONPATH. It prints
games a second of processor time, and actions a game.
"""

import random
import sys
from statistics import fmean
from time import process_time

from engine.game import Game

PLAYERS = 4
ROUNDS = 4


def play_random_game(rng: random.Random) -> int:
    """Play one game of random legal actions; return their number, with those of R6."""
    game, actions = Game.new(PLAYERS, ROUNDS), 0
    while not game.over:
        if game.needs_deal:
            game = game.begin_round(game.next_deal(rng))
        now = game.rounds[-1]
        seat = now.to_move[0]
        game = game.play(seat, rng.choice(now.legal_actions(seat)))
        actions += 1
    return actions


def main() -> None:
    """Play for some seconds and print the two figures."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    rng, actions, begun = random.Random(1), [], process_time()
    while (took := process_time() - begun) < seconds:
        actions.append(play_random_game(rng))
    print(len(actions) / took, fmean(actions))


if __name__ == "__main__":
    main()
