"""Queries for finished games and their results. Each runs in the caller's transaction."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import exists, func, or_, select, update

from bot.storage.engine.session import Session
from bot.storage.models.results import Departure, Result, ServerTotals
from bot.storage.models.tables import Seat, Status, Table


class FinishedTable(NamedTuple):
    """The table of a finished game, and when that was."""

    table_id: int
    finished_at: datetime


async def finished_of(
    session: Session, guild_id: int, user_id: int, *, offset: int, limit: int
) -> list[FinishedTable]:
    """The member's finished games in the server that have a result, newest first."""
    query = (
        select(Table.id, Table.decision_since)
        .join(Result, Result.table_id == Table.id)
        .where(Result.guild_id == guild_id, Result.user_id == user_id)
        .where(Table.status == Status.OVER)
        .order_by(Result.number.desc())
    )
    rows = await session.execute(query.offset(offset).limit(limit))
    return [FinishedTable(*row) for row in rows]


async def finished_in(
    session: Session, channel_id: int, *, offset: int, limit: int
) -> list[FinishedTable]:
    """The finished games of a channel and of its threads, newest first."""
    query = (
        select(Table.id, Table.decision_since)
        .where(or_(Table.channel_id == channel_id, Table.parent_id == channel_id))
        .where(Table.status == Status.OVER)
        .order_by(Table.id.desc())
    )
    rows = await session.execute(query.offset(offset).limit(limit))
    return [FinishedTable(*row) for row in rows]


async def seats_of(session: Session, table_ids: Collection[int]) -> Sequence[Seat]:
    """The seats of these tables, by table and index."""
    return await session.all(
        select(Seat).where(Seat.table_id.in_(table_ids)).order_by(Seat.table_id, Seat.index)
    )


async def results_of_member(
    session: Session, table_ids: Collection[int], user_id: int
) -> Sequence[Result]:
    """The member's results at these tables."""
    return await session.all(
        select(Result).where(Result.table_id.in_(table_ids), Result.user_id == user_id)
    )


async def has_result(session: Session, user_id: int) -> bool:
    """Whether the member has finished a game, in any server."""
    found = select(Result.table_id).where(Result.user_id == user_id).limit(1)
    return await session.scalar(found) is not None


async def departures(session: Session, table_id: int) -> Sequence[Departure]:
    """The members who left the game at this table."""
    return await session.all(select(Departure).where(Departure.table_id == table_id))


async def note_review(
    session: Session, table_id: int, seat: int, *, agreed: int, reviewed: int
) -> None:
    """Note in a result how many of the reviewed moves were as good as the coach's."""
    await session.execute(
        update(Result)
        .where(Result.table_id == table_id, Result.seat == seat)
        .values(agreed=agreed, reviewed=reviewed)
    )


async def has_uncounted(session: Session) -> bool:
    """Whether there are results, but no totals counted from them."""
    query = select(exists().select_from(Result), exists().select_from(ServerTotals))
    has_results, has_totals = (await session.execute(query)).one()
    return has_results and not has_totals


async def servers_with_results(session: Session) -> Sequence[int]:
    """The ids of the servers with results."""
    return await session.all(select(Result.guild_id).distinct())


async def last_number(session: Session, guild_id: int) -> int:
    """The number of the newest game of a server with results."""
    query = select(func.max(Result.number)).where(Result.guild_id == guild_id)
    return (await session.execute(query)).scalar_one() or 0


async def games_between(session: Session, guild_id: int, first: int, end: int) -> Sequence[Result]:
    """The results of the games from number `first` to before `end`, by number and seat."""
    return await session.all(
        select(Result)
        .where(Result.guild_id == guild_id, Result.number >= first, Result.number < end)
        .order_by(Result.number, Result.seat)
    )


async def results_of(session: Session, table_id: int) -> Sequence[Result]:
    """The results of the game at this table."""
    return await session.all(select(Result).where(Result.table_id == table_id))


async def members_since(
    session: Session, guild_id: int, user_ids: Collection[int], since: datetime
) -> list[set[int]]:
    """For each game of the server that ended after `since`, which of these members have a result.

    Games of none of them are left out.
    """
    query = select(Result.number, Result.user_id).where(
        Result.guild_id == guild_id, Result.user_id.in_(user_ids), Result.finished_at > since
    )
    games: dict[int, set[int]] = {}
    for number, user_id in await session.execute(query):
        games.setdefault(number, set()).add(user_id)
    return list(games.values())


async def tables_without_moves(session: Session, after: int, limit: int) -> Sequence[int]:
    """The first tables after this id with results whose members' moves were never counted."""
    query = select(Result.table_id).where(Result.table_id > after, Result.moves.is_(None))
    return await session.all(query.distinct().order_by(Result.table_id).limit(limit))
