"""Where computers search, and how a game goes on when a worker fails."""

import asyncio
import multiprocessing
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from multiprocessing import active_children, resource_tracker
from pathlib import Path

import pytest

from bot.tables.computers.service import SEARCH_LIMIT, ComputerService
from engine.actions import Action
from engine.players import Level
from engine.players.registry import player, quick_player
from tests.support.tables.blocking_players import (
    BlockingPlayers,
    at_work,
    eventually,
    failing_hard,
    until_ended,
)
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.searched_position import HELD, SEED, SEEN

pytestmark = pytest.mark.long  # starts worker processes

LIMIT = timedelta(seconds=SEARCH_LIMIT)
MOMENT = timedelta(milliseconds=1)
PATIENCE = 30
"""Seconds that hard may take to search again; no test measures them."""


QUICK = quick_player(Level.HARD).choose(SEEN, random.Random(SEED))


@pytest.fixture
def held(tmp_path: Path) -> Iterator[BlockingPlayers]:
    held = BlockingPlayers(tmp_path)
    yield held
    held.release()


@pytest.fixture
async def computers(held: BlockingPlayers, clock: FakeClock) -> AsyncIterator[ComputerService]:
    """With one worker, and a limit that only the clock brings on."""
    async with at_work(1, held, clock.sleep) as computers:
        yield computers


def asked(computers: ComputerService, level: Level = Level.HARD) -> asyncio.Task[Action]:
    return asyncio.create_task(computers.choose(level, SEEN, SEED))


def troubles(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.name == "bot.tables.computers.service"
    ]


def test_the_quick_form_does_something_else_here_than_the_released_player() -> None:
    assert QUICK != HELD


@pytest.mark.parametrize("level", Level)
async def test_an_action_follows_from_the_view_and_the_seed(level: Level, clock: FakeClock) -> None:
    async with at_work(1, player, clock.sleep) as computers:
        for seed in range(3):
            own = player(level).choose(SEEN, random.Random(seed))
            assert await computers.choose(level, SEEN, seed) == own


async def test_hard_is_thought_out_in_another_process(
    computers: ComputerService, held: BlockingPlayers
) -> None:
    search = asked(computers)
    await eventually(lambda: held.thinking)
    assert held.thinking != [os.getpid()]
    held.release()
    assert await search == HELD


async def test_without_workers_hard_plays_its_quick_form_in_a_thread(held: BlockingPlayers) -> None:
    async with at_work(0, held) as computers:
        assert (computers.workers, computers.waiting) == ({"busy": 0, "free": 0, "down": 0}, 0)
        assert await asked(computers) == QUICK
        assert computers.searches == {"found": 0, "replaced": 0}
    assert held.thinking == []


async def test_the_work_of_the_workers_is_counted(
    computers: ComputerService, held: BlockingPlayers, clock: FakeClock
) -> None:
    assert (computers.workers, computers.waiting) == ({"busy": 0, "free": 1, "down": 0}, 0)
    searches = [asked(computers), asked(computers)]
    await eventually(lambda: held.thinking)
    assert (computers.workers, computers.waiting) == ({"busy": 1, "free": 0, "down": 0}, 1)
    held.release()
    assert await asyncio.gather(*searches) == [HELD, HELD]
    assert (computers.workers, computers.waiting) == ({"busy": 0, "free": 1, "down": 0}, 0)
    assert computers.searches == {"found": 2, "replaced": 0}


async def test_the_levels_below_hard_wait_for_no_search(
    computers: ComputerService, held: BlockingPlayers
) -> None:
    search = asked(computers)
    await eventually(lambda: held.thinking)
    for level in (Level.BEGINNER, Level.EASY, Level.MEDIUM):
        assert await asked(computers, level) == player(level).choose(SEEN, random.Random(SEED))
    assert not search.done()
    held.release()
    await search


