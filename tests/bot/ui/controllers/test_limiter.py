"""The limiter: what waits for the same member's earlier presses, and what it drops."""

import asyncio
import gc
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from weakref import ref

import discord
import pytest

from bot.storage.engine.read_queue import ReadQueue
from bot.tables.core.assignment import Assignment
from bot.tables.core.errors import TableError
from bot.ui.controllers.limiter import (
    AT_ONCE,
    PICTURES,
    WAITING,
    WINDOW,
    DrawingBudget,
    InteractionLimiter,
    SuggestionQueue,
)
from bot.ui.kit.deadlines import AnswerDeadlines
from bot.ui.kit.press import Press
from bot.ui.kit.sending import Dropped, Late

_DAWN = datetime(2026, 1, 1, tzinfo=UTC)


class Door:
    """A limiter whose interactions stay inside until `leave` is set."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.limiter = InteractionLimiter(Assignment())
        self.deadlines = AnswerDeadlines(lambda: _DAWN, lambda: self.seconds)
        self.leave = asyncio.Event()
        self.inside: list[int] = []

    def made(self, user_id: int) -> Press:
        interaction: Any = SimpleNamespace(
            locale=discord.Locale.american_english,
            created_at=_DAWN,
            guild_id=1,
            id=1,
            data=None,
            user=SimpleNamespace(id=user_id),
            response=SimpleNamespace(is_done=lambda: False),
        )
        return Press(interaction, self.deadlines.of(interaction))

    async def press(self, user_id: int) -> None:
        async with self.limiter.admit(self.made(user_id)):
            self.inside.append(user_id)
            await self.leave.wait()

    async def press_often(self, user_id: int, times: int) -> list["asyncio.Task[None]"]:
        tasks = [asyncio.create_task(self.press(user_id)) for _ in range(times)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return tasks


async def test_a_press_reads_before_what_the_bot_does_by_itself() -> None:
    door, queue, order = Door(), ReadQueue(2), list[str]()

    async def read(name: str) -> None:
        async with queue.place():
            order.append(name)

    async def press() -> None:
        async with door.limiter.admit(door.made(1)):
            await read("press")

    async with queue.place(), asyncio.TaskGroup() as tasks, queue.place():
        tasks.create_task(read("rest"))
        await asyncio.sleep(0)
        tasks.create_task(press())
        await asyncio.sleep(0)
    assert order == ["press", "rest"]


@pytest.mark.slow
async def test_what_a_press_has_started_keeps_nothing_of_it_in_memory() -> None:
    door = Door()

    async def press() -> "tuple[asyncio.Task[None], ref[Press]]":
        pressed = door.made(1)
        async with door.limiter.admit(pressed):
            return asyncio.create_task(asyncio.sleep(0)), ref(pressed)

    started, pressed = await asyncio.create_task(press())
    await started
    gc.collect()
    assert pressed() is None


async def test_one_member_is_worked_on_a_few_times_at_once_and_all_that_waited_after() -> None:
    door = Door()
    tasks = await door.press_often(1, AT_ONCE + WAITING)
    assert door.inside == [1] * AT_ONCE
    door.leave.set()
    await asyncio.gather(*tasks)
    assert door.inside == [1] * (AT_ONCE + WAITING)


async def test_members_do_not_wait_for_each_other() -> None:
    door = Door()
    tasks = [task for user_id in range(50) for task in await door.press_often(user_id, 1)]
    assert door.inside == list(range(50))
    door.leave.set()
    await asyncio.gather(*tasks)


async def test_too_many_presses_get_one_refusal_and_nothing_is_remembered() -> None:
    door = Door()
    tasks = await door.press_often(1, 500)
    door.leave.set()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(end) for end in ends if end is not None] == [TableError, *[Dropped] * 491]
    assert AT_ONCE + WAITING == 8
    assert door.limiter._under_way == {}


async def test_what_became_too_late_while_it_waited_does_not_come_in() -> None:
    door = Door()
    tasks = await door.press_often(1, AT_ONCE + 2)
    door.seconds = 3.5
    door.leave.set()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(end) for end in ends if end is not None] == [Late] * 2
    assert door.inside == [1] * AT_ONCE


async def test_of_the_suggestions_of_a_member_the_newest_is_answered() -> None:
    queue, leave, worked_on = SuggestionQueue(), asyncio.Event(), []

    async def offer(typed: str) -> list[str]:
        worked_on.append(typed)
        await leave.wait()
        return [typed]

    def suggest(user_id: int, typed: str) -> "asyncio.Task[list[str]]":
        return asyncio.create_task(queue.newest(user_id, lambda: offer(typed)))

    tasks = [suggest(1, "a"), suggest(1, "ab"), suggest(1, "abc"), suggest(2, "b")]
    await asyncio.sleep(0)
    leave.set()
    assert await asyncio.gather(*tasks) == [[], [], ["abc"], ["b"]]
    assert worked_on == ["a", "b", "abc"]
    assert queue._newest == {}
    assert dict(queue._locks) == {}


async def test_a_suggestion_after_a_failure_is_answered() -> None:
    queue = SuggestionQueue()

    async def fail() -> list[str]:
        raise TableError("no")

    async def offer() -> list[str]:
        return ["a"]

    with pytest.raises(TableError, match="no"):
        await queue.newest(1, fail)
    assert await queue.newest(1, offer) == ["a"]


def test_a_member_looks_at_three_steps_a_second_and_no_more() -> None:
    seconds = 0.0
    budget = DrawingBudget(lambda: seconds)
    for _ in range(PICTURES):
        budget.spend(1)
        seconds += WINDOW / 2 / PICTURES
    for _ in range(2):
        with pytest.raises(TableError, match="faster than I can draw"):
            budget.spend(1)
    budget.spend(2)
    seconds = WINDOW
    for _ in range(PICTURES):
        budget.spend(1)
