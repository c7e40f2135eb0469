"""Everything in one database is copied to another: SQLite there and back."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from bot.hosting.database.copying import CopyFailed, TableHash, copy_database
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.models import METADATA
from bot.storage.queries.restoring import highest_id, number_tables_above
from tests.support.marks import with_long
from tests.support.storage.database import only_sqlite, url_of
from tests.support.storage.earlier_databases import rows_of
from tests.support.storage.leases import hold_all_shards
from tests.support.storage.random_rows import fill
from tests.support.storage.rows import WHEN, a_table, an_action

pytestmark = [pytest.mark.slow, only_sqlite("copies SQLite files")]


def silent(_line: str) -> None:
    pass


async def copied(source: str, target: str) -> None:
    databases = Database(source), Database(target)
    try:
        await copy_database(*databases, silent)
    finally:
        for database in databases:
            await database.close()


@pytest.mark.long
@pytest.mark.parametrize(("seed", "page"), with_long([(0, 100)], [(1, 1_000)]))
async def test_every_row_is_there_after_the_way_there_and_back(
    seed: int,
    page: int,
    database: Database,
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are more rows than are in memory at a time, which are a thousand at a host's."""
    monkeypatch.setattr("bot.hosting.database.copying._PAGE", page)
    await fill(database, random.Random(seed), rows=page + page // 20)
    await database.close()
    before = rows_of(tmp_path / "games.sqlite3")
    assert all(before.values())
    await copied(url, url_of(tmp_path / "there.db"))
    await copied(url_of(tmp_path / "there.db"), url_of(tmp_path / "back.db"))
    assert rows_of(tmp_path / "there.db") == before
    assert rows_of(tmp_path / "back.db") == before


async def test_a_new_table_gets_an_id_that_was_never_given(
    database: Database, tmp_path: Path, url: str
) -> None:
    async with database.write() as session:
        session.add(a_table(id=7))
        await session.flush()
        await number_tables_above(session, 500, WHEN)
    await database.close()
    await copied(url, url_of(tmp_path / "copy.db"))
    copy = Database(url_of(tmp_path / "copy.db"))
    async with copy.write() as session:
        assert await highest_id(session) == 500
        new = a_table(channel_id=11)
        session.add(new)
        await session.flush()
        assert new.id == 501
    await copy.close()


async def test_a_target_that_is_not_empty_is_refused(
    database: Database, url: str, tmp_path: Path
) -> None:
    other = Database(url_of(tmp_path / "other.db"))
    async with other.write() as session:
        await session.execute(text("CREATE TABLE notes (words TEXT)"))
    with pytest.raises(CopyFailed, match="not empty: it has notes"):
        await copy_database(database, other, silent)
    await other.close()
    assert list(rows_of(tmp_path / "other.db")) == ["notes"]


async def test_tables_of_other_programs_are_left_out_and_named(
    database: Database, tmp_path: Path
) -> None:
    async with database.write() as session:
        await session.execute(text("CREATE TABLE _litestream_seq (id INTEGER, seq INTEGER)"))
    said: list[str] = []
    target = Database(url_of(tmp_path / "copy.db"))
    await copy_database(database, target, said.append)
    await target.close()
    assert said[0] == "_litestream_seq: no table of this program, left out"
    assert "_litestream_seq" not in rows_of(tmp_path / "copy.db")


async def test_a_source_that_a_bot_uses_is_refused(
    database: Database, url: str, tmp_path: Path
) -> None:
    await database.claim()
    with pytest.raises(UnusableDatabase, match="Stop that one first"):
        await copied(url, url_of(tmp_path / "copy.db"))


async def test_a_source_that_a_process_has_a_lease_of_is_refused(
    database: Database, tmp_path: Path
) -> None:
    await hold_all_shards(database)
    target = Database(url_of(tmp_path / "copy.db"))
    with pytest.raises(CopyFailed, match="a bot is using the source"):
        await copy_database(database, target, silent)
    assert await is_empty(target)
    await target.close()


async def is_empty(database: Database) -> bool:
    async with database.read() as session:
        return not await session.scalar(text("SELECT count(*) FROM sqlite_schema"))


async def test_nothing_is_kept_of_a_copy_that_is_not_the_same(
    database: Database, tmp_path: Path
) -> None:
    """The driver of the target writes another move than the copy asked for."""
    async with database.write() as session:
        session.add(a_table(id=1))
        await session.flush()
        session.add(an_action(1, 1))
    target = Database(url_of(tmp_path / "copy.db"))

    @event.listens_for(target._engine.sync_engine, "before_cursor_execute", retval=True)
    def _change(_connection: Any, _cursor: Any, sql: str, given: Any, *_: Any) -> tuple[str, Any]:
        if sql.startswith("INSERT INTO actions"):
            given = tuple("F" if value == "K" else value for value in given)
        return sql, given

    with pytest.raises(CopyFailed, match="actions are not the same in the target"):
        await copy_database(database, target, silent)
    assert await is_empty(target)
    await target.close()


async def test_nothing_is_kept_of_a_copy_that_fails_on_the_way(
    database: Database, tmp_path: Path
) -> None:
    """An action of a table that is not there: the target has the rule from the beginning."""
    async with database.write() as session:
        session.add(a_table(id=1))
    await database.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as source, source:
        source.execute("INSERT INTO actions VALUES (9, 1, 0, 'K', 'member', '2026-01-01')")
    target = Database(url_of(tmp_path / "copy.db"))
    with pytest.raises(UnusableDatabase, match="FOREIGN KEY"):
        await copy_database(database, target, silent)
    assert await is_empty(target)
    await target.close()


@pytest.mark.parametrize(
    "column",
    ["status", pytest.param("opened_at", marks=only_sqlite("PostgreSQL takes no such time"))],
)
async def test_a_value_that_this_version_does_not_know_is_named(
    database: Database, tmp_path: Path, column: str
) -> None:
    async with database.write() as session:
        session.add(a_table(id=1))
        await session.flush()
        await session.execute(text(f"UPDATE tables SET {column} = 'dancing'"))  # noqa: S608 - from above
    target = Database(url_of(tmp_path / "copy.db"))
    with pytest.raises(CopyFailed, match="dancing"):
        await copy_database(database, target, silent)
    await target.close()


def test_a_hash_is_of_the_values_and_not_of_their_order() -> None:
    rows = [(1, "a", None), (2, "b", 0.5), (3, WHEN, True)]
    one, other, changed = TableHash(), TableHash(), TableHash()
    one.add(rows)
    for row in reversed(rows):
        other.add([row])
    changed.add([*rows[:2], (3, WHEN, False)])
    assert (one.rows, one.digest) == (other.rows, other.digest)
    assert changed.digest != one.digest


@pytest.mark.parametrize("others", [(1, "1"), (None, "null"), (WHEN, WHEN.isoformat()), ("", None)])
def test_values_of_different_kinds_have_different_hashes(others: tuple[object, object]) -> None:
    one, other = TableHash(), TableHash()
    one.add([(others[0],)])
    other.add([(others[1],)])
    assert one.digest != other.digest


async def test_no_table_is_forgotten(database: Database) -> None:
    """The models contain every table of the file."""
    async with database.read() as session:
        names = await session.scalars(text("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        stored = {name for name in names if not name.startswith("sqlite_")}
    assert stored == {*METADATA.tables, "alembic_version"}
