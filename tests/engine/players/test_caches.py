"""What searches keep in memory."""

import gc
import random
from types import ModuleType
from typing import Any

import pytest

from engine.players import hand_partition, search, value_network
from engine.players.hard import Hard
from engine.view import view
from tests.support.engine.random_games import positions

_FOLLOWED = 1000
"""Objects that the searches of one game may leave for the garbage collector to follow."""


def caches_of(module: ModuleType) -> list[Any]:
    return [
        value
        for value in vars(module).values()
        if hasattr(value, "cache_info") and value.__module__ == module.__name__
    ]


@pytest.mark.slow  # searches for real
def test_the_collector_follows_little_of_what_searches_keep() -> None:
    caches = [cache for module in (hand_partition, search) for cache in caches_of(module)]
    caches += [value_network._hand_features]
    for cache in caches:
        cache.cache_clear()
    games = [game for game in positions(4, seed=2, length=1) if game.rounds[-1].to_move]
    seen = [view(game, game.rounds[-1].to_move[0]) for game in games]
    gc.collect()
    before = len(gc.get_objects())
    for each in seen:
        Hard(60).choose(each, random.Random(1))
    gc.collect()
    assert sum(cache.cache_info().currsize for cache in caches) > 20 * _FOLLOWED
    assert len(gc.get_objects()) - before < _FOLLOWED
