"""Queries for finding other players. Each runs in the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from bot.storage.engine.session import Session
from bot.storage.models.tables import Seat, Status, Table
from bot.storage.queries.tables import IS_LIVE, IS_SCHEDULED


class OpenTable(NamedTuple):
    """A table of a server, with how many of its seats are taken; `starts_at` if scheduled."""

    table_id: int
    status: Status
    channel_id: int
    parent_id: int | None
    starts_at: datetime | None
    size: int
    taken: int

    @property
    def free(self) -> int:
        """How many members can join."""
        return self.size - self.taken if self.status is Status.LOBBY else 0


async def open_tables(session: Session, guild_id: int) -> Sequence[OpenTable]:
    """The tables of a server that are not over, except those whose channel is out of reach."""
    taken = select(func.count()).where(Seat.table_id == Table.id).scalar_subquery()
    place = (Table.channel_id, Table.parent_id)
    query = select(
        Table.id, Table.status, *place, Table.starts_at, Table.__table__.c.size, taken
    ).where(Table.guild_id == guild_id, Table.lost_at.is_(None))
    # Each has an index of its own.
    found = [await session.execute(query.where(one)) for one in (IS_LIVE, IS_SCHEDULED)]
    return [OpenTable(*row) for rows in found for row in rows]
