"""What reads first: work whose answer is due, in the order of the answers, and some of the rest."""

import asyncio
from collections.abc import Callable
from math import inf

from bot.storage.engine.read_queue import ReadQueue, reading_for_answer


class Readers:
    """Readers of a queue with few places, which stay inside until they are sent away."""

    def __init__(self, places: int) -> None:
        self.queue = ReadQueue(places)
        self.inside: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._leave: dict[str, asyncio.Event] = {}

    async def come(self, name: str, due: Callable[[], float] = lambda: inf) -> None:
        self._leave[name] = asyncio.Event()
        with reading_for_answer(due):
            self.tasks[name] = asyncio.create_task(self._read(name))
        await asyncio.sleep(0)

    async def _read(self, name: str) -> None:
        async with self.queue.place():
            self.inside.append(name)
            await self._leave[name].wait()
            self.inside.remove(name)

    async def leave(self, name: str) -> None:
        self._leave[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)


async def test_the_answer_that_is_due_first_reads_first_and_the_rest_after_all_answers() -> None:
    readers = Readers(2)
    await readers.come("rest 1")
    await readers.come("rest 2")
    await readers.come("rest 3")
    await readers.come("due at 3", lambda: 3)
    await readers.come("due at 2", lambda: 2)
    seen = []
    for leaving in ("rest 2", "due at 2", "due at 3"):
        await readers.leave(leaving)
        seen.append(readers.inside[-1])
    assert seen == ["due at 2", "due at 3", "rest 3"]


async def test_an_answer_that_was_sent_meanwhile_no_longer_comes_first() -> None:
    readers, due = Readers(2), {"first": 1.0}
    await readers.come("rest")
    await readers.come("inside", lambda: 1)
    await readers.come("first", lambda: due["first"])
    await readers.come("second", lambda: 2)
    due["first"] = inf
    await readers.leave("inside")
    assert readers.inside == ["rest", "second"]


async def test_one_place_is_for_the_rest_however_many_answers_wait() -> None:
    readers = Readers(2)
    for name in ("1", "2", "3", "4"):
        await readers.come(name, lambda: 1)
    await readers.come("rest 1")
    await readers.come("rest 2")
    await readers.leave("1")
    assert readers.inside == ["2", "rest 1"]
    await readers.leave("2")
    assert readers.inside == ["rest 1", "3"]
    await readers.leave("rest 1")
    assert readers.inside == ["3", "rest 2"]


async def test_the_rest_uses_every_place_if_no_answer_waits() -> None:
    readers = Readers(2)
    for name in ("1", "2", "3"):
        await readers.come(name)
    assert readers.inside == ["1", "2"]
    await readers.leave("1")
    assert readers.inside == ["2", "3"]


async def test_a_reader_that_is_cancelled_takes_no_place_away() -> None:
    readers = Readers(1)
    async with readers.queue.place():
        for name in ("1", "2", "3"):
            await readers.come(name)
        readers.tasks["1"].cancel()
        await asyncio.sleep(0)
    # The place is the second's by now, which has not begun.
    readers.tasks["2"].cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert readers.inside == ["3"]
