"""Queries for the cards of members and servers. Each runs in the caller's transaction."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from bot.storage.engine.session import Session
from bot.storage.models.results import MemberStanding, Outcome, Result


class OwnSums(NamedTuple):
    """The sums and maxima of a member's results; see Result."""

    emptied: int
    unbeaten: int
    longest_set: int | None
    biggest_capture: int | None
    agreed: int
    reviewed: int
    unfinished: int


async def newest_name(session: Session, guild_id: int, user_id: int) -> str | None:
    """The member's name in their newest game here, None without one."""
    query = select(Result.name).where(*_of(guild_id, user_id)).order_by(Result.number.desc())
    return await session.scalar(query.limit(1))


async def own_sums(session: Session, guild_id: int, user_id: int) -> OwnSums:
    """What the member did in all their games here; `unfinished` ones are those with people."""
    unfinished = case(((Result.outcome != Outcome.FINISHED) & Result.level.is_(None), 1), else_=0)
    query = select(
        func.coalesce(func.sum(Result.emptied), 0),
        func.coalesce(func.sum(Result.unbeaten), 0),
        func.max(Result.longest_set),
        func.max(Result.biggest_capture),
        func.coalesce(func.sum(Result.agreed), 0),
        func.coalesce(func.sum(Result.reviewed), 0),
        func.coalesce(func.sum(unfinished), 0),
    ).where(*_of(guild_id, user_id))
    return OwnSums(*(await session.execute(query)).one())


async def standings(
    session: Session, guild_id: int, user_id: int, period: str
) -> Sequence[MemberStanding]:
    """The member's standings of one period, by category and number of players."""
    return await session.all(
        select(MemberStanding)
        .where(MemberStanding.guild_id == guild_id, MemberStanding.user_id == user_id)
        .where(MemberStanding.period == period)
        .order_by(MemberStanding.category, MemberStanding.players)
    )


async def rating_history(
    session: Session, guild_id: int, user_id: int, limit: int
) -> list[tuple[float, float]]:
    """(mu, sigma) after the newest rated games, newest first."""
    query = (
        select(Result.mu, Result.sigma)
        .where(*_of(guild_id, user_id), Result.mu.is_not(None), Result.sigma.is_not(None))
        .order_by(Result.number.desc())
        .limit(limit)
    )
    rows = await session.execute(query)
    return [(mu, sigma) for mu, sigma in rows if mu is not None and sigma is not None]


async def head_to_head(
    session: Session, guild_id: int, user_id: int, other_id: int
) -> tuple[int, int, int]:
    """Their games together, and in how many the member was ranked better, and worse."""
    other = aliased(Result)
    difference = other.people_rank - Result.people_rank
    query = (
        select(
            func.count(),
            func.coalesce(func.sum(case((difference > 0, 1), else_=0)), 0),
            func.coalesce(func.sum(case((difference < 0, 1), else_=0)), 0),
        )
        .select_from(Result)
        .join(other, (other.guild_id == Result.guild_id) & (other.number == Result.number))
        .where(*_of(guild_id, user_id), other.user_id == other_id)
    )
    games, better, worse = (await session.execute(query)).one()
    return games, better, worse


async def most(
    session: Session, guild_id: int, column: InstrumentedAttribute[int | None]
) -> tuple[int, str, int] | None:
    """(member, name, value) of the first result with the server's highest value; None for none.

    Former players are left out.
    """
    of_members = (Result.guild_id == guild_id, Result.user_id > 0)
    highest = select(column).where(*of_members, column > 0).order_by(column.desc()).limit(1)
    query = (
        select(Result.user_id, Result.name, column)
        .where(*of_members, column == highest.scalar_subquery())
        .order_by(Result.number)
        .limit(1)
    )
    row = (await session.execute(query)).first()
    return None if row is None or row[2] is None else (row[0], row[1], row[2])


def _of(guild_id: int, user_id: int) -> tuple[ColumnElement[bool], ...]:
    return (Result.guild_id == guild_id, Result.user_id == user_id)
