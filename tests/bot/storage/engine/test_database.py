import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError, StatementError

from bot.storage import models, queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.base import Base
from bot.storage.models.tables import Seat, Status, Table
from tests.support.storage.database import only_sqlite
from tests.support.storage.quick_disk import waiting_for_disks
from tests.support.storage.rows import a_table, an_action


async def stored(session: Session, table_id: int = 1) -> Table:
    table = await queries.tables.find_table(session, table_id)
    assert table is not None
    return table


async def save(database: Database, *rows: Base) -> None:
    async with database.write() as session:
        for row in rows:
            session.add(row)
            await session.flush()


async def test_a_time_is_read_back_aware_and_in_utc(database: Database) -> None:
    east = timezone(timedelta(hours=9))
    await save(database, a_table(opened_at=datetime(2026, 5, 2, 5, 30, tzinfo=east)))
    async with database.read() as session:
        opened_at = (await stored(session)).opened_at
    assert opened_at == datetime(2026, 5, 1, 20, 30, tzinfo=UTC)
    assert opened_at.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(database: Database) -> None:
    naive = datetime(2026, 5, 1, 20, 30)  # noqa: DTZ001 - that is the point
    with pytest.raises(StatementError, match="only aware datetimes"):
        await save(database, a_table(opened_at=naive))


@only_sqlite("pragmas are SQLite's")
@pytest.mark.parametrize(
    ("pragma", "wanted"),
    [("journal_mode", "wal"), ("foreign_keys", 1), ("busy_timeout", 5_000), ("synchronous", 2)],
)
async def test_every_connection_is_set_up(
    database: Database, pragma: str, wanted: str | int
) -> None:
    with waiting_for_disks():
        async with database.read(), database.read() as second, database.write() as third:
            for session in (second, third):
                assert await session.scalar(text(f"PRAGMA {pragma}")) == wanted


async def test_what_raises_is_rolled_back(database: Database) -> None:
    with suppress(ZeroDivisionError):
        async with database.write() as session:
            session.add(a_table())
            await session.flush()
            raise ZeroDivisionError
    async with database.read() as session:
        assert await queries.tables.find_table(session, 1) is None


@pytest.mark.long
@pytest.mark.slow  # waits for the disk 200 times
async def test_200_changes_at_once_lose_nothing(database: Database, url: str) -> None:
    await save(database, a_table())
    other_program = Database(url)

    async def add_one(writer: Database) -> None:
        async with writer.write() as session:
            await queries.tables.lock_table(session, 1)
            table = await stored(session)
            await asyncio.sleep(0)
            table.revision += 1

    await asyncio.gather(*(add_one(writer) for writer in (database, other_program) * 100))
    await other_program.close()
    async with database.read() as session:
        assert (await stored(session)).revision == 200


async def test_a_reader_waits_for_no_writer(database: Database) -> None:
    await save(database, a_table())
    async with database.write() as writing:
        (await stored(writing)).revision = 1
        await writing.flush()
        async with database.read() as reading:
            assert (await stored(reading)).revision == 0


async def test_a_seat_needs_its_table(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await save(database, Seat(table_id=7, index=0, user_id=100, name="Mia"))


async def test_a_deleted_table_takes_its_rows_along(database: Database) -> None:
    await save(database, a_table(), an_action(1, 1))
    async with database.write() as session:
        await session.execute(text("DELETE FROM tables"))
        assert await session.scalar(select(func.count(models.Action.number))) == 0


@pytest.mark.parametrize("first", [Status.LOBBY, Status.PLAYING])
async def test_a_channel_has_one_live_table(database: Database, first: Status) -> None:
    await save(database, a_table(status=first))
    with pytest.raises(IntegrityError):
        await save(database, a_table())
    await save(database, a_table(channel_id=11))


async def test_tables_that_are_over_leave_the_channel_free(database: Database) -> None:
    await save(database, a_table(status=Status.OVER), a_table(status=Status.CLOSED), a_table())


async def test_one_of_two_tables_opened_at_once_is_refused(database: Database, url: str) -> None:
    other_program = Database(url)
    outcomes = await asyncio.gather(
        save(database, a_table()), save(other_program, a_table()), return_exceptions=True
    )
    await other_program.close()
    assert {type(outcome) for outcome in outcomes} == {IntegrityError, type(None)}


async def test_an_action_number_is_given_once_a_table(database: Database) -> None:
    await save(database, a_table(), a_table(channel_id=11), an_action(1, 1), an_action(2, 1))
    with pytest.raises(IntegrityError):
        await save(database, an_action(1, 1))


async def test_actions_come_in_the_order_of_their_numbers(database: Database) -> None:
    await save(database, a_table(), *(an_action(1, number) for number in (2, 10, 1)))
    async with database.read() as session:
        actions = await queries.tables.actions_of(session, 1)
    assert [action.number for action in actions] == [1, 2, 10]


async def test_cancelled_work_is_done_to_its_end() -> None:
    done: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.append("all of it")

    task = asyncio.create_task(run_to_completion(work()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert done == ["all of it"]


@only_sqlite("SQLite takes its log away when the last connection is closed")
async def test_closing_leaves_no_reader_behind(url: str, tmp_path: Path) -> None:
    database = Database(url)
    await save(database, a_table())
    async with database.read() as session:
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        assert (await stored(session)).id == 1
    await closing
    assert not wal_in(tmp_path)


def wal_in(folder: Path) -> list[Path]:
    return list(folder.glob("*-wal"))
