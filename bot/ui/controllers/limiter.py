"""Limits how many interactions of a member are handled at a time, and drops late ones."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import TypeVar
from weakref import WeakMethod, WeakValueDictionary

from cachetools import TTLCache

from bot.storage.engine.completion import end_tasks
from bot.storage.engine.read_queue import reading_for_answer
from bot.tables.core.assignment import Assignment
from bot.tables.core.errors import TableError
from bot.ui.kit.deadlines import AnswerQueue
from bot.ui.kit.press import Press
from bot.ui.kit.sending import Dropped

AT_ONCE = 2
"""Maximum interactions of one member that are handled at the same time."""
WAITING = 6
"""Maximum waiting interactions of one member; more are dropped."""
PICTURES = 180
"""Steps of replays that are drawn for one member within the window, three a second."""
WINDOW = 60.0
"""Seconds after the first of these steps until the count begins again."""
_MEMBERS = 4096
"""Members whose steps are counted, the latest."""
_CLOSE_PATIENCE = 5.0
"""Seconds for interactions under way at a stop."""

_Offer = TypeVar("_Offer")


class InteractionLimiter:
    """Admits every press, form and command, a few of a member at a time.

    The `assignment` knows which interactions other processes of the bot answer.
    """

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._under_way: dict[int, _UnderWay] = {}
        self._queue = AnswerQueue()
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def under_way(self) -> int:
        """Interactions that are worked on or wait, of all members."""
        return sum(own.count for own in self._under_way.values())

    async def close(self) -> None:
        """Wait a short time for the interactions under way, then cancel them."""
        await end_tasks(self._tasks, _CLOSE_PATIENCE)

    @asynccontextmanager
    async def admit(self, press: Press) -> AsyncIterator[None]:
        """Run the block after earlier interactions of the member.

        Raises Dropped if it is too late by then, or if another process answers; and what
        `_UnderWay.enter` raises.
        """
        interaction = press.interaction
        if not await self._assignment.admit(interaction.guild_id, interaction.id):
            raise Dropped
        own = self._under_way.setdefault(press.user_id, _UnderWay(asyncio.Semaphore(AT_ONCE)))
        own.enter()
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with press.held(self._queue):
                async with own.slots:
                    # Check again: waiting took time.
                    press.require_time()
                    with reading_for_answer(_due_time(press)):
                        yield
        finally:
            self._tasks.discard(task)
            own.count -= 1
            if own.count == 0:
                del self._under_way[press.user_id]


def _due_time(press: Press) -> Callable[[], float]:
    """The due time of the press's answer, by a weak reference.

    Tasks of hints and reviews outlive the press, and must not keep its token in memory.
    """
    known = WeakMethod(press.due)
    return lambda: inf if (due := known()) is None else due()


@dataclass
class _UnderWay:
    """One member's interactions that are being handled or are waiting."""

    slots: asyncio.Semaphore
    count: int = 0
    is_warned: bool = False

    def enter(self) -> None:
        """Count one more. If there are too many, raise TableError the first time, then Dropped."""
        if self.count >= AT_ONCE + WAITING:
            if self.is_warned:
                raise Dropped
            self.is_warned = True
            raise TableError(
                "Slow down: I am still working on your last presses. This one changed nothing."
            )
        self.count += 1


class DrawingBudget:
    """Limits a member's pictures of replays and posts, which each cost some 14 ms of a processor.

    The limiter admits any number of presses one after the other.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._numbers: TTLCache[int, Iterator[int]] = TTLCache(_MEMBERS, WINDOW, clock)

    def spend(self, user_id: int) -> None:
        """Count one picture. Raises TableError if the member's budget is spent."""
        if next(self._numbers.setdefault(user_id, count(1))) > PICTURES:
            raise TableError(
                "You are turning steps faster than I can draw them. Wait a minute, then continue."
            )


class SuggestionQueue:
    """Handles one suggestion of a member at a time, and next only the newest that waits."""

    def __init__(self) -> None:
        self._newest: dict[int, object] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def newest(
        self, user_id: int, offer: Callable[[], Awaitable[list[_Offer]]]
    ) -> list[_Offer]:
        """The result of `offer`; [] if the member has typed more meanwhile."""
        mine = self._newest[user_id] = object()
        try:
            # The lock is fair: suggestions enter in the order of their arrival.
            async with self._locks.setdefault(user_id, asyncio.Lock()):
                found = await offer() if self._newest.get(user_id) is mine else []
                return found if self._newest.get(user_id) is mine else []
        finally:
            if self._newest.get(user_id) is mine:
                del self._newest[user_id]
