"""Queries for members' pauses in a server."""

import hmac
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import select

from bot.storage.engine.session import Session
from bot.storage.models.pauses import BAR_LASTS, MemberPause, PauseBar
from bot.storage.models.requests import MOST_AHEAD


async def pausing(
    session: Session, guild_id: int, user_ids: Collection[int], now: datetime
) -> set[int]:
    """The members among these who pause in the server now."""
    return {row.user_id for row in await pauses_since(session, guild_id, user_ids, now, now)}


async def pauses_since(
    session: Session, guild_id: int, user_ids: Collection[int], since: datetime, now: datetime
) -> Sequence[MemberPause]:
    """The pauses of these members in the server that ended after `since` or not yet, oldest first.

    Pauses that begin in the future are left out: the host's clock was ahead when they were stored.
    """
    mine = MemberPause.guild_id == guild_id, MemberPause.user_id.in_(user_ids)
    query = select(MemberPause).where(*mine, MemberPause.begins <= now, MemberPause.ends > since)
    return await session.all(query.order_by(MemberPause.begins, MemberPause.user_id))


async def end(session: Session, guild_id: int, user_id: int, now: datetime) -> None:
    """End the member's pause in the server; delete it if it has just begun."""
    mine = MemberPause.guild_id == guild_id, MemberPause.user_id == user_id, MemberPause.ends > now
    await session.update_where(MemberPause, {"ends": now}, *mine, MemberPause.begins < now)
    await session.delete_where(MemberPause, *mine)


async def bar(session: Session, user_id: int, now: datetime) -> None:
    """Bar a member, before they are forgotten, from pausing again in servers where they paused."""
    for guild_id in {*await session.values(MemberPause.guild_id, user_id=user_id)}:
        salt = secrets.token_hex(32)
        digest = _digest(salt, user_id)
        session.add(PauseBar(guild_id=guild_id, digest=digest, salt=salt, until=now + BAR_LASTS))
    await session.flush()


async def barred_until(
    session: Session, guild_id: int, user_id: int, now: datetime
) -> datetime | None:
    """Until when the member is barred from pausing in the server; None if they can pause.

    A bar longer than any that is set was stored by a clock that was ahead, and does not count.
    """
    is_on = PauseBar.until > now, PauseBar.until <= now + BAR_LASTS + MOST_AHEAD
    bars = await session.rows(PauseBar, *is_on, guild_id=guild_id)
    theirs = (bar.until for bar in bars if bar.digest == _digest(bar.salt, user_id))
    return max(theirs, default=None)


async def delete_old(session: Session, before: datetime, now: datetime) -> None:
    """Delete pauses that ended before this time, and bars that have ended."""
    await session.delete_where(MemberPause, MemberPause.ends < before)
    await session.delete_where(PauseBar, PauseBar.until <= now)


def _digest(salt: str, user_id: int) -> str:
    return hmac.digest(salt.encode(), str(user_id).encode(), "sha256").hex()
