"""Queries for a server's rules and its blocked members. Each takes the caller's transaction."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.moderation import Block
from bot.storage.models.tables import Server, Table
from bot.storage.queries.tables import IS_LIVE
from bot.storage.queries.upsert import upsert


async def add_server(session: AsyncSession, guild_id: int) -> None:
    """Add a row for the server's settings, unless it has one."""
    row = upsert(session, Server).values(guild_id=guild_id)
    await session.execute(row.on_conflict_do_nothing())


async def lock_server(session: AsyncSession, guild_id: int) -> Server | None:
    """The server's settings, locked until the transaction ends; None if it has none.

    SQLite ignores the lock: it has one writer at a time.
    """
    query = select(Server).where(Server.guild_id == guild_id).with_for_update()
    return await session.scalar(query)


async def count_live_tables(session: AsyncSession, guild_id: int) -> int:
    """How many tables of the server are live."""
    query = select(func.count()).select_from(Table).where(Table.guild_id == guild_id, IS_LIVE)
    return await session.scalar(query) or 0


async def blocked_among(
    session: AsyncSession, guild_id: int, user_ids: Collection[int]
) -> set[int]:
    """Those of these members who are blocked in the server."""
    query = select(Block.user_id).where(Block.guild_id == guild_id, Block.user_id.in_(user_ids))
    return set(await session.scalars(query))


async def blocked_members(session: AsyncSession, guild_id: int) -> Sequence[int]:
    """The ids of all who are blocked in the server."""
    return (await session.scalars(select(Block.user_id).where(Block.guild_id == guild_id))).all()


async def blocks(
    session: AsyncSession, guild_id: int, *, offset: int, limit: int
) -> Sequence[Block]:
    """Some of the server's blocks, newest first."""
    query = (
        select(Block)
        .where(Block.guild_id == guild_id)
        .order_by(Block.blocked_at.desc(), Block.user_id)
        .offset(offset)
        .limit(limit)
    )
    return (await session.scalars(query)).all()


async def is_blocked_anywhere(session: AsyncSession, user_id: int) -> bool:
    """Whether any server blocks the member."""
    return await session.scalar(select(Block.user_id).where(Block.user_id == user_id)) is not None


async def add_block(
    session: AsyncSession, guild_id: int, user_id: int, name: str, by: int, now: datetime
) -> None:
    """Block the member, unless they are blocked already."""
    row = upsert(session, Block).values(
        guild_id=guild_id, user_id=user_id, name=name, blocked_by=by, blocked_at=now
    )
    await session.execute(row.on_conflict_do_nothing())


async def delete_block(session: AsyncSession, guild_id: int, user_id: int) -> None:
    mine = (Block.guild_id == guild_id) & (Block.user_id == user_id)
    await session.execute(delete(Block).where(mine))
