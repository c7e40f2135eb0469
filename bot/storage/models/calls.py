"""The models of calls: members' hours for calls, calls, and avoided members."""

from datetime import datetime

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base, DiscordKey

FIRST_HOUR, LAST_HOUR = 18, 22
"""The hours until the member chooses others."""
EVERY = 24
"""A member is called at most once in so many hours, unless they chose another number."""


class CallHours(Base):
    """The times for calls of a member in a server; without a row they are never called.

    They can be called on the days of `days` (bit 0 is Monday), from hour `begins` to hour `ends` by
    the clocks of `zone`, an IANA name; past midnight if `ends` is not later. They can also be
    called at any hour until `until`. Calls are at least `every` hours apart: `called_at` and
    `call_id` are of the newest.
    """

    __tablename__ = "call_hours"

    guild_id: Mapped[DiscordKey]
    user_id: Mapped[DiscordKey] = mapped_column(index=True)
    zone: Mapped[str | None] = mapped_column(String(64))
    days: Mapped[int] = mapped_column(default=0)
    begins: Mapped[int] = mapped_column(default=FIRST_HOUR)
    ends: Mapped[int] = mapped_column(default=LAST_HOUR)
    every: Mapped[int] = mapped_column(default=EVERY)
    until: Mapped[datetime | None]
    called_at: Mapped[datetime | None]
    call_id: Mapped[int | None]


class Call(Base):
    """A message that calls members to a lobby; those whose `call_id` is its id are mentioned.

    `channel_id` is the lobby's channel, or the parent if that is a thread. `message_id` is None
    while it is not known whether the message arrived. `failed`: Discord had an error, so the
    hour does not count. Deleted after three days.
    """

    __tablename__ = "calls"

    id: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    table_id: Mapped[int]
    host_id: Mapped[int] = mapped_column(BigInteger, index=True)
    caller_id: Mapped[int] = mapped_column(BigInteger, index=True)
    at: Mapped[datetime]
    message_id: Mapped[int | None] = mapped_column(BigInteger)
    failed: Mapped[bool] = mapped_column(default=False)


class Avoidance(Base):
    """`avoided_id` is a member with whom this member is neither called nor matched, anywhere."""

    __tablename__ = "avoided_members"

    user_id: Mapped[DiscordKey]
    avoided_id: Mapped[DiscordKey] = mapped_column(index=True)
