"""Where a table's messages are: the public posts, and the members' private hands."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage import queries
from bot.storage.database import Database
from bot.storage.models import Post, Seat, Status, Table, Watcher
from bot.storage.queries import SentHand
from tests.support.storage.rows import WHEN, a_table

MIA, NOAH = 100, 101
LATER = WHEN + timedelta(minutes=15)
OLD, NEW = "an old token", "a new token"


@pytest.fixture
async def session(database: Database) -> AsyncIterator[AsyncSession]:
    """A live table, 1, with Mia, Noah and a computer; another live one, 2; and one that is over."""
    async with database.write() as session:
        members = [(MIA, "Mia"), (NOAH, "Noah"), (None, "Juggler")]
        for channel, status in ((1, Status.PLAYING), (2, Status.LOBBY), (3, Status.OVER)):
            seats = [
                Seat(index=number, user_id=user, name=name)
                for number, (user, name) in enumerate(members)
            ]
            session.add(a_table(channel_id=channel, status=status, seats=seats))
            await session.flush()
        yield session


async def post(
    session: AsyncSession, table_id: int, slot: str, message_id: int, *, reposts: int = 0
) -> None:
    where = {"table_id": table_id, "slot": slot, "channel_id": 1}
    sent = Post(**where, message_id=message_id, digest="d")
    await queries.save_post(session, sent, reposts=reposts, pinged=False)


async def posts(session: AsyncSession, table_id: int = 1) -> dict[str, int]:
    found = await queries.posts_of(session, table_id)
    return {slot: post.message_id for slot, post in found.items()}


async def hand(session: AsyncSession, user_id: int = MIA, table_id: int = 1) -> Seat:
    query = select(Seat).where(Seat.table_id == table_id, Seat.user_id == user_id)
    seat = await session.scalar(query.execution_options(populate_existing=True))
    assert seat is not None
    return seat


async def send(
    session: AsyncSession,
    token: str = OLD,
    message_id: int = 7,
    *,
    number: int | None = 1,
    table_id: int = 1,
    instead_of: str | None = None,
) -> None:
    sent = SentHand(token, LATER, message_id, number, f"digest of {message_id}")
    await queries.save_hand(session, table_id, MIA, sent, instead_of=instead_of)


async def watch(
    session: AsyncSession, token: str, message_id: int, *, user_id: int = MIA, table_id: int = 1
) -> Watcher | None:
    note = Watcher(
        table_id=table_id,
        user_id=user_id,
        token=token,
        until=LATER,
        message_id=message_id,
        digest=f"digest of {message_id}",
    )
    return await queries.save_watcher(session, note)


async def watchers(session: AsyncSession, table_id: int = 1) -> dict[int, tuple[int, str]]:
    session.expire_all()
    found = await queries.watchers_of(session, table_id)
    return {watcher.user_id: (watcher.message_id, watcher.digest) for watcher in found}


async def test_a_slot_is_shown_where_it_was_posted_last(session: AsyncSession) -> None:
    await post(session, 1, "table", 7)
    await post(session, 1, "table", 8)
    await post(session, 1, "lobby", 9)
    await post(session, 2, "table", 10)
    assert await posts(session) == {"table": 8, "lobby": 9, "old-7": 7}


async def test_a_message_that_was_overtaken_on_its_way_is_to_be_removed(
    session: AsyncSession,
) -> None:
    await post(session, 1, "table", 7, reposts=0)
    await session.execute(update(Table).where(Table.id == 1).values(reposts=1))
    await queries.retire_post(session, 1, "table")
    await session.flush()
    await post(session, 1, "table", 8, reposts=0)
    assert await posts(session) == {"old-7": 7, "old-8": 8}
    await post(session, 1, "table", 9, reposts=1)
    assert await posts(session) == {"old-7": 7, "old-8": 8, "table": 9}


async def test_what_a_message_shows_is_stored_while_it_is_the_slots(session: AsyncSession) -> None:
    await post(session, 1, "table", 7)
    (sent,) = (await queries.posts_of(session, 1)).values()
    session.expunge(sent)
    await post(session, 1, "table", 8)
    await queries.mark_shown(session, sent, "new")
    session.expire_all()
    digests = {post.digest for post in (await queries.posts_of(session, 1)).values()}
    assert digests == {"d"}


async def test_a_forgotten_post_leaves_the_others(session: AsyncSession) -> None:
    for table_id, slot in ((1, "table"), (1, "ping"), (2, "table")):
        await post(session, table_id, slot, 7)
    await queries.forget_post(session, 1, "table")
    assert set(await posts(session)) == {"ping"}
    assert set(await posts(session, 2)) == {"table"}


async def test_a_retired_post_frees_its_slot_and_is_not_forgotten(session: AsyncSession) -> None:
    oldest = 1_234_567_890_123_456_789
    await post(session, 1, "table", oldest)
    assert await queries.retire_post(session, 1, "table")
    assert not await queries.retire_post(session, 1, "never posted")
    await session.flush()
    await post(session, 1, "table", 8)
    found = await posts(session)
    assert found.pop("table") == 8
    assert list(found.values()) == [oldest]
    assert all(slot.startswith("old-") and len(slot) <= 16 for slot in found)


async def test_the_newest_hand_is_kept(session: AsyncSession) -> None:
    await send(session)
    await send(session, NEW, 8, number=2)
    seat = await hand(session)
    assert (seat.hand_token, seat.hand_until, seat.hand_message_id) == (NEW, LATER, 8)
    assert (seat.hand_round, seat.hand_digest) == (2, "digest of 8")
    assert (await hand(session, NOAH)).hand_token is None
    assert (await hand(session, table_id=2)).hand_token is None


async def test_a_hand_shown_in_place_stays_that_rounds(session: AsyncSession) -> None:
    await send(session, number=3)
    await send(session, NEW, 7, number=None)
    assert (await hand(session)).hand_round == 3


async def test_a_late_edit_does_not_undo_a_newer_click(session: AsyncSession) -> None:
    await send(session, NEW, 8)
    await send(session, OLD, 7, instead_of=OLD)
    assert (await hand(session)).hand_message_id == 8
    await send(session, NEW, 9, instead_of=NEW)
    assert (await hand(session)).hand_message_id == 9


async def test_a_dead_token_is_forgotten_whole_and_a_newer_one_is_not(
    session: AsyncSession,
) -> None:
    await send(session)
    await queries.forget_hand(session, NEW)
    assert (await hand(session)).hand_token == OLD
    await queries.forget_hand(session, OLD)
    seat = await hand(session)
    assert {seat.hand_token, seat.hand_until, seat.hand_message_id, seat.hand_digest} == {None}


async def test_a_member_is_reached_while_the_token_lives(session: AsyncSession) -> None:
    await send(session)
    early = await queries.reachable_seats(session, 1, LATER - timedelta(seconds=1))
    assert [seat.user_id for seat in early] == [MIA]
    assert await queries.reachable_seats(session, 1, LATER) == []
    assert await queries.reachable_seats(session, 2, WHEN) == []


async def test_a_newer_note_takes_the_place_of_the_older(session: AsyncSession) -> None:
    assert await watch(session, OLD, 7) is None
    assert await watch(session, OLD, 8, user_id=NOAH) is None
    former = await watch(session, NEW, 9)
    assert former is not None
    assert (former.token, former.message_id) == (OLD, 7)
    assert await watchers(session) == {MIA: (9, "digest of 9"), NOAH: (8, "digest of 8")}


async def test_news_of_an_older_note_leave_the_newer_alone(session: AsyncSession) -> None:
    await watch(session, OLD, 7)
    former = await watch(session, NEW, 9)
    assert former is not None
    await queries.mark_watched(session, former, "late")
    await queries.forget_watcher(session, former)
    assert await watchers(session) == {MIA: (9, "digest of 9")}


async def test_a_note_is_marked_and_forgotten_alone(session: AsyncSession) -> None:
    for user_id, message_id in ((MIA, 7), (NOAH, 8)):
        await watch(session, OLD, message_id, user_id=user_id)
    await watch(session, OLD, 9, table_id=2)
    mia, noah = await queries.watchers_of(session, 1)
    await queries.mark_watched(session, mia, "newer")
    await queries.forget_watcher(session, noah)
    assert await watchers(session) == {MIA: (7, "newer")}
    assert await watchers(session, 2) == {MIA: (9, "digest of 9")}


async def test_what_was_published_never_goes_back(session: AsyncSession) -> None:
    for revision in (5, 3):
        await queries.mark_published(session, 1, revision)
    query = select(Table.published_revision).where(Table.id == 1)
    assert await session.scalar(query) == 5


async def test_tables_that_lag_are_found_live_or_not(session: AsyncSession) -> None:
    await queries.mark_published(session, 2, 0)
    assert sorted(await queries.unpublished_tables(session)) == [1, 3]


async def test_when_all_messages_are_gone_live_tables_begin_anew(session: AsyncSession) -> None:
    for table_id in (1, 2, 3):
        await post(session, table_id, "table", table_id)
        await send(session, table_id=table_id)
        await watch(session, OLD, 7, table_id=table_id)
        await queries.mark_published(session, table_id, 0)
    await session.flush()
    await queries.forget_messages(session)
    assert [len(await posts(session, table_id)) for table_id in (1, 2, 3)] == [0, 0, 1]
    tokens = [(await hand(session, table_id=table_id)).hand_token for table_id in (1, 2, 3)]
    assert tokens == [None, None, OLD]
    assert [len(await watchers(session, table_id)) for table_id in (1, 2, 3)] == [0, 0, 1]
    assert sorted(await queries.unpublished_tables(session)) == [1, 2]
