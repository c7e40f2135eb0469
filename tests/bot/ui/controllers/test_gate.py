"""The gate: what waits for the same member's earlier presses, and what it drops."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from bot.tables.core.errors import TableError
from bot.ui.controllers.gate import AT_ONCE, WAITING, Gate
from bot.ui.kit.lateness import Arrivals, Dropped, Late

_DAWN = datetime(2026, 1, 1, tzinfo=UTC)


class Door:
    """A gate whose interactions stay inside until `leave` is set."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.gate = Gate(Arrivals(lambda: _DAWN, lambda: self.seconds))
        self.leave = asyncio.Event()
        self.inside: list[int] = []

    async def press(self, user_id: int) -> None:
        interaction: Any = SimpleNamespace(
            created_at=_DAWN,
            extras={},
            user=SimpleNamespace(id=user_id),
            response=SimpleNamespace(is_done=lambda: False),
        )
        async with self.gate.admit(interaction):
            self.inside.append(user_id)
            await self.leave.wait()

    async def press_often(self, user_id: int, times: int) -> list["asyncio.Task[None]"]:
        tasks = [asyncio.create_task(self.press(user_id)) for _ in range(times)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return tasks


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


async def test_what_is_too_much_is_told_once_and_nothing_is_remembered() -> None:
    door = Door()
    tasks = await door.press_often(1, 500)
    door.leave.set()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(end) for end in ends if end is not None] == [TableError, *[Dropped] * 491]
    assert AT_ONCE + WAITING == 8
    assert door.gate._under_way == {}


async def test_what_became_too_late_while_it_waited_does_not_come_in() -> None:
    door = Door()
    tasks = await door.press_often(1, AT_ONCE + 2)
    door.seconds = 3.5
    door.leave.set()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(end) for end in ends if end is not None] == [Late] * 2
    assert door.inside == [1] * AT_ONCE
