"""The players that a tournament can measure, by name: levels, hard's quick form, two yardsticks."""

from collections.abc import Callable
from functools import partial

from engine.players import Level, Player
from engine.players.registry import player, quick_player
from tests.tools.all_seeing import AllSeeing
from tests.tools.greedy import Greedy

COMPETITORS: dict[str, Callable[[], Player]] = {
    "greedy": Greedy,
    "quick": partial(quick_player, Level.HARD),
    **{str(level): partial(player, level) for level in Level},
}
WITH_OPEN_HANDS: dict[str, Callable[[], Player]] = {"all-seeing": AllSeeing}
"""No game offers these players: they know the hands of all seats."""
