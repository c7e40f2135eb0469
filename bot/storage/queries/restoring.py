"""Queries for a restored or copied database.

No id of a table is reused, since old buttons hold ids. SQLite uses the highest id in the file plus
one, so an empty table holds a higher one. PostgreSQL has a sequence.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    Column,
    case,
    column,
    func,
    insert,
    select,
    table as named_table,
    text,
    update,
)
from sqlalchemy.orm import selectinload

from bot.storage.engine.session import Session
from bot.storage.models import METADATA
from bot.storage.models.tables import PrivateMessage, PublicMessage, Seat, Status, Table
from bot.storage.queries.dialects import is_postgres
from bot.storage.queries.servers import replace_empty_table
from bot.storage.queries.tables import IS_OPEN, IS_SCHEDULED

_TABLES = METADATA.tables["tables"]
_ASKED = _TABLES.c.closing_asked_at.is_not(None) & ~_TABLES.c.closing_declined
"""A request to close the game is open. A player may have declined it after the backup."""


async def is_intact(session: Session) -> bool:
    """Whether SQLite finds its file intact; True for PostgreSQL, which checks itself."""
    if is_postgres(session):
        return True
    return (await session.scalars(text("PRAGMA integrity_check"))).first() == "ok"


async def with_games(session: Session, table_ids: Sequence[int]) -> Sequence[Table]:
    """These tables in the order of their ids, with all that belongs to their games."""
    parts = (Table.seats, Table.rounds, Table.actions, Table.results)
    query = select(Table).options(*map(selectinload, parts))
    return await session.all(query.where(Table.id.in_(table_ids)).order_by(Table.id))


async def renumber(session: Session, table_id: int, new_id: int) -> None:
    """Change the id of a table, in all rows that belong to it."""
    row = (await session.execute(select(_TABLES).where(_TABLES.c.id == table_id))).mappings().one()
    # Temporarily not live: a channel has one live table at a time.
    await session.execute(insert(_TABLES).values({**row, "id": new_id, "status": Status.CLOSED}))
    for child in METADATA.sorted_tables:
        if "table_id" in child.c:
            mine = child.c.table_id == table_id
            await session.execute(update(child).where(mine).values(table_id=new_id))
    await session.delete_where(Table, id=table_id)
    await session.update_where(Table, {"status": row["status"]}, id=new_id)


async def resume_at(session: Session, now: datetime) -> None:
    """Continue these tables at `now`, and have all their messages published again."""
    await session.execute(
        update(_TABLES)
        .where(IS_OPEN)
        .values(
            # For a scheduled table this is the last attempt to begin.
            decision_since=case((IS_SCHEDULED, _TABLES.c.decision_since), else_=now),
            decision_began=None,
            absence_asked=False,
            closing_asked_at=case((_ASKED, now), else_=_TABLES.c.closing_asked_at),
            due_at=case((_TABLES.c.due_at.is_not(None), now), else_=None),
            lost_at=case((_TABLES.c.lost_at.is_not(None), now), else_=None),
            published_revision=-1,
            # Send them again, below messages from after the backup, whose buttons are dead.
            reposts=_TABLES.c.reposts + 1,
        )
    )
    ids = select(Table.id).where(IS_OPEN)
    # No other message says to the members who are to move that the game goes on.
    again = {"reminded": 0, "handed_over_at": case((Seat.handed_over_at.is_not(None), now))}
    await session.update_where(Seat, again, Seat.table_id.in_(ids))
    for model in (PublicMessage, PrivateMessage):
        # Discord may show a state from after the backup, so no message is up to date.
        await session.update_where(model, {"digest": ""}, model.table_id.in_(ids))


async def highest_id(session: Session) -> int:
    """The highest id of any table so far, 0 without one."""
    highest = await session.scalar(select(func.max(Table.id))) or 0
    if not is_postgres(session):
        return highest
    name = await session.scalar(select(func.pg_get_serial_sequence("tables", "id")))
    assert name is not None
    schema, _, sequence = str(name).rpartition(".")
    counter = named_table(sequence, column("last_value"), column("is_called"), schema=schema)
    last, is_called = (await session.execute(select(counter))).one()
    return max(highest, last if is_called else 0)


async def number_tables_above(session: Session, highest: int, now: datetime) -> None:
    """Number new tables above `highest`, which no table's id exceeds."""
    if not highest:
        return
    if is_postgres(session):
        await _set_sequence(session, _TABLES.c.id, highest)
    elif (await session.scalar(select(func.max(Table.id))) or 0) < highest:
        await replace_empty_table(session, now, highest)


async def continue_sequences(session: Session) -> None:
    """Continue every sequence of PostgreSQL after the highest number in its column."""
    if not is_postgres(session):
        return
    for table in METADATA.sorted_tables:
        counted = table.autoincrement_column
        if counted is not None:
            highest = await session.scalar(select(func.max(counted)))
            if highest is not None:
                await _set_sequence(session, counted, highest)


async def _set_sequence(session: Session, counted: Column[int], highest: int) -> None:
    sequence = func.pg_get_serial_sequence(counted.table.name, counted.name)
    await session.execute(select(func.setval(sequence, highest)))
