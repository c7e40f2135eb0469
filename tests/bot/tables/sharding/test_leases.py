"""Leases on shards: one holder at a time, whatever fails, on a real database and a set clock."""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.sharding import Shards
from bot.tables.sharding import leases
from bot.tables.sharding.leases import LEASE, ShardLeases
from tests.support.marks import with_long
from tests.support.storage.database import only_postgres
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.lease_holders import Process, server, shards

pytestmark = pytest.mark.slow  # leases end in their own time

Start = Callable[[Shards], Process]
ALL = shards(0, 1, 2)


@pytest.fixture
async def start(url: str, clock: FakeClock) -> AsyncIterator[Start]:
    """Processes of one bot, each with connections of its own."""
    started: list[Process] = []

    def start_it(own: Shards) -> Process:
        process = Process(Database(url), clock, own)
        started.append(process)
        return process

    yield start_it
    for process in started:
        await process.leases.release()
        await process.database.close()


def pass_seconds(clock: FakeClock, seconds: float) -> None:
    clock.advance(timedelta(seconds=seconds))


async def test_each_process_has_its_own_shards_and_no_others(start: Start) -> None:
    one, two = start(shards(0, 1)), start(shards(2))
    await one.leases.renew()
    await two.leases.renew()
    assert (one.ids, two.ids) == ({0, 1}, {2})
    assert one.leases.includes(server(1))
    assert not one.leases.includes(server(2))
    assert (one.leases.share, two.leases.share) == (2 / 3, 1 / 3)


async def test_what_another_process_holds_is_not_taken(start: Start, clock: FakeClock) -> None:
    old, new = start(ALL), start(ALL)
    await old.leases.renew()
    for _ in range(10):
        pass_seconds(clock, LEASE / 3)
        await old.leases.renew()
        await new.leases.renew()
    assert (old.ids, new.ids) == ({0, 1, 2}, set())
    assert (old.events, new.events) == (["gained [0, 1, 2]"], [])


async def test_after_a_crash_the_shards_are_free_when_the_lease_is_over(
    start: Start, clock: FakeClock
) -> None:
    crashed, new = start(ALL), start(ALL)
    await crashed.leases.renew()
    pass_seconds(clock, LEASE - 0.1)
    await new.leases.renew()
    assert new.ids == set()
    pass_seconds(clock, 0.1)
    await new.leases.renew()
    assert new.ids == {0, 1, 2}


async def test_a_process_that_cannot_renew_stops_before_another_can_begin(
    start: Start, clock: FakeClock
) -> None:
    old, new = start(ALL), start(ALL)
    await old.leases.renew()
    held = []
    for _ in range(int(LEASE * 10) + 1):
        await new.leases.renew()
        held.append((bool(old.ids), bool(new.ids)))
        old.leases.check()
        pass_seconds(clock, 0.1)
    assert (True, True) not in held
    # For seconds nobody acts: as long as an interaction may wait.
    assert held.count((False, False)) >= 25
    assert held[-1] == (False, True)
    assert old.events == ["gained [0, 1, 2]", "lost"]
    await old.leases.renew()
    assert old.ids == set()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such clock")
async def test_a_process_that_was_suspended_does_not_act_after_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linux's monotonic clock stands still meanwhile, and another process has the shards."""
    held = ShardLeases(database, ALL)
    await held.renew()
    assert held.includes(server(0))
    usual = time.clock_gettime
    suspended = {time.CLOCK_BOOTTIME: 60.0}
    monkeypatch.setattr(time, "clock_gettime", lambda one: usual(one) + suspended.get(one, 0))
    assert not held.includes(server(0))
    monkeypatch.undo()
    await held.release()


async def test_leases_are_renewed_by_themselves_in_time(start: Start, clock: FakeClock) -> None:
    old, new = start(ALL), start(ALL)
    await old.leases.start()
    await new.leases.start()
    for _ in range(40):
        await settle(clock, sleepers=2)
        pass_seconds(clock, 1)
        await settle(clock, sleepers=2)
        assert (old.ids, new.ids) == ({0, 1, 2}, set())
    assert (old.events, new.events) == (["gained [0, 1, 2]"], [])


async def settle(clock: FakeClock, sleepers: int) -> None:
    """Until so many sleep again."""
    async with asyncio.timeout(10):
        # Whoever does not sleep is at the database.
        while len(clock.wakings) < sleepers or min(clock.wakings) <= clock.time:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def test_a_process_that_ends_hands_its_shards_over_at_once(start: Start) -> None:
    old, new = start(ALL), start(ALL)
    await old.leases.renew()
    await old.leases.release()
    await new.leases.renew()
    assert (old.ids, new.ids) == (set(), {0, 1, 2})


