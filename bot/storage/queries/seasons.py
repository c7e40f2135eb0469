"""Queries for seasons. Each takes the caller's transaction."""

from collections.abc import Sequence

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models.results import Season


async def seasons(session: AsyncSession, guild_id: int) -> Sequence[Season]:
    """The server's seasons, newest first."""
    query = select(Season).where(Season.guild_id == guild_id).order_by(Season.number.desc())
    return (await session.scalars(query)).all()


async def take_podium(session: AsyncSession, guild_id: int, number: int) -> None:
    """Mark the season's podium as posted."""
    season = update(Season).where(Season.guild_id == guild_id, Season.number == number)
    await session.execute(season.values(podium_taken=True))
