"""Writers that wait together share a commit, and nothing else."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from sqlalchemy import bindparam, event, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError, StatementError
from sqlalchemy.orm.exc import StaleDataError

from bot.storage.engine.database import Database
from bot.storage.models.tables import Table
from tests.support.storage.database import only_sqlite
from tests.support.storage.rows import a_table, add_table
from tests.support.storage.statements import trips

pytestmark = only_sqlite("about the queue that SQLite's one writer needs")


@contextmanager
def counted_transactions(database: Database) -> Iterator[Counter[str]]:
    """How often a transaction began and was committed within the block."""
    counts: Counter[str] = Counter()
    engine = database._engine.sync_engine
    names = ("begin", "commit")
    listeners = {name: lambda *_, name=name: counts.update([name]) for name in names}
    for name, listener in listeners.items():
        event.listen(engine, name, listener)
    try:
        yield counts
    finally:
        for name, listener in listeners.items():
            event.remove(engine, name, listener)


async def channels(database: Database) -> set[int]:
    async with database.read() as session:
        return set((await session.scalars(select(Table.channel_id))).all())


@pytest.mark.slow
async def test_writers_at_once_share_commits(database: Database) -> None:
    with counted_transactions(database) as counts:
        await asyncio.gather(*(add_table(database, number) for number in range(100)))
    assert await channels(database) == set(range(100))
    assert counts["commit"] < 20


async def test_one_writer_commits_at_once(database: Database) -> None:
    with counted_transactions(database) as counts:
        await add_table(database, 1)
        await add_table(database, 2)
    assert counts == {"begin": 2, "commit": 2}


@pytest.mark.slow
async def test_one_that_fails_takes_back_its_own_changes_only(database: Database) -> None:
    async def fail(channel_id: int) -> None:
        with suppress(ZeroDivisionError):
            async with database.write() as session:
                session.add(a_table(channel_id=channel_id))
                await session.flush()
                raise ZeroDivisionError

    writers = [add_table(database, number) if number % 3 else fail(number) for number in range(30)]
    await asyncio.gather(*writers)
    assert await channels(database) == {number for number in range(30) if number % 3}


@pytest.mark.slow
async def test_one_that_the_database_refuses_fails_alone(database: Database) -> None:
    outcomes = await asyncio.gather(
        *(add_table(database, number // 2) for number in range(20)), return_exceptions=True
    )
    assert await channels(database) == set(range(10))
    assert [isinstance(outcome, IntegrityError) for outcome in outcomes] == [False, True] * 10


async def test_a_change_that_the_database_took_back_does_not_count_as_a_success(
    database: Database,
) -> None:
    """On a full disk SQLite rolls the whole transaction back by itself."""
    began = asyncio.Event()

    async def lose_everything() -> None:
        began.set()
        async with database.write() as session:
            await session.execute(text("ROLLBACK"))

    async def first() -> None:
        async with database.write() as session:
            session.add(a_table(channel_id=1))
            await began.wait()
            # The others are waiting for their turn by now.
            await asyncio.sleep(0)

    outcomes = await asyncio.gather(
        first(), lose_everything(), add_table(database, 2), return_exceptions=True
    )
    assert isinstance(outcomes[0], OperationalError)
    reported = {1: outcomes[0], 2: outcomes[2]}
    assert await channels(database) == {
        number for number, error in reported.items() if error is None
    }


async def test_one_that_is_cancelled_in_the_queue_holds_up_no_other(database: Database) -> None:
    async with database.write() as session:
        session.add(a_table(channel_id=1))
        waiting = [asyncio.create_task(add_table(database, number)) for number in (2, 3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
    await asyncio.wait_for(waiting[1], 10)
    assert await channels(database) == {1, 3}


@pytest.mark.slow
async def test_one_that_is_cancelled_while_all_are_committed_loses_nothing_of_the_others(
    database: Database,
) -> None:
    writers = [asyncio.create_task(add_table(database, number)) for number in range(20)]
    await asyncio.wait({writers[0]})
    writers[1].cancel()
    outcomes = await asyncio.gather(*writers, return_exceptions=True)
    succeeded = {number for number, outcome in enumerate(outcomes) if outcome is None}
    assert succeeded <= await channels(database)
    assert len(succeeded) >= 19


SLOW = text(
    "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300000) "
    "SELECT count(*) FROM numbers"
)


@pytest.mark.slow
async def test_one_that_is_cancelled_in_a_statement_loses_nothing_of_the_others(
    database: Database,
) -> None:
    others_may_begin = asyncio.Event()

    async def first() -> None:
        async with database.write() as session:
            session.add(a_table(channel_id=1))
            await others_may_begin.wait()

    began = asyncio.Event()

    async def second() -> None:
        async with database.write() as session:
            began.set()
            await session.execute(SLOW)

    writers = [asyncio.create_task(work) for work in (first(), second(), add_table(database, 3))]
    # All wait for their turn, so they share a commit.
    await asyncio.sleep(0)
    others_may_begin.set()
    await began.wait()
    await asyncio.sleep(0)
    writers[1].cancel()
    outcomes = await asyncio.gather(*writers, return_exceptions=True)
    assert [type(one).__name__ for one in outcomes] == ["NoneType", "CancelledError", "NoneType"]
    assert await channels(database) == {1, 3}


@pytest.mark.slow
async def test_many_readers_at_once_wait_for_each_other(database: Database) -> None:
    """The pool has fewer connections, and a reader who waits long for one fails."""
    at_once = most = 0

    async def read() -> None:
        nonlocal at_once, most
        async with database.read() as session:
            at_once += 1
            most = max(most, at_once)
            await session.execute(text("SELECT 1"))
            await asyncio.sleep(0.01)
            at_once -= 1

    await asyncio.gather(*(read() for _ in range(50)))
    assert most <= 8


async def test_a_commit_that_fails_leaves_no_open_transaction_behind(database: Database) -> None:
    with suppress(IntegrityError):
        async with database.write() as session:
            await session.execute(text("PRAGMA defer_foreign_keys=ON"))
            session.add(a_table(channel_id=1))
            # SQLite looks for its table at the COMMIT.
            await session.execute(
                text(
                    "INSERT INTO public_messages (table_id, slot, channel_id, message_id, digest)"
                    " VALUES (999, '', 1, 1, '')"
                )
            )
    await add_table(database, 2)
    assert await channels(database) == {2}


MOVE = update(Table).where(Table.channel_id == bindparam("old")).values(channel_id=bindparam("new"))


async def move(database: Database, *each: dict[str, int]) -> None:
    async with database.write() as session:
        await session.run_together((MOVE, [values]) for values in each)


async def test_what_runs_with_an_outdated_row_is_not_stored(database: Database) -> None:
    async def write() -> None:
        async with database.write() as session:
            (table,) = await session.rows(Table)
            await session.execute(text("UPDATE tables SET revision = 9"))
            table.revision += 1
            await session.flush_after(MOVE, [{"old": 1, "new": 2}])

    await add_table(database, 1)
    with pytest.raises(StaleDataError):
        await write()
    assert await channels(database) == {1}


async def test_what_runs_without_a_changed_row_is_stored_before_the_commit(
    database: Database,
) -> None:
    await add_table(database, 1)
    with trips() as made:
        async with database.write() as session:
            await session.flush_after(MOVE, [{"old": 1, "new": 2}])
    assert made == ["_run", "commit"]
    assert await channels(database) == {2}


async def test_two_errors_in_one_transaction_store_nothing_of_it_with_the_others(
    database: Database,
) -> None:
    async def fail_twice() -> None:
        async with database.write() as session:
            await session.execute(MOVE, {"old": 3, "new": 30})
            # Raised by Python before its statement; that of flush_after, sent with it, would fail.
            session.add(a_table(channel_id=5, opened_at="today"))
            await session.flush_after(MOVE, [{"old": 1, "new": 2}])

    for channel_id in (1, 2, 3):
        await add_table(database, channel_id)
    outcomes = await asyncio.gather(
        add_table(database, 4), fail_twice(), add_table(database, 6), return_exceptions=True
    )
    assert isinstance(outcomes[1], StatementError)
    assert (outcomes[0], outcomes[2]) == (None, None)
    assert await channels(database) == {1, 2, 3, 4, 6}


AWAY, BACK, TWICE, WRONG = (
    {"old": 3, "new": 30},
    {"old": 30, "new": 3},
    {"old": 1, "new": 2},
    {"old": 1},
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "each", [[AWAY, TWICE, BACK], [AWAY, WRONG, BACK], [AWAY, BACK, AWAY, WRONG]]
)
async def test_of_statements_together_all_run_or_none(
    database: Database, each: list[dict[str, int]]
) -> None:
    for channel_id in (1, 2, 3):
        await add_table(database, channel_id)
    with pytest.raises(SQLAlchemyError):
        await move(database, *each)
    await add_table(database, 4)
    assert await channels(database) == {1, 2, 3, 4}
    await move(database, AWAY, {"old": 4, "new": 40}, {"old": 30, "new": 31})
    assert await channels(database) == {1, 2, 31, 40}
