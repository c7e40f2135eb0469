"""The speed of random games on one core, and the time that each level needs for a move.

Run `python -m tests.benchmarks.engine_speed [seconds]`. Random games draw each action uniformly
from all legal actions. All times are processor time.
"""

import random
import statistics
import sys
from time import process_time

from engine.game import Game
from engine.levels import Level
from engine.players import Player
from engine.players.medium import Medium
from engine.players.registry import player
from engine.view import view

PLAYERS = 4
ROUNDS = 4
DEALS = 12


def play_random_game(rng: random.Random) -> int:
    """Play one game of random legal actions; give their number, with those of R6."""
    game, actions = Game.new(PLAYERS, ROUNDS), 0
    while not game.over:
        if game.needs_deal:
            game = game.begin_round(game.next_deal(rng))
        now = game.rounds[-1]
        seat = now.to_move[0]
        game = game.play(seat, rng.choice(now.legal_actions(seat)))
        actions += 1
    return actions


def time_game(measured: Player, others: Player, rng: random.Random) -> list[float]:
    """Play one round with this player in seat 0; give the milliseconds of each of its turns."""
    game = Game.new(PLAYERS, 1)
    game, took = game.begin_round(game.next_deal(rng)), []
    while not game.over:
        seat = game.rounds[-1].to_move[0]
        seen, begun = view(game, seat), process_time()
        action = (others if seat else measured).choose(seen, rng)
        if not seat and seen.orientation is not None:
            took.append(1000 * (process_time() - begun))
        game = game.play(seat, action)
    return took


def main() -> None:
    """Run random games for some seconds, then each level, and print the figures."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    rng, actions, begun = random.Random(1), [], process_time()
    while (took := process_time() - begun) < seconds:
        actions.append(play_random_game(rng))
    print(f"{len(actions) / took:.0f} random games/s, {statistics.mean(actions):.1f} actions/game")
    for level in Level:
        medium, rng = Medium(), random.Random(1)
        moves = sorted(ms for _ in range(DEALS) for ms in time_game(player(level), medium, rng))
        median, p95 = moves[len(moves) // 2], moves[len(moves) * 95 // 100]
        print(f"{level}: {median:.2f} ms a move (median), {p95:.2f} ms (p95), {len(moves)} moves")


if __name__ == "__main__":
    main()
