"""The models of what the managers of a server choose."""

from datetime import datetime

from sqlalchemy import BigInteger, String, true
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base, DiscordKey
from bot.storage.models.options import DEFAULT_ABSENCE, DEFAULT_FILL
from bot.storage.models.pauses import DAYS_A_YEAR

DAILY_HOUR = 17
"""The hour (UTC) of the message about the daily deal, unless a server chose another."""


class Server(Base):
    """The choices of one server's managers, and when the bot left it."""

    __tablename__ = "servers"

    guild_id: Mapped[DiscordKey]
    # The channels for tables and their threads; empty for all channels.
    channels: Mapped[list[int]] = mapped_column(default=list)
    # The number of live tables at a time, None for any number.
    max_tables: Mapped[int | None]
    # The role that can open tables, None for any member.
    host_role: Mapped[int | None] = mapped_column(BigInteger)
    # The channel for reports, or None.
    log_channel: Mapped[int | None] = mapped_column(BigInteger)
    # The channel for a message a day about the daily deal, or None, and its hour (UTC).
    daily_channel: Mapped[int | None] = mapped_column(BigInteger)
    daily_hour: Mapped[int] = mapped_column(default=DAILY_HOUR, server_default=str(DAILY_HOUR))
    # For how many days of a year a member can pause.
    pause_days: Mapped[int] = mapped_column(default=DAYS_A_YEAR, server_default=str(DAYS_A_YEAR))
    # Whether tables can call members.
    calls: Mapped[bool] = mapped_column(default=True, server_default=true())
    # The code of the language of tables and posts, None for that of the server's Discord.
    language: Mapped[str | None] = mapped_column(String(16))
    # None while the bot is there.
    left_at: Mapped[datetime | None]

    # The defaults of new tables; see TableOptions.
    turn_limit: Mapped[int | None]
    threads: Mapped[bool] = mapped_column(default=False)
    pictures: Mapped[bool] = mapped_column(default=True)
    absent_after: Mapped[int] = mapped_column(default=DEFAULT_ABSENCE)
    fill: Mapped[int] = mapped_column(default=DEFAULT_FILL, server_default=str(DEFAULT_FILL))


class Block(Base):
    """A member who cannot play in a server, with their name then, the blocker and the time.

    The block of a forgotten member stays without the name: see personal_columns.
    """

    __tablename__ = "blocks"

    guild_id: Mapped[DiscordKey]
    user_id: Mapped[DiscordKey]
    name: Mapped[str] = mapped_column(String(100))
    blocked_by: Mapped[int] = mapped_column(BigInteger)
    blocked_at: Mapped[datetime]
