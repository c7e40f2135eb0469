"""How long pictures take on one core, and how large they are.

Run as `python -m tests.benchmarks.picture_speed [pictures]`. Times are the processor's, of new
pictures whose parts are drawn already: from engine values to pixels, and from pixels to a PNG.
"""

import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import process_time

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.charts import chart_scene
from bot.pictures.layouts.final import final_scene
from bot.pictures.layouts.hand import Hand, Placing, hand_scene, orientation_scene, positions_scene
from bot.pictures.layouts.leaderboard import leaderboard_scene
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.result import result_scene
from bot.pictures.layouts.settings import settings_scene
from bot.pictures.layouts.table import table_scene
from bot.pictures.picture import encoded, painted
from bot.pictures.scene import Scene
from bot.pictures.warm_up import warm_up
from bot.text.moves import best_show
from engine.game import Game
from engine.view import View, result, view
from tests.support.engine.random_games import any_step, finished
from tests.support.pictures.examples import AVERAGE, NEW_TABLES, STANDINGS
from tests.support.pictures.tables import FACES

WARM = 20
COLD_STARTS = 5
Make = Callable[[], Scene]


def games(players: int) -> Iterator[Game]:
    """Positions of random games in which somebody is on turn."""
    seed = 0
    while True:
        rng, game = random.Random(seed), Game.new(players)
        while not game.over:
            game = any_step(game, rng)
            if view(game, None).turn is not None:
                yield game
        seed += 1


def on_turn(players: int, cards: int) -> Iterator[View]:
    """The view of who is on turn with so many cards."""
    for game in games(players):
        seen = view(game, view(game, None).turn)
        if len(seen.hand) == cards:
            yield seen


def table(players: int) -> Iterator[Make]:
    for game in games(players):
        seen = view(game, None)
        yield partial(table_scene, seen, FACES)


def hand(cards: int) -> Iterator[Make]:
    for seen in on_turn(3, cards):
        owner: SeatFace | None = None if seen.owner is None else FACES[seen.owner]
        held = Hand(seen.hand, seen.legal.shows())
        yield partial(hand_scene, held, seen.active, owner, on_turn=True)


def where(cards: int) -> Iterator[Make]:
    for seen in on_turn(3, cards):
        if seen.active:
            placing = Placing(seen.hand, seen.active[0], "L", tuple(range(1, cards + 2)))
            yield partial(positions_scene, placing)


def ways(cards: int) -> Iterator[Make]:
    for seen in on_turn(3, cards):
        yield partial(orientation_scene, seen.hand)


def end(players: int) -> Iterator[Make]:
    for seed in range(10**6):
        game = finished(players, seed)
        over, totals = result(game, 2), game.after(2).totals()
        yield partial(result_scene, over, players, totals, FACES)


def final(players: int) -> Iterator[Make]:
    for seed in range(10**6):
        game = finished(players, seed)
        results = [result(game, number + 1) for number in range(players)]
        course = [game.after(number + 1).totals() for number in range(players)]
        yield partial(final_scene, course, FACES, best_show(results))


def course(players: int) -> Iterator[Make]:
    for seed in range(10**6):
        game = finished(players, seed)
        totals = [game.after(number + 1).totals() for number in range(players)]
        yield partial(chart_scene, totals, 0, FACES)


def always(make: Make) -> Iterator[Make]:
    while True:
        yield make


def pictures() -> dict[str, Iterator[Make]]:
    return {
        **{f"table, {players} seats": table(players) for players in (2, 3, 4, 5)},
        "hand of 12": hand(12),
        "hand of 16": hand(16),
        "where does it go, 12 cards": where(12),
        "keep or flip, 12 cards": ways(12),
        "result, 5 seats": end(5),
        "final, 5 seats": final(5),
        "chart, 5 seats": course(5),
        "leaderboard, 5 lines": always(partial(leaderboard_scene, AVERAGE, STANDINGS)),
        "settings": always(partial(settings_scene, True, NEW_TABLES)),
        "lobby, 5 seats": always(partial(lobby_scene, 5, FACES[:3], 0)),
    }


def measured(scenes: Iterator[Make], number: int) -> tuple[float, float, float, float]:
    """Median milliseconds to draw and to encode, median and largest KB."""
    draw: list[float] = []
    encode: list[float] = []
    sizes: list[int] = []
    for make in islice(scenes, WARM + number):
        begun = process_time()
        scene = make()
        rows = painted(scene)
        drawn = process_time()
        file = encoded(scene.height, rows)
        encode.append(1000 * (process_time() - drawn))
        draw.append(1000 * (drawn - begun))
        sizes.append(len(file))
    kilobytes = [size / 1024 for size in sizes[WARM:]]
    median = statistics.median
    return median(draw[WARM:]), median(encode[WARM:]), median(kilobytes), max(kilobytes)


def cold() -> None:
    """The first table of a process that prepared nothing, then preparation, in milliseconds."""
    make = next(table(5))
    begun = process_time()
    scene = make()
    encoded(scene.height, painted(scene))
    drawn = process_time()
    warm_up()
    print(1000 * (drawn - begun), 1000 * (process_time() - drawn))


def cold_starts() -> list[tuple[float, float]]:
    command = [sys.executable, "-m", "tests.benchmarks.picture_speed", "cold"]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True)
        for _ in range(COLD_STARTS)
    ]
    return [(float(first), float(then)) for first, then in (run.stdout.split() for run in runs)]


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    warm_up()
    print(f"{'':28}{'draw':>8}{'encode':>8}{'both':>8}{'KB':>8}{'most KB':>9}")
    for name, scenes in pictures().items():
        draw, encode, kilobytes, most = measured(scenes, number)
        both = draw + encode
        print(f"{name:28}{draw:8.2f}{encode:8.2f}{both:8.2f}{kilobytes:8.0f}{most:9.0f}")
    first, then = zip(*cold_starts(), strict=True)
    print(f"first table without preparation: {statistics.median(first):.0f} ms, ", end="")
    print(f"preparation after it: {statistics.median(then):.0f} ms")


if __name__ == "__main__":
    cold() if sys.argv[1:] == ["cold"] else main()
