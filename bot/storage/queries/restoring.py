"""Queries for a database that was restored from a backup. Each takes the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import case, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from bot.storage.models.metadata import METADATA
from bot.storage.models.results import Result
from bot.storage.models.tables import Action, PrivateMessage, PublicMessage, Status, Table
from bot.storage.queries.tables import LIVE

_TABLES = METADATA.tables["tables"]


class StoredGame(NamedTuple):
    """A finished table with its seats and rounds, its actions in order, and its results."""

    table: Table
    actions: Sequence[Action]
    results: Sequence[Result]


async def is_intact(session: AsyncSession) -> bool:
    """Whether SQLite finds its file whole; True for other databases, which check themselves."""
    if session.get_bind().dialect.name != "sqlite":
        return True
    return (await session.scalars(text("PRAGMA integrity_check"))).first() == "ok"


async def finished_games(session: AsyncSession, after: int, limit: int) -> list[StoredGame]:
    """So many finished games, by the ids of their tables, which are above `after`."""
    query = select(Table).options(selectinload(Table.seats), selectinload(Table.rounds))
    query = query.where(Table.status == Status.OVER, Table.id > after)
    tables = (await session.scalars(query.order_by(Table.id).limit(limit))).all()
    found = {table.id: StoredGame(table, [], []) for table in tables}
    actions = select(Action).where(Action.table_id.in_(found))
    for action in await session.scalars(actions.order_by(Action.table_id, Action.number)):
        found[action.table_id].actions.append(action)  # type: ignore[attr-defined]
    results = select(Result).where(Result.table_id.in_(found))
    for result in await session.scalars(results.order_by(Result.table_id, Result.seat)):
        found[result.table_id].results.append(result)  # type: ignore[attr-defined]
    return list(found.values())


async def live_tables(session: AsyncSession) -> Sequence[int]:
    """The ids of the live tables, oldest first."""
    query = select(Table.id).where(Table.status.in_(LIVE)).order_by(Table.id)
    return (await session.scalars(query)).all()


async def renumber(session: AsyncSession, table_id: int, new_id: int) -> None:
    """Give a table another id, in all rows that belong to it."""
    row = (await session.execute(select(_TABLES).where(_TABLES.c.id == table_id))).mappings().one()
    # Not live for now: a channel has one live table at a time.
    copy = {**row, "id": new_id, "status": Status.CLOSED}
    await session.execute(insert(_TABLES).values(copy))
    for child in METADATA.sorted_tables:
        if "table_id" in child.c:
            mine = child.c.table_id == table_id
            await session.execute(update(child).where(mine).values(table_id=new_id))
    await session.execute(delete(_TABLES).where(_TABLES.c.id == table_id))
    as_before = update(_TABLES).where(_TABLES.c.id == new_id).values(status=row["status"])
    await session.execute(as_before)


async def go_on_from(session: AsyncSession, now: datetime) -> None:
    """Let time stand still for live tables until `now`, and all they show be published anew."""
    live = Table.status.in_(LIVE)
    await session.execute(
        update(_TABLES)
        .where(_TABLES.c.status.in_(LIVE))
        .values(
            decision_since=now,
            due_at=case((_TABLES.c.due_at.is_not(None), now), else_=None),
            lost_at=case((_TABLES.c.lost_at.is_not(None), now), else_=None),
            published_revision=-1,
            # Below what was posted after the backup, whose buttons do nothing any more.
            reposts=_TABLES.c.reposts + 1,
        )
    )
    ids = select(Table.id).where(live)
    for model in (PublicMessage, PrivateMessage):
        # Discord may show what came after the backup, so no message counts as up to date.
        await session.execute(update(model).where(model.table_id.in_(ids)).values(digest=""))
