"""Evaluators that wait for a release before they answer, in any process."""

import os
import random
from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Action
from engine.levels import Level
from engine.players import Player
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
    def evaluate(
        self, view: View, rng: random.Random, also: Iterable[Action] = ()
    ) -> dict[Action, float]:
        """The rough worth of what is asked for, and how nice the process is and what it drew."""
        self.held.wait()
        (action,) = also
        others = [legal for legal in view.legal_actions() if legal != action]
        return {
            action: worth(view, action),
            others[0]: os.getpriority(os.PRIO_PROCESS, 0),
            others[1]: rng.random(),
        }
