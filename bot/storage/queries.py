"""Every query. Each takes the session of the caller's transaction."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from bot.storage.models import (
    HAND_COLUMNS,
    Action,
    Member,
    Post,
    Result,
    Seat,
    Status,
    Table,
    Watcher,
)

_LIVE = (Status.LOBBY, Status.PLAYING)


def _whole_tables() -> Select[Table]:
    return select(Table).options(selectinload(Table.seats), selectinload(Table.rounds))


async def find_table(session: AsyncSession, table_id: int) -> Table | None:
    return await session.scalar(_whole_tables().where(Table.id == table_id))


async def live_table_in(session: AsyncSession, channel_id: int) -> Table | None:
    return await session.scalar(
        _whole_tables().where(Table.channel_id == channel_id, Table.status.in_(_LIVE))
    )


async def live_tables_of(session: AsyncSession, guild_id: int, user_id: int) -> Sequence[Table]:
    """The live tables of a server where the member has a seat, newest first."""
    query = (
        _whole_tables()
        .where(Table.guild_id == guild_id, Table.status.in_(_LIVE))
        .where(Table.seats.any(Seat.user_id == user_id))
        .order_by(Table.id.desc())
    )
    return (await session.scalars(query)).all()


async def live_table_ids_of(session: AsyncSession, user_id: int) -> Sequence[int]:
    """The live tables where the member has a seat, in any server."""
    seated = Table.seats.any(Seat.user_id == user_id)
    return (await session.scalars(select(Table.id).where(Table.status.in_(_LIVE), seated))).all()


async def newest_finished_table_of(
    session: AsyncSession, guild_id: int, user_id: int
) -> int | None:
    """The table of the server whose game was the last to end with the member in a seat."""
    query = (
        select(Table.id)
        .where(Table.guild_id == guild_id, Table.status == Status.OVER)
        .where(Table.seats.any(Seat.user_id == user_id))
        .order_by(Table.decision_since.desc(), Table.id.desc())
        .limit(1)
    )
    return await session.scalar(query)


async def unpublished_tables(session: AsyncSession) -> Sequence[int]:
    """Tables with a committed change that Discord may not show yet."""
    query = select(Table.id).where(Table.published_revision < Table.revision)
    return (await session.scalars(query)).all()


async def earliest_due(session: AsyncSession, *, besides: Sequence[int]) -> datetime | None:
    """When the next table is due, the tables `besides` left aside."""
    return await session.scalar(select(func.min(Table.due_at)).where(Table.id.not_in(besides)))


async def due_tables(session: AsyncSession, now: datetime) -> Sequence[int]:
    query = select(Table.id).where(Table.due_at <= now).order_by(Table.due_at)
    return (await session.scalars(query)).all()


async def actions_of(session: AsyncSession, table_id: int) -> Sequence[Action]:
    query = select(Action).where(Action.table_id == table_id).order_by(Action.number)
    return (await session.scalars(query)).all()


async def posts_of(session: AsyncSession, table_id: int) -> dict[str, Post]:
    posts = await session.scalars(select(Post).where(Post.table_id == table_id))
    return {post.slot: post for post in posts}


async def members(session: AsyncSession, user_ids: Collection[int]) -> Sequence[Member]:
    """The settings of those members who have made any."""
    return (await session.scalars(select(Member).where(Member.user_id.in_(user_ids)))).all()


class Standing(NamedTuple):
    """One line of a server's leaderboard; `average` is points a round."""

    user_id: int
    name: str
    games: int
    wins: int
    average: float


async def leaderboard(
    session: AsyncSession, guild_id: int, *, offset: int, limit: int
) -> tuple[list[Standing], int]:
    """A page of a server's members, best average first, and how many there are in all."""
    games = func.count()
    wins = func.count().filter(Result.rank == 1)
    average = func.sum(Result.points) * 1.0 / func.sum(Result.rounds)
    standings = (
        select(Result.user_id, games, wins, average)
        .where(Result.guild_id == guild_id)
        .group_by(Result.user_id)
    )
    page = standings.order_by(average.desc(), wins.desc(), Result.user_id)
    rows = (await session.execute(page.offset(offset).limit(limit))).all()
    total = await session.scalar(select(func.count()).select_from(standings.subquery()))
    names = await _newest_names(session, guild_id, [row[0] for row in rows])
    lines = [
        Standing(user, names[user], played, won, float(mean)) for user, played, won, mean in rows
    ]
    return lines, total or 0


async def _newest_names(
    session: AsyncSession, guild_id: int, user_ids: Sequence[int]
) -> dict[int, str]:
    query = (
        select(Result.user_id, Result.name)
        .where(Result.guild_id == guild_id, Result.user_id.in_(user_ids))
        .order_by(Result.table_id)
    )
    return {row.user_id: row.name for row in await session.execute(query)}


