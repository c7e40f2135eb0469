"""Queries for tables, their rounds and actions."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    bindparam,
    case,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    true,
    union_all,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased, selectinload
from sqlalchemy.orm.attributes import set_committed_value

from bot.storage.engine.session import Session
from bot.storage.models.sharding import ALL_SHARDS, Shards, in_shards
from bot.storage.models.tables import Action, Invitation, Round, Seat, SignUp, Source, Status, Table
from bot.storage.queries.dialects import in_parts

LIVE = (Status.LOBBY, Status.PLAYING)


def _is_live(table: type[Table]) -> ColumnElement[bool]:
    """Exactly the condition of the index of live tables, or SQLite does not use the index."""
    return table.status.in_(
        bindparam("live", LIVE, expanding=True, unique=True, literal_execute=True)
    )


def _is_scheduled(table: type[Table]) -> ColumnElement[bool]:
    """Exactly the condition of the index of scheduled tables, for the same reason."""
    return table.status == literal(Status.SCHEDULED, Table.status.type, literal_execute=True)


_open = aliased(Table)
IS_LIVE, IS_SCHEDULED = _is_live(Table), _is_scheduled(Table)
IS_OPEN = Table.id.in_(
    union_all(select(_open.id).where(_is_live(_open)), select(_open.id).where(_is_scheduled(_open)))
)
"""Whether a table is neither over nor closed; each half uses its own index."""
_IS_UNPUBLISHED = Table.published_revision < Table.revision
"""Whether messages on Discord do not show the newest revision yet."""


async def find_table(
    session: Session, table_id: int, *more: InstrumentedAttribute[Any]
) -> Table | None:
    """The table with its seats, rounds, invitations and `more`; a scheduled one with sign-ups."""
    parts = (Table.seats, Table.rounds, Table.invitations, *more)
    query = select(Table).options(*map(selectinload, parts))
    table = await session.scalar(query.where(Table.id == table_id))
    if table is not None:
        signed_up = select(SignUp).where(SignUp.table_id == table_id).order_by(SignUp.number)
        rows = [*await session.all(signed_up)] if (table.status is Status.SCHEDULED) else []
        set_committed_value(table, "sign_ups", rows)
    return table


async def lock_table(session: Session, table_id: int) -> int | None:
    """Lock the table's row until the transaction ends; returns its revision or None.

    SQLite ignores the lock: it has one writer at a time. In PostgreSQL rows that refer to the table
    can be added meanwhile (FOR NO KEY UPDATE).
    """
    return await session.scalar(
        select(Table.revision).where(Table.id == table_id).with_for_update(key_share=True)
    )


async def players_of(session: Session, table_ids: Collection[int]) -> set[tuple[int, int]]:
    """The players of these tables, seated or signed up, each as the table's id and theirs."""
    seats = select(Seat.table_id, Seat.user_id).where(Seat.table_id.in_(table_ids))
    sign_ups = select(SignUp.table_id, SignUp.user_id).where(SignUp.table_id.in_(table_ids))
    both: CompoundSelect[int, int | None] = union_all(seats, sign_ups)
    rows = await session.execute(both)
    return {(table_id, user_id) for table_id, user_id in rows if user_id is not None}


async def ping(session: Session) -> None:
    """Read a row, if there is one."""
    await session.execute(select(Table.id).limit(1))


async def write_and_remove(session: Session) -> None:
    """Write at least as much as a press does, and remove it again, in SQLite.

    On a full disk there may be room for less. PostgreSQL bounds the length of a version.
    """
    filler = {"filler": "-" * 65_536}
    await session.execute(text("INSERT INTO alembic_version VALUES (:filler)"), filler)
    await session.execute(text("DELETE FROM alembic_version WHERE version_num = :filler"), filler)


async def count_live_tables(session: Session) -> dict[Status, int]:
    query = select(Table.status, func.count()).where(IS_LIVE).group_by(Table.status)
    found = dict((await session.execute(query)).all())
    return {status: found.get(status, 0) for status in LIVE}


async def live_table_in(session: Session, channel_id: int) -> int | None:
    return await session.scalar(select(Table.id).where(Table.channel_id == channel_id, IS_LIVE))


class OpenTable(NamedTuple):
    """A table of a server, with how many of its seats are taken; `starts_at` if scheduled."""

    table_id: int
    status: Status
    channel_id: int
    parent_id: int | None
    starts_at: datetime | None
    size: int
    taken: int

    @property
    def free(self) -> int:
        """The number of members who can join."""
        return self.size - self.taken if self.status is Status.LOBBY else 0


async def open_tables(session: Session, guild_id: int) -> Sequence[OpenTable]:
    """The tables of a server that are not over, except those whose channel is out of reach."""
    taken = select(func.count()).where(Seat.table_id == Table.id).scalar_subquery()
    place = (Table.channel_id, Table.parent_id)
    query = select(
        Table.id, Table.status, *place, Table.starts_at, Table.__table__.c.size, taken
    ).where(Table.guild_id == guild_id, Table.lost_at.is_(None))
    # Each status has its own index.
    found = [await session.execute(query.where(one)) for one in (IS_LIVE, IS_SCHEDULED)]
    return [OpenTable(*row) for rows in found for row in rows]


def _is_in(column: InstrumentedAttribute[int], wanted: int | None) -> ColumnElement[bool]:
    """Whether a table's server or channel is this one; true without one."""
    return true() if wanted is None else column == wanted


async def live_tables_of(
    session: Session, user_id: int, *, guild_id: int | None = None
) -> Sequence[int]:
    """The ids of the live tables where the member sits, newest first; of one server or all."""
    query = select(Table.id).join(Table.seats).where(IS_LIVE, Seat.user_id == user_id)
    return await session.all(
        query.where(_is_in(Table.guild_id, guild_id)).order_by(Table.id.desc())
    )


