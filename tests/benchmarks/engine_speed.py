"""The speed of random games on one core, and the time that each computer player needs for a move.

Run `python -m tests.benchmarks.engine_speed [seconds] [--against PATH]`. Random games draw each
action uniformly from all legal actions. All times are processor time. With a path, the random
games of the engine in that checkout are timed too, by turns with those of this one.
"""

import argparse
import os
import random
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

from engine.actions import Orient
from engine.cards import pack, shuffled_deal
from engine.game import Game
from engine.players import Player
from engine.players.medium import Medium
from engine.position import Position
from engine.rules import RULES
from engine.view import view
from tests.benchmarks import random_games
from tests.benchmarks.random_games import PLAYERS, ROUNDS
from tests.tools.competitors import COMPETITORS

DEALS = 12
TURNS = 5
"""Each checkout has its turn so often."""


def play_random_positions(rng: random.Random) -> None:
    """Play as many rounds as a game has, on positions and without a log."""
    for _ in range(ROUNDS):
        deal = shuffled_deal(PLAYERS, rng)
        now = Position.begin(RULES[PLAYERS], list(map(pack, deal.hands)), deal.start)
        for seat in range(PLAYERS):
            now.make(seat, Orient(rng.random() < 0.5))
        while now.mover is not None:
            now.make(now.mover, rng.choice(now.actions()))


def time_game(measured: Player, others: Player, rng: random.Random) -> list[float]:
    """Play one round with this player in seat 0; return the milliseconds of each of its turns."""
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


def random_games_a_second(checkout: Path, seconds: float) -> tuple[float, float]:
    """The games a second of processor time, and the actions a game, of a checkout's engine."""
    found = subprocess.run(
        [sys.executable, random_games.__file__, str(seconds)],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        cwd=checkout,
        capture_output=True,
        text=True,
        check=True,
    )
    games, actions = map(float, found.stdout.split())
    return games, actions


def print_random_games(seconds: float, against: Path | None) -> None:
    """Time this checkout and the other one, by turns."""
    checkouts = [Path.cwd(), *([against.resolve()] if against else [])]
    turns = [
        [random_games_a_second(checkout, seconds / TURNS) for checkout in checkouts]
        for _ in range(TURNS)
    ]
    for checkout, timed in zip(checkouts, zip(*turns, strict=True), strict=True):
        games, actions = map(median, zip(*timed, strict=True))
        print(f"{checkout}: {games:.0f} random games/s, {actions:.1f} actions/game")
    if against:
        print(f"{median(here[0] / there[0] for here, there in turns):.2f} times as many")


def print_random_positions(seconds: float) -> None:
    """Time positions alone."""
    rng, games, begun = random.Random(1), 0, process_time()
    while (took := process_time() - begun) < seconds:
        play_random_positions(rng)
        games += 1
    print(f"positions alone: {games / took:.0f} games/s")


def main() -> None:
    """Run random games for some seconds, then each player, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engine_speed")
    parser.add_argument("seconds", nargs="?", type=float, default=10.0)
    parser.add_argument("--against", type=Path, help="another checkout, to compare with")
    options = parser.parse_args()
    print_random_games(options.seconds, options.against)
    print_random_positions(options.seconds / TURNS)
    for name, make in COMPETITORS.items():
        medium, rng = Medium(), random.Random(1)
        moves = sorted(ms for _ in range(DEALS) for ms in time_game(make(), medium, rng))
        half, p95 = moves[len(moves) // 2], moves[len(moves) * 95 // 100]
        print(f"{name}: {half:.2f} ms a move (median), {p95:.2f} ms (p95), {len(moves)} moves")


if __name__ == "__main__":
    main()
