"""The models of tables and members; everything else about a game follows from their rows.

A game is its deals and its actions in order; the positions between them are replayed. Points,
hands and whose turn it is are never stored.
"""

from dataclasses import fields
from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, Index, String, false, text
from sqlalchemy.orm import Mapped, composite, mapped_column, relationship

from bot.storage.models.base import Base, DiscordKey, TableKey, named_enum
from bot.storage.models.options import TableOptions
from bot.storage.models.results import Result
from engine.players import Level


class Status(StrEnum):
    """The stage of a table. A scheduled one gathers names and leaves its channel free."""

    SCHEDULED = "scheduled"
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"

    @property
    def live(self) -> bool:
        return self in (Status.LOBBY, Status.PLAYING)

    @property
    def is_open(self) -> bool:
        """Whether the table is scheduled or live: neither over nor closed."""
        return self is Status.SCHEDULED or self.live


class Source(StrEnum):
    """The maker of an action: the member, a computer in its own seat, or one for a member."""

    MEMBER = "member"
    COMPUTER = "computer"
    STAND_IN = "stand-in"


class Reason(StrEnum):
    """The reason for closing a table; `closed_detail` holds what its sentence names.

    ENDED and SILENCE have the name of the member in `closed_by`: the one who ended the table, or
    who asked to close it (None for a moderator). QUIET has a number of days. STORED is a sentence
    of an unknown version, kept as it was. TOO_FEW and those below it are of scheduled tables.
    """

    ENDED = "ended"
    EMPTY = "empty"
    AGREED = "agreed"
    SILENCE = "silence"
    QUIET = "quiet"
    IDLE = "idle"
    LOST = "lost"
    STORED = "stored"
    TOO_FEW = "too few"
    LATE = "late"
    NO_ROOM = "no room"
    FORBIDDEN = "forbidden"


MAX_TABLE_ID = 2**31 - 1
"""The highest id of the column; PostgreSQL refuses to compare the column with a higher one."""
MAX_REMINDERS = 2
"""The most reminders of one decision; a member can choose fewer."""
_LIVE = "status IN ('lobby', 'playing')"


