"""Evaluators for tests of reviews: a rough guess by the cards that an action takes and leaves."""

import asyncio
from typing import NamedTuple

from engine.actions import Action, Orient, parts
from engine.players import Comparison
from engine.view import View


def worth(view: View, action: Action) -> float:
    """A rough guess, but always the same."""
    if isinstance(action, Orient):
        return -1.3 if action.flip else 0.0
    scout, show = parts(action)
    points = -0.6 if scout else 0.0
    if show:
        points += len(view.active) - bool(scout) + 0.5 * (show.last - show.first)
    return points


async def rough(view: View, action: Action, _seed: int) -> Comparison:
    """By the worths of all legal actions, with no margin."""
    best = max(view.legal_actions(), key=lambda legal: worth(view, legal))
    return Comparison(best, worth(view, best) - worth(view, action), 0.0)


class Asked(NamedTuple):
    view: View
    action: Action
    seed: int


class BlockingEvaluate:
    """Rough worths, each held back until `let`; `asked` lists the requests."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.under_way = 0
        self._let = asyncio.Semaphore(0)

    def let(self, evaluations: int) -> None:
        for _ in range(evaluations):
            self._let.release()

    def has_been_asked(self, times: int) -> bool:
        return len(self.asked) >= times

    async def __call__(self, view: View, action: Action, seed: int) -> Comparison:
        self.asked.append(Asked(view, action, seed))
        assert self.under_way == 0, "one at a time"
        self.under_way += 1
        try:
            await self._let.acquire()
        finally:
            self.under_way -= 1
        return await rough(view, action, seed)


class SlowEvaluate:
    """Rough worths after so many seconds each; `asked` counts the requests."""

    def __init__(self, seconds: float) -> None:
        self.asked = 0
        self._seconds = seconds

    async def __call__(self, view: View, action: Action, seed: int) -> Comparison:
        self.asked += 1
        await asyncio.sleep(self._seconds)
        return await rough(view, action, seed)
