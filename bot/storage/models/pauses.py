"""The models of members' pauses: days in a server for which their turn limits stand still."""

from datetime import datetime, timedelta

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base, DiscordKey

DAYS_A_YEAR = 14
"""The days of pause that a member has in a year, unless a server chose another number."""
BAR_LASTS = timedelta(days=28)
"""The time after being forgotten in which a member who had paused cannot pause again."""


class MemberPause(Base):
    """A member's pause in one server, over or under way; it counts for turns that begin in it.

    `ends` is earlier than planned if the member ended it.
    """

    __tablename__ = "pauses"

    guild_id: Mapped[DiscordKey]
    user_id: Mapped[DiscordKey] = mapped_column(index=True)
    begins: Mapped[datetime] = mapped_column(primary_key=True)
    ends: Mapped[datetime]


class PauseBar(Base):
    """A keyed hash of a forgotten member's id, which bars a pause `until` then: they had paused.

    `salt` is the key of the hash, different in each row.
    """

    __tablename__ = "pause_bars"

    guild_id: Mapped[DiscordKey]
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    salt: Mapped[str] = mapped_column(String(64))
    until: Mapped[datetime]
