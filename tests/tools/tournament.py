"""Measure computer players: `python -m tests.tools.tournament hard medium --players 4`.

The challenger, named first, plays against a table of the second, with duplicate scoring. A seed
is one sample; the interval is that of 95 % confidence.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import fmean, stdev

from engine.rules import RULES
from tests.tools.competitors import COMPETITORS, WITH_OPEN_HANDS
from tests.tools.duplicate_scoring import Match, Played

_PLAYERS = {**COMPETITORS, **WITH_OPEN_HANDS}
BAR = 30
"""The progress bar has so many characters."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of a match, as means for the challenger.

    `points` and `ahead` are for each round; `interval` is half the width of that of `ahead`.
    """

    challenger: str
    field: str
    players: int
    seeds: int
    rounds: int
    first_seed: int
    points: float
    ahead: float
    interval: float
    rank: float
    wins: float


def standing(
    options: argparse.Namespace, players: int, seeds: Sequence[Sequence[Played]]
) -> Standing:
    """Compute the figures of the games of all seeds."""
    games = [played for seed in seeds for played in seed]
    ahead = [fmean(played.ahead for played in seed) / options.rounds for seed in seeds]
    return Standing(
        challenger=options.challenger,
        field=options.field,
        players=players,
        seeds=len(seeds),
        rounds=options.rounds,
        first_seed=options.first_seed,
        points=fmean(played.own for played in games) / options.rounds,
        ahead=fmean(ahead),
        interval=1.96 * stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else float("inf"),
        rank=fmean(played.rank for played in games),
        wins=fmean(played.win for played in games),
    )


def table(standings: Iterable[Standing]) -> str:
    """Write the standings as a Markdown table."""
    lines = [
        "| challenger | field | players | rounds | points a round | ahead | rank | wins |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for one in standings:
        played = one.seeds * one.players * one.rounds
        lines.append(
            f"| {one.challenger} | {one.field} | {one.players} | {played} | {one.points:.2f} "
            f"| {one.ahead:+.2f} ± {one.interval:.2f} | {one.rank:.2f} | {one.wins:.0%} |"
        )
    return "\n".join(lines)


def run(options: argparse.Namespace, players: int) -> Standing:
    """Play one match; returns its standing. The processes share its seeds."""
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    match = Match(_PLAYERS[options.challenger], _PLAYERS[options.field], players, options.rounds)
    with Pool(options.processes) as pool:
        results = pool.imap(match.games, seeds)
        return standing(
            options, players, list(_with_progress(results, len(seeds), f"{players} players"))
        )


def _with_progress(
    results: Iterator[list[Played]], total: int, title: str
) -> Iterator[list[Played]]:
    """Yield the same results, with a progress bar on standard error."""
    for done, games in enumerate(results, 1):
        bar = "#" * (BAR * done // total)
        print(f"\r{title} [{bar:{BAR}}] {done}/{total}", end="", file=sys.stderr, flush=True)
        yield games
    print(file=sys.stderr)


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.tournament", description=__doc__)
    number = partial(parser.add_argument, type=int)
    parser.add_argument("challenger", choices=list(_PLAYERS))
    parser.add_argument("field", choices=list(_PLAYERS))
    number("--players", nargs="+", default=[4], choices=list(RULES), help="players at the table")
    number("--seeds", default=50, help="number of deals, each played from every seat")
    number("--first-seed", default=0, help="another one gives other deals")
    number("--rounds", default=1, help="rounds of each game")
    number("--processes", default=None, help="by default all cores")
    parser.add_argument("--json", type=Path, help="file to write the figures to")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Play the matches, print their table and write their figures."""
    options = arguments(words)
    standings = [run(options, players) for players in options.players]
    print(table(standings))
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in standings], indent=2) + "\n")


if __name__ == "__main__":
    main()
