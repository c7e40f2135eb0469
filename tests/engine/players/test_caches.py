"""What searches keep in memory."""

import gc
import random
import tracemalloc
from types import ModuleType
from typing import Any

import pytest

from engine.players import hand_partition, search, value_network
from engine.players.hard import Hard
from engine.view import View, view
from tests.support.engine.random_games import positions

_FOLLOWED = 1000
"""Objects that the searches of one game may leave for the garbage collector to follow."""
_KEPT = 6 * 2**20
"""Bytes that full caches may take: more of them make no search quicker."""


def caches_of(module: ModuleType) -> list[Any]:
    return [
        value
        for value in vars(module).values()
        if hasattr(value, "cache_info") and value.__module__ == module.__name__
    ]


def emptied() -> list[Any]:
    """All that searches keep, with nothing in it."""
    caches = [cache for module in (hand_partition, search) for cache in caches_of(module)]
    caches += [value_network._hand_features]
    for cache in caches:
        cache.cache_clear()
    return caches


def turns() -> list[View]:
    """What the player on turn sees, all through a round."""
    games = [game for game in positions(4, seed=2, length=1) if game.rounds[-1].to_move]
    return [view(game, game.rounds[-1].to_move[0]) for game in games]


@pytest.mark.long
@pytest.mark.slow  # searches for real
def test_the_collector_follows_little_of_what_searches_keep() -> None:
    caches, seen = emptied(), turns()
    gc.collect()
    before = len(gc.get_objects())
    for each in seen:
        Hard(60).choose(each, random.Random(1))
    # A tuple of tuples is followed until the collection after the one that let go of those.
    gc.collect()
    gc.collect()
    assert sum(cache.cache_info().misses for cache in caches) > 20 * _FOLLOWED
    assert len(gc.get_objects()) - before < _FOLLOWED


@pytest.mark.long  # searches for real
def test_full_caches_of_searches_are_small() -> None:
    caches, seen = emptied(), turns()
    tracemalloc.start()
    try:
        for each in seen[::4]:
            Hard(60).choose(each, random.Random(1))
        assert sum(map(_bytes_if_full, caches)) < _KEPT
    finally:
        tracemalloc.stop()


def _bytes_if_full(cache: Any) -> float:
    """What the cache would take at its largest, by the entries that it has; it is empty then."""
    info, (before, _) = cache.cache_info(), tracemalloc.get_traced_memory()
    cache.cache_clear()
    after, _ = tracemalloc.get_traced_memory()
    each = (before - after) / max(int(info.currsize), 1)
    return each * int(info.maxsize)
