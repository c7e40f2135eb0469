"""Where moves are evaluated for reviews."""

import asyncio
import os
import random
import sys
from pathlib import Path

import pytest

from bot.tables.computers.service import ComputerService
from engine.players import Comparison, Level
from engine.players.registry import player
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


async def test_an_evaluation_repeated_is_the_same() -> None:
    computers = ComputerService(0)
    found = [await computers.evaluate(SEEN, ACTION, SEED) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].best in SEEN.legal_actions()
