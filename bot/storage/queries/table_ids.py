"""The ids of tables: none is given twice, since old buttons name tables by their ids.

SQLite gives the highest id in the file, plus one; an empty table keeps a higher one. PostgreSQL
counts in a sequence. Each function takes the caller's transaction.
"""

from datetime import datetime

from sqlalchemy import Table as SchemaTable, column, delete, func, select, table as named_table
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.metadata import METADATA
from bot.storage.models.tables import Table
from bot.storage.queries.servers import NO_SERVER, empty_table


async def highest_id(session: AsyncSession) -> int:
    """The highest id that was given to a table so far; 0 if none was."""
    highest = await session.scalar(select(func.max(Table.id))) or 0
    if not _counts_in_sequences(session):
        return highest
    name = await session.scalar(select(func.pg_get_serial_sequence("tables", "id")))
    assert name is not None
    schema, _, sequence = str(name).rpartition(".")
    counter = named_table(sequence, column("last_value"), column("is_called"), schema=schema)
    last, is_called = (await session.execute(select(counter))).one()
    return max(highest, last if is_called else 0)


async def give_only_above(session: AsyncSession, highest: int, now: datetime) -> None:
    """Let new tables have ids above `highest`, which is at least that of every table."""
    if not highest:
        return
    if _counts_in_sequences(session):
        await _set_sequence(session, METADATA.tables["tables"], highest)
    elif (await session.scalar(select(func.max(Table.id))) or 0) < highest:
        await session.execute(delete(Table).where(Table.guild_id == NO_SERVER))
        placeholder = empty_table(now)
        placeholder.id = highest
        session.add(placeholder)
        await session.flush()


async def continue_sequences(session: AsyncSession) -> None:
    """Let every sequence of PostgreSQL go on after the highest number in its column."""
    if not _counts_in_sequences(session):
        return
    for table in METADATA.sorted_tables:
        counted = table.autoincrement_column
        if counted is not None:
            highest = await session.scalar(select(func.max(counted)))
            if highest is not None:
                await _set_sequence(session, table, highest)


async def _set_sequence(session: AsyncSession, table: SchemaTable, highest: int) -> None:
    counted = table.autoincrement_column
    assert counted is not None
    sequence = func.pg_get_serial_sequence(table.name, counted.name)
    await session.execute(select(func.setval(sequence, highest)))


def _counts_in_sequences(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "postgresql"
