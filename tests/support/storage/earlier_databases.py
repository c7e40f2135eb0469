"""Databases as earlier versions left them, one for each revision of the migrations.

`0006.sql` was written by the last version with that shape, whose own code played its five tables in
a simulated Discord. The others are the same database: the earlier ones taken back by that version's
migrations, the later ones brought up by those of the version with their shape, with an avatar.
"""

import sqlite3
from contextlib import closing
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import alembic.command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from bot.storage.engine.database import Database
from tests.support.storage import postgres
from tests.support.storage.database import ON_POSTGRES, url_of

_TABLES = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
_COLUMNS = "SELECT column_name, data_type FROM information_schema.columns"
FOLDER = Path(__file__).parents[2] / "bot/storage/databases"
REVISIONS = sorted(file.stem for file in FOLDER.glob("*.sql"))
Rows = dict[str, list[dict[str, Any]]]
"""The rows of each table by column, in the order of their first columns."""


def load(revision: str, file: Path) -> str:
    """Make the database of that revision in a new file; returns its address."""
    script = (FOLDER / f"{revision}.sql").read_text(encoding="utf-8")
    if not ON_POSTGRES:
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(script)
        return url_of(file)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        rows = _rows_in(connection)
    postgres.in_thread(_migrate_new(url_of(file), revision))
    # All other tables refer to this one.
    for name in sorted(rows, key=lambda name: name != "tables"):
        _copy_rows(url_of(file), name, rows[name])
    postgres.execute(
        url_of(file),
        "SELECT setval(pg_get_serial_sequence('tables', 'id'), (SELECT max(id) FROM tables))",
    )
    return url_of(file)


async def migrate_to(database: Database, revision: str) -> None:
    """Bring the tables up or down to the shape of one revision."""
    async with database.write() as session:
        await (await session.connection()).run_sync(_migrate, revision)


def rows_of(file: Path) -> Rows:
    """Everything in a database but its revision."""
    if ON_POSTGRES:
        names = postgres.fetch(url_of(file), _TABLES)
        rows = {row["name"]: postgres.fetch(url_of(file), _all(row["name"])) for row in names}
    else:
        with closing(sqlite3.connect(file)) as connection:
            rows = _rows_in(connection)
    rows.pop("alembic_version", None)
    return {name: sorted(found, key=_sort_key) for name, found in rows.items()}


def _rows_in(connection: sqlite3.Connection) -> Rows:
    connection.row_factory = sqlite3.Row
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master") if name]
    return {
        name: [dict(row) for row in connection.execute(_all(name))]
        for name in names
        if not name.startswith(("ix_", "sqlite_"))
    }


def _all(table: str) -> str:
    return f"SELECT * FROM {table}"  # noqa: S608 - the name of one of our tables


def _copy_rows(url: str, table: str, rows: list[dict[str, Any]]) -> None:
    """Write rows of SQLite, which has numbers for booleans and text for times, to PostgreSQL."""
    if table == "alembic_version" or not rows:
        return
    types = {
        row["column_name"]: row["data_type"]
        for row in postgres.fetch(url, f"{_COLUMNS} WHERE table_name = '{table}'")
    }
    postgres.insert(
        url,
        table,
        list(rows[0]),
        [tuple(_typed(value, types[name]) for name, value in row.items()) for row in rows],
    )


def _typed(value: Any, data_type: str) -> Any:
    if value is None:
        return None
    if data_type == "boolean":
        return bool(value)
    return datetime.fromisoformat(value) if data_type.startswith("timestamp") else value


async def _migrate_new(url: str, revision: str) -> None:
    database = Database(url)
    await migrate_to(database, revision)
    await database.close()


def _sort_key(row: dict[str, Any]) -> str:
    return str(sorted((name, str(value)) for name, value in row.items()))


def _migrate(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    config.attributes["connection"] = connection
    at = MigrationContext.configure(connection).get_current_revision() or ""
    (alembic.command.upgrade if at < revision else alembic.command.downgrade)(config, revision)
