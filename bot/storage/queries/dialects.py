"""INSERT ... ON CONFLICT, which SQLite and PostgreSQL share and SQLAlchemy has for each."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.base import Base


def upsert(session: AsyncSession, model: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into the model's table, to be given its ON CONFLICT."""
    table: Any = model.__table__
    assert isinstance(table, Table)
    if session.get_bind().dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


async def change_row(
    session: AsyncSession,
    model: type[Base],
    key: Mapping[str, Any],
    new: Mapping[str, Any],
    changes: Mapping[str, Any],
) -> Row[Any]:
    """Make these changes in the row with this primary key, or store it as `new` if there is none.

    Gives the columns of `new` as they are then. Of two that do so at once, neither is lost.
    """
    columns = model.__table__.c
    stored = upsert(session, model).values({**key, **new})
    changed = stored.on_conflict_do_update(index_elements=list(key), set_=dict(changes))
    return (await session.execute(changed.returning(*(columns[name] for name in new)))).one()
