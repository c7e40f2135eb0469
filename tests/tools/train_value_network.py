"""Finds the nets of `estimate` by self-play: `python -m tests.tools.train_value_network [rounds]`.

All seats play as a search does in thought. Rounds begin with mistakes, so that positions of all
kinds come up; from the last mistake on the net learns how many points a seat got beyond those that
it held. The same rounds give the same nets. It stands here since it needs more than Python.
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
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPRegressor
from sklearn.preprocessing import StandardScaler

from engine.actions import Action, Orient
from engine.cards import shuffled_deal
from engine.players.evaluator import ActionEvaluator, situation_of_round
from engine.players.hand_partition import better_flipped
from engine.players.rollout_policy import rollout_action
from engine.players.value_network import WEIGHTS, Net, ahead, features, lead
from engine.round import Round
from engine.rules import RULES

ROUNDS = 30_000
"""Rounds for each number of players."""
LAST_MISTAKE = 20
"""Turns after which a round goes on without mistakes, at the latest."""
MISTAKES = 0.2
"""Share of mistakes in the turns before the last."""
BETTER = 8
"""Best actions that a mistake is any of, so that it may be none."""
UNITS = 24
"""Of the hidden layer: each costs the search time."""
EPOCHS = 30
"""Times that the net sees every row."""
DIGITS = 4
"""Of the weights, after the point."""

Row = tuple[list[float], float]
"""The features of a seat, and its points to come above the others' mean."""


def rows(players: int, seed: int) -> list[Row]:
    """The seats on move in one round, before and after their actions, from the last mistake on."""
    rng = random.Random(seed)
    now = _begun(players, rng)
    judged: list[tuple[Round, int]] = []
    while now.ended is None:
        seat = now.turn
        action = rollout_action(now) if judged else _mistake(now, rng)
        # with two players a Scout leaves the same seat on move (R17)
        if not judged or judged[-1][1] != seat:
            judged.append((now, seat))
        now = now.after(seat, action)
        judged.append((now, seat))
    final = [score.points for score in now.scores()]
    return [_row(then, seat, final) for then, seat in judged[1:-1]]


def fitted(samples: Sequence[Row]) -> Net:
    """The net with about the least sum of squared errors, for features as they are."""
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
        # it may improve still; the best of its epochs is what counts
        warnings.simplefilter("ignore", ConvergenceWarning)
        net.fit(scale.transform(inputs), points)
    (units, weights), (biases, (bias,)) = net.coefs_, net.intercepts_
    units = units / scale.scale_[:, np.newaxis]
    biases = biases - scale.mean_ @ units
    print(f"explains {net.best_validation_score_:.1%} of the variance", file=sys.stderr)
    return Net(
        *(np.round(part, DIGITS).tolist() for part in (units.T, biases, weights[:, 0], bias))
    )


def _begun(players: int, rng: random.Random) -> Round:
    """A round before its last mistake, the hands the better way up (R6)."""
    now = Round.begin(shuffled_deal(players, rng))
    for seat, hand in enumerate(now.hands):
        now = now.after(seat, Orient(better_flipped(hand)))
    for _ in range(rng.randrange(LAST_MISTAKE)):
        if now.ended is None:
            action = _mistake(now, rng) if rng.random() < MISTAKES else rollout_action(now)
            now = now.after(now.turn, action)
    return now


def _mistake(now: Round, rng: random.Random) -> Action:
    worth = ActionEvaluator(situation_of_round(now)).all_actions()
    return rng.choice(sorted(worth, key=worth.__getitem__, reverse=True)[:BETTER])


def _row(then: Round, seat: int, final: Sequence[int]) -> Row:
    return features(then, seat), ahead(final, seat) - lead(then, seat)


def _played(players: int, rounds: int) -> list[Row]:
    """The rows of so many rounds, played on all cores."""
    with ProcessPoolExecutor() as pool:
        played = pool.map(partial(rows, players), range(rounds), chunksize=100)
        return list(chain.from_iterable(played))


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    nets = {players: fitted(_played(players, rounds)) for players in RULES}
    WEIGHTS.write_text(json.dumps(nets) + "\n")


if __name__ == "__main__":
    main()
