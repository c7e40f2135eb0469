"""Queries for the messages about the daily deal in servers' channels."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select

from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAttempt, DailyPost
from bot.storage.models.servers import Server

MOST_UNPLAYED = 3
"""Consecutive messages without a player, after which messages stop."""


def due_servers(today: date, now: datetime, refused_pause: timedelta) -> Select[int]:
    """Finds the servers whose hour has come and whose channel may lack the message of this day.

    Channels that refused it within `refused_pause` are left out, and so are servers without a
    player since MOST_UNPLAYED messages.
    """
    # None: the last attempt failed for another reason than a refusal.
    is_tried = DailyPost.tried_at.is_(None), DailyPost.tried_at <= now - refused_pause
    # Stored by a clock that was ahead.
    is_wrong = DailyPost.tried_at > now
    return (
        select(Server.guild_id)
        .outerjoin(DailyPost, DailyPost.guild_id == Server.guild_id)
        .where(Server.daily_channel.is_not(None), Server.left_at.is_(None))
        .where(Server.daily_hour <= now.hour, _lacks_message(today))
        .where(or_(DailyPost.refused_since.is_(None), *is_tried, is_wrong))
        .where(_is_awake(today))
        .order_by(Server.guild_id)
    )


def _lacks_message(today: date) -> ColumnElement[bool]:
    """Whether a server has no message of this day, or one that may not have arrived."""
    # A day later than tomorrow was stored by a wrong clock.
    other_day = or_(DailyPost.day < today, DailyPost.day > today + timedelta(days=1))
    unknown = DailyPost.message_id.is_(None), DailyPost.tried_at.is_not(None)
    return or_(DailyPost.guild_id.is_(None), other_day, and_(DailyPost.day == today, *unknown))


def _is_awake(today: date) -> ColumnElement[bool]:
    """Whether the server's messages go on: a lack of players stops them (MOST_UNPLAYED)."""
    played = exists().where(
        DailyAttempt.guild_id == Server.guild_id,
        DailyAttempt.day >= DailyPost.day,
        DailyAttempt.day < today,
    )
    return or_(DailyPost.guild_id.is_(None), DailyPost.unplayed < MOST_UNPLAYED, played)


async def changed_servers(session: Session, today: date) -> Sequence[int]:
    """The servers whose message is out of date, or does not yet show that its day is over.

    Without servers that the bot has left: it cannot edit messages there.
    """
    is_out_of_date = or_(
        DailyPost.digest.is_(None), and_(DailyPost.day < today, DailyPost.is_over.is_(False))
    )
    return await session.all(
        select(DailyPost.guild_id)
        .outerjoin(Server, Server.guild_id == DailyPost.guild_id)
        .where(DailyPost.message_id.is_not(None), is_out_of_date, Server.left_at.is_(None))
        .order_by(DailyPost.guild_id)
    )


async def skip_until(session: Session, today: date, hour: int) -> None:
    """Skip this day's message in all servers where it was due by this hour and has no id."""
    is_due = Server.daily_channel.is_not(None), Server.daily_hour <= hour
    for server in await session.rows(Server, *is_due):
        new = {"guild_id": server.guild_id, "day": today, "channel_id": server.daily_channel}
        row = await session.get(DailyPost, server.guild_id) or DailyPost(**new)
        if row.day != today or row.message_id is None:
            row.day, row.message_id, row.digest = today, None, None
            row.is_over, row.tried_at = True, None
            session.add(row)


async def mark_changed(session: Session, user_id: int) -> None:
    """Mark the messages of all servers with an attempt of this member as out of date."""
    theirs = select(DailyAttempt.guild_id).where(DailyAttempt.user_id == user_id)
    await session.update_where(DailyPost, {"digest": None}, DailyPost.guild_id.in_(theirs))