async def test_a_worker_killed_in_the_middle_of_a_search_is_replaced(
    computers: ComputerService, held: BlockingPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    search = asked(computers)
    await eventually(lambda: held.thinking)
    (killed,) = held.thinking
    os.kill(killed, signal.SIGKILL)
    # The clock stands still: nobody waits for the limit.
    assert await search == QUICK
    assert computers.searches == {"found": 0, "replaced": 1}
    assert len(troubles(caplog)) == 1
    held.release()
    assert await asked(computers) == HELD
    assert len(held.thinking) == 2
    assert len(troubles(caplog)) == 1


async def test_a_worker_that_died_idle_is_replaced(held: BlockingPlayers, clock: FakeClock) -> None:
    held.release()
    async with at_work(1, held, clock.sleep) as computers:
        assert await asked(computers) == HELD
        (killed,) = held.thinking
        os.kill(killed, signal.SIGKILL)
        await until_hard_searches_again(computers)
    assert len(held.thinking) == 2


async def until_hard_searches_again(computers: ComputerService) -> None:
    async with asyncio.timeout(PATIENCE):
        while await asked(computers) == QUICK:
            pass


async def test_no_search_takes_longer_than_its_limit(
    computers: ComputerService,
    held: BlockingPlayers,
    clock: FakeClock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    search = asked(computers)
    await eventually(lambda: held.thinking and clock.wakings)
    clock.advance(LIMIT - MOMENT)
    await asyncio.sleep(0.05)
    assert not search.done()
    clock.advance(MOMENT)
    assert await search == QUICK
    assert len(troubles(caplog)) == 1
    # The stuck one is ended, since its search never would.
    await until_ended(*held.thinking)
    held.release()
    assert await asked(computers) == HELD


async def test_under_load_too_everybody_is_answered_within_the_limit(
    computers: ComputerService,
    held: BlockingPlayers,
    clock: FakeClock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    searches = [asked(computers) for _ in range(5)]
    await eventually(lambda: held.thinking and len(clock.wakings) == 5)
    clock.advance(LIMIT)
    assert await asyncio.gather(*searches) == [QUICK] * 5
    assert len(troubles(caplog)) == 1
    await until_ended(*held.thinking)
    held.release()
    assert await asked(computers) == HELD
    # Those that never came to their turn ended no worker.
    assert len(held.thinking) == 2


async def test_two_workers_search_at_once(held: BlockingPlayers, clock: FakeClock) -> None:
    async with at_work(2, held, clock.sleep) as computers:
        searches = [asked(computers) for _ in range(2)]
        await eventually(lambda: len(held.thinking) == 2)
        held.release()
        assert await asyncio.gather(*searches) == [HELD] * 2


async def test_a_search_given_up_leaves_nothing_behind(
    computers: ComputerService, held: BlockingPlayers
) -> None:
    before = asyncio.all_tasks()
    search = asked(computers)
    await eventually(lambda: held.thinking)
    search.cancel()
    await asyncio.wait({search})
    assert search.cancelled()
    assert asyncio.all_tasks() == before


async def test_closing_ends_a_search_and_its_process(
    held: BlockingPlayers, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_work(1, held, clock.sleep) as computers:
        search = asked(computers)
        await eventually(lambda: held.thinking)
        search.cancel()
    assert active_children() == []
    await computers.close()
    assert troubles(caplog) == []


@pytest.fixture
def no_program() -> Iterator[None]:
    """As while a new Python is being installed: no process can be started."""
    # Started only now it would fail too, and be missed by other tests.
    resource_tracker.ensure_running()
    multiprocessing.set_executable("/nowhere/python")
    yield
    multiprocessing.set_executable(sys.executable)


@pytest.mark.usefixtures("no_program")
async def test_where_no_worker_can_be_started_hard_plays_its_quick_form_until_one_can(
    held: BlockingPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    held.release()
    async with at_work(1, held) as computers:
        for _ in range(3):
            assert await asked(computers) == QUICK
        assert len(troubles(caplog)) == 1
        multiprocessing.set_executable(sys.executable)
        await until_hard_searches_again(computers)


async def test_an_error_in_a_search_is_logged_without_its_words(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_work(1, failing_hard, clock.sleep) as computers:
        assert await asked(computers) == QUICK
    (trouble,) = troubles(caplog)
    assert "ValueError" in trouble
    assert str(SEEN.hand[0]) not in caplog.text
