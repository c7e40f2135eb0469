"""Queries for the leases of shards. Each takes the caller's transaction."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import delete, func, insert, not_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.sharding import ForeignChange, ShardLease, Shards, in_shards
from bot.storage.models.tables import Table
from bot.storage.queries.dialects import upsert
from bot.storage.queries.locks import wait_for_claims

_MOST = 500
"""Tables that are named in one statement."""
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


async def database_time(session: AsyncSession) -> datetime:
    """The time by the database's clock, which all processes share; SQLite's is the host's."""
    if session.get_bind().dialect.name != "postgresql":
        return datetime.now(UTC)
    seconds = await session.scalar(select(func.extract("epoch", func.clock_timestamp())))
    assert seconds is not None
    return datetime.fromtimestamp(float(seconds), UTC)


async def is_held(session: AsyncSession) -> bool:
    """Whether a running process holds the lease of any shard."""
    held = select(ShardLease.holder).where(ShardLease.expires_at > await database_time(session))
    return await session.scalar(held.limit(1)) is not None


async def renew(
    session: AsyncSession, shards: Shards, holder: str, now: datetime, until: datetime
) -> frozenset[int]:
    """Prolong the holder's leases that have not expired; gives their shards."""
    mine = (
        update(ShardLease)
        .where(ShardLease.shard_count == shards.count, ShardLease.holder == holder)
        .where(ShardLease.expires_at > now)
        .values(expires_at=until)
        .returning(ShardLease.shard_id)
    )
    return frozenset(await session.scalars(mine))


async def claim(
    session: AsyncSession, shards: Shards, holder: str, now: datetime, until: datetime
) -> dict[int, int]:
    """Take those of these shards that nobody holds; gives the last interaction of each.

    None of them while anybody holds a shard of another count, whose servers would overlap.
    """
    # Two processes with different counts would not see each other's new rows.
    await wait_for_claims(session)
    others = select(ShardLease.holder).where(
        ShardLease.shard_count != shards.count, ShardLease.expires_at > now
    )
    if await session.scalar(others.limit(1)) is not None:
        return {}
    await _add_missing(session, shards)
    free = (
        select(ShardLease)
        .where(ShardLease.shard_count == shards.count, ShardLease.shard_id.in_(shards.ids))
        .where(ShardLease.expires_at <= now)
        # What its holder is prolonging at this moment is not free.
        .with_for_update(skip_locked=True)
    )
    found = (await session.scalars(free)).all()
    for lease in found:
        lease.holder, lease.expires_at = holder, until
    return {lease.shard_id: lease.last_interaction for lease in found}


async def release(
    session: AsyncSession, shards: Shards, holder: str, last_interactions: Mapping[int, int]
) -> None:
    """Give up the holder's leases, with the newest interaction of each shard, if there was any."""
    mine = select(ShardLease).where(
        ShardLease.shard_count == shards.count, ShardLease.holder == holder
    )
    for lease in await session.scalars(mine.with_for_update()):
        lease.expires_at = _LONG_AGO
        last = last_interactions.get(lease.shard_id, 0)
        lease.last_interaction = max(lease.last_interaction, last)


async def note_foreign_changes(
    session: AsyncSession, table_ids: Collection[int], held: Shards
) -> None:
    """Let others read those of these tables anew that are of none of the shards held here."""
    if len(held.ids) == held.count:
        return
    theirs = select(Table.id).where(not_(in_shards(Table.guild_id, held)))
    for ids in _parts(sorted(table_ids)):
        rows = theirs.where(Table.id.in_(ids))
        await session.execute(insert(ForeignChange).from_select(["table_id"], rows))


async def tables_of_others(
    session: AsyncSession, table_ids: Collection[int], held: Shards
) -> Sequence[int]:
    """Those of these tables that are of none of the shards held here."""
    if len(held.ids) == held.count or not table_ids:
        return []
    theirs = select(Table.id).where(Table.id.in_(table_ids), not_(in_shards(Table.guild_id, held)))
    return (await session.scalars(theirs)).all()


async def take_foreign_changes(session: AsyncSession, shards: Shards) -> set[int]:
    """The tables of these shards that others have changed, each told once."""
    theirs = select(Table.id).where(in_shards(Table.guild_id, shards))
    taken = delete(ForeignChange).where(ForeignChange.table_id.in_(theirs))
    return set(await session.scalars(taken.returning(ForeignChange.table_id)))


def _parts(table_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (table_ids[begin : begin + _MOST] for begin in range(0, len(table_ids), _MOST))


async def _add_missing(session: AsyncSession, shards: Shards) -> None:
    rows = [
        {
            "shard_count": shards.count,
            "shard_id": shard_id,
            "holder": "",
            "expires_at": _LONG_AGO,
            "last_interaction": 0,
        }
        for shard_id in sorted(shards.ids)
    ]
    await session.execute(upsert(session, ShardLease).on_conflict_do_nothing(), rows)
