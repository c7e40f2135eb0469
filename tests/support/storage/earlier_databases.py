"""Databases as earlier versions left them, one for each revision of the migrations.

`0006.sql` was written by the last version with that shape, whose own code played its five tables in
a simulated Discord. The others are the same database: the earlier ones taken back by that version's
migrations, the later ones brought up by those of the version with their shape, with an avatar.
"""

import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import alembic.command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from bot.storage.database import Database
from tests.support.storage.database import url_of

FOLDER = Path(__file__).parents[2] / "bot/storage/databases"
REVISIONS = sorted(file.stem for file in FOLDER.glob("*.sql"))
Rows = dict[str, list[dict[str, Any]]]
"""The rows of each table by column, in the order of their first columns."""


def load(revision: str, file: Path) -> str:
    """Write the database of that revision to a new file; gives its address."""
    connection = sqlite3.connect(file)
    connection.executescript((FOLDER / f"{revision}.sql").read_text(encoding="utf-8"))
    connection.close()
    return url_of(file)


async def migrate_to(database: Database, revision: str) -> None:
    """Bring the tables up or down to the shape of one revision."""
    async with database.write() as session:
        await (await session.connection()).run_sync(_migrate, revision)


def rows_of(file: Path) -> Rows:
    """Everything in a database file but its revision."""
    connection = sqlite3.connect(file)
    connection.row_factory = sqlite3.Row
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master") if name]
    rows = {
        name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608 - names of our tables
        for name in names
        if not name.startswith(("ix_", "sqlite_")) and name != "alembic_version"
    }
    connection.close()
    return {name: sorted(found, key=_sort_key) for name, found in rows.items()}


def _sort_key(row: dict[str, Any]) -> str:
    return str(sorted((name, str(value)) for name, value in row.items()))


def _migrate(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    config.attributes["connection"] = connection
    at = MigrationContext.configure(connection).get_current_revision() or ""
    (alembic.command.upgrade if at < revision else alembic.command.downgrade)(config, revision)
