"""Train the value networks by self-play: `python -m tests.tools.train_value_network [rounds]`.

All seats play by the rollout policy. Rounds begin with some random good actions, for a variety of
positions; from the last of them on, each position of a seat is a sample. Its target is the points
that the seat still gained on the others' mean. The same number of rounds gives the same nets.
Training needs numpy and scikit-learn; playing does not.
"""

import json
import random
import sys
import warnings
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain

import numpy as np

from engine.actions import Action, Orient
from engine.cards import shuffled_deal
from engine.players.hand_partition import better_flipped
from engine.players.medium import ActionEvaluator
from engine.players.search import rollout_action
from engine.players.value_network import WEIGHTS, Net, ahead, features, lead
from engine.position import Position
from engine.round import Round
from engine.rules import RULES

ROUNDS = 30_000
"""Rounds of self-play for each number of players."""
MAX_EXPLORING_TURNS = 20
"""The number of turns with exploring is below this, drawn at random."""
EXPLORING_SHARE = 0.2
"""The share of random actions in those turns."""
EXPLORED_ACTIONS = 8
"""A random action is one of this many best."""
UNITS = 24
"""Units of the hidden layer; each makes the search slower."""
EPOCHS = 30
"""The training passes over all samples so often."""
DIGITS = 4
"""The weights have so many decimal places."""

Row = tuple[list[float], float]
"""The features of a seat, and the points it still gains on the others' mean."""


def rows(players: int, seed: int) -> list[Row]:
    """The samples of one round: each seat before and after its turns, once exploring is over."""
    rng = random.Random(seed)
    now = _explored(players, rng)
    sampled: list[tuple[Position, int]] = []
    while now.mover is not None:
        seat = now.mover
        action = rollout_action(now) if sampled else _good_action(now, rng)
        # after a Scout the same seat can go on (R17)
        if not sampled or sampled[-1][1] != seat:
            sampled.append((now.copy(), seat))
        now.make(seat, action)
        sampled.append((now.copy(), seat))
    final = [score.points for score in now.scores()]
    return [_row(then, seat, final) for then, seat in sampled[1:-1]]


def fitted(samples: Sequence[Row]) -> Net:
    """Fit a net with about the least squared error; its weights take unscaled features."""
    # Only here: its import takes seconds, which each test worker would spend.
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPRegressor
    from sklearn.preprocessing import StandardScaler

    inputs, points = (np.array(column) for column in zip(*samples, strict=True))
    scale = StandardScaler().fit(inputs)
    net = MLPRegressor(
        hidden_layer_sizes=(UNITS,),
        batch_size=256,
        max_iter=EPOCHS,
        n_iter_no_change=EPOCHS,
        early_stopping=True,
        random_state=1,
    )
    with warnings.catch_warnings():
        # it stops before it converges; early stopping keeps the best epoch
        warnings.simplefilter("ignore", ConvergenceWarning)
        net.fit(scale.transform(inputs), points)
    (units, weights), (biases, (bias,)) = net.coefs_, net.intercepts_
    units = units / scale.scale_[:, np.newaxis]
    biases = biases - scale.mean_ @ units
    print(f"explains {net.best_validation_score_:.1%} of the variance", file=sys.stderr)
    return Net(
        *(np.round(part, DIGITS).tolist() for part in (units.T, biases, weights[:, 0], bias))
    )


def _explored(players: int, rng: random.Random) -> Position:
    """Play to a position after some turns with exploring, hands in the better orientation (R6)."""
    now = Round.begin(shuffled_deal(players, rng)).position()
    for seat, hand in enumerate(now.hands):
        now.make(seat, Orient(better_flipped(hand)))
    for _ in range(rng.randrange(MAX_EXPLORING_TURNS)):
        if now.mover is not None:
            explores = rng.random() < EXPLORING_SHARE
            now.make(now.mover, _good_action(now, rng) if explores else rollout_action(now))
    return now


def _good_action(now: Position, rng: random.Random) -> Action:
    """Choose one of the best actions at random, often not the very best."""
    worth = ActionEvaluator(now).all_actions()
    return rng.choice(sorted(worth, key=worth.__getitem__, reverse=True)[:EXPLORED_ACTIONS])


def _row(then: Position, seat: int, final: Sequence[int]) -> Row:
    return features(then, seat), ahead(final, seat) - lead(then, seat)


def _self_play(players: int, rounds: int) -> list[Row]:
    """Play this many rounds on all cores; returns their samples."""
    with ProcessPoolExecutor() as pool:
        played = pool.map(partial(rows, players), range(rounds), chunksize=100)
        return list(chain.from_iterable(played))


def main() -> None:
    """Train one net for each number of players and write them where the engine reads them."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    nets = {players: fitted(_self_play(players, rounds)) for players in RULES}
    WEIGHTS.write_text(json.dumps(nets) + "\n")


if __name__ == "__main__":
    main()
