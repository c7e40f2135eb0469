"""Queries for the list of finished games. Each takes the caller's transaction."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.results import Result
from bot.storage.models.tables import Seat, Status, Table


class FinishedTable(NamedTuple):
    """The table of a finished game, and when that was."""

    table_id: int
    finished_at: datetime


async def finished_of(
    session: AsyncSession, guild_id: int, user_id: int, *, offset: int, limit: int
) -> list[FinishedTable]:
    """The member's finished games in the server that have a result, newest first."""
    query = (
        select(Table.id, Table.decision_since)
        .join(Result, Result.table_id == Table.id)
        .where(Result.guild_id == guild_id, Result.user_id == user_id)
        .where(Table.status == Status.OVER)
        .order_by(Result.number.desc())
    )
    rows = await session.execute(query.offset(offset).limit(limit))
    return [FinishedTable(*row) for row in rows]


async def finished_in(
    session: AsyncSession, channel_id: int, *, offset: int, limit: int
) -> list[FinishedTable]:
    """The finished games of a channel and of its threads, newest first."""
    query = (
        select(Table.id, Table.decision_since)
        .where(or_(Table.channel_id == channel_id, Table.parent_id == channel_id))
        .where(Table.status == Status.OVER)
        .order_by(Table.id.desc())
    )
    rows = await session.execute(query.offset(offset).limit(limit))
    return [FinishedTable(*row) for row in rows]


async def seats_of(session: AsyncSession, table_ids: Collection[int]) -> Sequence[Seat]:
    """The seats of these tables, by table and index."""
    query = select(Seat).where(Seat.table_id.in_(table_ids)).order_by(Seat.table_id, Seat.index)
    return (await session.scalars(query)).all()


async def results_of(
    session: AsyncSession, table_ids: Collection[int], user_id: int
) -> Sequence[Result]:
    """The member's results at these tables."""
    query = select(Result).where(Result.table_id.in_(table_ids), Result.user_id == user_id)
    return (await session.scalars(query)).all()
