"""The shape of a database, read without changing anything, also while the bot runs."""

import asyncio
import sqlite3
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from bot.storage.engine.database import Database, read_address, unusable_on_failure
from bot.storage.engine.schema import has_foreign_tables, is_known, newest, shape_in
from bot.storage.engine.sqlite_engine import file_of

_BUSY_SECONDS = 5.0
"""Seconds to wait for the lock of another program."""
_MODE = slice(18, 19)
"""The place of the write mode in an SQLite file, and its value for a write-ahead log."""
_WAL = b"\x02"


class Shape(StrEnum):
    """What this program can do with a database."""

    MISSING = "there is no file"
    EMPTY = "nothing is in it"
    FOREIGN = "another program wrote it"
    OLDER = "an older version wrote it"
    CURRENT = "this version can use it"
    NEWER = "a newer version wrote it"


def database_file(url: str) -> Path | None:
    """The SQLite file, None if there is none. Raises UnusableDatabase if `url` is not valid."""
    address = read_address(url)
    return file_of(address) if address.get_backend_name() == "sqlite" else None


def is_on_server(url: str) -> bool:
    """Whether a server keeps the database. Raises UnusableDatabase if `url` is not valid."""
    return read_address(url).get_backend_name() != "sqlite"


async def shape_of(url: str) -> Shape:
    """Inspect the database without writing. Raises UnusableDatabase if it cannot be read."""
    with unusable_on_failure(ImportError):
        if (file := database_file(url)) is not None:
            return await asyncio.to_thread(_shape_of_file, file)
        async with Database(url) as database, database.read() as session:
            return await (await session.connection()).run_sync(_shape)


def _shape_of_file(file: Path) -> Shape:
    if not file.is_file():
        return Shape.MISSING
    address = f"file:{quote(str(file.absolute()))}?mode=ro"
    if _is_at_rest(file):
        # Without a log beside it SQLite would make one, even to read.
        address += "&immutable=1"
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS),
        hide_parameters=True,
        poolclass=NullPool,
    )
    with closing(engine.connect()) as connection:
        return _shape(connection)


def _is_at_rest(file: Path) -> bool:
    with file.open("rb") as content:
        header = content.read(_MODE.stop)
    return header[_MODE] == _WAL and not Path(f"{file}-wal").exists()


def _shape(connection: Connection) -> Shape:
    revision = shape_in(connection)
    if revision is None:
        return Shape.FOREIGN if has_foreign_tables(connection) else Shape.EMPTY
    if revision == newest():
        return Shape.CURRENT
    return Shape.OLDER if is_known(revision) else Shape.NEWER
