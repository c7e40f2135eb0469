"""Shards, the parts into which Discord divides a large bot's servers, and their leases.

One process alone on its SQLite file uses neither table.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, ForeignKey, SQLColumnExpression, String, true
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base

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
"""Every server: for a single process."""


def in_shards(guild_id: SQLColumnExpression[int], shards: Shards) -> ColumnElement[bool]:
    """The condition that the column's server is in one of these shards."""
    if len(shards.ids) == shards.count:
        return true()
    # Division, since the shift operators of the databases differ.
    return ((guild_id // (1 << _SHIFT)) % shards.count).in_(shards.ids)


class ShardLease(Base):
    """The process that acts for a shard, until a time by the database's clock.

    A lease that was released has expired at once. `last_interaction` is the newest interaction
    that a holder accepted before it released the lease: its successor ignores those up to it.
    """

    __tablename__ = "shard_leases"

    shard_count: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    shard_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    holder: Mapped[str] = mapped_column(String(32))
    expires_at: Mapped[datetime]
    last_interaction: Mapped[int] = mapped_column(BigInteger, default=0)


class ForeignChange(Base):
    """A change of a table by a process without its shard's lease: the holder reads it again."""

    __tablename__ = "foreign_changes"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
