"""The shape of the database: its migrations, which Alembic runs.

Alembic keeps some 10 MB of memory, so it is imported only at a start that changes tables.
"""

from functools import cache
from importlib.resources import files

from sqlalchemy import Connection, String, column, func, inspect, select, table

from bot.program_name import program_name
from bot.storage.engine.postgres_engine import MIGRATION_LOCK

NEWER_VERSION = (
    "a newer version of the bot wrote it. Install that version again, or restore a backup from "
    "before the update"
)
NO_TABLES = "there are no tables of this program in it; check whether it is the right one"
_SHAPES = table("alembic_version", column("version_num", String))
"""The table in which Alembic keeps the shape."""


class WrongShape(Exception):
    """This program cannot use the tables, or there are none; the message says why."""


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest shape, in the connection's transaction.

    Of processes that start at once, the others wait here for the first. Raises WrongShape.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    else:
        # The first statement takes the lock of SQLite; Alembic does not wait in its turn.
        connection.execute(select(1))
    shape = shape_in(connection)
    _require_known(shape)
    # A server's database can be shared with other programs.
    is_file = connection.dialect.name == "sqlite"
    if shape is None and is_file and has_foreign_tables(connection):
        raise WrongShape("another program's tables are in it; check whether it is the right file")
    if shape != newest():
        _run_migrations(connection)


def _run_migrations(connection: Connection) -> None:
    import alembic.command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    config.attributes["connection"] = connection
    try:
        alembic.command.upgrade(config, "head")
    except CommandError as error:
        raise WrongShape(error) from error


def check_shape(connection: Connection, *, of_any_shape: bool) -> None:
    """Raise WrongShape unless there are tables of the newest shape, or `of_any_shape`."""
    shape = shape_in(connection)
    if shape is None:
        raise WrongShape(NO_TABLES)
    if not of_any_shape and shape != newest():
        _require_known(shape)
        raise WrongShape(
            f"its tables have the shape {shape}, and this program needs {newest()}; "
            f"`{program_name()} run` brings an older one up to date"
        )


def has_foreign_tables(connection: Connection) -> bool:
    """Whether a database without a shape has tables of another program.

    Litestream's do not count: it adds them to each file that it copies.
    """
    names = set(inspect(connection).get_table_names()) - {_SHAPES.name}
    return any(not name.startswith("_litestream") for name in names)


def _require_known(shape: str | None) -> None:
    """Raise WrongShape if a newer version made the tables of this shape."""
    if shape is not None and not is_known(shape):
        raise WrongShape(f"its tables have the shape {shape}: {NEWER_VERSION}")


def shape_in(connection: Connection) -> str | None:
    """The shape of the tables in the database, None if there are none of this program."""
    if not inspect(connection).has_table(_SHAPES.name):
        return None
    shape: str | None = connection.scalar(select(_SHAPES.c.version_num))
    return shape


def newest() -> str:
    """The shape that this program needs."""
    return _shapes()[-1]


def is_known(shape: str) -> bool:
    """Whether this program can bring a database of this shape up to date."""
    return shape in _shapes()


@cache
def _shapes() -> list[str]:
    """The shapes that migrations make, oldest first: the name of each file begins with its own."""
    names = (file.name for file in files("migrations").joinpath("versions").iterdir())
    return sorted(name.partition("_")[0] for name in names if name.endswith(".py"))
