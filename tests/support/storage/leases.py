"""Leases as another process has them."""

from datetime import timedelta

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.sharding import ALL_SHARDS


async def hold_all_shards(database: Database) -> None:
    """Another process holds the lease of every shard for a minute."""
    async with database.write() as session:
        now = await queries.leases.database_time(session)
        await queries.leases.claim(session, ALL_SHARDS, "someone", now, now + timedelta(minutes=1))
