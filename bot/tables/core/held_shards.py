"""Which servers this process acts for: those whose shards it holds at this moment."""

import time
from collections.abc import Callable
from math import inf

from bot.storage.models.shards import ALL_SHARDS, Shards


class HeldShards:
    """All servers, until a `LeaseKeeper` says which of `shards` are held, and how long.

    `monotonic` returns seconds; a lease is over by them, however late anybody is told.
    """

    def __init__(
        self, shards: Shards = ALL_SHARDS, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.own = shards
        self.monotonic = monotonic
        self._ids = shards.ids
        self._until = inf

    @property
    def ids(self) -> frozenset[int]:
        """The shards that are held now."""
        return self._ids if self.monotonic() < self._until else frozenset()

    @property
    def now(self) -> Shards:
        """The same, for queries."""
        return Shards(self.ids, self.own.count)

    @property
    def share(self) -> float:
        """The part of all servers that this process acts for, from 0 to 1."""
        return len(self.ids) / self.own.count

    def hold(self, ids: frozenset[int], until: float) -> None:
        """Act for exactly these shards, until this time by `monotonic`."""
        self._ids, self._until = ids, until

    def holds(self, guild_id: int | None) -> bool:
        """Whether this process acts for the server; for direct messages, for the first shard."""
        return self.own.shard_of(guild_id) in self._ids and self.monotonic() < self._until
