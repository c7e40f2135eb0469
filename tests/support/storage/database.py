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

SERVER = os.environ.get("TEST_POSTGRES", "")
"""The address of a PostgreSQL server without a database, empty for SQLite."""
ON_POSTGRES = bool(SERVER)
FILE = "scout.sqlite3"
"""The file's name in a folder that `database_url` is given."""
_made: set[str] = set()


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
    name = _name(file)
    if name not in _made:
        postgres.execute(f"{SERVER}/postgres", f"CREATE DATABASE {name}")
        _made.add(name)
    return f"{SERVER}/{name}"


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
    postgres.execute(
        f"{SERVER}/postgres", f"CREATE DATABASE {_name(target)} TEMPLATE {_name(source)}"
    )
    _made.add(_name(target))


def made() -> frozenset[str]:
    """The names of the databases that this process has made on the server."""
    return frozenset(_made)


def drop(names: frozenset[str]) -> None:
    """Delete databases, also while somebody uses them."""
    for name in names:
        postgres.execute(f"{SERVER}/postgres", f"DROP DATABASE {name} WITH (FORCE)")
    _made.difference_update(names)


def _name(file: Path) -> str:
    return f"test_{hashlib.sha256(str(file).encode()).hexdigest()[:24]}"
