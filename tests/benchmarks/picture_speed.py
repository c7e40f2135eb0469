"""How long pictures take on one core, and how large they are.

Run as `python -m tests.benchmarks.picture_speed [hands]`. Times are the processor's, from a
position of a random game to the bytes of a PNG.
"""

import random
import statistics
import subprocess
import sys
from collections.abc import Iterator
from time import process_time

from engine.game import Game
from engine.view import View, view
from tests.support.engine.random_games import any_step

CARDS = 12
COLD_STARTS = 9


def turns() -> Iterator[tuple[Game, int]]:
    """Positions where the player on turn holds 12 cards, the seat on turn with each."""
    seed = 0
    while True:
        rng, game = random.Random(seed), Game.new(3, length=1)
        while not game.over:
            now = game.current
            if now and None not in now.orientation and len(now.hands[now.turn]) == CARDS:
                yield game, now.turn
            game = any_step(game, rng)
        seed += 1


def seen(number: int) -> list[View]:
    return [view(game, seat) for _, (game, seat) in zip(range(number), turns(), strict=False)]


def cold() -> None:
    """Import and first picture of this process, in milliseconds."""
    hand = seen(1)[0]
    begun = process_time()
    from bot.pictures.gallery import seat_picture

    imported = process_time()
    seat_picture(hand)
    print(1000 * (imported - begun), 1000 * (process_time() - imported))


def cold_starts() -> list[tuple[float, float]]:
    command = [sys.executable, "-m", "tests.benchmarks.picture_speed", "cold"]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True)
        for _ in range(COLD_STARTS)
    ]
    return [(float(first), float(then)) for first, then in (run.stdout.split() for run in runs)]


def time_hands(number: int) -> tuple[list[float], list[int], float]:
    """Milliseconds and bytes of each new hand, and the median microseconds of an old one."""
    from bot.pictures.gallery import seat_picture

    positions = [position for _, position in zip(range(number + 20), turns(), strict=False)]
    took: list[float] = []
    sizes: list[int] = []
    for game, seat in positions:
        begun = process_time()
        picture = seat_picture(view(game, seat))
        took.append(1000 * (process_time() - begun))
        sizes.append(len(picture.png))
    again: list[float] = []
    for game, seat in positions[-100:]:
        begun = process_time()
        seat_picture(view(game, seat))
        again.append(1e6 * (process_time() - begun))
    return took[20:], sizes[20:], statistics.median(again)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    took, sizes, again = time_hands(number)
    p95 = sorted(took)[len(took) * 95 // 100]
    print(f"hand of {CARDS}, new: {statistics.median(took):.2f} ms (median), {p95:.2f} ms (p95)")
    print(f"hand of {CARDS}, from memory: {again:.0f} µs (median)")
    print(f"hand of {CARDS}: {statistics.median(sizes) / 1024:.1f} KB (median), ", end="")
    print(f"{max(sizes) / 1024:.1f} KB (largest of {len(sizes)})")
    imports, first = zip(*cold_starts(), strict=True)
    print(f"cold start: {statistics.median(first):.1f} ms to the first picture, ", end="")
    print(f"and {statistics.median(imports):.1f} ms before it to import Pillow and this package")


if __name__ == "__main__":
    cold() if sys.argv[1:] == ["cold"] else main()
