"""Locks that PostgreSQL needs; with SQLite, which has one writer at a time, they do nothing.

Every transaction that changes a table, or rows that belong to tables, first locks the rows of these
tables, in the order of their ids: so no two wait for each other. Of a server's rows (totals,
ratings, standings) the totals come first, see `queries.standings.next_game`.
"""

from collections.abc import Collection

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.engine.postgres_engine import MIGRATION_LOCK
from bot.storage.models.tables import Table
from bot.storage.queries.dialects import in_parts, is_postgres

_CLAIM_LOCK = MIGRATION_LOCK + 1
_BLOCKS = 1
"""The class of the servers' block locks; the locks above have none."""


async def lock_tables(session: AsyncSession, table_ids: Collection[int]) -> None:
    """Lock the rows of these tables until the transaction ends."""
    if not is_postgres(session):
        return
    for ids in in_parts(table_ids):
        part = select(Table.id).where(Table.id.in_(ids)).order_by(Table.id)
        await session.execute(part.with_for_update(key_share=True))


async def take_migration_lock(session: AsyncSession) -> None:
    """Take the lock of migrations and of counting all results, until the transaction ends."""
    if is_postgres(session):
        # The other process can take as long as it needs.
        await session.execute(text("SET LOCAL lock_timeout = 0"))
        await session.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))


async def take_claim_lock(session: AsyncSession) -> None:
    """Take the lock of claims: one process at a time claims shards."""
    if is_postgres(session):
        await session.execute(select(func.pg_advisory_xact_lock(_CLAIM_LOCK)))


async def share_block_lock(session: AsyncSession, guild_id: int) -> None:
    """Share the server's block lock while seating a member, before any lock but those of tables."""
    if is_postgres(session):
        await session.execute(select(func.pg_advisory_xact_lock_shared(*_blocks_of(guild_id))))


async def take_block_lock(session: AsyncSession, guild_id: int) -> None:
    """Take the server's block lock exclusively, before any other: no seat is given until commit."""
    if is_postgres(session):
        await session.execute(select(func.pg_advisory_xact_lock(*_blocks_of(guild_id))))


def _blocks_of(guild_id: int) -> tuple[int, int]:
    # Two servers that share a number sometimes wait for each other.
    return _BLOCKS, guild_id % 2**31
