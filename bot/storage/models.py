"""The rows that everything else is derived from.

A game is its deals and its actions in order; the positions between them are replayed. Points,
hands and whose turn it is are never stored.
"""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Enum,
    ForeignKey,
    Index,
    MetaData,
    String,
    TypeDecorator,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from engine.levels import Level


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime, stored as UTC and read back aware: SQLite keeps no time zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("only aware datetimes are stored")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    # Named constraints can be dropped by a later migration; nameless ones cannot in SQLite.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    # `Any` here is SQLAlchemy's own signature.
    type_annotation_map = {  # noqa: RUF012
        datetime: UtcDateTime,
        list[list[str]]: JSON,
        list[str]: JSON,
    }


class Status(StrEnum):
    """Where a table stands in its life; only the first two are live."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"

    @property
    def live(self) -> bool:
        return self in (Status.LOBBY, Status.PLAYING)


class Source(StrEnum):
    """Who made an action: the member, a computer in its own seat, or a computer for a member."""

    MEMBER = "member"
    COMPUTER = "computer"
    STAND_IN = "stand-in"


def _named(enum: type[StrEnum]) -> Enum:
    return Enum(
        enum, native_enum=False, length=16, values_callable=lambda e: [member.value for member in e]
    )


_LIVE = text("status IN ('lobby', 'playing')")


class Table(Base):
    """One table in a channel, from its lobby to its final scores.

    `revision` counts the committed changes, and `published_revision` is the newest of them that
    reached Discord. `due_at` is when the clock next has something to do
    here; `length` is the number of rounds, None for as many as players (R5). `posted_anew` counts
    how often the table's message was to be posted again. A game with `wants_thread` is played in a
    thread: `channel_id` is the thread once it stands, and `parent_id` the channel it belongs to. At
    a table with `hints` members may ask for them, and its game has no results.
    """

    __tablename__ = "tables"
    # One live table per channel: the database keeps it even against two commands at once.
    __table_args__ = (
        Index(
            "ix_tables_live_channel",
            "channel_id",
            unique=True,
            sqlite_where=_LIVE,
            postgresql_where=_LIVE,
        ),
        Index("ix_tables_due_at", "due_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    host_id: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[Status] = mapped_column(_named(Status), default=Status.LOBBY)
    size: Mapped[int]
    length: Mapped[int | None]
    turn_limit: Mapped[int | None]
    revision: Mapped[int] = mapped_column(default=0)
    published_revision: Mapped[int] = mapped_column(default=-1)
    action_count: Mapped[int] = mapped_column(default=0)
    opened_at: Mapped[datetime]
    decision_since: Mapped[datetime] = mapped_column("turn_since")
    due_at: Mapped[datetime | None]
    pinged: Mapped[bool] = mapped_column(default=False)
    reposts: Mapped[int] = mapped_column("posted_anew", default=0)
    pictures: Mapped[bool] = mapped_column(default=True)
    wants_thread: Mapped[bool] = mapped_column(default=False)
    parent_id: Mapped[int | None] = mapped_column(BigInteger)
    hints: Mapped[bool] = mapped_column(default=False)
    lost_at: Mapped[datetime | None]
    closed_because: Mapped[str] = mapped_column(String(200), default="")

    seats: Mapped[list["Seat"]] = relationship(
        order_by="Seat.index", lazy="raise", cascade="all, delete-orphan"
    )
    rounds: Mapped[list["Round"]] = relationship(order_by="Round.number", lazy="raise")


class Seat(Base):
    """A place at a table: a member's, or a computer's where `user_id` is None.

    `level` is how well the computer plays, None for a member. The `hand_*` columns say where the
    member's newest private hand is, in which round it was sent, and how long Discord lets us edit
    it; `missed` counts the turn limits that ran out in a row, and `away` means that a computer
    moves for the member until they are back.
    """

    __tablename__ = "seats"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    index: Mapped[int] = mapped_column("position", primary_key=True)
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(100))
    level: Mapped[Level | None] = mapped_column(_named(Level))
    away: Mapped[bool] = mapped_column(default=False)
    missed: Mapped[int] = mapped_column(default=0)
    hand_token: Mapped[str | None] = mapped_column(String(512))
    hand_until: Mapped[datetime | None]
    hand_message_id: Mapped[int | None] = mapped_column(BigInteger)
    hand_round: Mapped[int | None]
    hand_digest: Mapped[str | None] = mapped_column(String(64))


HAND_COLUMNS = ("hand_token", "hand_until", "hand_message_id", "hand_round", "hand_digest")
"""All that says where a member's hand is: without a value, they have none that can be edited."""


class Round(Base):
    """One deal (R3, R4), as dealt, before anybody chose under R6."""

    __tablename__ = "rounds"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    start: Mapped[int]
    hands: Mapped[list[list[str]]]
    set_aside: Mapped[list[str]]


class Action(Base):
    """One action in notation, appended once and never changed; numbered through the whole game."""

    __tablename__ = "actions"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    notation: Mapped[str] = mapped_column(String(32))
    source: Mapped[Source] = mapped_column(_named(Source))
    at: Mapped[datetime]


class Post(Base):
    """A public message that shows one part of a table, and a digest of what it shows.

    `slot` says which part (see message_slots). The digest lets a publication be repeated
    without sending anything twice.
    """

    __tablename__ = "posts"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    slot: Mapped[str] = mapped_column(String(16), primary_key=True)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    message_id: Mapped[int] = mapped_column(BigInteger)
    digest: Mapped[str] = mapped_column(String(64))


class Watcher(Base):
    """A member's newest note that follows a table, what it shows, and the token that edits it."""

    __tablename__ = "watchers"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    token: Mapped[str] = mapped_column(String(512))
    until: Mapped[datetime]
    message_id: Mapped[int] = mapped_column(BigInteger)
    digest: Mapped[str] = mapped_column(String(64))


class Member(Base):
    """What one member wishes of their hands; `pictures` is None for the table's default."""

    __tablename__ = "members"

    user_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    pictures: Mapped[bool | None]
    confirm: Mapped[bool]


class Server(Base):
    """What new tables of one server begin with; `turn_limit` is in seconds."""

    __tablename__ = "servers"

    guild_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    turn_limit: Mapped[int | None]
    pictures: Mapped[bool]
    threads: Mapped[bool]


class Result(Base):
    """What one member made of one finished game (R23)."""

    __tablename__ = "results"
    __table_args__ = (Index("ix_results_guild_id_user_id", "guild_id", "user_id"),)

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    user_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(100))
    players: Mapped[int]
    rounds: Mapped[int]
    points: Mapped[int]
    rank: Mapped[int] = mapped_column("place")
    finished_at: Mapped[datetime]
