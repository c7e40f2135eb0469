"""Measures how long pictures take on one core, and how large they are.

Run as `python -m tests.benchmarks.picture_speed [pictures]`. Times are the processor's, of new
pictures whose parts are drawn already: from engine values to pixels, and from pixels to a PNG.

The second table is of whole Shows, by turns at tables whose faces were never drawn: the pictures
of the table, of the member who shows and of the next one. `shows` in place of the number prints it
alone, so that two versions can be compared by turns.
"""

import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import islice, product
from time import process_time

from PIL import Image

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import table_picture, warm_up
from bot.pictures.layouts.hand import Hand, Placing, hand_scene, orientation_scene, positions_scene
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.results import final_scene, result_scene
from bot.pictures.layouts.review import review_scene
from bot.pictures.layouts.settings import settings_scene
from bot.pictures.layouts.standings import leaderboard_scene
from bot.pictures.layouts.table import table_scene
from bot.pictures.picture import Picture, encoded, painted
from bot.pictures.scene import Scene
from bot.text.language import ENGLISH
from bot.text.words import best_show
from bot.ui.views.turn.hand import HandStep, step_picture
from engine.game import Game
from engine.view import View, result, view
from tests.support.engine.random_games import any_step, finished
from tests.support.pictures.examples import AVERAGE, NEW_TABLES, STANDINGS
from tests.support.pictures.tables import FACES

WARM = 20
COLD_STARTS = 5
TABLES, SHOWS = 40, 8
Make = Callable[[], Scene]


def games(players: int) -> Iterator[Game]:
    """Positions of random games in which a player is on turn."""
    seed = 0
    while True:
        rng, game = random.Random(seed), Game.new(players)
        while not game.over:
            game = any_step(game, rng)
            if view(game, None).turn is not None:
                yield game
        seed += 1


def on_turn(players: int, cards: int) -> Iterator[View]:
    """The view of the player who is on turn with so many cards."""
    for game in games(players):
        seen = view(game, view(game, None).turn)
        if len(seen.hand) == cards:
            yield seen


def table(players: int) -> Iterator[Make]:
    for game in games(players):
        seen = view(game, None)
        yield partial(table_scene, ENGLISH, seen, FACES)


def hand(cards: int) -> Iterator[Make]:
    for seen in on_turn(3, cards):
        owner: SeatFace | None = None if seen.owner is None else FACES[seen.owner]
        held = Hand(seen.hand, tuple(seen.legal.shows()))
        yield partial(hand_scene, ENGLISH, held, seen.active, owner, on_turn=True)


def where(cards: int) -> Iterator[Make]:
    for seen in on_turn(3, cards):
        if seen.active:
            placing = Placing(seen.hand, seen.active[0], "L", tuple(range(1, cards + 2)))
            yield partial(positions_scene, ENGLISH, placing)


def ways(cards: int) -> Iterator[Make]:
    for seen in on_turn(3, cards):
        yield partial(orientation_scene, ENGLISH, seen.hand)


def end(players: int) -> Iterator[Make]:
    for seed in range(10**6):
        game = finished(players, seed)
        over, totals = result(game, 2), game.after(2).totals()
        yield partial(result_scene, ENGLISH, over, players, totals, FACES)


def final(players: int) -> Iterator[Make]:
    for seed in range(10**6):
        game = finished(players, seed)
        results = [result(game, number + 1) for number in range(players)]
        course = [game.after(number + 1).totals() for number in range(players)]
        yield partial(final_scene, ENGLISH, course, FACES, best_show(results))


def course(players: int) -> Iterator[Make]:
    for seed in range(10**6):
        game = finished(players, seed)
        totals = [game.after(number + 1).totals() for number in range(players)]
        losses = [[at / 4 for at in range(12)] for _ in totals]
        yield partial(review_scene, ENGLISH, totals, 0, losses, FACES)


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
        "review, 5 seats": course(5),
        "leaderboard, 5 lines": always(partial(leaderboard_scene, ENGLISH, AVERAGE, STANDINGS)),
        "settings": always(partial(settings_scene, ENGLISH, True, NEW_TABLES)),
        "lobby, 5 seats": always(partial(lobby_scene, ENGLISH, 5, FACES[:3], 0)),
    }


