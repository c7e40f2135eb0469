"""Queries for what members and servers have set. Each takes the caller's transaction."""

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models import Member


async def members(session: AsyncSession, user_ids: Collection[int]) -> Sequence[Member]:
    """The settings of those members who have made any."""
    return (await session.scalars(select(Member).where(Member.user_id.in_(user_ids)))).all()
