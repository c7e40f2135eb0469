"""Queries for calls: lists of members to call, past calls, and members who avoid each other."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, or_, select

from bot.storage.engine.session import Session
from bot.storage.models.calls import Avoidance, Call, CallHours
from bot.storage.models.servers import Block
from bot.storage.models.tables import Invitation, Seat, Table
from bot.storage.queries.tables import IS_LIVE


async def listed(session: Session, table: Table) -> Sequence[CallHours]:
    """The members to call on the table's server's list, longest not called first, at any hour.

    Without members with a seat at a live table, members blocked by the server or removed by the
    host, members mentioned for this rematch, and members who avoid a seated member or are avoided
    by one.
    """
    seated = [seat.user_id for seat in table.seats if seat.user_id is not None]
    playing = select(Seat.user_id).join(Table).where(Seat.user_id == CallHours.user_id, IS_LIVE)
    blocked = select(Block.user_id).where(
        Block.guild_id == table.guild_id, Block.user_id == CallHours.user_id
    )
    left_alone = select(Invitation.user_id).where(
        Invitation.table_id == table.id,
        Invitation.user_id == CallHours.user_id,
        or_(Invitation.removed, Invitation.mentioned),
    )
    left_out = await avoided_or_avoiding(session, seated)
    query = select(CallHours).where(
        CallHours.guild_id == table.guild_id,
        ~or_(playing.exists(), blocked.exists(), left_alone.exists()),
    )
    found = await session.all(query.order_by(CallHours.called_at.nulls_first(), CallHours.user_id))
    return [one for one in found if one.user_id not in left_out]


async def newest_call(
    session: Session, channel_id: int, user_ids: Collection[int], since: datetime, until: datetime
) -> datetime | None:
    """The time of the newest call into the channel, or by one of these members as host or caller.

    Calls that failed, and calls outside these times, do not count.
    """
    is_theirs = or_(
        Call.channel_id == channel_id, Call.host_id.in_(user_ids), Call.caller_id.in_(user_ids)
    )
    query = select(func.max(Call.at)).where(is_theirs, Call.failed.is_(False))
    return await session.scalar(query.where(Call.at > since, Call.at < until))


async def newest_of(session: Session, user_id: int) -> Sequence[Call]:
    """The member's newest call in each server, if it arrived."""
    mine = select(CallHours.call_id).where(CallHours.user_id == user_id)
    return await session.rows(Call, Call.id.in_(mine), Call.message_id.is_not(None))


async def delete_old(session: Session, before: datetime, now: datetime) -> None:
    """Delete calls before that time, and list entries for a time that is over."""
    await session.delete_where(Call, Call.at < before)
    # Call ids: SQLite reuses the id of a deleted call.
    former = CallHours.called_at < before, CallHours.call_id.is_not(None)
    await session.update_where(CallHours, {"call_id": None}, *former)
    is_over = CallHours.until < now, CallHours.days == 0, CallHours.zone.is_(None)
    not_called_lately = or_(CallHours.called_at.is_(None), CallHours.called_at < before)
    await session.delete_where(CallHours, *is_over, not_called_lately)


async def avoided_or_avoiding(session: Session, user_ids: Collection[int]) -> set[int]:
    """The members that one of these avoids, or that avoid one of these."""
    return {
        *await session.values(Avoidance.avoided_id, Avoidance.user_id.in_(user_ids)),
        *await session.values(Avoidance.user_id, Avoidance.avoided_id.in_(user_ids)),
    }