def _partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of the rows that meet the condition."""
    rows = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=rows, postgresql_where=rows)


def _index_of_set(column: str) -> Index:
    """An index of the rows in which the column is set."""
    return _partial_index(f"ix_tables_{column}", column, where=f"{column} IS NOT NULL")


class Table(Base):
    """One table in a channel, from its lobby or list of sign-ups to its final scores."""

    __tablename__ = "tables"
    # One live table per channel, even if two commands run at the same time.
    __table_args__ = (
        _partial_index("ix_tables_live_channel", "channel_id", where=_LIVE, unique=True),
        # With the status, or SQLite uses the index of all tables of the server.
        _partial_index("ix_tables_live_guild", "guild_id", "status", where=_LIVE),
        _partial_index("ix_tables_scheduled", "guild_id", where="status = 'scheduled'"),
        _index_of_set("parent_id"),
        _index_of_set("closed_by"),
        _index_of_set("closing_asked_by"),
        _index_of_set("pause_asked_by"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(BigInteger, index=True)
    # Of a game with a thread: the thread once it exists, and in `parent_id` its parent channel.
    channel_id: Mapped[int] = mapped_column(BigInteger, index=True)
    parent_id: Mapped[int | None] = mapped_column(BigInteger)
    host_id: Mapped[int] = mapped_column(BigInteger, index=True)
    status: Mapped[Status] = mapped_column(named_enum(Status), default=Status.LOBBY)
    options: Mapped[TableOptions] = composite(
        *(mapped_column(field.name) for field in fields(TableOptions))
    )
    # The code of the language of its messages, from its opening to its end.
    language: Mapped[str] = mapped_column(String(16), default="en", server_default="en")

    # Counts the committed changes.
    revision: Mapped[int] = mapped_column(default=0)
    # An UPDATE fails with StaleDataError unless the row still has the revision that was loaded.
    # The base class declares this for instances, so it cannot be a ClassVar.
    __mapper_args__ = {"version_id_col": revision, "version_id_generator": False}  # noqa: RUF012
    # The newest revision that all messages on Discord show.
    published_revision: Mapped[int] = mapped_column(default=-1)
    # The requests to send the live message again.
    reposts: Mapped[int] = mapped_column(default=0)
    # When the channel was first out of reach; or when the server's connection was lost, if the time
    # of a task came before it was back.
    lost_at: Mapped[datetime | None]

    action_count: Mapped[int] = mapped_column(default=0)
    opened_at: Mapped[datetime]
    # The newest press about the table, to the hour; None if none was noted yet.
    pressed_at: Mapped[datetime | None]
    # When the scheduler's next task is due.
    due_at: Mapped[datetime | None]
    # When the current decision began; in a lobby, the time of the last change. Pauses of the game
    # move it: with a turn limit by their length, without one to the end of the last. So does
    # another day for absent members.
    decision_since: Mapped[datetime]
    # When the decision really began, if a pause with a turn limit or another day has moved
    # `decision_since`.
    decision_began: Mapped[datetime | None]
    # When members were last reminded of the current decision; None if the message was sent again
    # since then for another reason: that notifies no member.
    reminded_at: Mapped[datetime | None]
    # Whether the members who wait for the current decision were asked if a computer should play for
    # absent ones.
    absence_asked: Mapped[bool] = mapped_column(default=False)

    # The member who asked the other players to close the game without a result, and when. Once one
    # of them has declined, the time is that of their answer.
    closing_asked_by: Mapped[int | None] = mapped_column(BigInteger)
    closing_asked_at: Mapped[datetime | None]
    closing_declined: Mapped[bool] = mapped_column(default=False)
    closed_reason: Mapped[Reason | None] = mapped_column(named_enum(Reason))
    closed_detail: Mapped[str | None] = mapped_column(String(200))
    # The member whose name is in `closed_detail`, if one is.
    closed_by: Mapped[int | None] = mapped_column(BigInteger)

    # The member who asked the others to pause the game for so many days, and when. Once the request
    # has ended, the time is that of its end, and the days are None if a player declined, or 0 if
    # not all answered in time.
    pause_asked_by: Mapped[int | None] = mapped_column(BigInteger)
    pause_asked_at: Mapped[datetime | None]
    pause_days: Mapped[int | None]
    # The game's pause, if it has one.
    paused_at: Mapped[datetime | None]
    paused_until: Mapped[datetime | None]

    # When a scheduled table is to begin. It stays scheduled until then, with `decision_since` as
    # the time of the last attempt to begin.
    starts_at: Mapped[datetime | None]
    # When those who signed up were asked whether they are here.
    roll_call_at: Mapped[datetime | None]
    # Whether the members of the finished game were mentioned in the lobby of a rematch.
    rematch_mentioned: Mapped[bool] = mapped_column(default=False)

    seats: Mapped[list["Seat"]] = relationship(
        order_by="Seat.index", lazy="raise", cascade="all, delete-orphan"
    )
    rounds: Mapped[list["Round"]] = relationship(order_by="Round.number", lazy="raise")
    actions: Mapped[list["Action"]] = relationship(order_by="Action.number", lazy="raise")
    results: Mapped[list[Result]] = relationship(order_by=Result.seat, lazy="raise")
    invitations: Mapped[list["Invitation"]] = relationship(
        order_by="Invitation.user_id", lazy="raise", cascade="all, delete-orphan"
    )
    sign_ups: Mapped[list["SignUp"]] = relationship(
        order_by="SignUp.number", lazy="raise", cascade="all, delete-orphan"
    )


class Invitation(Base):
    """A member of the last game who is invited to its rematch; deleted as the lobby ends.

    Or, with `removed`, a member that the host removed: they cannot join the lobby. `mentioned`:
    whether the lobby's first message mentioned them.
    """

    __tablename__ = "invitations"

    table_id: Mapped[TableKey]
    user_id: Mapped[DiscordKey] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(String(100))
    removed: Mapped[bool] = mapped_column(default=False)
    mentioned: Mapped[bool] = mapped_column(default=False)


class SignUp(Base):
    """A member who signed up to a scheduled table; deleted as it begins or is closed.

    `number` is their place in the order of signing up. `here`: whether they answered the roll call;
    `mentioned`: whether it mentioned them. `avatar` is as in Seat.
    """

    __tablename__ = "sign_ups"

    table_id: Mapped[TableKey]
    user_id: Mapped[DiscordKey] = mapped_column(index=True)
    number: Mapped[int]
    name: Mapped[str] = mapped_column(String(100))
    avatar: Mapped[str | None] = mapped_column(String(300))
    here: Mapped[bool] = mapped_column(default=False)
    mentioned: Mapped[bool] = mapped_column(default=False)


class Seat(Base):
    """One seat at a table: a member's, or a computer's if `user_id` is None."""

    __tablename__ = "seats"

    table_id: Mapped[TableKey]
    # Counts the seats from 0.
    index: Mapped[int] = mapped_column("seat", primary_key=True)
    user_id: Mapped[int | None] = mapped_column(BigInteger, index=True)
    # A computer's English name, without its level: each language has its own words for both.
    # FORMER_PLAYER for a forgotten member.
    name: Mapped[str] = mapped_column(String(100))
    # The address of the member's picture at Discord.
    avatar: Mapped[str | None] = mapped_column(String(300))
    # How well the computer plays.
    level: Mapped[Level | None] = mapped_column(named_enum(Level))
    # The name of the member who left a running game, if a computer plays on for them.
    instead_of: Mapped[str | None] = mapped_column(String(100))

    # Whether a computer moves for the member until they are back; and since when, if another member
    # has had it take over.
    away: Mapped[bool] = mapped_column(default=False)
    handed_over_at: Mapped[datetime | None]
    # The turn limits that ran out in a row.
    missed: Mapped[int] = mapped_column(default=0)

    # How many reminders of the current decision are over, sent or not.
    reminded: Mapped[int] = mapped_column(default=0)
    # Whether the newest reminder is in the table's message, or a direct message.
    pinged: Mapped[bool] = mapped_column(default=False)
    direct: Mapped[bool] = mapped_column(default=False)
    # The channels, by their ids, of the other games that it names.
    also: Mapped[list[str]] = mapped_column(default=list)

    # Whether the member agreed to the present request.
    agrees_to_close: Mapped[bool] = mapped_column(default=False)
    agrees_to_pause: Mapped[bool] = mapped_column(default=False, server_default=false())


class Round(Base):
    """One deal (R3, R4) before R6, and its commitment (engine.commitment), None in earlier rows."""

    __tablename__ = "rounds"

    table_id: Mapped[TableKey]
    number: Mapped[int] = mapped_column(primary_key=True)
    start: Mapped[int]
    hands: Mapped[list[list[str]]]
    set_aside: Mapped[list[str]]
    commitment: Mapped[str | None] = mapped_column(String(64))
    salt: Mapped[str | None] = mapped_column(String(64))


class Action(Base):
    """One action in notation, never changed; `number` counts from 1 through the whole game."""

    __tablename__ = "actions"

    table_id: Mapped[TableKey]
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    notation: Mapped[str] = mapped_column(String(32))
    source: Mapped[Source] = mapped_column(named_enum(Source))
    at: Mapped[datetime]


class PublicMessage(Base):
    """A public message that shows one part of a table, and a digest of what it shows.

    `slot` names the part (see tables.core.table_messages), or marks the message for deletion.
    `reposts` is the table's count when the message was sent: a live message with another count is
    outdated and is sent again. With the digest, a repeated publication sends nothing twice.
    """

    __tablename__ = "public_messages"

    table_id: Mapped[TableKey]
    slot: Mapped[str] = mapped_column(String(16), primary_key=True)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    message_id: Mapped[int] = mapped_column(BigInteger)
    digest: Mapped[str] = mapped_column(String(64))
    reposts: Mapped[int] = mapped_column(default=0)


class PrivateKind(StrEnum):
    """The content of a private message: a hand, the table for a spectator, or a review."""

    HAND = "hand"
    SPECTATOR = "spectator"
    REVIEW = "review"


class PrivateMessage(Base):
    """A member's newest message of one kind, kept up to date; only that member sees it.

    `token` can edit it until `until`, and is empty once it is erased. `message_id` is None if only
    the token is known and nothing has been sent. `round` is the round in which a hand was sent.
    """

    __tablename__ = "private_messages"

    table_id: Mapped[TableKey]
    kind: Mapped[PrivateKind] = mapped_column(named_enum(PrivateKind), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    token: Mapped[str] = mapped_column(String(512))
    until: Mapped[datetime]
    message_id: Mapped[int | None] = mapped_column(BigInteger)
    round: Mapped[int | None]
    digest: Mapped[str | None] = mapped_column(String(64))


class Member(Base):
    """One member's preferences (see tables.preferences.Preferences).

    `language` is the code of the language that the member chose, None for their Discord's;
    `locale` that of their Discord at their last press, None if it was never noted.
    """

    __tablename__ = "members"

    user_id: Mapped[DiscordKey]
    pictures: Mapped[bool | None]
    confirm: Mapped[bool]
    welcomed: Mapped[bool] = mapped_column(default=False)
    share_name: Mapped[bool] = mapped_column(default=False)
    language: Mapped[str | None] = mapped_column(String(16))
    locale: Mapped[str | None] = mapped_column(String(16))
    reminders: Mapped[int] = mapped_column(default=MAX_REMINDERS)
    reminders_direct: Mapped[bool] = mapped_column(default=False)
