"""The models of members' requests, kept until they are finished, and of the last forgetting."""

from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base, named_enum

MOST_AHEAD = timedelta(minutes=1)
"""Maximum difference by which another process's clock may be ahead of this one's."""


class RequestKind(StrEnum):
    """The subject of a request.

    FORGOTTEN and STILL_BLOCKED follow FORGET: only the answer is missing. REPLACE: computers take a
    blocked member's seats in games, a loss.
    """

    FORGET = "forget"
    FORGOTTEN = "forgotten"
    STILL_BLOCKED = "still-blocked"
    DATA = "data"
    BLOCK = "block"
    REPLACE = "replace"


class MemberRequest(Base):
    """One request in a server, stored before it is begun, so that a later process can finish it.

    `asked_by` asked for it, with a `token` that answers until `until`; it is empty once it is
    erased. `user_id` is the member it concerns, `name` their name then. `tries` counts how
    often it was begun. `language` is the code of the language of its answer.
    """

    __tablename__ = "member_requests"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[RequestKind] = mapped_column(named_enum(RequestKind))
    guild_id: Mapped[int] = mapped_column(BigInteger)
    asked_by: Mapped[int] = mapped_column(BigInteger, index=True)
    user_id: Mapped[int] = mapped_column(BigInteger, index=True)
    name: Mapped[str] = mapped_column(String(100))
    token: Mapped[str] = mapped_column(String(512))
    until: Mapped[datetime]
    requested_at: Mapped[datetime]
    tries: Mapped[int] = mapped_column(default=0)
    language: Mapped[str] = mapped_column(String(16), default="en", server_default="en")


class LastForgetting(Base):
    """The one row with the time of the last forgetting of any member, without the member.

    What was read before may name that member: see queries.requests. Housekeeping corrects a time
    that a clock has stored while it was ahead.
    """

    __tablename__ = "last_forgetting"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
