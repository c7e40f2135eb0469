"""Ratings put players of known strength in their order."""

import pytest

from engine.players import Level
from tests.tools.rating_order import games_until_in_order, modelled, real


@pytest.mark.long  # rates 24,000 games
def test_modelled_levels_come_out_in_order_the_more_games_the_surer() -> None:
    in_order = {
        games: sum(games_until_in_order(modelled, games, seed) is not None for seed in range(30))
        for games in (15, 800)
    }
    assert in_order[800] >= 27
    assert in_order[15] < in_order[800]


def test_equals_have_no_order() -> None:
    """Otherwise the test above would prove nothing."""
    found = [games_until_in_order(lambda *_: (3, 3, 3), 50, seed) for seed in range(3)]
    assert found == [None] * 3


@pytest.mark.long  # plays sixty games
def test_easy_and_medium_computers_come_out_in_order() -> None:
    assert games_until_in_order(real, 60, 0, [Level.EASY, Level.MEDIUM]) is not None
