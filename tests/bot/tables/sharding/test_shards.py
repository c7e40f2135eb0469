"""Two processes on one database: each acts for the tables of its shard, and learns of changes."""

import asyncio
import random
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusy, DatabaseUnreachable
from bot.storage.models.options import TableOptions
from bot.storage.models.personal_columns import FORMER_PLAYER
from bot.storage.models.requests import RequestKind
from bot.storage.models.sharding import Shards
from bot.storage.models.tables import Status
from bot.tables.core.errors import Blocked
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.tables.sharding import leases
from bot.tables.sharding.leases import ShardLeases
from bot.text.language import ENGLISH
from tests.support.storage.lost_answers import losing_answers
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.lease_holders import server, shards
from tests.support.tables.members import MIA, NOAH, block, game, game_on_turn, play_on, tokens
from tests.support.tables.open_tables import PACE, tables_of

ZERO, ONE = server(0, count=2), server(1, count=2)
HOURS = timedelta(hours=2)


@pytest.fixture(autouse=True)
def long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is: nothing here is about the end of a lease."""
    monkeypatch.setattr(leases, "LEASE", 3600.0)


def process(url: str, clock: FakeClock, own: Shards, known: set[int] | None = None) -> Tables:
    """`known` are the servers that it is in, None if it does not know yet."""
    return tables_of(
        Database(url),
        now=clock,
        pace=PACE,
        sleep=clock.sleep,
        keep_left=timedelta(days=30),
        is_in=lambda guild_id: None if known is None else guild_id in known,
        shards=own,
    )


def leases_of(tables: Tables) -> ShardLeases:
    assert isinstance(tables.assignment, ShardLeases)
    return tables.assignment


async def renew(tables: Tables) -> None:
    await leases_of(tables).renew()


async def end(tables: Tables) -> None:
    await tables.close()
    await tables.repository.database.close()


@pytest.fixture
async def zero(url: str, clock: FakeClock) -> AsyncIterator[Tables]:
    tables = process(url, clock, shards(0, count=2), known=set())
    await renew(tables)
    yield tables
    await end(tables)


@pytest.fixture
async def one(url: str, clock: FakeClock) -> AsyncIterator[Tables]:
    tables = process(url, clock, shards(1, count=2), known=set())
    await renew(tables)
    yield tables
    await end(tables)


async def open_at(tables: Tables, guild_id: int, channel_id: int = 10) -> TableState:
    return await tables.lifecycle.open(ENGLISH, guild_id, channel_id, MIA, TableOptions())


async def test_each_reads_what_is_due_and_unpublished_in_its_own_shard(
    zero: Tables, one: Tables
) -> None:
    first, second = await open_at(zero, ZERO), await open_at(one, ONE, 20)
    assert [number for number, _ in await zero.repository.due_times()] == [first.id]
    assert [number for number, _ in await one.repository.due_times()] == [second.id]
    assert await zero.repository.unpublished() == [first.id]
    assert await one.repository.unpublished() == [second.id]


async def test_requests_belong_to_the_process_that_acts_for_their_server(
    zero: Tables, one: Tables, url: str, clock: FakeClock
) -> None:
    first = await zero.requests.store(ENGLISH, RequestKind.DATA, ZERO, MIA)
    second = await zero.requests.store(ENGLISH, RequestKind.FORGET, ONE, NOAH)
    assert await zero.requests.unfinished() == [first]
    assert await one.requests.unfinished() == [second]
    await leases_of(zero).release()
    assert await zero.requests.unfinished() == []
    new = process(url, clock, shards(0, count=2))
    await renew(new)
    assert await new.requests.unfinished() == [first]
    await end(new)


async def test_the_scheduler_leaves_tables_of_others_alone(
    zero: Tables, one: Tables, clock: FakeClock
) -> None:
    state = await open_at(zero, ZERO)
    clock.advance(HOURS)
    await one.scheduler.run_due(state.id)
    assert (await zero.repository.get(state.id)).status is Status.LOBBY
    await zero.scheduler.run_due(state.id)
    assert (await zero.repository.get(state.id)).status is Status.CLOSED


async def test_a_process_that_takes_a_shard_over_does_what_is_due_there(
    zero: Tables, url: str, clock: FakeClock
) -> None:
    state = await open_at(zero, ZERO)
    new = process(url, clock, shards(0, count=2))
    await renew(new)
    running = asyncio.create_task(new.run())
    try:
        # Read before it is the holder's, and nothing of it is remembered.
        assert (await new.repository.get(state.id)).status is Status.LOBBY
        state = await zero.lobby.join(state.id, NOAH)
        await zero.close()
        clock.advance(HOURS)
        await renew(new)
        async with asyncio.timeout(10):
            while (state := await new.repository.get(state.id)).status is not Status.CLOSED:  # noqa: ASYNC110 - by the scheduler
                await asyncio.sleep(0.01)
        assert [seat.name for seat in state.seats] == ["Mia", "Noah"]
    finally:
        running.cancel()
        await asyncio.wait({running})
        await end(new)


async def test_a_change_by_another_process_is_read_by_the_holder(zero: Tables, one: Tables) -> None:
    """This happens with a press that came in before the lease was over."""
    state = await open_at(zero, ZERO)
    announced: list[TableState] = []
    zero.repository.listeners.append(announced.append)
    await one.lobby.join(state.id, NOAH)
    assert len((await zero.repository.get(state.id)).seats) == 1
    await renew(zero)
    assert [seat.name for seat in (await zero.repository.get(state.id)).seats] == ["Mia", "Noah"]
    assert [found.id for found in announced] == [state.id]
    # Once only.
    await renew(zero)
    assert len(announced) == 1


async def test_a_change_that_could_not_be_read_is_read_at_the_next_renewal(
    zero: Tables, one: Tables
) -> None:
    state = await open_at(zero, ZERO)
    await one.lobby.join(state.id, NOAH)
    failures = [DatabaseBusy()]

    async def fail_once(_table_ids: set[int]) -> None:
        if failures:
            raise failures.pop()

    leases_of(zero).changed.insert(0, fail_once)
    with pytest.raises(DatabaseBusy):
        await renew(zero)
    assert len((await zero.repository.get(state.id)).seats) == 1
    await renew(zero)
    assert len((await zero.repository.get(state.id)).seats) == 2


async def test_a_change_is_read_though_the_commit_of_a_renewal_was_not_answered(
    zero: Tables, one: Tables
) -> None:
    state = await open_at(zero, ZERO)
    await one.lobby.join(state.id, NOAH)
    async with losing_answers(zero.repository.database):
        with pytest.raises(DatabaseUnreachable):
            await renew(zero)
    assert len((await zero.repository.get(state.id)).seats) == 1
    await renew(zero)
    assert len((await zero.repository.get(state.id)).seats) == 2


async def test_an_interaction_is_not_answered_twice_though_a_commit_was_not_answered(
    zero: Tables, url: str, clock: FakeClock
) -> None:
    assert await zero.assignment.admit(ZERO, 10)
    await leases_of(zero).release()
    new = process(url, clock, shards(0, count=2))
    async with losing_answers(new.repository.database):
        with pytest.raises(DatabaseUnreachable):
            await renew(new)
    await renew(new)
    assert not await new.assignment.admit(ZERO, 10)
    assert await new.assignment.admit(ZERO, 11)
    await end(new)


async def test_a_commit_that_outlasts_its_lease_is_reported_to_the_next_holder(
    zero: Tables,
) -> None:
    """As when the process is suspended just before."""
    state = await open_at(zero, ZERO)

    def lose_the_lease(_session: Session) -> None:
        leases_of(zero).expire()

    event.listen(Session, "before_commit", lose_the_lease)
    try:
        await zero.lobby.join(state.id, NOAH)
    finally:
        event.remove(Session, "before_commit", lose_the_lease)
    async with zero.repository.database.write() as session:
        changed = await queries.leases.take_foreign_changes(session, shards(0, count=2))
    assert changed == {state.id}


async def test_a_process_that_acts_again_for_a_shard_knows_what_others_have_decided(
    zero: Tables, url: str, clock: FakeClock
) -> None:
    await zero.blocks.require_none(ZERO, NOAH)
    assert not (await zero.preferences.of(NOAH.user_id)).confirm
    await leases_of(zero).release()
    other = process(url, clock, shards(0, count=2))
    await renew(other)
    await block(other, NOAH, ZERO)
    await other.preferences.update(NOAH.user_id, confirm=True)
    await end(other)
    await renew(zero)
    with pytest.raises(Blocked):
        await zero.blocks.require_none(ZERO, NOAH)
    assert (await zero.preferences.of(NOAH.user_id)).confirm


@pytest.mark.slow
async def test_a_member_is_forgotten_in_the_shards_of_others_too(zero: Tables, one: Tables) -> None:
    state = await open_at(zero, ZERO)
    await zero.lobby.join(state.id, NOAH)
    assert NOAH.user_id in await tokens(zero, state)
    await one.forgetting.forget(ONE, NOAH)
    await renew(zero)
    state = await zero.repository.get(state.id)
    assert [seat.name for seat in state.seats] == ["Mia"]
    assert NOAH.user_id not in await tokens(zero, state)
    # The holder goes on with it.
    await zero.lobby.join(state.id, NOAH)


@pytest.mark.slow
async def test_a_member_is_forgotten_though_the_holder_saves_a_message_meanwhile(
    zero: Tables, one: Tables
) -> None:
    state = await open_at(zero, ZERO)
    await zero.lobby.join(state.id, NOAH)
    # In memory, from before the holder has saved the token.
    await one.repository.messages.of(state.id)
    await zero.repository.messages.save()
    await one.forgetting.forget(ONE, NOAH)
    await renew(zero)
    assert NOAH.user_id not in await tokens(zero, state)


@pytest.mark.slow
@pytest.mark.parametrize("has_left", [False, True])
async def test_a_member_who_plays_elsewhere_is_replaced_there(
    zero: Tables, one: Tables, has_left: bool
) -> None:
    state = await game_on_turn(zero, NOAH, computers=1)
    assert zero.assignment.includes(state.guild_id)
    if has_left:
        await zero.lobby.leave(state.id, NOAH.user_id)
    await one.forgetting.forget(ONE, NOAH)
    await renew(zero)
    state = await zero.repository.get(state.id)
    assert NOAH.user_id not in {seat.user_id for seat in state.seats}
    assert any(seat.instead_of == FORMER_PLAYER for seat in state.seats)


@pytest.mark.slow
async def test_no_finished_game_is_shown_again_as_a_player_is_forgotten_elsewhere(
    zero: Tables, one: Tables
) -> None:
    state = await game(zero, NOAH, options=TableOptions(length=1))
    while state.status is Status.PLAYING:
        state = await play_on(zero, state, random.Random(1))
    (await zero.repository.messages.of(state.id)).mark_published(state.revision)
    await zero.repository.messages.save()
    begun = await game_on_turn(zero, NOAH, computers=1)
    announced: list[TableState] = []
    zero.repository.listeners.append(announced.append)
    await one.forgetting.forget(ONE, NOAH)
    await renew(zero)
    assert [found.id for found in announced] == [begun.id]
    # It is read again where somebody asks for it.
    names = [seat.name for seat in (await zero.repository.get(state.id)).seats]
    assert names == ["Mia", FORMER_PLAYER]


async def test_the_end_of_a_game_is_shown_though_another_process_stored_it(
    zero: Tables, one: Tables
) -> None:
    state = await game(zero, NOAH)
    announced: list[TableState] = []
    zero.repository.listeners.append(announced.append)
    await one.closing.cancel(state.id, MIA)
    await renew(zero)
    assert [found.status for found in announced] == [Status.CLOSED]


async def test_what_is_unsaved_when_a_shard_is_lost_overwrites_nothing_later(
    zero: Tables, url: str, clock: FakeClock
) -> None:
    state = await open_at(zero, ZERO)
    await zero.repository.messages.save()
    outdated = await zero.repository.messages.of(state.id)
    leases_of(zero).expire()
    leases_of(zero).check()
    outdated.mark_published(7)
    zero.repository.messages.save_soon(outdated)
    await zero.repository.messages.save()
    await end(zero)
    new = process(url, clock, shards(0, count=2))
    await renew(new)
    assert await new.repository.unpublished() == [state.id]
    await end(new)


async def left(tables: Tables) -> set[int]:
    async with tables.repository.database.read() as session:
        return await queries.servers.left_servers(session)


async def test_each_judges_the_servers_of_its_own_shards_alone(zero: Tables, one: Tables) -> None:
    await open_at(zero, ZERO)
    await open_at(one, ONE, 20)
    await zero.left_servers.reconcile([ZERO], shards(0, count=2))
    assert await left(zero) == set()
    await zero.left_servers.reconcile([], shards(0, count=2))
    assert await left(zero) == {ZERO}
    # Not even if Discord tells it of the other.
    await zero.left_servers.reconcile([], shards(1, count=2))
    assert await left(zero) == {ZERO}


async def test_the_data_of_a_left_server_are_deleted_by_its_holder(
    zero: Tables, one: Tables, clock: FakeClock
) -> None:
    state = await open_at(zero, ZERO)
    await zero.left_servers.left(ZERO)
    clock.advance(timedelta(days=31))
    await one.left_servers.delete_due()
    assert (await zero.repository.get(state.id)).status is Status.LOBBY
    deleting = asyncio.create_task(zero.left_servers.delete_due())
    while not deleting.done():
        clock.advance(timedelta(seconds=1))
        await asyncio.sleep(0.01)
    async with zero.repository.database.read() as session:
        assert await queries.servers.known_servers(session) == set()


async def test_nothing_is_deleted_before_discord_has_named_the_servers(
    url: str, clock: FakeClock
) -> None:
    tables = process(url, clock, shards(0, count=2), known=None)
    await renew(tables)
    try:
        state = await open_at(tables, ZERO)
        await tables.left_servers.left(ZERO)
        clock.advance(timedelta(days=31))
        await tables.left_servers.delete_due()
        assert (await tables.repository.get(state.id)).status is Status.LOBBY
    finally:
        await end(tables)


async def test_expired_tokens_are_erased_by_the_holder(
    zero: Tables, one: Tables, clock: FakeClock
) -> None:
    state = await open_at(zero, ZERO)
    assert (await tokens(zero, state))[MIA.user_id][0]
    clock.advance(timedelta(minutes=20))
    await one.housekeeping.erase_expired_tokens()
    assert (await tokens(zero, state))[MIA.user_id][0]
    await zero.housekeeping.erase_expired_tokens()
    assert not (await tokens(zero, state))[MIA.user_id][0]