def measured(scenes: Iterator[Make], number: int) -> tuple[float, float, float, float]:
    """The median milliseconds to draw and to encode, and the median and largest KB."""
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


def photo(rng: random.Random) -> bytes:
    """An avatar that is hard to compress, as Discord sends it."""
    file = BytesIO()
    coarse = Image.frombytes("RGB", (16, 16), rng.randbytes(768))
    coarse.resize((128, 128), Image.Resampling.BICUBIC).save(file, "PNG")
    return file.getvalue()


def players(number: int, rng: random.Random, avatars: bool) -> tuple[SeatFace, ...]:
    """Three members of a table, no two of whom look alike at any tables."""
    return tuple(
        SeatFace(f"Member {number}.{seat}", seat, photo(rng) if avatars else None)
        for seat in range(3)
    )


def after_shows(seed: int) -> list[Game]:
    """The positions of a random game right after each Show of its first round."""
    rng, game, found = random.Random(seed), Game.new(3), list[Game]()
    while not (found and len(game.rounds) > 1):
        game = any_step(game, rng)
        seen = view(game, None)
        if seen.turn is not None and seen.log and seen.log[-1].shown:
            found.append(game)
    return found


def hand_of(game: Game, seat: int, faces: Sequence[SeatFace]) -> Picture:
    seen = view(game, seat)
    return step_picture(ENGLISH, HandStep(seen, seen.legal.shows()), faces)


def show_ms(game: Game, faces: Sequence[SeatFace]) -> tuple[float, float]:
    """Milliseconds for all pictures of a Show, and for the hand of the player who showed."""
    seen = view(game, None)
    assert seen.turn is not None
    began = process_time()
    hand_of(game, seen.log[-1].seat, faces).prepare()
    shown = process_time()
    hand_of(game, seen.turn, faces).prepare()
    table_picture(ENGLISH, seen, faces).prepare()
    return 1000 * (process_time() - began), 1000 * (shown - began)


def shows() -> None:
    """Print what the first Shows at a table cost, with avatars and without."""
    print(f"{'ms of processor':28}{'Show 1':>8}{'Show 2':>8}{'Shows 3+':>9}{'My hand':>9}")
    for avatars, tables in product((False, True), (1, TABLES)):
        rng = random.Random(tables)
        spent: dict[int, list[tuple[float, float]]] = {}
        # One table alone is measured several times, each time another one.
        for first in range(0, TABLES, tables):
            numbers = range(first, first + tables)
            seats = {number: players(number, rng, avatars) for number in numbers}
            games = {number: after_shows(100 * tables + number) for number in numbers}
            for at in range(SHOWS):
                for number in numbers:
                    for game in games[number][at : at + 1]:
                        spent.setdefault(min(at, 2), []).append(show_ms(game, seats[number]))
        means = [statistics.fmean(both for both, _ in spent[at]) for at in range(3)]
        hand = statistics.fmean(hand for _, hand in spent[2])
        name = f"{tables} table{'s' * (tables > 1)}, {'avatars' if avatars else 'initials'}"
        print(f"{name:28}{means[0]:8.2f}{means[1]:8.2f}{means[2]:9.2f}{hand:9.2f}")


def cold() -> None:
    """Time a process's first table without preparation, then the preparation, in milliseconds."""
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
    print()
    shows()
    first, then = zip(*cold_starts(), strict=True)
    print(f"first table without preparation: {statistics.median(first):.0f} ms, ", end="")
    print(f"preparation after it: {statistics.median(then):.0f} ms")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["cold"]:
            cold()
        case ["shows"]:
            warm_up()
            shows()
        case _:
            main()
