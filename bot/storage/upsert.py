"""INSERT ... ON CONFLICT, which SQLite and PostgreSQL share and SQLAlchemy has for each."""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.base import Base


def upsert(session: AsyncSession, model: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into the model's table, to be given its ON CONFLICT."""
    table: Any = model.__table__
    assert isinstance(table, Table)
    if session.get_bind().dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
