"""What a round is expected to bring, and how that is learned."""

import random
from itertools import chain
from statistics import covariance, fmean, pvariance

import pytest

from engine.actions import Show
from engine.players.value_network import Net, ahead, estimate, features, nets
from engine.round import Round
from tests.support.engine.hidden_cards import with_other_secrets
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import changed, facing
from tests.tools.train_value_network import fitted, rows

pytestmark = pytest.mark.slow  # trains a network

tables = pytest.mark.parametrize("players", PLAYERS)


def going_on(players: int, seed: int) -> list[Round]:
    rounds = [game.rounds[-1] for game in positions(players, seed, length=1)]
    return [now for now in rounds if now.ended is None and None not in now.orientation]


@tables
def test_there_is_a_net_for_every_table(players: int) -> None:
    net, now = nets()[players], going_on(players, seed=1)[0]
    assert {len(row) for row in net.rows} == {len(features(now.position(), now.turn))}
    assert len(net.rows) == len(net.biases) == len(net.weights)


@tables
def test_r15_it_is_the_same_whatever_is_hidden_from_the_seat(players: int) -> None:
    rng = random.Random(players)
    for now in going_on(players, seed=2):
        for seat in range(players):
            other = with_other_secrets(now, seat, rng)
            assert estimate(other.position(), seat) == estimate(now.position(), seat)


def test_r22_it_is_exact_at_the_end() -> None:
    now = facing("2/5 3/8", "4/9 5/1", "1/6 8/2 10/7", "9/3 6/2 1/3", piles=(4, 1, 2))
    over = now.play(0, Show(1, 2)).position()
    points = [score.points for score in over.scores()]
    assert [estimate(over, seat) for seat in range(3)] == [ahead(points, seat) for seat in range(3)]


def test_r22_what_is_held_counts() -> None:
    now = facing("2/5 3/8", "4/9 5/1", "1/6 8/2 10/7", "9/3 6/2 1/3")
    before = now.position()
    richer = changed(now, piles=(3, 0, 0), chips=(1, 0, 0)).position()
    assert estimate(richer, 0) == pytest.approx(estimate(before, 0) + 4)
    assert estimate(richer, 1) == pytest.approx(estimate(before, 1) - 2)


def test_a_hand_of_few_sets_promises_more() -> None:
    rivals = ("1/6 8/2 10/7 3/2", "9/3 6/2 1/3 4/6")
    together = facing("2/5 3/8", "4/9 5/1 6/2 9/1 9/2", *rivals)
    apart = facing("2/5 3/8", "4/9 9/1 6/2 9/2 2/1", *rivals)
    assert estimate(together.position(), 0) > estimate(apart.position(), 0) + 1


def test_a_net_adds_its_units_that_fire() -> None:
    net = Net(rows=((1.0, 2.0), (-1.0, 0.0)), biases=(0.5, 0.0), weights=(2.0, 7.0), bias=-1.0)
    assert net.points((1.0, 1.0)) == 2 * 3.5 - 1
    assert net.points((-3.0, 1.0)) == 7 * 3.0 - 1


@tables
def test_the_rows_of_a_round_are_the_same_again(players: int) -> None:
    found = [rows(players, seed) for seed in range(20)]
    assert found == [rows(players, seed) for seed in range(20)]
    assert sum(map(len, found)) > 100
    assert {len(row) for row, _ in chain.from_iterable(found)} == {len(nets()[players].rows[0])}


def test_what_is_learned_is_of_rounds_that_go_on_and_better_with_less_in_hand() -> None:
    learned = [row for seed in range(100) for row in rows(4, seed)]
    burdens, counts = ([row[index] for row, _ in learned] for index in (0, 1))
    assert min(counts) > 0
    assert covariance(burdens, [points for _, points in learned]) < -1


@pytest.mark.long
def test_training_finds_what_points_hang_on() -> None:
    rng = random.Random(1)
    drawn = [[rng.uniform(0, 10), rng.uniform(-1, 1)] for _ in range(10_000)]
    samples = [(row, row[0] + max(0, 5 * row[1])) for row in drawn]
    net = fitted(samples)
    assert net == fitted(samples)
    errors = [net.points(row) - points for row, points in samples[:500]]
    assert fmean(error * error for error in errors) < 0.02 * pvariance(p for _, p in samples)
