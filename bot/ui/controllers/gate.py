"""Lets interactions in: a few of each member at a time, and none that it is too late to answer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import discord

from bot.observability.metrics import Metrics
from bot.tables.core.errors import TableError
from bot.ui.kit.clicks import tell_metrics
from bot.ui.kit.lateness import Arrivals, Dropped, require_time

AT_ONCE = 2
"""Interactions of one member that are worked on at the same time."""
WAITING = 6
"""Interactions of one member that wait for those; more are dropped."""


class Gate:
    """Every interaction goes through `admit`; `metrics` are told of each.

    `is_ours` tells whether this process is to answer it, and not another one of the same bot.
    There is no memory of members who have nothing under way.
    """

    def __init__(
        self,
        arrivals: Arrivals,
        is_ours: Callable[[discord.Interaction], Awaitable[bool]] | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._arrivals = arrivals
        self._is_ours = is_ours
        self._metrics = metrics or Metrics()
        self._under_way: dict[int, _UnderWay] = {}

    @property
    def under_way(self) -> int:
        """Interactions that are worked on or wait, of all members."""
        return sum(own.count for own in self._under_way.values())

    @asynccontextmanager
    async def admit(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Run the block when it is this interaction's turn.

        Call it as soon as the interaction has come in. Raises Dropped if it is too late by then, or
        not ours; TableError, and after that Dropped, if the member has too many under way.
        """
        tell_metrics(interaction, self._metrics)
        self._arrivals.note(interaction)
        if self._is_ours is not None and not await self._is_ours(interaction):
            raise Dropped
        async with self._turn(interaction.user.id):
            # While it waited it may have become too late.
            require_time(interaction)
            yield

    @asynccontextmanager
    async def _turn(self, user_id: int) -> AsyncIterator[None]:
        """Wait for this member's interactions that came before."""
        own = self._under_way.setdefault(user_id, _UnderWay())
        if own.count >= AT_ONCE + WAITING:
            own.refuse()
        own.count += 1
        try:
            async with own.slots:
                yield
        finally:
            own.count -= 1
            if own.count == 0:
                del self._under_way[user_id]


class _UnderWay:
    """One member's interactions that are worked on or wait."""

    def __init__(self) -> None:
        self.count = 0
        self.slots = asyncio.Semaphore(AT_ONCE)
        self._warned = False

    def refuse(self) -> None:
        """Raise TableError the first time, then Dropped: one sentence for all of a flood."""
        if self._warned:
            raise Dropped
        self._warned = True
        raise TableError(
            "Slow down: I am still working on your last presses. This one changed nothing."
        )
