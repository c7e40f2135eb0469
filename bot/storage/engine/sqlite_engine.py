"""How SQLAlchemy uses SQLite: its options, pragmas and transactions, and the file it opens."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.engine.database_file import DatabaseFile
from bot.storage.engine.sqlite_connection import connect

_BUSY_TIMEOUT_MS = 5_000


def create(url: URL) -> AsyncEngine:
    """Its connections are set up, and begin transactions as readers or as writers."""
    engine = create_async_engine(
        url,
        # Parameters can be hands and tokens, so errors must not print them.
        hide_parameters=True,
        # Cheaper to use, see `sqlite_connection`.
        connect_args={"async_creator_fn": connect},
        # Sessions end their transactions themselves, so the pool need not do so once more.
        pool_reset_on_return=None,
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def connect_only_in_place(engine: AsyncEngine, file: DatabaseFile) -> None:
    """Let new connections fail while the file is away: SQLite would create another one."""

    @event.listens_for(engine.sync_engine, "do_connect")
    def _before(*_: object) -> None:
        file.require_in_place()

    @event.listens_for(engine.sync_engine, "connect")
    def _after(*_: object) -> None:
        # It may have been moved in between.
        file.require_in_place()


def look_into_file(engine: AsyncEngine) -> tuple[Path | None, bool]:
    """The file that SQLite opens, None for a database in memory; and whether nothing is in it.

    Raises sqlite3.Error.
    """
    (name,), arguments = engine.dialect.create_connect_args(engine.url)
    with closing(sqlite3.connect(name, **arguments)) as connection:
        (_, _, path), *_ = connection.execute("PRAGMA database_list")
        is_empty = connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
    return (Path(path) if path else None), is_empty


def require_file(url: URL) -> None:
    """SQLite creates a file that is missing; FileNotFoundError instead."""
    if not Path(url.database or "").is_file():
        raise FileNotFoundError(f"there is no file {url.database}")


def _set_up(connection: Any, _record: object) -> None:
    # The driver begins transactions too late to separate writers; `_begin` below does it.
    connection.isolation_level = None
    for pragma in (
        # First, because the other pragmas may have to wait too.
        f"busy_timeout={_BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    read_only = connection.get_execution_options().get("read_only", False)
    # A writer that took the lock at its first write could have read outdated rows before.
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
