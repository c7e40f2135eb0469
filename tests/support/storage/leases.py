"""Leases as another process has them."""

from datetime import timedelta

from bot.storage.engine.database import Database
from bot.storage.models.shards import ALL_SHARDS
from bot.storage.queries import leases as lease_queries


async def hold_all_shards(database: Database) -> None:
    """Somebody holds the lease of every shard for a minute."""
    async with database.write() as session:
        now = await lease_queries.database_time(session)
        await lease_queries.claim(session, ALL_SHARDS, "someone", now, now + timedelta(minutes=1))
