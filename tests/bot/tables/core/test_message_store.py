"""Where a table's messages are: public ones by slot, private ones by kind and member."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select, text

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.tables import (
    PrivateKind,
    PrivateMessage,
    PublicMessage,
    Seat,
    Status,
    Table,
)
from bot.tables.core.message_store import MessageStore
from bot.tables.core.table_messages import TableMessages
from tests.support.storage.database import only_sqlite
from tests.support.storage.rows import WHEN, a_table
from tests.support.storage.statements import trips
from tests.support.tables.blocking_players import eventually

MIA, NOAH = 100, 101
HAND, SPECTATOR = PrivateKind.HAND, PrivateKind.SPECTATOR
LATER = WHEN + timedelta(minutes=15)
OLD, NEW = "an old token", "a new token"


@pytest.fixture
async def three_tables(database: Database) -> Database:
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
    return database


@pytest.fixture
async def store(three_tables: Database) -> AsyncIterator[MessageStore]:
    store = MessageStore(three_tables)
    yield store
    await store.close()


def public(
    slot: str = "table", message_id: int = 7, *, table_id: int = 1, reposts: int = 0
) -> PublicMessage:
    return PublicMessage(
        table_id=table_id,
        slot=slot,
        channel_id=1,
        message_id=message_id,
        digest="d",
        reposts=reposts,
    )


def private(
    token: str = OLD,
    message_id: int = 7,
    *,
    kind: PrivateKind = HAND,
    user_id: int = MIA,
    table_id: int = 1,
    until: datetime = LATER,
) -> PrivateMessage:
    return PrivateMessage(
        table_id=table_id,
        kind=kind,
        user_id=user_id,
        token=token,
        until=until,
        message_id=message_id,
        digest=f"digest of {message_id}",
    )


async def saved(store: MessageStore, messages: TableMessages) -> TableMessages:
    """The messages as another program would load them."""
    store.save_soon(messages)
    await store.save()
    return await MessageStore(store._database).of(messages.table_id)


def slots(messages: TableMessages) -> dict[str, int]:
    return {slot: message.message_id for slot, message in messages.public.items()}


def hand(messages: TableMessages, user_id: int = MIA) -> tuple[str, int | None] | None:
    found = messages.private(HAND, user_id)
    return None if found is None else (found.token, found.message_id)


async def test_a_slot_is_shown_where_it_was_sent_last(store: MessageStore) -> None:
    one, two = await store.of(1), await store.of(2)
    for message in (public(), public(message_id=8), public("lobby", 9)):
        one.show(message)
    two.show(public(message_id=10, table_id=2))
    assert slots(await saved(store, one)) == {"table": 8, "lobby": 9, "old-7": 7}
    assert slots(await saved(store, two)) == {"table": 10}


async def test_a_message_shown_again_replaces_itself(store: MessageStore) -> None:
    messages = await store.of(1)
    messages.show(public())
    await saved(store, messages)
    again = public()
    again.digest = "newer"
    messages.show(again)
    found = await saved(store, messages)
    assert slots(found) == {"table": 7}
    assert found.public["table"].digest == "newer"


async def test_what_a_message_shows_is_saved_while_it_is_the_slots(store: MessageStore) -> None:
    messages = await store.of(1)
    messages.show(former := public())
    messages.show(public(message_id=8))
    former.digest = "late"
    messages.mark_changed(former)
    found = await saved(store, messages)
    assert {message.digest for message in found.public.values()} == {"d"}


async def test_a_forgotten_message_leaves_the_others(store: MessageStore) -> None:
    messages = await store.of(1)
    messages.show(first := public())
    messages.show(public("ping", 8))
    await saved(store, messages)
    messages.forget(first)
    assert slots(await saved(store, messages)) == {"ping": 8}


async def test_a_retired_message_frees_its_slot_and_is_not_forgotten(store: MessageStore) -> None:
    oldest = 1_234_567_890_123_456_789
    messages = await store.of(1)
    messages.show(first := public(message_id=oldest))
    await saved(store, messages)
    messages.retire(first)
    messages.show(public(message_id=8))
    found = slots(await saved(store, messages))
    assert found.pop("table") == 8
    assert list(found.values()) == [oldest]
    assert all(slot.startswith("old-") and len(slot) <= 16 for slot in found)


async def test_the_newest_private_message_of_a_kind_is_kept(store: MessageStore) -> None:
    messages = await store.of(1)
    assert messages.follow(private()) is None
    former = messages.follow(private(NEW, 8))
    assert former is not None
    assert (former.token, former.message_id) == (OLD, 7)
    messages.follow(private(NEW, 9, kind=SPECTATOR))
    found = await saved(store, messages)
    assert hand(found) == (NEW, 8)
    assert hand(found, NOAH) is None
    assert [watching.message_id for watching in found.private_of_kind(SPECTATOR)] == [9]
    assert hand(await store.of(2)) is None


async def test_news_of_an_older_message_leave_the_newer_alone(store: MessageStore) -> None:
    messages = await store.of(1)
    messages.follow(former := private())
    messages.follow(private(NEW, 8))
    former.digest = "late"
    messages.mark_changed(former)
    messages.forget(former)
    found = await saved(store, messages)
    assert hand(found) == (NEW, 8)
    newest = found.private(HAND, MIA)
    assert newest is not None
    assert newest.digest == "digest of 8"


async def test_a_message_is_noted_and_forgotten_alone(store: MessageStore) -> None:
    messages = await store.of(1)
    messages.follow(mia := private())
    messages.follow(noah := private(OLD, 8, user_id=NOAH))
    await saved(store, messages)
    mia.digest = "newer"
    messages.mark_changed(mia)
    messages.forget(noah)
    found = await saved(store, messages)
    assert [(kept.user_id, kept.digest) for kept in found.private_of_kind(HAND)] == [(MIA, "newer")]


async def test_there_is_one_instance_a_table(store: MessageStore) -> None:
    first, second = await asyncio.gather(store.of(1), store.of(1))
    assert first is second


async def test_what_was_published_never_goes_back(
    store: MessageStore, three_tables: Database
) -> None:
    messages = await store.of(1)
    for revision in (5, 3):
        messages.mark_published(revision)
        await saved(store, messages)
    async with three_tables.read() as session:
        query = select(Table.published_revision).where(Table.id == 1)
        assert await session.scalar(query) == 5


async def test_a_revision_is_stored_with_its_messages_not_before(
    store: MessageStore, three_tables: Database
) -> None:
    """A process that dies between the two saves has to publish the second again."""
    messages = await store.of(1)
    messages.mark_published(5)
    store.save_soon(messages)
    async with three_tables.write():
        saving = asyncio.create_task(store.save())
        await eventually(lambda: not messages.changes)
        messages.mark_published(6)
    await saving
    async with three_tables.read() as session:
        query = select(Table.published_revision).where(Table.id == 1)
        assert await session.scalar(query) == 5


async def test_tables_that_lag_are_found_live_or_not(
    store: MessageStore, three_tables: Database
) -> None:
    messages = await store.of(2)
    messages.mark_published(0)
    await saved(store, messages)
    async with three_tables.read() as session:
        assert sorted(await queries.tables.unpublished_tables(session)) == [1, 3]


async def test_when_all_messages_are_gone_live_tables_are_published_again(
    store: MessageStore, three_tables: Database
) -> None:
    for table_id in (1, 2, 3):
        messages = await store.of(table_id)
        messages.show(public(table_id=table_id))
        messages.follow(private(table_id=table_id))
        messages.mark_published(0)
        await saved(store, messages)
    await store.forget_live_messages()
    later = MessageStore(three_tables)
    assert [len((await later.of(table_id)).public) for table_id in (1, 2, 3)] == [0, 0, 1]
    hands = [hand(await later.of(table_id)) for table_id in (1, 2, 3)]
    assert hands == [None, None, (OLD, 7)]
    async with three_tables.read() as session:
        assert sorted(await queries.tables.unpublished_tables(session)) == [1, 2]


async def test_messages_of_many_tables_are_saved_in_one_transaction(
    store: MessageStore, three_tables: Database
) -> None:
    for table_id in (1, 2, 3):
        messages = await store.of(table_id)
        messages.show(public(table_id=table_id))
        store.save_soon(messages)
    await store.save()
    async with three_tables.read() as session:
        query = select(func.count()).select_from(PublicMessage)
        assert await session.scalar(query) == 3


@only_sqlite("about the thread of an SQLite connection")
async def test_a_save_goes_to_the_databases_thread_twice(store: MessageStore) -> None:
    """With all statements, and with the commit: each way costs more than the statements."""
    messages, hand = await store.of(1), private()
    messages.show(public())
    messages.follow(hand)
    await saved(store, messages)
    messages.show(public("round 1", 8))
    for changed in (messages.public["table"], hand):
        messages.mark_changed(changed)
    messages.mark_published(1)
    messages.note_press(WHEN)
    store._unsaved[1] = messages
    with trips() as made:
        await store.save()
    assert made == ["_run", "commit"]


async def test_a_save_that_fails_loses_nothing(store: MessageStore, three_tables: Database) -> None:
    async def rename(old: str, new: str) -> None:
        async with three_tables.write() as session:
            await session.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))

    messages = await store.of(1)
    messages.show(public())
    messages.mark_published(4)
    await rename("public_messages", "elsewhere")
    store._unsaved[1] = messages
    with pytest.raises(Exception, match=r"no such table|does not exist"):
        await store.save()
    messages.show(public("ping", 8))
    await rename("elsewhere", "public_messages")
    assert slots(await saved(store, messages)) == {"table": 7, "ping": 8}
    async with three_tables.read() as session:
        rows = await session.rows(PublicMessage, table_id=1)
        assert len(rows) == 2
        query = select(Table.published_revision).where(Table.id == 1)
        assert await session.scalar(query) == 4


@pytest.mark.parametrize(
    ("newer", "is_sooner"),
    [
        (private(NEW), False),
        (private(NEW, 8), True),
        (private(NEW, user_id=NOAH), True),
        (private(NEW, until=LATER + timedelta(minutes=6)), True),
    ],
    ids=["edited", "sent again", "sent to another member", "edited by a much newer token"],
)
async def test_what_a_crash_would_leave_as_it_was_is_saved_before_edits(
    store: MessageStore, newer: PrivateMessage, is_sooner: bool
) -> None:
    messages = await store.of(1)
    messages.follow(private())
    await saved(store, messages)
    messages.mark_published(5)
    store.save_soon(messages)
    assert store._timer is not None
    of_edits = store._timer.when()
    messages.follow(newer)
    store.save_soon(messages)
    assert (store._timer.when() < of_edits) is is_sooner


async def test_a_message_forgotten_while_it_is_saved_is_gone(store: MessageStore) -> None:
    messages = await store.of(1)
    messages.follow(hand_of_mia := private())
    store.save_soon(messages)
    saving = asyncio.create_task(store.save())
    await asyncio.sleep(0)
    messages.forget(hand_of_mia)
    await saving
    assert hand(await saved(store, messages)) is None
