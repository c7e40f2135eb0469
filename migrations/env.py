"""Runs the revisions: on the connection that the program hands over, else on DATABASE_URL's."""

import asyncio
from typing import Literal

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

import bot.storage.models  # noqa: F401 - registers every table
from bot.settings import Settings
from bot.storage.base import Base, UtcDateTime


def render_item(kind: str, item: object, _context: object) -> str | Literal[False]:
    """A revision outlives the models, so it names SQLAlchemy's own types."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, UtcDateTime) else False


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite alters little in place: changes copy the table.
        render_as_batch=True,
        render_item=render_item,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_from_command_line() -> None:
    engine = create_async_engine(Settings().database_url)
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(run_from_command_line())
else:
    run(given)
