"""While leases cannot be renewed: what members read, and what goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachable
from bot.tables.sharding import leases
from bot.tables.sharding.leases import LEASE
from tests.support.storage import postgres
from tests.support.storage.postgres_server import PostgresServer, is_installed, postgres_server
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.lease_holders import Process, server, shards

pytestmark = [
    pytest.mark.skipif(not is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.long,  # starts a server
]


@pytest.fixture
def postgres_alone() -> Iterator[PostgresServer]:
    with postgres_server() as alone:
        postgres.execute(f"{alone.url}/postgres", "CREATE DATABASE games")
        yield alone


@pytest.fixture
async def process(postgres_alone: PostgresServer, clock: FakeClock) -> AsyncIterator[Process]:
    """It acts for shard 0 of three."""
    database = Database(f"{postgres_alone.url}/games")
    await database.migrate()
    process = Process(database, clock, shards(0))
    await process.leases.start()
    yield process
    await process.leases.release()
    await database.close()


async def until_next_attempt(clock: FakeClock) -> None:
    """Until the lease is over, and an attempt to renew it has ended."""
    clock.advance(timedelta(seconds=LEASE))
    async with asyncio.timeout(60):
        while not clock.wakings or clock.wakings[0] <= clock.time:  # noqa: ASYNC110 - by the keeper
            await asyncio.sleep(0.01)


async def test_a_press_while_the_database_is_away_is_refused_with_the_reason(
    process: Process,
    postgres_alone: PostgresServer,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(leases, "_WAIT", 0.05)
    await asyncio.to_thread(postgres_alone.stop)
    try:
        for _ in range(3):
            await until_next_attempt(clock)
        assert caplog.text.count("the leases could not be renewed") == 1
        with pytest.raises(DatabaseUnreachable, match="unreachable"):
            await process.leases.admit(server(0), 10)
        # Of another shard it knows nothing.
        assert not await process.leases.admit(server(1), 10)
    finally:
        await asyncio.to_thread(postgres_alone.start)
    await until_next_attempt(clock)
    assert await process.leases.admit(server(0), 11)


async def test_an_attempt_that_hangs_is_given_up(
    process: Process,
    postgres_alone: PostgresServer,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leases, "_WAIT", 0.05)
    monkeypatch.setattr(leases, "_RENEW_AFTER", 1.0)
    other = Database(f"{postgres_alone.url}/games")
    async with other.write() as session:
        await session.execute(text("LOCK TABLE shard_leases"))
        # The server would say that it is busy after ten seconds.
        await until_next_attempt(clock)
        with pytest.raises(DatabaseUnreachable):
            await process.leases.admit(server(0), 10)
    await other.close()
    await until_next_attempt(clock)
    assert await process.leases.admit(server(0), 11)
