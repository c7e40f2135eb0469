"""Which tables are published, in which order, and what happens while Discord is out of reach."""

import asyncio
from collections import Counter

import pytest

from bot.ui.delivery import publication_queue
from bot.ui.delivery.publication_queue import PublicationQueue
from tests.support.tables.blocking_players import eventually

PLACES = publication_queue._PLACES


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a pause is for shows in the order, not in its length."""
    monkeypatch.setattr(publication_queue, "_RETRY_DELAYS", (0.01,))
    monkeypatch.setattr(publication_queue, "_OUTAGE_PAUSES", (0.01,))


class Discord:
    """Takes publications; all fail while `is_away`, and those of `refused` tables always.

    `begun` has them in order; none ends before `let_end`.
    """

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.published: set[int] = set()
        self.running: set[int] = set()
        self.most_running = 0
        self.is_away = False
        self.refused: set[int] = set()
        self._free = asyncio.Event()

    async def publish(self, table_id: int) -> bool:
        assert table_id not in self.running
        self.begun.append(table_id)
        self.running.add(table_id)
        self.most_running = max(self.most_running, len(self.running))
        try:
            await self._free.wait()
            await asyncio.sleep(0)
        finally:
            self.running.discard(table_id)
        if self.is_away or table_id in self.refused:
            return False
        self.published.add(table_id)
        return True

    def let_end(self) -> None:
        self._free.set()


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
def queue(discord: Discord) -> PublicationQueue:
    return PublicationQueue(discord.publish)


async def test_a_thousand_tables_go_a_few_at_a_time_oldest_first(
    discord: Discord, queue: PublicationQueue
) -> None:
    for table_id in range(1000):
        queue.add(table_id)
    discord.let_end()
    await eventually(lambda: len(discord.begun) == 1000)
    assert discord.begun == list(range(1000))
    assert discord.most_running == PLACES


async def test_a_press_goes_before_all_that_waits(
    discord: Discord, queue: PublicationQueue
) -> None:
    for table_id in range(100):
        queue.add(table_id)
    queue.add(99, urgent=True)
    queue.add(500, urgent=True)
    await eventually(lambda: len(discord.running) == PLACES + 2)
    assert discord.begun[-2:] == [99, 500]
    discord.let_end()
    await eventually(lambda: len(discord.begun) == 101)
    assert Counter(discord.begun).most_common(1)[0][1] == 1


async def test_while_presses_are_answered_few_others_are_published(discord: Discord) -> None:
    busy = True
    queue = PublicationQueue(discord.publish, lambda: busy)
    for table_id in range(100):
        queue.add(table_id)
    queue.add(500, urgent=True)
    await eventually(lambda: discord.running == {0, 1, 500})
    busy = False
    queue.fill_places()
    await eventually(lambda: len(discord.running) == PLACES + 1)


async def test_changes_during_a_publication_are_published_once_after_it(
    discord: Discord, queue: PublicationQueue
) -> None:
    queue.add(1)
    await eventually(lambda: discord.running)
    queue.add(1)
    queue.add(1, urgent=True)
    assert discord.begun == [1]
    discord.let_end()
    await eventually(lambda: discord.begun == [1, 1] and not discord.running)


async def test_a_table_that_fails_holds_up_no_other(
    discord: Discord, queue: PublicationQueue
) -> None:
    discord.refused = {0}
    discord.let_end()
    for table_id in range(20):
        queue.add(table_id)
    await eventually(lambda: len(set(discord.begun)) == 20 and discord.begun.count(0) > 3)
    discord.refused = set()
    await eventually(lambda: discord.published == set(range(20)))


@pytest.mark.slow
async def test_failures_after_presses_lengthen_no_delay(
    discord: Discord, queue: PublicationQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five presses in a second can fail at a Discord that is back in the next."""
    monkeypatch.setattr(publication_queue, "_RETRY_DELAYS", (1, 1000))
    discord.refused = {1}
    discord.let_end()
    for _ in range(5):
        # The success of another table ends what looks like an outage.
        for table_id in (1, 2):
            queue.add(table_id, urgent=True)
            await eventually(lambda: not queue.load()["running"])
    assert discord.begun.count(1) == 5
    assert queue._timers[1].when() <= asyncio.get_running_loop().time() + 1


async def test_in_an_outage_one_table_at_a_time_tries(
    discord: Discord, queue: PublicationQueue
) -> None:
    discord.is_away = True
    discord.let_end()
    for table_id in range(100):
        queue.add(table_id)
    await eventually(lambda: len(discord.begun) > PLACES + 20)
    discord.most_running = 0
    await eventually(lambda: len(discord.begun) > PLACES + 40)
    assert discord.most_running == 1


async def test_when_discord_is_back_all_are_published(
    discord: Discord, queue: PublicationQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each table's own delay does not end in this test.
    monkeypatch.setattr(publication_queue, "_RETRY_DELAYS", (1000,))
    discord.is_away = True
    discord.let_end()
    for table_id in range(100):
        queue.add(table_id)
    await eventually(lambda: len(discord.begun) > PLACES + 3)
    discord.is_away = False
    await eventually(lambda: discord.published == set(range(100)))


async def test_a_press_is_published_during_an_outage_too(
    discord: Discord, queue: PublicationQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publication_queue, "_OUTAGE_PAUSES", (1000,))
    discord.is_away = True
    discord.let_end()
    for table_id in range(100):
        queue.add(table_id)
    await eventually(lambda: len(discord.begun) >= PLACES and not discord.running)
    discord.is_away = False
    queue.add(500, urgent=True)
    # It finds out that Discord is back, for all.
    await eventually(lambda: discord.published == {*range(100), 500})


async def test_at_the_end_nothing_is_left(discord: Discord, queue: PublicationQueue) -> None:
    before = asyncio.all_tasks()
    discord.refused = {1}
    for table_id in range(100):
        queue.add(table_id)
    await eventually(lambda: discord.running)
    closing = asyncio.create_task(queue.close())
    await asyncio.sleep(0)
    discord.let_end()
    await closing
    assert len(discord.begun) == PLACES
    queue.add(7, urgent=True)
    await asyncio.sleep(0.05)
    assert asyncio.all_tasks() == before


async def test_what_waits_is_counted_by_why(
    discord: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Three quick failures in a row would be an outage, in which nothing is retrying.
    monkeypatch.setattr(publication_queue, "_RETRY_DELAYS", (1000,))
    queue = PublicationQueue(discord.publish)
    discord.refused = {1}
    queue.add(1)
    discord.let_end()
    await eventually(lambda: queue.load()["retrying"])
    discord._free.clear()
    for table_id in range(2, PLACES + 4):
        queue.add(table_id)
    for table_id in range(100, 100 + PLACES + 1):
        queue.add(table_id, urgent=True)
    load = queue.load()
    assert load["running"] >= 2 * PLACES
    assert load["waiting"] >= 2
    assert load["pressed"] == 1
    discord.let_end()
    await queue.close()


@pytest.mark.parametrize("has_begun", [False, True])
async def test_a_table_added_while_its_abandoned_publication_ends_is_published(
    discord: Discord, queue: PublicationQueue, has_begun: bool
) -> None:
    queue.add(1)
    if has_begun:
        await eventually(lambda: discord.running == {1})
    queue.abandon()
    queue.add(1)
    discord.let_end()
    await eventually(lambda: discord.published == {1})
    assert queue.load()["running"] == 0
