"""What several processes tell each other: who holds which shard, and what one changed of another's.

One process alone on its SQLite file uses neither table.
"""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base


class ShardLease(Base):
    """Which process acts for a shard, until when by the database's clock.

    A lease that was released has expired at once. `last_interaction` is the newest interaction
    that a holder took in before it released the lease: its successor leaves those up to it alone.
    """

    __tablename__ = "shard_leases"

    shard_count: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    shard_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    holder: Mapped[str] = mapped_column(String(32))
    expires_at: Mapped[datetime]
    last_interaction: Mapped[int] = mapped_column(BigInteger, default=0)


class ForeignChange(Base):
    """A table that a process changed without the lease of its shard; for the holder to read anew.

    `id` only tells two changes of one table apart.
    """

    __tablename__ = "foreign_changes"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
