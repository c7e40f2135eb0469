"""Where moves are evaluated for reviews."""

import asyncio
import os
import random
import sys
import time
from pathlib import Path

import pytest

from bot.tables.computers.service import ComputerService
from engine.actions import Action
from engine.players import Comparison, Level, Player
from engine.players.registry import player
from engine.view import View
from tests.support.tables.blocking_evaluators import BlockingEvaluators
from tests.support.tables.blocking_players import at_work, eventually
from tests.support.tables.evaluators import worth
from tests.support.tables.searched_position import HELD, SEED, SEEN

ACTION = SEEN.legal_actions()[0]


async def test_a_move_is_evaluated_without_a_worker_and_clicks_do_not_wait(tmp_path: Path) -> None:
    held = BlockingEvaluators(tmp_path)
    async with at_work(0, held) as computers:
        evaluation = asyncio.create_task(computers.evaluate(SEEN, ACTION, SEED))
        # The event loop runs on meanwhile, and computers play.
        await eventually(lambda: held.thinking)
        assert await computers.choose(Level.HARD, SEEN, SEED) in SEEN.legal_actions()
        assert held.thinking == [os.getpid()]
        assert not evaluation.done()
        held.release()
        drawn = random.Random(SEED).random()
        assert await evaluation == Comparison(HELD, worth(SEEN, ACTION), drawn)


async def test_a_thread_that_computes_gives_way_ten_times_as_often_as_by_default() -> None:
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        async with at_work(0, player):
            assert sys.getswitchinterval() == pytest.approx(0.0005)
    finally:
        sys.setswitchinterval(before)


class CountedPlayers:
    """Players of which each says how many think at the same moment."""

    def __init__(self) -> None:
        self.thinking = self.most = 0

    def __call__(self, level: Level) -> Player:
        return self

    def choose(self, view: View, rng: random.Random) -> Action:
        self.thinking += 1
        self.most = max(self.most, self.thinking)
        time.sleep(0.005)  # another thread would begin meanwhile
        self.thinking -= 1
        return view.legal_actions()[0]


async def test_in_the_bot_computers_think_one_after_the_other() -> None:
    counted = CountedPlayers()
    async with at_work(0, player, quick_players=counted) as computers:
        await asyncio.gather(*(computers.choose(Level.HARD, SEEN, seed) for seed in range(6)))
    assert counted.most == 1


@pytest.mark.slow
async def test_an_evaluation_repeated_is_the_same() -> None:
    computers = ComputerService(0)
    found = [await computers.evaluate(SEEN, ACTION, SEED) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].best in SEEN.legal_actions()
