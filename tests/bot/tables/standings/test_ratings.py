"""Ratings: openskill's Plackett-Luce, and the number that members read."""

import random

import pytest

from bot.tables.core.ratings import Rating, rate


def test_a_member_without_a_game_has_1000() -> None:
    assert (Rating().number, Rating().uncertainty) == (1000, 333)


def test_the_number_is_the_cautious_estimate() -> None:
    """1000 + 40 x (mu - 3 sigma): of two with the same mean, the one who played more is higher."""
    assert Rating(30, 2).number == 1000 + 40 * (30 - 3 * 2)
    assert Rating(30, 2).uncertainty == 80
    assert Rating(30, 2).number > Rating(30, 4).number


def test_the_better_ranked_gain_and_the_others_lose() -> None:
    first, second, third = rate([Rating()] * 3, [1, 2, 3])
    assert first.mu > second.mu > third.mu
    assert first.mu > Rating().mu > third.mu
    assert all(rating.sigma < Rating().sigma for rating in (first, second, third))


def test_ties_keep_ties() -> None:
    """Equal totals share a rank (R23), and equal members who tie stay equal."""
    first, second, third = rate([Rating()] * 3, [1, 1, 3])
    assert first == second
    assert first.mu > third.mu
    assert {rating.mu for rating in rate([Rating()] * 4, [1, 1, 1, 1])} == {Rating().mu}


def test_a_win_against_the_stronger_counts_more() -> None:
    over_strong, _ = rate([Rating(), Rating(35, 2)], [1, 2])
    over_weak, _ = rate([Rating(), Rating(15, 2)], [1, 2])
    assert over_strong.mu > over_weak.mu > Rating().mu


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_game_gives_the_same_floats(players: int) -> None:
    rng = random.Random(players)
    ratings = [Rating(rng.uniform(10, 40), rng.uniform(1, 8)) for _ in range(players)]
    ranks = [rng.randint(1, players) for _ in range(players)]
    assert rate(ratings, ranks) == rate(ratings, ranks)
