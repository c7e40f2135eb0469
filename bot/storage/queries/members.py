"""Queries for members: their own rows, and erasing them from every row.

Slow lookups run first, read-only: other writers wait while rows are erased.
"""

import secrets
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    RowMapping,
    Select,
    bindparam,
    case,
    delete,
    or_,
    select,
    union_all,
    update,
)

from bot.storage.engine.session import Session
from bot.storage.models.personal_columns import FORMER_PLAYER, PERSONAL, OwnRows
from bot.storage.models.results import Departure, Result
from bot.storage.models.servers import Block
from bot.storage.models.tables import (
    Action,
    Invitation,
    PrivateMessage,
    Reason,
    Seat,
    SignUp,
    Table,
)
from bot.storage.queries.dialects import in_parts, pages
from bot.storage.queries.requests import erase_requester, note_forgetting
from bot.storage.queries.tables import IS_OPEN, live_tables_of

_RENAME_STAND_IN = (
    update(Seat)
    .where(Seat.table_id == bindparam("of_table"), Seat.index == bindparam("at"))
    .values(instead_of=FORMER_PLAYER)
)
_PAGE = 500
_GAMES = 50


async def own_rows(session: Session, own: OwnRows, user_id: int) -> AsyncIterator[RowMapping]:
    """The member's rows of one table, in the order of its primary key, a page at a time."""
    query = select(own.table).where(own.owner == user_id, own.own)
    async for page in pages(session, query, list(own.table.primary_key), _PAGE):
        for row in page:
            yield row._mapping


async def own_actions(session: Session, user_id: int) -> AsyncIterator[RowMapping]:
    """The actions of the seats that the member has, or had until they left, game by game."""
    seats = _own_seats(user_id).subquery()
    table_ids = await session.all(select(seats.c.table_id).order_by(seats.c.table_id))
    for begin in range(0, len(table_ids), _GAMES):
        own = _own_seats(user_id, table_ids[begin : begin + _GAMES]).subquery()
        in_own_seat = (own.c.table_id == Action.table_id) & (own.c.seat == Action.seat)
        query = (
            select(Action.__table__)
            .join(own, in_own_seat & (Action.number <= own.c.until))
            .order_by(Action.table_id, Action.number)
        )
        for row in (await session.execute(query)).mappings():
            yield row


def _own_seats(user_id: int, games: Sequence[int] | None = None) -> CompoundSelect[Any]:
    """The member's seats, at these tables or all, with how many actions the game had then."""
    has = (
        select(Seat.table_id, Seat.index.label("seat"), Table.action_count.label("until"))
        .join(Table)
        .where(Seat.user_id == user_id)
    )
    left = select(Departure.table_id, Departure.seat, Departure.action_count).where(
        Departure.user_id == user_id
    )
    if games is not None:
        has, left = has.where(Seat.table_id.in_(games)), left.where(Departure.table_id.in_(games))
    return union_all(has, left)


_NAMING = Reason.ENDED, Reason.SILENCE
"""Reasons that name a member whose id earlier versions did not store."""


class ErasurePlan(NamedTuple):
    """The rows that `erase` changes, since they name a member.

    `pseudonyms` are the ids that replace the member's, by server. `table_ids` are all
    tables that name the member, `live` the live and scheduled ones among them. `closed` are
    tables that a member of this name closed, without an id in `closed_by`, and
    `stand_ins` the seats, by table and index, of computers that play on for the member.
    """

    pseudonyms: Mapping[int, int]
    table_ids: frozenset[int]
    live: frozenset[int]
    closed: Sequence[int]
    stand_ins: Collection[tuple[int, int]]


async def is_active(session: Session, user_id: int) -> bool:
    """Whether the member has a seat at a live table, or a stored private message."""
    is_seated = bool(await live_tables_of(session, user_id))
    return is_seated or await session.has(PrivateMessage, user_id=user_id)


