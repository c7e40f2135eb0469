"""The servers that this process acts for: all of them, if it is alone on its database."""

from collections.abc import Awaitable, Callable, Collection

from bot.storage.engine.session import Session
from bot.storage.models.sharding import ALL_SHARDS, Shards
from bot.tables.core.state import TableState


class Assignment:
    """All servers; `sharding.leases.ShardLeases` divides them among several processes.

    `gained` is called with newly acquired shards, `lost` when the process no longer acts for any,
    `changed` with tables that another process has changed. A single process calls none of them.
    """

    is_shared = False

    def __init__(self) -> None:
        self.gained: list[Callable[[frozenset[int]], None]] = []
        self.lost: list[Callable[[], None]] = []
        self.changed: list[Callable[[set[int]], Awaitable[None]]] = []

    @property
    def shards(self) -> Shards:
        """The shards of these servers, for queries."""
        return ALL_SHARDS

    @property
    def share(self) -> float:
        """The share of all servers that this process acts for, from 0 to 1."""
        return len(self.shards.ids) / self.shards.count

    def includes(self, guild_id: int | None) -> bool:
        """Whether this process acts for the server; None stands for direct messages."""
        return True

    async def start(self) -> None:
        """Begin to act for servers."""

    async def admit(self, guild_id: int | None, interaction_id: int) -> bool:
        """Whether this process answers the interaction."""
        return True

    def stop_admitting(self) -> None:
        """Leave new interactions to other processes."""

    async def release(self) -> None:
        """Leave the servers to other processes."""

    def owns(self, shard_id: int) -> bool:
        """Whether the settings assign the shard to this process."""
        return True

    async def wait_for(self, shard_id: int) -> None:
        """Wait until this process acts for the shard."""

    async def record_change(self, session: Session, state: TableState) -> bool:
        """Record the changed table if another process acts for it; return whether one does.

        A caller whose process loses the table's server during the commit records it afterwards: the
        next holder may have read former rows.
        """
        is_foreign = not self.includes(state.guild_id)
        if is_foreign:
            await self.record_changes(session, [state.id])
        return is_foreign

    async def record_changes(self, session: Session, table_ids: Collection[int]) -> None:
        """Record changes of these tables, except tables that this process acts for."""
