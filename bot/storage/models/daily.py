"""The models of the daily deal: its secrets, days, attempts, and what boards are read from.

A day is a UTC date. The deal, the seat and the computers' chance follow from the day's secret, so
none of them is stored; an attempt is its actions in order.
"""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import BigInteger, Double, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base, DiscordKey, named_enum

MIXED = "mixed"
"""The fingerprint of an attempt that was played against computers of several versions."""


SEATS = 4
"""The member and three computers, which choose their hands (R6) before the member does."""
BEST_DAYS = 5
"""The number of days of a week that count, the best ones."""


class BoardPeriod(StrEnum):
    """The span of a row of `daily_standings`: an ISO week, or a month."""

    WEEK = "week"
    MONTH = "month"


class DailySecret(Base):
    """The secret of all days from `first_day` to the next row's, as 64 hexadecimal digits."""

    __tablename__ = "daily_secrets"

    first_day: Mapped[date] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(64))


class DailyDay(Base):
    """A day whose commitment was shown, or whose deal was played.

    `commitment` is the one to deal and seat: 64 hexadecimal digits, or '' for a day that was first
    practised after it had closed. `fingerprint` is that of the computers against which the day's
    attempts count, None before the first attempt. `par` is the mean of the points that the hard
    computer gets from the day's seat, None until it is known. `cleared`: whether the moves of the
    day's attempts are deleted.
    """

    __tablename__ = "daily_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    commitment: Mapped[str] = mapped_column(String(64))
    fingerprint: Mapped[str | None] = mapped_column(String(64))
    par: Mapped[float | None] = mapped_column(Double)
    cleared: Mapped[bool] = mapped_column(default=False)


class DailyAttempt(Base):
    """A member's one attempt at a day, begun in this server, or their practice after the day.

    `points` (of the round, R22) and `rank` (among the four seats) are None until `finished_at`. An
    attempt that is not finished when the day closes becomes practice. `fingerprint` is that of the
    computers it is played against, MIXED after moves of several versions. An attempt whose
    fingerprint is not the day's is on no board.
    """

    __tablename__ = "daily_attempts"
    __table_args__ = (
        Index("ix_daily_attempts_board", "guild_id", "day", "points"),
        Index("ix_daily_attempts_day", "day", "finished_at"),
    )

    user_id: Mapped[DiscordKey]
    day: Mapped[date] = mapped_column(primary_key=True)
    practice: Mapped[bool] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(100))
    fingerprint: Mapped[str] = mapped_column(String(64))
    started_at: Mapped[datetime]
    action_count: Mapped[int] = mapped_column(default=0)
    finished_at: Mapped[datetime | None]
    points: Mapped[int | None]
    rank: Mapped[int | None]


class DailyAction(Base):
    """One action of an attempt, by any seat, in notation; `number` counts from 1."""

    __tablename__ = "daily_actions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["user_id", "day", "practice"],
            ["daily_attempts.user_id", "daily_attempts.day", "daily_attempts.practice"],
            onupdate="CASCADE",
            ondelete="CASCADE",
        ),
    )

    user_id: Mapped[DiscordKey]
    day: Mapped[date] = mapped_column(primary_key=True)
    practice: Mapped[bool] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    notation: Mapped[str] = mapped_column(String(32))


class DailyCount(Base):
    """The number of attempts of a day that count, in all servers, with so many points."""

    __tablename__ = "daily_counts"

    day: Mapped[date] = mapped_column(primary_key=True)
    points: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    attempts: Mapped[int]


class DailyStanding(Base):
    """A member's sum in one server and period: a week's best five days, or all days of a month.

    `begins` is the first day of the period, `days` how many the member finished.
    """

    __tablename__ = "daily_standings"
    __table_args__ = (Index("ix_daily_standings_board", "guild_id", "period", "begins", "points"),)

    guild_id: Mapped[DiscordKey]
    period: Mapped[BoardPeriod] = mapped_column(named_enum(BoardPeriod), primary_key=True)
    begins: Mapped[date] = mapped_column(primary_key=True)
    user_id: Mapped[DiscordKey] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(String(100))
    points: Mapped[int]
    days: Mapped[int]


class DailyStreak(Base):
    """The days in a row that a member has finished until `last_day`, and their longest streak."""

    __tablename__ = "daily_streaks"

    user_id: Mapped[DiscordKey]
    last_day: Mapped[date]
    days: Mapped[int]
    longest: Mapped[int]


class DailyBar(Base):
    """A keyed hash of a forgotten member's id, which bars a second try until the day closes."""

    __tablename__ = "daily_bars"

    day: Mapped[date] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)


class DailyPost(Base):
    """The newest message about the daily in a server's channel, and the day on which it was sent.

    `message_id` is None while it is not known whether it arrived; then `tried_at` is when it was
    sent last. `digest` is that of what it shows, None if that has changed; `is_over`: whether it
    shows that its day is over. `unplayed` counts the messages, this one included, since the
    server's last attempt. `refused_since` is when the channel began to refuse messages.
    """

    __tablename__ = "daily_posts"

    guild_id: Mapped[DiscordKey]
    day: Mapped[date]
    channel_id: Mapped[int] = mapped_column(BigInteger)
    message_id: Mapped[int | None] = mapped_column(BigInteger)
    digest: Mapped[str | None] = mapped_column(String(64))
    is_over: Mapped[bool] = mapped_column(default=False)
    unplayed: Mapped[int] = mapped_column(default=0)
    tried_at: Mapped[datetime | None]
    refused_since: Mapped[datetime | None]
