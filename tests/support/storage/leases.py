"""Leases as another process has them."""

from datetime import timedelta

from bot.storage import lease_queries
from bot.storage.database import Database
from bot.storage.shards import ALL_SHARDS


async def hold_all_shards(database: Database) -> None:
    """Somebody holds the lease of every shard for a minute."""
    async with database.write() as session:
        now = await lease_queries.database_time(session)
        await lease_queries.claim(session, ALL_SHARDS, "someone", now, now + timedelta(minutes=1))
