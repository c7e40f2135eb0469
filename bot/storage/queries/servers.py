"""Queries for servers: their settings, blocked members, and servers that the bot has left."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, literal, select, union

from bot.storage.engine.session import Session
from bot.storage.models import METADATA
from bot.storage.models.options import TableOptions
from bot.storage.models.results import MemberStanding
from bot.storage.models.servers import Block, Server
from bot.storage.models.tables import Status, Table
from bot.storage.queries.dialects import change_row, lock_tables

NO_SERVER = 0
_OF_SERVERS = [table for table in METADATA.sorted_tables if "guild_id" in table.c]
_KNOWN_SERVERS = union(*(select(table.c.guild_id).distinct() for table in _OF_SERVERS))


async def known_servers(session: Session) -> set[int]:
    """The ids of all servers with any rows."""
    return {*await session.all(_KNOWN_SERVERS)} - {NO_SERVER}


async def mark_left(session: Session, guild_ids: Iterable[int], now: datetime) -> None:
    """Note when the bot left these servers, unless that is noted already."""
    for guild_id in guild_ids:
        noted = {"left_at": func.coalesce(Server.left_at, literal(now, Server.left_at.type))}
        await change_row(session, Server, {"guild_id": guild_id}, {"left_at": now}, noted)


async def left_servers(session: Session) -> set[int]:
    return {*await session.values(Server.guild_id, Server.left_at.is_not(None))}


async def mark_present(session: Session, guild_ids: Collection[int]) -> None:
    back = Server.left_at.is_not(None), Server.guild_id.in_(guild_ids)
    await session.update_where(Server, {"left_at": None}, *back)


async def oldest_tables(session: Session, guild_id: int, limit: int) -> Sequence[int]:
    """The ids of the server's first tables, at most `limit`."""
    return await session.all(
        select(Table.id).where(Table.guild_id == guild_id).order_by(Table.id).limit(limit)
    )


async def delete_tables(session: Session, table_ids: Sequence[int], now: datetime) -> None:
    """Delete tables with all that belongs to them."""
    await lock_tables(session, table_ids)
    if await session.scalar(select(func.max(Table.id))) in table_ids:
        # SQLite would give this id to the next table, and old buttons contain table ids.
        await replace_empty_table(session, now)
    await session.delete_where(Table, Table.id.in_(table_ids))


async def delete_some_standings(session: Session, guild_id: int, members: int) -> bool:
    """Delete the standings of up to `members` members; return whether there were any."""
    mine = MemberStanding.guild_id == guild_id
    user_ids = await session.all(
        select(MemberStanding.user_id).where(mine).distinct().limit(members)
    )
    await session.delete_where(MemberStanding, mine, MemberStanding.user_id.in_(user_ids))
    return bool(user_ids)


async def delete_server(session: Session, guild_id: int) -> None:
    """Delete every row of a server whose tables and standings are deleted."""
    for table in reversed(_OF_SERVERS):
        await session.execute(delete(table).where(table.c.guild_id == guild_id))


async def replace_empty_table(session: Session, now: datetime, number: int | None = None) -> None:
    """Store an empty table of no server: it reserves its id in SQLite.

    It replaces the former placeholder. The id is the next free one by default.
    """
    await session.delete_where(Table, guild_id=NO_SERVER)
    session.add(
        Table(
            id=number,
            guild_id=NO_SERVER,
            channel_id=0,
            host_id=0,
            status=Status.CLOSED,
            options=TableOptions(),
            published_revision=0,
            opened_at=now,
            decision_since=now,
        )
    )
    await session.flush()


async def count_tables(session: Session, guild_id: int, which: ColumnElement[bool]) -> int:
    """The number of tables of the server among those of `which`, as IS_LIVE or IS_SCHEDULED."""
    return (
        await session.scalar(select(func.count(Table.id)).where(Table.guild_id == guild_id, which))
        or 0
    )


async def blocks(session: Session, guild_id: int, *, offset: int, limit: int) -> Sequence[Block]:
    """Some of the server's blocks, newest first."""
    return await session.all(
        select(Block)
        .where(Block.guild_id == guild_id)
        .order_by(Block.blocked_at.desc(), Block.user_id)
        .offset(offset)
        .limit(limit)
    )
