"""Runs the revisions on the connection that the program passes, or else on DATABASE_URL."""

import asyncio
from typing import Literal

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.settings import Settings
from bot.storage.models import METADATA
from bot.storage.models.base import UtcDateTime


def render_item(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Render our types as SQLAlchemy's, because revisions must not depend on the models."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, UtcDateTime) else False


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        # SQLite can alter little in place, so most changes copy the table.
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


connection = context.config.attributes.get("connection")
if connection is None:
    asyncio.run(run_from_command_line())
else:
    run(connection)
