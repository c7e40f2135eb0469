"""The databases of tests: SQLite files, or with TEST_POSTGRES databases of that server.

A test names its database by a file in a folder of its own, on both.
"""

import hashlib
import os
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.storage.engine.database import Database
from tests.support.storage import postgres
from tests.support.storage.spare_databases import SpareDatabases

SERVER = os.environ.get("TEST_POSTGRES", "")
"""The address of a PostgreSQL server without a database, empty for SQLite."""
ON_POSTGRES = bool(SERVER)
FILE = "scout.sqlite3"
"""The file's name in the folder that `database_url` is called with."""
_spares = SpareDatabases(SERVER)
_made: dict[str, str] = {}
"""The databases that this process has made on the server, by the keys of their files."""


def only_sqlite(reason: str) -> pytest.MarkDecorator:
    """Skip the test on PostgreSQL; the reason says what of SQLite's it is about."""
    return pytest.mark.skipif(ON_POSTGRES, reason=reason)


def only_postgres(reason: str) -> pytest.MarkDecorator:
    """Skip the test on SQLite; the reason says what of PostgreSQL's it is about."""
    return pytest.mark.skipif(not ON_POSTGRES, reason=reason)


def url_of(file: Path) -> str:
    """The address of a database, which is made on PostgreSQL if there is none, as by SQLite."""
    if not ON_POSTGRES:
        return f"sqlite+aiosqlite:///{file}"
    key = _key(file)
    if key not in _made:
        postgres.execute(f"{SERVER}/postgres", f"CREATE DATABASE {key}")
        _made[key] = key
    return f"{SERVER}/{_made[key]}"


def database_url(folder: Path) -> str:
    return url_of(folder / FILE)


async def execute(url: str, statement: str) -> None:
    """Change a database by hand, also while the program runs on it."""
    database = Database(url)
    try:
        async with database.write() as session:
            await session.execute(text(statement))
    finally:
        await database.close()


def copy_database(source: Path, target: Path) -> None:
    """Copy the database of one file, which nobody uses, to another one."""
    if not ON_POSTGRES:
        shutil.copy(source, target)
        return
    _made[_key(target)] = _spares.copy_of(_made[_key(source)])


def made() -> frozenset[str]:
    """The keys of the databases that this process has made on the server."""
    return frozenset(_made)


def drop(keys: frozenset[str]) -> None:
    """Delete the databases, also while programs use them."""
    for key in keys:
        _spares.give_back(_made.pop(key))


def _key(file: Path) -> str:
    return f"test_{hashlib.sha256(str(file).encode()).hexdigest()[:24]}"