async def test_a_late_renewal_gains_the_shards_again_if_no_other_process_came(
    start: Start, clock: FakeClock
) -> None:
    process = start(ALL)
    await process.leases.renew()
    pass_seconds(clock, 2 * LEASE)
    process.leases.check()
    await process.leases.renew()
    assert process.ids == {0, 1, 2}
    assert process.events == ["gained [0, 1, 2]", "lost", "gained [0, 1, 2]"]


async def test_processes_with_different_numbers_of_shards_do_not_act_together(
    start: Start, clock: FakeClock
) -> None:
    old, new = start(shards(0, count=1)), start(shards(0, 1, count=2))
    await old.leases.renew()
    await new.leases.renew()
    assert (old.ids, new.ids) == ({0}, set())
    await old.leases.release()
    await new.leases.renew()
    await old.leases.renew()
    assert (old.ids, new.ids) == (set(), {0, 1})


@pytest.mark.long
@pytest.mark.parametrize("seed", with_long(range(2), range(2, 8)))
async def test_at_no_time_do_two_hold_one_shard(start: Start, clock: FakeClock, seed: int) -> None:
    rng = random.Random(seed)
    owns = [ALL, shards(0), shards(1, 2), shards(0, 1, count=2), ALL]
    processes = [start(own) for own in owns]
    ends = 0
    for _ in range(150):
        process = rng.choice(processes)
        if rng.random() < 0.1:
            await process.leases.release()
            ends += 1
        else:
            await process.leases.renew()
        pass_seconds(clock, rng.choice([0, 0.3, 1, 4]))
        process.leases.check()
        for number in range(12):
            guild = number << 22
            assert sum(one.leases.includes(guild) for one in processes) <= 1
    assert ends


async def test_an_interaction_is_answered_by_the_holder_alone(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "_WAIT", 0.05)
    old, new = start(ALL), start(ALL)
    await old.leases.renew()
    await new.leases.renew()
    admissions = (one.leases.admit(server(1), 10) for one in (old, new))
    assert list(await asyncio.gather(*admissions)) == [True, False]


async def test_an_interaction_waits_for_a_lease_that_comes(start: Start) -> None:
    process = start(ALL)
    waiting = asyncio.create_task(process.leases.admit(server(1), 10))
    await asyncio.sleep(0)
    assert not waiting.done()
    await process.leases.renew()
    assert await waiting


async def test_what_the_holder_before_has_taken_in_is_not_answered_twice(start: Start) -> None:
    old, new = start(ALL), start(ALL)
    await old.leases.renew()
    assert await old.leases.admit(server(1), 10)
    # Discord sends it to the sessions of both.
    waiting = [asyncio.create_task(new.leases.admit(server(1), number)) for number in (10, 11)]
    old.leases.stop_admitting()
    assert not await old.leases.admit(server(1), 11)
    await old.leases.release()
    await new.leases.renew()
    assert [await one for one in waiting] == [False, True]
    # One that comes late, too.
    assert not await new.leases.admit(server(1), 9)
    # Of another shard nothing was taken in.
    assert await new.leases.admit(server(2), 9)


async def test_interactions_of_other_shards_are_not_waited_for(start: Start) -> None:
    process = start(shards(0))
    await process.leases.renew()
    assert not await process.leases.admit(server(1), 10)
    # Direct messages belong to the first.
    assert await process.leases.admit(None, 10)


@only_postgres("SQLite has one writer at a time")
async def test_claims_of_different_counts_wait_for_each_other(
    start: Start, clock: FakeClock
) -> None:
    """Else neither would see the other's new rows, and servers would have two processes."""
    one, two = start(shards(0, count=3)), start(shards(0, 1, count=2))
    until = clock() + timedelta(seconds=LEASE)

    async def claim() -> dict[int, int]:
        async with two.database.write() as session:
            return await queries.leases.claim(session, two.leases.own, "two", clock(), until)

    async with one.database.write() as session:
        assert await queries.leases.claim(session, one.leases.own, "one", clock(), until)
        claiming = asyncio.create_task(claim())
        waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        while not claiming.done() and not await session.scalar(waiting):  # noqa: ASYNC110 - the server sends no event
            await asyncio.sleep(0)
        assert not claiming.done()
    assert await claiming == {}
