"""Queries for finished games, their results, and the statistics of members and servers."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased, load_only, selectinload

from bot.storage.engine.session import Session
from bot.storage.models.results import Outcome, Result, ServerTotals
from bot.storage.models.tables import Status, Table

_FINISHED = select(Table).where(Table.status == Status.OVER)


def finished_of(guild_id: int, user_id: int) -> Select[Table]:
    """The member's finished games in the server that have a result, newest first."""
    own = _FINISHED.join(Result, Result.table_id == Table.id).where(*_of(guild_id, user_id))
    return own.order_by(Result.number.desc())


def finished_in(channel_id: int) -> Select[Table]:
    """The finished games of a channel and of its threads, newest first."""
    here = or_(Table.channel_id == channel_id, Table.parent_id == channel_id)
    return _FINISHED.where(here).order_by(Table.id.desc())


async def with_own_results(session: Session, games: Select[Table], user_id: int) -> Sequence[Table]:
    """These games with the times of their ends, their seats, and this member's own results."""
    own = Table.results.and_(Result.user_id == user_id)
    parts = load_only(Table.decision_since), selectinload(Table.seats), selectinload(own)
    return await session.all(games.options(*parts))


async def has_uncounted(session: Session) -> bool:
    """Whether results exist without totals counted from them."""
    return await session.has(Result) and not await session.has(ServerTotals)


async def servers_with_results(session: Session) -> Sequence[int]:
    return await session.all(select(Result.guild_id).distinct())


async def last_number(session: Session, guild_id: int) -> int:
    """The number of the newest game of a server with results."""
    newest = select(func.max(Result.number)).where(Result.guild_id == guild_id)
    return await session.scalar(newest) or 0


async def games_between(session: Session, guild_id: int, first: int, end: int) -> Sequence[Result]:
    """The results of the games from number `first` to before `end`, by number and seat."""
    return await session.all(
        select(Result)
        .where(Result.guild_id == guild_id, Result.number >= first, Result.number < end)
        .order_by(Result.number, Result.seat)
    )


async def members_since(
    session: Session, guild_id: int, user_ids: Collection[int], since: datetime
) -> list[set[int]]:
    """For each game of the server that ended after `since`, those of these members with a result.

    Games without any of them are left out.
    """
    query = select(Result.number, Result.user_id).where(
        Result.guild_id == guild_id, Result.user_id.in_(user_ids), Result.finished_at > since
    )
    games: dict[int, set[int]] = {}
    for number, user_id in await session.execute(query):
        games.setdefault(number, set()).add(user_id)
    return list(games.values())


async def tables_without_moves(session: Session, after: int, limit: int) -> Sequence[int]:
    """The first tables after this id with results whose moves were never counted."""
    query = select(Result.table_id).where(Result.table_id > after, Result.moves.is_(None))
    return await session.all(query.distinct().order_by(Result.table_id).limit(limit))


class OwnSums(NamedTuple):
    """The sums and maxima of a member's results; see Result.

    The maxima are None if they were never counted. `unfinished` are games with at least two people
    that the member left, or in which they were replaced for missing turns.
    """

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
    """The member's sums over all games here."""
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


async def rating_history(
    session: Session, guild_id: int, user_id: int, limit: int
) -> list[tuple[float, float]]:
    """(mu, sigma) after the newest rated games, newest first."""
    rows = await session.execute(
        select(Result.mu, Result.sigma)
        .where(*_of(guild_id, user_id), Result.mu.is_not(None), Result.sigma.is_not(None))
        .order_by(Result.number.desc())
        .limit(limit)
    )
    return [(mu, sigma) for mu, sigma in rows if mu is not None and sigma is not None]


class HeadToHead(NamedTuple):
    """Games of two members; in how many of them the first member ranked better, and worse."""

    games: int
    better: int
    worse: int
    ties: int


async def head_to_head(
    session: Session, guild_id: int, user_id: int, other_id: int
) -> HeadToHead | None:
    """The games of two members; None without a common one."""
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
    return HeadToHead(games, better, worse, games - better - worse) if games else None


class ServerBest(NamedTuple):
    """A server's highest value, and the name of the first member with it."""

    name: str
    value: int


async def highest_result(
    session: Session, guild_id: int, column: InstrumentedAttribute[Any]
) -> ServerBest | None:
    """The server's highest value in this column of the results; None without one.

    Within one game the first seat's result comes first. Former players are left out.
    """
    of_members = (Result.guild_id == guild_id, Result.user_id > 0)
    highest = select(column).where(*of_members, column > 0).order_by(column.desc()).limit(1)
    query = (
        select(Result.name, column)
        .where(*of_members, column == highest.scalar_subquery())
        .order_by(Result.number, Result.seat)
        .limit(1)
    )
    row = (await session.execute(query)).first()
    return None if row is None else ServerBest(row[0], row[1])


def _of(guild_id: int, user_id: int) -> tuple[ColumnElement[bool], ...]:
    return (Result.guild_id == guild_id, Result.user_id == user_id)
