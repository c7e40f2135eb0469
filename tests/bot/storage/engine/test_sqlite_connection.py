"""A BEGIN goes with the first statement of its transaction, and is forgotten without one."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.engine.sqlite_engine import SQLiteConnection, connect


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[SQLiteConnection]:
    # As bot.storage.engine.database sets it: no BEGIN but ours, and no waiting for another's lock.
    connection = await connect(str(tmp_path / "file"), isolation_level=None, timeout=0)
    assert isinstance(connection, SQLiteConnection)
    yield connection
    await connection.close()


def is_locked(folder: Path) -> bool:
    other = sqlite3.connect(folder / "file", isolation_level=None, timeout=0)
    try:
        other.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return True
    finally:
        other.close()
    return False


async def test_the_first_statement_takes_the_lock(
    connection: SQLiteConnection, tmp_path: Path
) -> None:
    await connection.cursor().execute("BEGIN IMMEDIATE")
    assert connection.in_transaction
    assert not is_locked(tmp_path)
    await connection.cursor().execute("CREATE TABLE seats (id)")
    assert is_locked(tmp_path)
    await connection.commit()
    assert not connection.in_transaction
    assert not is_locked(tmp_path)


@pytest.mark.parametrize("end", ["commit", "rollback"])
async def test_a_transaction_without_a_statement_leaves_nothing_begun(
    connection: SQLiteConnection, tmp_path: Path, end: str
) -> None:
    await connection.cursor().execute("BEGIN IMMEDIATE")
    await getattr(connection, end)()
    assert not connection.in_transaction
    await connection.cursor().execute("CREATE TABLE seats (id)")
    assert not is_locked(tmp_path)


async def test_a_begin_that_is_refused_runs_no_statement(
    connection: SQLiteConnection, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "file", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    await connection.cursor().execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await connection.cursor().execute("CREATE TABLE seats (id)")
    assert not connection.in_transaction
    other.close()