async def plan_erasure(session: Session, user_id: int, guild_id: int, name: str) -> ErasurePlan:
    """Find what `erase` has to change for a member of this server and name.

    In each server a random negative id of 62 bits replaces the member's, so rows cannot be linked.
    """
    names, servers, table_ids = {name}, {guild_id}, set[int]()
    for own in PERSONAL:
        mine, columns = own.owner == user_id, own.table.c
        if own.erased is not None:
            servers.update(await session.scalars(select(_guild_of(own)).where(mine).distinct()))
            if "name" in own.erased:
                names.update(await session.scalars(select(columns.name).where(mine).distinct()))
        of_table = columns.get("table_id", columns.get("id"))
        if of_table is not None:
            table_ids.update(await session.scalars(select(of_table).where(mine)))
    by_name = Table.closed_reason.in_(_NAMING), Table.closed_detail.in_(names)
    closed = await session.values(Table.id, Table.guild_id.in_(servers), *by_name, closed_by=None)
    stand_ins = await _stand_ins(session, user_id, servers, names)
    table_ids.update(closed, (table_id for table_id, _ in stand_ins))
    all_live = {*await session.values(Table.id, IS_OPEN)}
    pseudonyms = {server: -1 - secrets.randbelow(2**62) for server in servers}
    return ErasurePlan(
        pseudonyms, frozenset(table_ids), frozenset(table_ids & all_live), closed, stand_ins
    )


async def erase(session: Session, user_id: int, plan: ErasurePlan, now: datetime) -> bool:
    """Erase the member from every row. Return False if rows appeared: roll back and repeat.

    Each open table gets a new revision, so copies in memory become outdated and the new names are
    published, after a crash too.
    """
    if not plan.live.issuperset(await session.scalars(_live_with(user_id))):
        return False
    await note_forgetting(session, now)
    is_blocked = await session.has(Block, user_id=user_id)
    await erase_requester(session, user_id, plan.pseudonyms, is_blocked=is_blocked)
    for own in PERSONAL:
        await _erase_rows(session, own, user_id, plan.pseudonyms)
    for ids in in_parts(plan.closed):
        closed = Table.id.in_(ids), Table.closed_by.is_(None)
        await session.update_where(Table, {"closed_detail": FORMER_PLAYER}, *closed)
    stand_ins = [{"of_table": table, "at": seat} for table, seat in sorted(plan.stand_ins)]
    await session.run_together([(_RENAME_STAND_IN, stand_ins)])
    for ids in in_parts(plan.live):
        await session.update_where(Table, {"revision": Table.revision + 1}, Table.id.in_(ids))
    left = [select(model).where(model.user_id == user_id).exists() for model in (Seat, Result)]
    return not await session.scalar(select(or_(*left)))


async def _erase_rows(
    session: Session, own: OwnRows, user_id: int, pseudonyms: Mapping[int, int]
) -> None:
    mine = own.owner == user_id
    if own.erased is None:
        await session.execute(delete(own.table).where(mine))
        return
    # A server without a pseudonym is one where the member has played since the plan: `erase` finds
    # the id that stays, and returns False.
    instead = case(dict(pseudonyms), value=_guild_of(own), else_=own.owner)
    values = dict(own.erased) if own.keeps_id else {own.user_id: instead, **own.erased}
    await session.execute(update(own.table).where(mine).values(values))


def _guild_of(own: OwnRows) -> ColumnElement[int]:
    if "guild_id" in own.table.c:
        return own.table.c.guild_id
    table = select(Table.guild_id).where(Table.id == own.table.c.table_id)
    return table.correlate(own.table).scalar_subquery()


def _live_with(user_id: int) -> Select[int]:
    """The ids of open tables that the member hosts, has left, or is invited or signed up to."""
    parts = [
        select(model).where(model.table_id == Table.id, model.user_id == user_id).exists()
        for model in (Departure, Invitation, SignUp)
    ]
    return select(Table.id).where(IS_OPEN, or_(Table.host_id == user_id, *parts))


async def _stand_ins(
    session: Session, user_id: int, servers: Collection[int], names: Collection[str]
) -> set[tuple[int, int]]:
    """The computers that play on for the member; found by name if the version stored no member."""
    of_seat = (Departure.table_id == Seat.table_id) & (Departure.seat == Seat.index)
    query = (
        select(Seat.table_id, Seat.index)
        .select_from(Seat)
        .join(Table)
        .outerjoin(Departure, of_seat)
        .where(Table.guild_id.in_(servers), Seat.user_id.is_(None), Seat.instead_of.is_not(None))
        .where(
            or_(
                Departure.user_id == user_id,
                Departure.user_id.is_(None) & Seat.instead_of.in_(names),
            )
        )
    )
    return {(table_id, seat) for table_id, seat in await session.execute(query)}
