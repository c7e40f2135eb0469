"""Who can be measured: the computer players by level, and the baseline beneath them."""

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
