"""Queries for the results of finished games. Each takes the caller's transaction."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.models import Result


class Standing(NamedTuple):
    """One line of a server's leaderboard; `average` is in points per round."""

    user_id: int
    name: str
    games: int
    wins: int
    average: float


async def leaderboard(
    session: AsyncSession, guild_id: int, *, offset: int, limit: int
) -> tuple[list[Standing], int]:
    """One page of a server's members, best average first, and the number of all its members."""
    games = func.count()
    wins = func.count().filter(Result.rank == 1)
    average = func.sum(Result.points) * 1.0 / func.sum(Result.rounds)
    standings = (
        select(Result.user_id, games, wins, average)
        .where(Result.guild_id == guild_id)
        .group_by(Result.user_id)
    )
    page = standings.order_by(average.desc(), wins.desc(), Result.user_id)
    rows = (await session.execute(page.offset(offset).limit(limit))).all()
    total = await session.scalar(select(func.count()).select_from(standings.subquery()))
    names = await _newest_names(session, guild_id, [row[0] for row in rows])
    lines = [
        Standing(user, names[user], played, won, float(mean)) for user, played, won, mean in rows
    ]
    return lines, total or 0


async def has_result(session: AsyncSession, user_id: int) -> bool:
    """Whether the member has finished a game, in any server."""
    query = select(Result.table_id).where(Result.user_id == user_id).limit(1)
    return await session.scalar(query) is not None


async def _newest_names(
    session: AsyncSession, guild_id: int, user_ids: Sequence[int]
) -> dict[int, str]:
    query = (
        select(Result.user_id, Result.name)
        .where(Result.guild_id == guild_id, Result.user_id.in_(user_ids))
        .order_by(Result.table_id)
    )
    return {row.user_id: row.name for row in await session.execute(query)}
