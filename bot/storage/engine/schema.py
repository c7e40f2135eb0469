"""The shape of the database: its migrations, which Alembic runs."""

from functools import cache
from importlib.resources import files

import alembic.command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, func, select

from bot.program_name import program_name
from bot.storage.engine.postgres_engine import MIGRATION_LOCK

NEWER_VERSION = (
    "a newer version of the bot wrote it. Install that version again, or restore a backup from "
    "before the update"
)


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest shape, in the connection's transaction.

    Processes that start at once wait here for the first. Raises CommandError.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    else:
        # The first statement takes the lock of SQLite; Alembic does not wait in its turn.
        connection.execute(select(1))
    if _known_shape(connection) == newest():
        return
    config = _migrations()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")


def check_shape(connection: Connection) -> None:
    """Raise CommandError unless the tables have the newest shape."""
    shape = _known_shape(connection)
    if shape != newest():
        raise CommandError(
            f"its tables have the shape {shape}, and this program needs {newest()}; "
            f"`{program_name()} run` brings an older one up to date"
        )


def _known_shape(connection: Connection) -> str | None:
    """The tables' shape, None if there are none. CommandError if a newer version made them."""
    shape = MigrationContext.configure(connection).get_current_revision()
    if shape is not None and not is_known(shape):
        raise CommandError(f"its tables have the shape {shape}: {NEWER_VERSION}")
    return shape


def check_presence(connection: Connection) -> None:
    """Raise CommandError if there are no tables of this program."""
    if MigrationContext.configure(connection).get_current_revision() is None:
        raise CommandError("there are no tables of this program in it")


def newest() -> str | None:
    """The shape that this program needs."""
    return _scripts().get_current_head()


def is_known(shape: str) -> bool:
    """Whether this program can bring a database of this shape up to date."""
    return shape in {script.revision for script in _scripts().walk_revisions()}


@cache
def _scripts() -> ScriptDirectory:
    """The migrations as Alembic knows them; to read their files takes longer than to use them."""
    return ScriptDirectory.from_config(_migrations())


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    return config
