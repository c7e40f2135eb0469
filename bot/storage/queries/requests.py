"""Queries for unfinished requests of members, and for the last forgetting.

A transaction that writes data of members read before it, as a rematch does, first shares the lock
of forgetting, and then reads whether they were forgotten since.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select, update

from bot.storage.engine.session import Session
from bot.storage.models.personal_columns import FORMER_PLAYER
from bot.storage.models.requests import LastForgetting, MemberRequest, RequestKind
from bot.storage.queries.dialects import change_row, share_forgetting_lock


async def last_forgetting(session: Session) -> datetime | None:
    """The time when any member was last forgotten; None before the first."""
    return await session.scalar(select(LastForgetting.at))


async def forgotten_since(session: Session, time: datetime, *, share_lock: bool = True) -> bool:
    """Whether any member was forgotten since; shares the lock of forgetting.

    Where another lock is held already, do not `share_lock`: two transactions could then wait for
    each other.
    """
    if share_lock:
        await share_forgetting_lock(session)
    forgotten_at = await last_forgetting(session)
    return forgotten_at is not None and forgotten_at >= time


async def note_forgetting(session: Session, now: datetime) -> None:
    await change_row(session, LastForgetting, {"id": 1}, {"at": now})


async def begin(session: Session, request_id: int) -> MemberRequest | None:
    """Count an attempt at the request and return it; None if it is finished."""
    return await session.scalar(
        update(MemberRequest)
        .where(MemberRequest.id == request_id)
        .values(tries=MemberRequest.tries + 1)
        .returning(MemberRequest)
    )


async def is_to_forget(session: Session, request_id: int) -> bool:
    """Whether this is a request to be forgotten that is still unfinished."""
    return await session.has(MemberRequest, id=request_id, kind=RequestKind.FORGET)


async def erase_requester(
    session: Session, user_id: int, pseudonyms: Mapping[int, int], *, is_blocked: bool
) -> None:
    """Reduce a forgotten member's own requests to the answer, which the token still sends."""
    own = (MemberRequest.user_id == user_id) & (MemberRequest.asked_by == user_id)
    await session.delete_where(MemberRequest, own, kind=RequestKind.DATA)
    kind = RequestKind.STILL_BLOCKED if is_blocked else RequestKind.FORGOTTEN
    for guild_id, pseudonym in pseudonyms.items():
        ids = {"asked_by": pseudonym, "user_id": pseudonym}
        answered = {**ids, "kind": kind, "name": FORMER_PLAYER, "tries": 0}
        await session.update_where(MemberRequest, answered, own, guild_id=guild_id)


async def erase_expired_tokens(session: Session, time: datetime) -> None:
    """Erase the tokens of requests that had expired at that time."""
    expired = MemberRequest.token != "", MemberRequest.until <= time
    await session.update_where(MemberRequest, {"token": ""}, *expired)
