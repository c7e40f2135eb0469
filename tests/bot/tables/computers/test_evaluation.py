"""Where moves are evaluated for reviews, and what happens when a worker fails."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import timedelta
from multiprocessing import active_children
from pathlib import Path

import pytest
from pebble import ProcessExpired

from bot.tables.computers.service import EVALUATION_LIMIT, ComputerService
from engine.actions import Action
from engine.levels import Level
from tests.support.tables.blocking_evaluators import BlockingEvaluators
from tests.support.tables.blocking_players import at_work, eventually, until_ended
from tests.support.tables.evaluators import worth
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.searched_position import HELD, SEED, SEEN

pytestmark = pytest.mark.slow  # starts worker processes

ACTION = SEEN.legal_actions()[0]
LIMIT = timedelta(seconds=EVALUATION_LIMIT)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[BlockingEvaluators]:
    held = BlockingEvaluators(tmp_path)
    yield held
    held.release()


@pytest.fixture
async def computers(held: BlockingEvaluators, clock: FakeClock) -> AsyncIterator[ComputerService]:
    async with at_work(1, held, clock.sleep) as computers:
        yield computers


def asked(computers: ComputerService) -> asyncio.Task[Mapping[Action, float]]:
    async def submit() -> Mapping[Action, float]:
        return await computers.evaluate(SEEN, ACTION, SEED)

    return asyncio.create_task(submit())


async def test_a_worker_of_its_own_that_gives_way_evaluates(
    computers: ComputerService, held: BlockingEvaluators
) -> None:
    held.release()
    own, priority, drawn = (await asked(computers)).values()
    assert own == worth(SEEN, ACTION)
    assert priority > os.getpriority(os.PRIO_PROCESS, 0)
    assert drawn == random.Random(SEED).random()
    assert held.thinking != [os.getpid()]


async def test_no_computer_waits_for_an_evaluation(
    computers: ComputerService, held: BlockingEvaluators
) -> None:
    evaluation = asked(computers)
    await eventually(lambda: held.thinking)
    search = asyncio.create_task(computers.choose(Level.HARD, SEEN, SEED))
    await eventually(lambda: len(held.thinking) == 2)
    held.release()
    assert await search == HELD
    assert worth(SEEN, ACTION) in (await evaluation).values()


async def test_a_lost_worker_fails_one_evaluation(
    computers: ComputerService, held: BlockingEvaluators
) -> None:
    evaluation = asked(computers)
    await eventually(lambda: held.thinking)
    os.kill(held.thinking[0], signal.SIGKILL)
    with pytest.raises(ProcessExpired):
        await evaluation
    held.release()
    assert ACTION in await asked(computers)


async def test_a_stuck_worker_is_given_up(
    computers: ComputerService, held: BlockingEvaluators, clock: FakeClock
) -> None:
    evaluation = asked(computers)
    await eventually(lambda: held.thinking and clock.wakings)
    clock.advance(LIMIT)
    with pytest.raises(TimeoutError):
        await evaluation
    await until_ended(*held.thinking)
    held.release()
    assert ACTION in await asked(computers)


async def test_closing_ends_the_evaluating_worker(held: BlockingEvaluators) -> None:
    async with at_work(1, held) as computers:
        evaluation = asked(computers)
        await eventually(lambda: held.thinking)
        evaluation.cancel()
    assert active_children() == []


async def test_without_workers_nothing_is_evaluated() -> None:
    with pytest.raises(RuntimeError):
        await ComputerService(0).evaluate(SEEN, ACTION, SEED)