async def tables_inviting(session: Session, user_id: int, guild_id: int | None) -> Sequence[int]:
    """Tables that invite the member, removed them, or list them; of one server or of all."""
    invited = select(Invitation.table_id).where(Invitation.user_id == user_id)
    signed_up = select(SignUp.table_id).where(SignUp.user_id == user_id)
    is_listed = Table.id.in_(invited.union_all(signed_up))
    return await session.values(Table.id, is_listed, _is_in(Table.guild_id, guild_id))


async def scheduled_tables(
    session: Session, guild_id: int, channel_id: int | None = None
) -> Sequence[int]:
    """The ids of the server's scheduled tables, the next one first; of one channel or all."""
    query = select(Table.id).where(Table.guild_id == guild_id, IS_SCHEDULED)
    here = query.where(_is_in(Table.channel_id, channel_id))
    return await session.all(here.order_by(Table.starts_at, Table.id))


_JUST_ENDED = timedelta(days=1)
"""The time after a game in which its first rematch mentions the others: later it would disturb."""


async def mention_for_rematch(session: Session, table_id: int, now: datetime) -> bool:
    """Record that a rematch mentions the members of this game, and return True.

    Return False if another one did before, or if the game ended too long ago.
    """
    just_ended = Table.id == table_id, Table.decision_since >= now - _JUST_ENDED
    first = Table.rematch_mentioned.is_(False)
    return await session.update_where(Table, {"rematch_mentioned": True}, *just_ended, first)


async def newest_finished_table_of(
    session: Session, guild_id: int, user_id: int, *, moved: bool = False
) -> int | None:
    """The id of the member's most recently finished table in the server, or None.

    With `moved`, only tables with an action of the member's own, not only of stand-ins.
    """
    seated = select(Table.id).join(Table.seats).where(Seat.user_id == user_id)
    if moved:
        of_seat = (Action.table_id == Seat.table_id) & (Action.seat == Seat.index)
        seated = seated.where(
            select(Action).where(of_seat, Action.source == Source.MEMBER).exists()
        )
    return await _newest_finished(session, guild_id, seated)


async def table_between_rounds(session: Session, guild_id: int, channel_id: int) -> int | None:
    """The id of the channel's live table if one of its rounds is over, or None."""
    second = select(Round).where(Round.table_id == Table.id, Round.number == 2).exists()
    here = (Table.guild_id + 0 == guild_id, Table.channel_id == channel_id, IS_LIVE)
    return await session.scalar(select(Table.id).where(*here, second))


async def newest_finished_table_in(session: Session, guild_id: int, channel_id: int) -> int | None:
    """The id of the channel's most recently finished table, also one in a thread of it, or None."""
    here = or_(Table.channel_id == channel_id, Table.parent_id == channel_id)
    return await _newest_finished(session, guild_id, select(Table.id).where(here))


async def _newest_finished(session: Session, guild_id: int, tables: Select[int]) -> int | None:
    return await session.scalar(
        tables.where(Table.guild_id + 0 == guild_id, Table.status == Status.OVER)
        .order_by(Table.decision_since.desc(), Table.id.desc())
        .limit(1)
    )


async def unpublished_tables(session: Session, shards: Shards = ALL_SHARDS) -> Sequence[int]:
    """The ids of tables with an unpublished revision, oldest decision first."""
    return await session.all(
        select(Table.id)
        .where(_IS_UNPUBLISHED, in_shards(Table.guild_id, shards))
        .order_by(Table.decision_since)
    )


async def unfinished_tables(session: Session, table_ids: Collection[int]) -> list[int]:
    """The ids of the tables among these that are open, or whose end is not published."""
    is_unfinished = or_(IS_OPEN, _IS_UNPUBLISHED)
    return [
        table_id
        for ids in in_parts(table_ids)
        for table_id in await session.values(Table.id, Table.id.in_(ids), is_unfinished)
    ]


async def due_times(
    session: Session, now: datetime, shards: Shards = ALL_SHARDS
) -> Sequence[tuple[int, datetime]]:
    """The ids of open tables and their due times, earliest first.

    Without a stored due time a table is due `now`: an earlier version had nothing to do there. So
    is one whose decision, last press or loss of its channel has a time after `now`.
    """
    due_now = literal(now, Table.due_at.type)
    is_wrong = or_(*(at > now for at in (Table.decision_since, Table.pressed_at, Table.lost_at)))
    due_at = case((is_wrong, due_now), else_=func.coalesce(Table.due_at, due_now))
    query = (
        select(Table.id, due_at).where(IS_OPEN, in_shards(Table.guild_id, shards)).order_by(due_at)
    )
    return [(table_id, due_at) for table_id, due_at in await session.execute(query)]


async def actions_of(session: Session, table_id: int) -> Sequence[Action]:
    return await session.all(
        select(Action).where(Action.table_id == table_id).order_by(Action.number)
    )


async def touch(session: Session, table_ids: Collection[int], now: datetime) -> None:
    """Make a new revision of these tables, due now; their rows in memory become outdated.

    The revision is published and scheduled even if this process ends before that.
    """
    changes = {"revision": Table.revision + 1, "due_at": now}
    await session.update_where(Table, changes, Table.id.in_(table_ids))


PLAYED = insert(Action)
"""For `Session.flush_after`: inserts actions."""
_OF_TABLE = update(Table).where(Table.id == bindparam("table"))
NEWER = {
    "pressed_at": _OF_TABLE.values(pressed_at=bindparam("value")),
    "published_revision": _OF_TABLE.where(Table.published_revision < bindparam("value")).values(
        published_revision=bindparam("value")
    ),
}
"""For `Session.run_together`, by column: sets that column of a `table` to a newer `value`."""
