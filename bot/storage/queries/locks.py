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

_CLAIM_LOCK = MIGRATION_LOCK + 1
_BLOCKS = 1
"""The class of the locks on servers' blocks; those above are of none."""
_MOST = 500
"""Rows that are locked by one statement."""


async def lock_tables(session: AsyncSession, table_ids: Collection[int]) -> None:
    """Lock the rows of these tables until the transaction ends."""
    if not _is_postgres(session):
        return
    ids = sorted(table_ids)
    for begin in range(0, len(ids), _MOST):
        part = select(Table.id).where(Table.id.in_(ids[begin : begin + _MOST])).order_by(Table.id)
        await session.execute(part.with_for_update(key_share=True))


async def wait_for_migrations(session: AsyncSession) -> None:
    """Let no other process migrate, or count all results again, until the transaction ends."""
    if _is_postgres(session):
        # It may take as long as it needs.
        await session.execute(text("SET LOCAL lock_timeout = 0"))
        await session.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))


async def wait_for_claims(session: AsyncSession) -> None:
    """Let no other process claim shards until the transaction ends."""
    if _is_postgres(session):
        await session.execute(select(func.pg_advisory_xact_lock(_CLAIM_LOCK)))


async def hold_off_blocks(session: AsyncSession, guild_id: int) -> None:
    """Let nobody be blocked in the server until the transaction ends, which gives them a seat.

    Before any lock but those of tables.
    """
    if _is_postgres(session):
        await session.execute(select(func.pg_advisory_xact_lock_shared(*_blocks_of(guild_id))))


async def wait_for_seats(session: AsyncSession, guild_id: int) -> None:
    """Wait until nobody is given a seat in the server, and let nobody until the transaction ends.

    Before any other lock.
    """
    if _is_postgres(session):
        await session.execute(select(func.pg_advisory_xact_lock(*_blocks_of(guild_id))))


def _blocks_of(guild_id: int) -> tuple[int, int]:
    # Two servers with one lock only wait for each other now and then.
    return _BLOCKS, guild_id % 2**31


def _is_postgres(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "postgresql"
