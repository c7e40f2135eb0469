"""Queries for members' settings. Each takes the caller's transaction."""

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.tables import Member


async def members(session: AsyncSession, user_ids: Collection[int]) -> Sequence[Member]:
    """The stored settings of these members; members without any are left out."""
    return (await session.scalars(select(Member).where(Member.user_id.in_(user_ids)))).all()
