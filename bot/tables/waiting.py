"""Which games wait for a member's move, in the servers that this process acts for."""

from contextlib import suppress
from datetime import datetime

from cachetools import LRUCache

from bot.tables.core.errors import NoSuchTable
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import SeatState, TableState

_MEMBERS = 8192
"""The number of members whose games are known to be complete."""


class WaitingGames:
    """Kept in memory with each change of a table, so a press asks the database for nothing.

    `learn` adds the games of a member that have not changed since the start.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._since: dict[int, dict[int, datetime]] = {}
        """By member, since when each of these tables waits for them."""
        self._members: dict[int, list[int]] = {}
        self._learnt: LRUCache[int, bool] = LRUCache(_MEMBERS)
        repository.listeners.append(self.note)

    def note(self, state: TableState) -> None:
        """Record for whom the table waits now."""
        for user_id in self._members.pop(state.id, ()):
            del self._since[user_id][state.id]
            if not self._since[user_id]:
                del self._since[user_id]
        if not self._repository.assignment.includes(state.guild_id):
            return
        for seat in _awaited(state):
            assert seat.user_id is not None
            self._since.setdefault(seat.user_id, {})[state.id] = state.waits_since(seat)
            self._members.setdefault(state.id, []).append(seat.user_id)

    async def others(self, user_id: int, table_id: int) -> list[TableState]:
        """The games but this one that wait for the member, the longest-waiting first."""
        since = self._since.get(user_id, {})
        found = []
        for other in sorted(since.keys() - {table_id}, key=lambda other: since[other]):
            with suppress(NoSuchTable):
                state = await self._repository.get(other)
                if any(seat.user_id == user_id for seat in _awaited(state)):
                    found.append(state)
        return found

    async def learn(self, user_id: int) -> None:
        """Read the member's tables, once since the start."""
        if user_id in self._learnt:
            return
        for table_id in await self._repository.live_ids_of(user_id):
            with suppress(NoSuchTable):
                self.note(await self._repository.get(table_id))
        self._learnt[user_id] = True

    def forget_all(self) -> None:
        """Clear the memory: another process may change the tables from now on."""
        self._since.clear()
        self._members.clear()
        self._learnt.clear()


def _awaited(state: TableState) -> tuple[SeatState, ...]:
    """The members whose move the game awaits; none while it pauses or is out of reach."""
    return () if state.paused_until or state.lost_at else state.members_to_move
