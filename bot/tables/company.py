"""Finding other players: the lobbies of a server with free seats, and its games."""

from collections.abc import Callable, Collection

from bot.storage import queries
from bot.storage.models.tables import Status
from bot.storage.queries.tables import OpenTable
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState

CanSee = Callable[[int, int | None], bool]
"""Whether a member can see a channel, by its id and its parent's if it is a thread."""


class Company:
    """Looks for tables where a member can join others."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def tables(self, guild_id: int, can_see: CanSee) -> list[OpenTable]:
        """A server's tables in channels that a member can see.

        Lobbies with free seats come first, those with the most players before the others; then the
        other lobbies, scheduled tables in the order of their times, and games. Of equal ones the
        newest come first.
        """
        async with self._repository.database.read() as session:
            found = await queries.tables.open_tables(session, guild_id)
        visible = [table for table in found if can_see(table.channel_id, table.parent_id)]
        return sorted(visible, key=_rank)

    async def lobby_for(self, guild_id: int, user_id: int, can_see: CanSee) -> TableState | None:
        """The best lobby for a member to join; None if there is none.

        Lobbies of members whom they avoid, or who avoid them, are left out.
        """
        free = [table for table in await self.tables(guild_id, can_see) if table.free]
        if not free:
            return None
        async with self._repository.database.read() as session:
            avoided = await queries.calls.around(session, [user_id])
        for table in free:
            state = await self._repository.get(table.table_id)
            if _can_join(state, user_id, avoided):
                return state
        return None


def _rank(table: OpenTable) -> tuple[int, float, int]:
    stage = (Status.LOBBY, Status.SCHEDULED, Status.PLAYING).index(table.status)
    if table.free:
        return -1, -table.taken, -table.table_id
    starts = 0.0 if table.starts_at is None else table.starts_at.timestamp()
    return stage, starts, -table.table_id


def _can_join(state: TableState, user_id: int, avoided: Collection[int]) -> bool:
    """Whether the member can join the lobby now; not if the host removed them."""
    is_open = state.status is Status.LOBBY and len(state.seats) < state.options.size
    is_removed = any(member.user_id == user_id for member in state.removed)
    return is_open and not is_removed and all(seat.user_id not in avoided for seat in state.seats)
