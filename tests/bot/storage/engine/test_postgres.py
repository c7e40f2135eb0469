"""PostgreSQL as a host has it: its server goes away and comes back, and addresses are wrong."""

import asyncio
import logging
import random
import sys
from collections.abc import AsyncIterator, Iterator
from itertools import count

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError

from bot.storage import queries
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.engine.errors import DatabaseBusy, DatabaseUnreachable
from bot.tables.service import Tables
from tests.support.storage import postgres
from tests.support.storage.postgres_server import (
    GUARDED,
    PASSWORD,
    PostgresServer,
    is_installed,
    postgres_server,
)
from tests.support.storage.rows import a_table, add_table
from tests.support.tables.members import NOAH, game, play_on
from tests.support.tables.open_tables import OpenTables

pytestmark = [
    pytest.mark.skipif(not is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.long,  # starts a server
]
_numbers = count()


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture
def url(server: PostgresServer) -> str:
    """A new database without a table."""
    name = f"games_{next(_numbers)}"
    postgres.execute(f"{server.url}/postgres", f"CREATE DATABASE {name}")
    return f"{server.url}/{name}"


@pytest.fixture
async def migrated(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    await database.migrate()
    yield database
    await database.close()


async def channels(database: Database) -> list[int]:
    async with database.read() as session:
        return list(await session.scalars(text("SELECT channel_id FROM tables ORDER BY id")))


async def test_while_the_server_is_away_nothing_is_acknowledged_and_then_all_goes_on(
    server: PostgresServer, migrated: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await add_table(migrated, 10)
    await asyncio.to_thread(server.stop)
    try:
        for channel_id in (11, 12):
            with pytest.raises(DatabaseUnreachable, match="unreachable"):
                await add_table(migrated, channel_id)
            with pytest.raises(DatabaseUnreachable):
                await channels(migrated)
    finally:
        await asyncio.to_thread(server.start)
    await add_table(migrated, 13)
    assert await channels(migrated) == [10, 13]
    said = [record.message for record in caplog.records if "atabase" in record.message]
    assert [line.partition(";")[0] for line in said] == [
        "The database cannot be reached",
        "The database is back.",
    ]


def take_no_changes(connection: Connection) -> None:
    connection.execute(text("SET TRANSACTION READ ONLY"))


async def test_a_server_that_takes_no_changes_counts_as_away(
    server: PostgresServer, url: str, migrated: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """As a standby after the primary has changed, or where a provider's disk is full."""
    caplog.set_level(logging.INFO)
    await add_table(migrated, 9)
    name = url.rpartition("/")[2]
    read_only = f"ALTER DATABASE {name} SET default_transaction_read_only"
    postgres.execute(f"{server.url}/postgres", f"{read_only} = on")
    # The connection that is open already.
    event.listen(migrated._engine.sync_engine, "begin", take_no_changes)
    for _ in range(3):
        with pytest.raises(DatabaseUnreachable):
            await add_table(migrated, 10)
    event.remove(migrated._engine.sync_engine, "begin", take_no_changes)
    (said,) = (record.message for record in caplog.records)
    assert "read-only transaction" in said
    with pytest.raises(UnusableDatabase, match="takes no changes"):
        async with Database(url) as other:
            await other.check()
    postgres.execute(f"{server.url}/postgres", f"{read_only} = off")
    await add_table(migrated, 10)
    assert await channels(migrated) == [9, 10]


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_restart_between_two_transactions_is_not_noticed(
    server: PostgresServer, migrated: Database, mode: str
) -> None:
    await asyncio.gather(*(add_table(migrated, channel_id) for channel_id in range(5)))
    await asyncio.to_thread(server.stop, mode)
    await asyncio.to_thread(server.start)
    await asyncio.gather(*(add_table(migrated, channel_id) for channel_id in range(5, 10)))
    assert sorted(await channels(migrated)) == list(range(10))


async def test_a_server_that_stops_within_a_transaction_takes_all_of_it_back(
    server: PostgresServer, migrated: Database
) -> None:
    async def add_across_a_restart() -> None:
        async with migrated.write() as session:
            session.add(a_table(channel_id=10))
            await session.flush()
            await asyncio.to_thread(server.stop, "fast")
            await asyncio.to_thread(server.start)

    with pytest.raises(DatabaseUnreachable):
        await add_across_a_restart()
    assert await channels(migrated) == []


async def test_a_game_goes_on_after_an_outage(
    server: PostgresServer, url: str, migrated: Database, open_tables: OpenTables
) -> None:
    tables: Tables = open_tables()
    state = await game(tables, NOAH)
    await asyncio.to_thread(server.stop)
    try:
        with pytest.raises(DatabaseUnreachable):
            await play_on(tables, state, random.Random(1))
    finally:
        await asyncio.to_thread(server.start)
    after = await play_on(tables, await tables.repository.get(state.id), random.Random(1))
    assert after.revision == state.revision + 1
    await tables.repository.messages.save()


async def test_in_a_deadlock_one_change_fails_and_the_other_succeeds(migrated: Database) -> None:
    await add_table(migrated, 10)
    await add_table(migrated, 11)
    meeting = asyncio.Barrier(2)

    async def change(first: int, second: int) -> None:
        async with migrated.write() as session:
            await queries.tables.lock_table(session, first)
            await meeting.wait()
            await queries.tables.lock_table(session, second)

    outcomes = await asyncio.gather(change(1, 2), change(2, 1), return_exceptions=True)
    assert sorted(map(str, map(type, outcomes))) == sorted(map(str, (DatabaseBusy, type(None))))


async def test_an_error_never_quotes_a_row(migrated: Database) -> None:
    await add_table(migrated, 4711)
    with pytest.raises(IntegrityError) as caught:
        await add_table(migrated, 4711)
    error: BaseException | None = caught.value
    while error is not None:
        assert "4711" not in str(error)
        error = error.__cause__


async def test_programs_that_start_at_once_migrate_one_after_another(url: str) -> None:
    databases = [Database(url) for _ in range(4)]
    await asyncio.gather(*(database.migrate() for database in databases))
    await databases[0].check()
    for database in databases:
        await database.close()


async def refusal(url: str) -> str:
    """Why the program would not start with this address."""
    database = Database(url)
    with pytest.raises(UnusableDatabase) as caught:
        await database.migrate()
    await database.close()
    assert PASSWORD not in repr(caught.value)
    return str(caught.value)


async def test_a_wrong_password_is_named_and_not_quoted(
    server: PostgresServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = url.rpartition("/")[2]
    postgres.execute(url, f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{PASSWORD}'")
    address = f"{server.url_for(f'{GUARDED}:{PASSWORD}X')}/{name}"
    assert await refusal(address) == f'password authentication failed for user "{GUARDED}"'
    # With the right one it lacks nothing but permission to make tables.
    right = f"{server.url_for(f'{GUARDED}:{PASSWORD}')}/{name}"
    assert "permission denied for schema public" in await refusal(right)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    without = f"{server.url_for(GUARDED)}/{name}"
    assert "permission denied for schema public" in await refusal(without)


async def test_a_database_that_is_not_there_is_named(server: PostgresServer) -> None:
    assert await refusal(f"{server.url}/nothing") == 'database "nothing" does not exist'


async def test_a_server_that_does_not_answer_is_named(closed_port: int) -> None:
    address = f"postgresql+asyncpg://scout:{PASSWORD}@127.0.0.1:{closed_port}/scout"
    assert str(closed_port) in await refusal(address)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (f"postgres://scout:{PASSWORD}@host/scout", "begin with .*postgresql\\+asyncpg://"),
        (f"postgresql://scout:{PASSWORD}@host/scout", "begin with .*postgresql\\+asyncpg://"),
        (f"postgresql+psycopg://scout:{PASSWORD}@host/scout", "begin with"),
        (f"postgresql+asyncpg://scout@host:{PASSWORD}/scout", "%3A %2F %40"),
        (f"postgresql+asyncpg://scout:{PASSWORD}@host/scout?sslmode=require", "ssl=require"),
    ],
)
async def test_an_address_that_cannot_work_says_how_to_write_it(address: str, words: str) -> None:
    with pytest.raises(UnusableDatabase, match=words) as caught:
        Database(address)
    error: BaseException | None = caught.value
    while error is not None:
        assert PASSWORD not in str(error)
        error = error.__cause__


async def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(UnusableDatabase, match="pip install"):
        Database("postgresql+asyncpg://scout@host/scout")
