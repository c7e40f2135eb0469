"""The players that a tournament can measure, by name: the levels and the baseline."""

from collections.abc import Callable
from functools import partial

from engine.levels import Level
from engine.players import Player
from engine.players.registry import player
from tests.tools.greedy import Greedy

COMPETITORS: dict[str, Callable[[], Player]] = {
    "greedy": Greedy,
    **{str(level): partial(player, level) for level in Level},
}
