"""Queries for the leases of shards."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from sqlalchemy import delete, func, insert, inspect, not_, select, update

from bot.storage.engine.session import Session
from bot.storage.models.sharding import ForeignChange, ShardLease, Shards, in_shards
from bot.storage.models.tables import Table
from bot.storage.queries.dialects import in_parts, is_postgres, take_claim_lock, upsert

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


async def database_time(session: Session) -> datetime:
    """The time by the database's clock, which all processes share; SQLite's is the host's."""
    if not is_postgres(session):
        return datetime.now(UTC)
    seconds = await session.scalar(select(func.extract("epoch", func.clock_timestamp())))
    assert seconds is not None
    return datetime.fromtimestamp(float(seconds), UTC)


async def is_held(session: Session) -> bool:
    """Whether a running process holds the lease of any shard; earlier shapes have no leases."""
    connection = await session.connection()
    if not await connection.run_sync(lambda one: inspect(one).has_table(ShardLease.__tablename__)):
        return False
    return await session.has(ShardLease, ShardLease.expires_at > await database_time(session))


async def renew(
    session: Session, shards: Shards, holder: str, now: datetime, until: datetime
) -> frozenset[int]:
    """Extend the holder's leases that have not expired; return their shards."""
    mine = update(ShardLease).filter_by(shard_count=shards.count, holder=holder)
    renewed = mine.where(ShardLease.expires_at > now).values(expires_at=until)
    return frozenset(await session.scalars(renewed.returning(ShardLease.shard_id)))


async def claim(
    session: Session, shards: Shards, holder: str, now: datetime, until: datetime
) -> dict[int, int]:
    """Claim free shards; return their last interaction ids.

    No shard is free while a process holds one of another count: their servers would overlap.
    """
    # Two processes with different counts would not see each other's new rows.
    await take_claim_lock(session)
    others = ShardLease.shard_count != shards.count, ShardLease.expires_at > now
    if await session.has(ShardLease, *others):
        return {}
    new = {"shard_count": shards.count, "holder": "", "expires_at": _LONG_AGO}
    missing = [{"shard_id": shard_id, **new} for shard_id in sorted(shards.ids)]
    await session.execute(upsert(session, ShardLease).on_conflict_do_nothing(), missing)
    own = ShardLease.shard_count == shards.count, ShardLease.shard_id.in_(shards.ids)
    free = select(ShardLease).where(*own, ShardLease.expires_at <= now)
    # A lease that its holder is extending now is locked, so it is not free.
    found = await session.all(free.with_for_update(skip_locked=True))
    for lease in found:
        lease.holder, lease.expires_at = holder, until
    return {lease.shard_id: lease.last_interaction for lease in found}


async def release(
    session: Session, shards: Shards, holder: str, last_interactions: Mapping[int, int]
) -> None:
    """End the holder's leases; note the newest interaction of each shard, if there was one."""
    mine = select(ShardLease).filter_by(shard_count=shards.count, holder=holder)
    for lease in await session.scalars(mine.with_for_update()):
        lease.expires_at = _LONG_AGO
        last = last_interactions.get(lease.shard_id, 0)
        lease.last_interaction = max(lease.last_interaction, last)


async def note_foreign_changes(session: Session, table_ids: Collection[int], mine: Shards) -> None:
    """Record changes for tables of other processes."""
    if len(mine.ids) == mine.count:
        return
    theirs = select(Table.id).where(not_(in_shards(Table.guild_id, mine)))
    for ids in in_parts(table_ids):
        rows = theirs.where(Table.id.in_(ids))
        await session.execute(insert(ForeignChange).from_select(["table_id"], rows))


async def take_foreign_changes(session: Session, shards: Shards) -> set[int]:
    """Delete the recorded changes of these shards; return the tables that were changed."""
    theirs = select(Table.id).where(in_shards(Table.guild_id, shards))
    taken = delete(ForeignChange).where(ForeignChange.table_id.in_(theirs))
    return set(await session.scalars(taken.returning(ForeignChange.table_id)))
