"""Queries for a member's own rows, in all servers. Each takes the caller's transaction."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import CompoundSelect, RowMapping, literal, select, tuple_, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.personal_columns import OwnRows
from bot.storage.models.results import Departure
from bot.storage.models.tables import Action, Seat, Table

_PAGE = 500
"""Rows that are read by one statement."""
_GAMES = 50
"""Games whose actions are read by one statement."""


async def own_rows(session: AsyncSession, own: OwnRows, user_id: int) -> AsyncIterator[RowMapping]:
    """The member's rows of one table, in the order of its primary key, a page at a time."""
    key = list(own.table.primary_key)
    query = select(own.table).where(own.owner == user_id).order_by(*key).limit(_PAGE)
    page = query
    while rows := (await session.execute(page)).mappings().all():
        for row in rows:
            yield row
        last = tuple_(*(literal(rows[-1][column.name], column.type) for column in key))
        page = query.where(tuple_(*key) > last)


async def own_actions(session: AsyncSession, user_id: int) -> AsyncIterator[RowMapping]:
    """The actions of the seats that the member has, or had until they left, game by game."""
    seats = _own_seats(user_id).subquery()
    table_ids = (await session.scalars(select(seats.c.table_id).order_by(seats.c.table_id))).all()
    for begin in range(0, len(table_ids), _GAMES):
        games = table_ids[begin : begin + _GAMES]
        own = _own_seats(user_id, games).subquery()
        in_own_seat = (own.c.table_id == Action.table_id) & (own.c.seat == Action.seat)
        query = (
            select(Action.__table__)
            .join(own, in_own_seat & (Action.number <= own.c.until))
            .order_by(Action.table_id, Action.number)
        )
        for row in (await session.execute(query)).mappings():
            yield row


def _own_seats(user_id: int, games: Sequence[int] | None = None) -> CompoundSelect[Any]:
    """The member's seats, at these tables or all, each with the number of the last action there."""
    has = select(Seat.table_id, Seat.index.label("seat"), Table.action_count.label("until"))
    has = has.join(Table).where(Seat.user_id == user_id)
    left = select(Departure.table_id, Departure.seat, Departure.action_count)
    left = left.where(Departure.user_id == user_id)
    if games is not None:
        has, left = has.where(Seat.table_id.in_(games)), left.where(Departure.table_id.in_(games))
    return union_all(has, left)
