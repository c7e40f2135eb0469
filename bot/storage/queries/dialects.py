"""Differences between SQLite and PostgreSQL: upserts, locks, and paging.

Only PostgreSQL needs locks: SQLite has one writer at a time, so there the lock functions do
nothing. To avoid deadlocks, every transaction that changes tables, or rows that belong to tables,
first locks the rows of these tables in the order of their ids. Of a server's rows (totals, ratings,
standings) the totals are locked first, see `queries.standings.next_game`.
"""

from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Executable, Row, Select, func, literal, select, text, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage.engine.postgres_engine import MIGRATION_LOCK
from bot.storage.engine.session import Session
from bot.storage.models.base import Base
from bot.storage.models.tables import Table

_MOST_IDS = 500
"""Maximum ids in one statement."""
_CLAIM_LOCK = MIGRATION_LOCK + 1
_CALL_LOCK = MIGRATION_LOCK + 2
_BLOCKS = 1
"""The namespace of the servers' block locks; the locks above have none."""


def is_postgres(session: Session) -> bool:
    return session.get_bind().dialect.name == "postgresql"


def in_parts(ids: Iterable[int]) -> Iterator[Sequence[int]]:
    """The ids in order, at most `_MOST_IDS` at a time."""
    every = sorted(ids)
    return (every[begin : begin + _MOST_IDS] for begin in range(0, len(every), _MOST_IDS))


async def pages(
    session: Session, query: Select[Any], key: Sequence[ColumnElement[Any]], size: int
) -> AsyncIterator[Sequence[Row[Any]]]:
    """The rows of the query in the order of its key, a unique one, `size` at a time."""
    first = query.order_by(*key).limit(size)
    page = (await session.execute(first)).all()
    while page:
        yield page
        if len(page) < size:
            return
        last = [literal(page[-1]._mapping[column], column.type) for column in key]
        page = (await session.execute(first.where(tuple_(*key) > tuple_(*last)))).all()


def upsert(session: Session, model: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into the model's table, for INSERT ... ON CONFLICT, which both databases have."""
    table: Any = model.__table__
    return postgresql.insert(table) if is_postgres(session) else sqlite.insert(table)


def replace_rows(session: Session, model: type[Base]) -> Executable:
    """An INSERT of whole rows, which replace those with the same primary keys."""
    new, columns = upsert(session, model), model.__table__.c
    newer = {column.name: new.excluded[column.name] for column in columns if not column.primary_key}
    return new.on_conflict_do_update(index_elements=model.__table__.primary_key, set_=newer)


async def add_row(session: Session, model: type[Base], **values: Any) -> bool:
    """Store a row unless its primary key exists; return whether it was stored."""
    return await session.changes_rows(
        upsert(session, model).values(values).on_conflict_do_nothing()
    )


async def change_row(
    session: Session,
    model: type[Base],
    key: Mapping[str, Any],
    new: Mapping[str, Any],
    changes: Mapping[str, Any] | None = None,
) -> Row[Any]:
    """Update the row with this primary key by `changes`, or insert `new` if it does not exist.

    `changes` are `new` by default. Returns `new` as stored. Concurrent changes are not lost.
    """
    stored = upsert(session, model).values({**key, **new})
    changed = stored.on_conflict_do_update(
        index_elements=list(key), set_=dict(new if changes is None else changes)
    )
    columns = (model.__table__.c[name] for name in new)
    return (await session.execute(changed.returning(*columns))).one()


async def lock_tables(session: Session, table_ids: Collection[int]) -> None:
    """Lock the rows of these tables until the transaction ends."""
    if not is_postgres(session):
        return
    for ids in in_parts(table_ids):
        part = select(Table.id).where(Table.id.in_(ids)).order_by(Table.id)
        await session.execute(part.with_for_update(key_share=True))


async def take_migration_lock(session: Session) -> None:
    """Take the lock of migrations and of recounting results, until the transaction ends."""
    # The other process may hold it for longer than the usual limit.
    await on_postgres(session, text("SET LOCAL lock_timeout = 0"))
    await on_postgres(session, select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))


async def take_claim_lock(session: Session) -> None:
    """Take the lock of claims: one process at a time claims shards."""
    await on_postgres(session, select(func.pg_advisory_xact_lock(_CLAIM_LOCK)))


async def take_call_lock(session: Session) -> None:
    """Take the lock of calls, after that of forgetting: one call at a time is stored."""
    await on_postgres(session, select(func.pg_advisory_xact_lock(_CALL_LOCK)))


async def share_forgetting_lock(session: Session) -> None:
    """Share the lock of forgetting before writing rows of members that were read earlier.

    Take it before any other lock: no member is forgotten until the transaction ends.
    """
    await on_postgres(session, text("LOCK TABLE last_forgetting IN ROW SHARE MODE"))


async def take_forgetting_lock(session: Session) -> None:
    """Take the lock of forgetting exclusively, before any statement.

    A snapshot begins after LOCK TABLE, so it contains the rows of transactions that shared the
    lock. With an advisory lock it would begin before the wait.
    """
    await on_postgres(session, text("LOCK TABLE last_forgetting IN EXCLUSIVE MODE"))


async def share_block_lock(session: Session, guild_id: int) -> None:
    """Share the server's block lock while seating a member.

    Before any lock but that of forgetting and those of tables.
    """
    await on_postgres(session, select(func.pg_advisory_xact_lock_shared(*_blocks_of(guild_id))))


async def take_block_lock(session: Session, guild_id: int) -> None:
    """Take the lock of `share_block_lock` exclusively: no seat is given until commit."""
    await on_postgres(session, select(func.pg_advisory_xact_lock(*_blocks_of(guild_id))))


async def on_postgres(session: Session, statement: Executable) -> None:
    """Run the statement on PostgreSQL; on SQLite do nothing."""
    if is_postgres(session):
        await session.execute(statement)


def _blocks_of(guild_id: int) -> tuple[int, int]:
    # Two servers with the same lock number sometimes wait for each other.
    return _BLOCKS, guild_id % 2**31
