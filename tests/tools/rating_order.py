"""How soon do ratings order players of known strength? `python -m tests.tools.rating_order`.

Two members of each level meet at tables of three by chance, and every game is rated as the bot
does. It prints whether each member of a stronger level stands above each member of a weaker one
after so many games, and since when. With `--model` their points come from normal distributions with
the means and the deviation of real games instead, which takes no time.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from statistics import median

from bot.tables.core.ratings import Rating, rate
from engine.players import Level
from tests.tools.competitors import COMPETITORS
from tests.tools.duplicate_scoring import play

Deal = Callable[[Sequence[Level], int], Sequence[int]]
"""A function from the levels at a table and a seed to their totals."""
MEMBERS_OF_A_LEVEL = 2
"""Twins show how far chance alone moves two members apart."""
PLAYERS = 3
MEANS = {Level.BEGINNER: 0.0, Level.EASY: 8.0, Level.MEDIUM: 15.0, Level.HARD: 20.0}
"""Points of a game of three rounds, less a beginner's, about as in 90 games of `real`."""
DEVIATION = 11.0
"""The deviation of the points of one game."""


def real(levels: Sequence[Level], seed: int) -> Sequence[int]:
    """Play three rounds between these computer players; returns the totals."""
    return play([COMPETITORS[str(level)]() for level in levels], PLAYERS, seed)


def modelled(levels: Sequence[Level], seed: int) -> Sequence[int]:
    """Draw whole numbers of points around each level's mean, so that ties occur."""
    rng = random.Random(seed)
    return [round(rng.gauss(MEANS[level], DEVIATION)) for level in levels]


def games_until_in_order(
    deal: Deal, games: int, seed: int, levels: Sequence[Level] = tuple(Level)
) -> int | None:
    """The number of games after which the levels stay in order to the end; None if they do not."""
    rng = random.Random(seed)
    members = [level for level in levels for _ in range(MEMBERS_OF_A_LEVEL)]
    ratings = [Rating()] * len(members)
    since: int | None = None
    for game in range(1, games + 1):
        seats = rng.sample(range(len(members)), PLAYERS)
        totals = deal([members[member] for member in seats], seed * games + game)
        ranks = [1 + sum(other > own for other in totals) for own in totals]
        for member, rating in zip(
            seats, rate([ratings[member] for member in seats], ranks), strict=True
        ):
            ratings[member] = rating
        if not in_order(ratings):
            since = None
        elif since is None:
            since = game
    return since


def in_order(ratings: Sequence[Rating]) -> bool:
    """Whether each level's members, weakest level first, are all below those of the next."""
    numbers = [rating.number for rating in ratings]
    pairs = range(MEMBERS_OF_A_LEVEL, len(numbers), MEMBERS_OF_A_LEVEL)
    return all(max(numbers[:start]) < min(numbers[start:]) for start in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[120])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--model", action="store_true")
    options = parser.parse_args()
    deal = modelled if options.model else real
    for games in options.games:
        found = [games_until_in_order(deal, games, seed) for seed in range(options.seeds)]
        since = [known for known in found if known is not None]
        each = games * PLAYERS / (MEMBERS_OF_A_LEVEL * len(Level))
        print(
            f"{games} games, {each:.0f} for each member: in order with {len(since)} of"
            f" {options.seeds} seeds, since game {median(since) if since else '-'} (median)"
        )


if __name__ == "__main__":
    main()
