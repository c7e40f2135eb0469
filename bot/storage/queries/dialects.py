"""The differences of the dialects, and long lists of ids in parts that one statement names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Row, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.base import Base

_MOST_IDS = 500
"""Ids that one statement names."""


def is_postgres(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "postgresql"


def in_parts(ids: Iterable[int]) -> Iterator[Sequence[int]]:
    """The ids in order, as many at a time as one statement names."""
    every = sorted(ids)
    return (every[begin : begin + _MOST_IDS] for begin in range(0, len(every), _MOST_IDS))


def upsert(session: AsyncSession, model: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into the model's table, for INSERT ... ON CONFLICT, which both databases have."""
    table: Any = model.__table__
    assert isinstance(table, Table)
    return postgresql.insert(table) if is_postgres(session) else sqlite.insert(table)


async def change_row(
    session: AsyncSession,
    model: type[Base],
    key: Mapping[str, Any],
    new: Mapping[str, Any],
    changes: Mapping[str, Any],
) -> Row[Any]:
    """Make these changes in the row with this primary key, or store `new` if there is none.

    Returns the columns of `new` as they are then. Concurrent changes are not lost.
    """
    columns = model.__table__.c
    stored = upsert(session, model).values({**key, **new})
    changed = stored.on_conflict_do_update(index_elements=list(key), set_=dict(changes))
    return (await session.execute(changed.returning(*(columns[name] for name in new)))).one()
