"""Compute hints for members."""

import asyncio
import random

from cachetools import LRUCache

from bot.storage.models.tables import Status
from bot.tables.computers.service import ComputerService
from bot.tables.core.errors import StalePress, TableError, WrongStage
from bot.tables.core.repository import TableRepository
from engine.actions import Action
from engine.players import Level
from engine.view import View, view

DecisionKey = tuple[int, int, int]
"""The table, the decision number and the seat."""
_CACHE_SIZE = 256


class Hints:
    """The hard computer's action in a member's place, if the table allows hints."""

    def __init__(self, repository: TableRepository, computers: ComputerService) -> None:
        self._repository = repository
        self._computers = computers
        self._hints: LRUCache[DecisionKey, asyncio.Task[Action]] = LRUCache(_CACHE_SIZE)

    async def ask(self, table_id: int, user_id: int, number: int) -> Action:
        """The hard computer's action at the member's decision of this number.

        Without a worker that answers in time it is the quick form's action. Asking again returns
        the same action. Raises NotSeated, WrongStage, StalePress, and TableError at a table
        without hints.
        """
        state = await self._repository.get(table_id)
        seat = state.seat_of(user_id)
        if state.status is not Status.PLAYING:
            raise WrongStage(state.status)
        if not state.options.hints:
            raise TableError(
                "Hints are off at this table. `/scout new hints:True` opens one with hints."
            )
        if number != state.decision_number or seat not in state.members_to_move:
            raise StalePress
        assert state.game is not None
        decision = (state.id, state.decision_number, seat.index)
        return await asyncio.shield(self._search(decision, view(state.game, seat.index)))

    def _search(self, decision: DecisionKey, seen: View) -> asyncio.Task[Action]:
        """The task for a decision: one, however often the hint is asked for."""
        search = self._hints.get(decision)
        if search is None or _has_failed(search):
            # The same for the same decision, even after a restart.
            seed = random.Random("/".join(map(str, decision))).getrandbits(64)
            choice = self._computers.choose(Level.HARD, seen, seed)
            search = self._hints[decision] = asyncio.create_task(choice)
        return search


def _has_failed(search: asyncio.Task[Action]) -> bool:
    return search.done() and (search.cancelled() or search.exception() is not None)
