"""Make the puzzles from rounds among computers: `python -m tests.tools.make_puzzles --work FILE`.

`puzzle_judge` says which positions are puzzles. Here the value network and a few determinizations
sort out nearly all of them first.

Each round follows from `--seed` and its number alone. Its puzzles are added to the work file at
once, so a run that was stopped goes on; after it, and with `--minutes 0` at once, the shipped file
is written from all that the work file has. `--check` judges the shipped puzzles once more by the
same rule, from other determinizations with another `--seed`.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from operator import attrgetter
from pathlib import Path
from statistics import fmean

from bot.puzzles import (
    POSITIONS,
    SHOWN_VALUES,
    Puzzle,
    Value,
    parse_puzzle,
    puzzle_id,
    read_puzzles,
)
from engine.actions import Action, Orient
from engine.game import Game
from engine.players import Level, Player
from engine.players.belief import Belief
from engine.players.medium import Medium
from engine.players.registry import quick_player
from engine.players.value_network import estimate
from engine.position import Position
from engine.view import View, view
from tests.tools.puzzle_judge import (
    FEWEST_ACTIONS,
    SAMPLES,
    Lead,
    Trial,
    different_actions,
    fault,
    is_unique,
    kind_of,
    medium_actions,
    seed_of,
    trial_of,
)

MOST_BYTES = 1_000_000
"""The most bytes that the file may have."""
SHIPPED = 500
"""So many puzzles are in the file."""
MOST_ACTIONS = {"show": 80, "scout": 80, "both": 240}
"""A position has at most so many different actions, by the kind of its answer: more take long.

Scout & Show is the answer only among many.
"""
MOST_OF_ROUND = 2
"""The most puzzles of one round."""
PLAYERS = {2: 1, 3: 4, 4: 4, 5: 4}
"""The share of rounds with this many players, in parts."""
FIRST_CANDIDATES = 8
"""So many actions are compared first: those with the best prior."""
_PRIOR_ACTIONS = 20
_FIRST_STAGES = (8, 16, 32, 64, 128)
_LAST_STAGES = (32, 64, 128, 256, SAMPLES)


def format_puzzle(puzzle: Puzzle) -> str:
    """The line of the file for this puzzle, without its end."""
    deal = puzzle.deal
    written = {
        "id": puzzle.id,
        "players": len(deal.hands),
        "start": deal.start,
        "hands": [" ".join(map(str, hand)) for hand in deal.hands],
        "set_aside": " ".join(map(str, deal.set_aside)),
        "orientation": "".join(str(Orient(flipped)) for flipped in puzzle.orientation),
        "actions": " ".join(map(str, puzzle.actions)),
        "seat": puzzle.seat,
        "values": [
            [str(value.action), round(value.points, 3), round(value.margin, 3)]
            for value in puzzle.values
        ],
        "medium": str(puzzle.medium),
    }
    return json.dumps({**written, "id": puzzle_id(len(deal.hands), written)}, separators=(",", ":"))


def first_candidates(view: View, obvious: Sequence[Action], seed: str) -> list[Action]:
    """Medium's actions and those with the best priors."""
    worth = Medium().evaluate(view)
    liked = sorted(worth, key=worth.__getitem__, reverse=True)[:_PRIOR_ACTIONS]
    start = Belief(view).determinization(random.Random(seed))
    prior = {action: _prior(start, action) for action in dict.fromkeys([*obvious, *liked])}
    best = sorted(prior, key=prior.__getitem__, reverse=True)[:FIRST_CANDIDATES]
    return list(dict.fromkeys([*obvious, *best]))


def _prior(start: Position, action: Action) -> float:
    after = start.copy()
    after.make(start.turn, action)
    return estimate(after, start.turn)


def find_puzzle(game: Game, seed: int) -> Puzzle | None:
    """The puzzle of this position, if it is one; the cheapest questions come first."""
    played = game.rounds[-1]
    seat, now = played.turn, played.position()
    if None in played.orientation or len(different_actions(now)) < FEWEST_ACTIONS:
        return None
    seen, name = view(game, seat), seed_of(seed, game)
    obvious = medium_actions(seen)
    first = f"{name} first"
    trial = Trial(seen, first_candidates(seen, obvious, first), first)
    answer = trial.narrow(_FIRST_STAGES, obvious)
    if answer is None or not is_unique(now, answer):
        return None
    if len(different_actions(now)) > MOST_ACTIONS[kind_of(answer)]:
        return None
    trial = trial_of(seen, now, name)
    best = trial.narrow(_LAST_STAGES, obvious)
    if best is None or not is_unique(now, best):
        return None
    return puzzle_of(game, trial, obvious[0]) if trial.is_clear(best) else None


def puzzle_of(game: Game, trial: Trial, medium: Action) -> Puzzle:
    """The puzzle of a position whose actions were judged."""
    played = game.rounds[-1]
    best, *others = trial.ranking()[:SHOWN_VALUES]
    points = {action: fmean(trial.points[action]) for action in (best, *others)}
    margins = [trial.lead(best, other).margin for other in others]
    unnamed = Puzzle(
        id="",
        deal=played.deal,
        orientation=tuple(map(bool, played.orientation)),
        actions=played.actions,
        seat=played.turn,
        values=tuple(map(Value, points, points.values(), (0.0, *margins))),
        medium=medium,
    )
    return parse_puzzle(format_puzzle(unnamed))