async def save_post(session: AsyncSession, post: Post, *, reposts: int, pinged: bool) -> None:
    """Store where a slot is shown; the message that showed it before is to be removed.

    If the table was posted anew or pinged since it was as these say, it is this message that is
    to be removed.
    """
    table = await session.get_one(Table, post.table_id)
    if table.reposts != reposts or (table.pinged and not pinged):
        post.slot = _retired(post)
    former = await session.get(Post, (post.table_id, post.slot))
    if former is not None and former.message_id != post.message_id:
        former.slot = _retired(former)
        await session.flush()
    await session.merge(post)


async def mark_shown(session: AsyncSession, post: Post, digest: str) -> None:
    """Store what the post's message shows now; not if the slot has another message by now."""
    await session.execute(
        update(Post)
        .where(
            Post.table_id == post.table_id,
            Post.slot == post.slot,
            Post.message_id == post.message_id,
        )
        .values(digest=digest)
    )


async def forget_post(session: AsyncSession, table_id: int, slot: str) -> None:
    await session.execute(delete(Post).where(Post.table_id == table_id, Post.slot == slot))


async def retire_post(session: AsyncSession, table_id: int, slot: str) -> bool:
    """Let the slot's message be removed, and the slot be posted anew; whether there is one."""
    post = await session.get(Post, (table_id, slot))
    if post is None:
        return False
    post.slot = _retired(post)
    return True


def _retired(post: Post) -> str:
    """A slot that nothing is wanted in."""
    return f"old-{post.message_id % 10**12}"


async def reachable_seats(session: AsyncSession, table_id: int, now: datetime) -> Sequence[Seat]:
    """Seats whose member can still be sent their hand privately."""
    query = select(Seat).where(
        Seat.table_id == table_id, Seat.user_id.is_not(None), Seat.hand_until > now
    )
    return (await session.scalars(query)).all()


class SentHand(NamedTuple):
    """A member's private hand: its message, what it shows, and the token that edits it.

    `round` is the number of the round that the message was sent in, None for the one stored.
    """

    token: str
    until: datetime
    message_id: int
    round: int | None
    digest: str


async def save_hand(
    session: AsyncSession, table_id: int, user_id: int, hand: SentHand, *, instead_of: str | None
) -> None:
    """Store the member's newest hand; not if their token is no longer `instead_of`, if given."""
    query = update(Seat).where(Seat.table_id == table_id, Seat.user_id == user_id)
    if instead_of is not None:
        query = query.where(Seat.hand_token == instead_of)
    sent_in = {} if hand.round is None else {"hand_round": hand.round}
    await session.execute(
        query.values(
            hand_token=hand.token,
            hand_until=hand.until,
            hand_message_id=hand.message_id,
            hand_digest=hand.digest,
            **sent_in,
        )
    )


async def forget_hand(session: AsyncSession, token: str) -> None:
    """No longer keep the hand current that `token` edits: it has died."""
    await session.execute(
        update(Seat).where(Seat.hand_token == token).values(dict.fromkeys(HAND_COLUMNS))
    )


async def watchers_of(session: AsyncSession, table_id: int) -> Sequence[Watcher]:
    """Everybody with a note of the table, whether or not its token still lives."""
    return (await session.scalars(select(Watcher).where(Watcher.table_id == table_id))).all()


async def save_watcher(session: AsyncSession, watcher: Watcher) -> Watcher | None:
    """Store the member's newest note; gives the one whose place it takes."""
    former = await session.get(Watcher, (watcher.table_id, watcher.user_id))
    if former is not None:
        await session.delete(former)
        await session.flush()
    session.add(watcher)
    return former


async def mark_watched(session: AsyncSession, watcher: Watcher, digest: str) -> None:
    """Store what the note shows now, unless the member has a newer one."""
    await session.execute(update(Watcher).where(*_same_note(watcher)).values(digest=digest))


async def forget_watcher(session: AsyncSession, watcher: Watcher) -> None:
    """No longer keep this note current, unless the member has a newer one."""
    await session.execute(delete(Watcher).where(*_same_note(watcher)))


def _same_note(watcher: Watcher) -> tuple[ColumnElement[bool], ...]:
    return (
        Watcher.table_id == watcher.table_id,
        Watcher.user_id == watcher.user_id,
        Watcher.token == watcher.token,
    )


async def mark_published(session: AsyncSession, table_id: int, revision: int) -> None:
    await session.execute(
        update(Table)
        .where(Table.id == table_id, Table.published_revision < revision)
        .values(published_revision=revision)
    )


async def forget_messages(session: AsyncSession) -> None:
    """Every live table's messages are gone: let them all be posted anew."""
    live = select(Table.id).where(Table.status.in_(_LIVE)).scalar_subquery()
    await session.execute(delete(Post).where(Post.table_id.in_(live)))
    await session.execute(delete(Watcher).where(Watcher.table_id.in_(live)))
    await session.execute(
        update(Seat).where(Seat.table_id.in_(live)).values(dict.fromkeys(HAND_COLUMNS))
    )
    await session.execute(
        update(Table)
        .where(Table.status.in_(_LIVE))
        .values(published_revision=-1, reposts=Table.reposts + 1)
    )
