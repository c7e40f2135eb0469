"""Shards: the parts into which Discord divides the servers of a large bot."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, SQLColumnExpression, true

_SHIFT = 22
"""The bits of an id that do not count towards its shard."""


@dataclass(frozen=True)
class Shards:
    """Some of `count` shards by their ids, which count from 0."""

    ids: frozenset[int]
    count: int

    def shard_of(self, guild_id: int | None) -> int:
        """The shard of a server, by Discord's formula; of direct messages, the first."""
        return ((guild_id or 0) >> _SHIFT) % self.count

    def contain(self, guild_id: int | None) -> bool:
        """Whether the server is in one of these shards."""
        return self.shard_of(guild_id) in self.ids


ALL_SHARDS = Shards(frozenset({0}), 1)
"""Every server, for a process that has no others beside it."""


def in_shards(guild_id: SQLColumnExpression[int], shards: Shards) -> ColumnElement[bool]:
    """The condition that the column's server is in one of these shards."""
    if len(shards.ids) == shards.count:
        return true()
    # Shifted by a division, since databases differ in what a shift takes and binds.
    return ((guild_id // (1 << _SHIFT)) % shards.count).in_(shards.ids)
