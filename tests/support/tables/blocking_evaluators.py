"""Evaluators that wait for a release before they answer, in any process."""

import random
from dataclasses import dataclass

from engine.actions import Action
from engine.players import Comparison, Level, Player
from engine.players.registry import player
from engine.view import View
from tests.support.tables.blocking_players import BlockingPlayer, BlockingPlayers
from tests.support.tables.evaluators import worth


@dataclass(frozen=True)
class BlockingEvaluators(BlockingPlayers):
    """Hard players that wait for `release`, and judges of that kind."""

    def __call__(self, level: Level) -> Player:
        return BlockingEvaluator(self, level) if level in self.levels else player(level)


@dataclass(frozen=True)
class BlockingEvaluator(BlockingPlayer):
    def compare(self, view: View, action: Action, rng: random.Random) -> Comparison:
        """With the rough worth of what is asked for as cost, and as margin what it drew."""
        self.held.wait()
        return Comparison(view.legal_actions()[-1], worth(view, action), rng.random())
