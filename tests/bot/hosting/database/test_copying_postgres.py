"""A community moves from SQLite to PostgreSQL and back, and is restored there from a pg_dump."""

import asyncio
import random
import shlex
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from bot.command_line.databases import pg_dump
from bot.hosting.database.copying import CopyFailed, copy_database
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.queries.restoring import highest_id
from bot.tables.upkeep.restoring import make_ready
from tests.support.storage.database import ON_POSTGRES, url_of
from tests.support.storage.random_rows import fill
from tests.support.storage.rows import WHEN, a_table

pytestmark = [
    pytest.mark.skipif(not ON_POSTGRES, reason="moves to a PostgreSQL server"),
    pytest.mark.long,  # copies many rows
]


@pytest.fixture
def postgres(tmp_path: Path) -> str:
    """The address of an empty database."""
    return url_of(tmp_path / "postgres")


def sqlite_url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def filled(file: Path, seed: int, rows: int) -> str:
    """The address of a new SQLite file with random rows."""
    database = Database(sqlite_url(file))
    await database.migrate()
    await fill(database, random.Random(seed), rows)
    await database.close()
    return sqlite_url(file)


async def copied(source: str, target: str) -> None:
    databases = Database(source), Database(target)
    try:
        await copy_database(*databases, lambda _line: None)
    finally:
        for database in databases:
            await database.close()


async def names_of_tables(url: str) -> list[str]:
    database = Database(url)
    query = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    async with database.read() as session:
        found = list(await session.scalars(text(query)))
    await database.close()
    return found


@pytest.mark.parametrize("seed", range(2))
async def test_every_row_is_there_after_the_way_there_and_back(
    seed: int, tmp_path: Path, postgres: str
) -> None:
    source = await filled(tmp_path / "source.db", seed, 1_050)
    await copied(source, postgres)
    await copied(postgres, sqlite_url(tmp_path / "back.db"))
    assert rows_of_file(tmp_path / "back.db") == rows_of_file(tmp_path / "source.db")


async def test_no_id_is_given_twice(tmp_path: Path, postgres: str) -> None:
    await copied(await filled(tmp_path / "source.db", 1, 40), postgres)
    database = Database(postgres)
    ids = []
    for attempt in range(3):
        try:
            async with database.write() as session:
                table = a_table(channel_id=10_000 + attempt)
                session.add(table)
                await session.flush()
                ids.append(table.id)
                if attempt == 2:
                    raise RuntimeError("this table is not kept, its id is not given again")
        except RuntimeError:
            pass
    await database.close()
    assert ids == [41, 42, 43]
    await copied(postgres, sqlite_url(tmp_path / "back.db"))
    back = Database(sqlite_url(tmp_path / "back.db"))
    async with back.read() as session:
        assert await highest_id(session) == 43
    await back.close()


async def test_a_server_with_tables_is_refused(tmp_path: Path, postgres: str) -> None:
    source = await filled(tmp_path / "source.db", 1, 5)
    await copied(source, postgres)
    with pytest.raises(CopyFailed, match="the target is not empty: it has actions"):
        await copied(source, postgres)


async def test_nothing_is_left_of_a_copy_that_fails(tmp_path: Path, postgres: str) -> None:
    """PostgreSQL stores no NUL in a text."""
    source = await filled(tmp_path / "source.db", 1, 5)
    with closing(sqlite3.connect(tmp_path / "source.db")) as connection, connection:
        connection.execute("UPDATE seats SET name = 'Mi' || char(0) || 'a'")
    with pytest.raises(UnusableDatabase) as failed:
        await copied(source, postgres)
    assert "Mi" not in str(failed.value)
    assert await names_of_tables(postgres) == []


async def test_a_dump_is_restored_and_made_ready(tmp_path: Path, postgres: str) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    await copied(await filled(tmp_path / "source.db", 1, 40), postgres)
    dump = tmp_path / "scout.dump"
    await asyncio.to_thread(called, *shlex.split(pg_dump(make_url(postgres), dump)))
    again = url_of(tmp_path / "again")
    address = again.replace("+asyncpg", "")
    await asyncio.to_thread(called, "pg_restore", "--no-owner", f"--dbname={address}", str(dump))
    database = Database(again)
    restored = await make_ready(database, WHEN, lambda _line: None)
    assert restored.live > 0
    async with database.write() as session:
        table = a_table(channel_id=10_000)
        session.add(table)
        await session.flush()
        assert table.id == restored.next_id
    await database.close()


def called(*command: str) -> None:
    subprocess.run(command, check=True)


def rows_of_file(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in an SQLite file."""
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr)  # noqa: S608 - names of our tables
            for (name,) in names
        }