def positions_of_round(rng: random.Random) -> list[Game]:
    """The positions of one round among computers of mixed strengths, in random order."""
    players = rng.choices(list(PLAYERS), list(PLAYERS.values()))[0]
    seats: list[Player] = [quick_player(rng.choice(list(Level))) for _ in range(players)]
    game = Game.new(players, 1)
    game = game.begin_round(game.next_deal(rng))
    found: list[Game] = []
    while not game.over:
        found.append(game)
        seat = game.rounds[-1].to_move[0]
        game = game.play(seat, seats[seat].choose(view(game, seat), rng))
    rng.shuffle(found)
    return found


def puzzles_of_round(seed: int, number: int) -> tuple[int, list[str]]:
    """The number of the round, and its puzzles as the file writes them."""
    found: list[str] = []
    for game in positions_of_round(random.Random(f"{seed} {number}")):
        puzzle = find_puzzle(game, seed)
        if puzzle is not None:
            found.append(format_puzzle(puzzle))
        if len(found) == MOST_OF_ROUND:
            break
    return number, found


def read_work(work: Path) -> dict[int, list[str]]:
    """The puzzles found so far by round; a last line that was cut short is left out."""
    found: dict[int, list[str]] = {}
    for line in work.read_text(encoding="utf-8").splitlines() if work.exists() else ():
        try:
            number, lines = json.loads(line)
        except ValueError:
            continue
        found[number] = lines
    return found


def rounds(options: argparse.Namespace, done: Collection[int]) -> Iterator[tuple[int, list[str]]]:
    """Play the rounds that are not done yet, and yield each as it ends, until the time is over."""
    until = time.monotonic() + options.minutes * 60
    numbers = iter([number for number in range(options.rounds) if number not in done])
    running: set[Future[tuple[int, list[str]]]] = set()
    with ProcessPoolExecutor(options.processes) as pool:
        while True:
            while len(running) <= options.processes and time.monotonic() < until:
                number = next(numbers, None)
                if number is None:
                    break
                running.add(pool.submit(puzzles_of_round, options.seed, number))
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in ended)


def make(options: argparse.Namespace) -> None:
    """Play rounds until the time is over, and add their puzzles to the work file."""
    done = read_work(options.work)
    total, begun = sum(map(len, done.values())), time.monotonic()
    with options.work.open("a", encoding="utf-8") as file:
        file.write("\n")  # ends a line that was cut short
        for ended, (number, lines) in enumerate(rounds(options, done.keys()), 1):
            file.write(json.dumps([number, lines]) + "\n")
            file.flush()
            total += len(lines)
            minutes = (time.monotonic() - begun) / 60
            print(f"{total} puzzles; {ended / minutes:.1f} rounds a minute", flush=True)


def chosen(found: Iterable[Puzzle], most: int = SHIPPED) -> list[Puzzle]:
    """Choose at most so many, ordered by id.

    Steady ones come first, then it is even over the numbers of players and kinds of answers.
    """
    groups: defaultdict[tuple[bool, int, str], list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(found, key=attrgetter("id")):
        groups[not is_steady(puzzle), *kinds_of(puzzle)].append(puzzle)
    ranked = [
        (unsteady, rank, puzzle.id, puzzle)
        for (unsteady, _, _), group in groups.items()
        for rank, puzzle in enumerate(group)
    ]
    return sorted((puzzle for *_, puzzle in sorted(ranked)[:most]), key=attrgetter("id"))


def kinds_of(puzzle: Puzzle) -> tuple[int, str]:
    """The number of seats and the kind of the right answer."""
    return len(puzzle.deal.hands), kind_of(puzzle.best)


def is_steady(puzzle: Puzzle) -> bool:
    """Whether its answer most likely stays the answer by other determinizations."""
    best, *others = puzzle.values
    return all(Lead(best.points - other.points, other.margin).is_steady for other in others)


def write(found: Iterable[Puzzle], to: Path) -> None:
    """Write the file that ships."""
    text = "".join(f"{format_puzzle(puzzle)}\n" for puzzle in chosen(found))
    if len(text) > MOST_BYTES:
        raise ValueError(f"{len(text)} bytes are more than the file may have")
    to.write_text(text, encoding="utf-8")


def check(options: argparse.Namespace) -> int:
    """Print which puzzles of the file do not hold; returns their number."""
    sample = list(read_puzzles(options.to))
    if options.sample:
        sample = random.Random(options.seed).sample(sample, min(options.sample, len(sample)))
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        faults = pool.map(partial(fault, seed=options.seed), sample)
        for puzzle, found in zip(sample, faults, strict=True):
            if found is not None:
                wrong += 1
                print(f"{puzzle.id}: {found}", flush=True)
    print(f"{len(sample) - wrong} of {len(sample)} puzzles hold")
    return wrong


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.make_puzzles", description=__doc__)
    number = partial(parser.add_argument, type=int)
    parser.add_argument("--work", type=Path, help="file to which every round adds its puzzles")
    parser.add_argument(
        "--to", type=Path, default=POSITIONS, help="file to write at the end, or to check"
    )
    parser.add_argument("--minutes", type=float, default=60, help="how long to look for puzzles")
    number("--rounds", default=100_000, help="how many rounds at most")
    number("--seed", default=0, help="of the rounds and their determinizations")
    number("--processes", default=2)
    parser.add_argument("--check", action="store_true", help="judge the shipped puzzles again")
    number("--sample", default=0, help="check only so many of them")
    options = parser.parse_args(words)
    if not options.check and not options.work:
        parser.error("--work or --check is needed")
    return options


def main(words: Sequence[str] | None = None) -> int:
    """Make puzzles, or check them; returns 1 if one of them does not hold."""
    options = arguments(words)
    if options.check:
        return int(check(options) > 0)
    make(options)
    found = [parse_puzzle(line) for lines in read_work(options.work).values() for line in lines]
    write(found, options.to)
    print(Counter(map(kinds_of, found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
