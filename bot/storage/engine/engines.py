"""Opens the engine for an address, or says in a sentence what is wrong with it."""

from typing import Any

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine import postgres_engine, sqlite_engine
from bot.storage.engine.errors import UnusableDatabase

_SQLITE, _POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
_DRIVERS = f"the address should begin with {_SQLITE}:/// or {_POSTGRES}://"
_PORT = (
    "the port in the address is no number; in a password, characters such as : / @ ? # are written "
    "as %3A %2F %40 %3F %23"
)
_EXTRA = (
    "PostgreSQL needs one more package, asyncpg: "
    "pip install --require-hashes -r requirements/postgres.txt"
)


def open_engine(url: str) -> AsyncEngine:
    """The engine for a database's address. Raises UnusableDatabase, which never quotes it."""
    try:
        return _open(make_url(url))
    except SQLAlchemyError as error:
        raise UnusableDatabase(error) from error
    except ModuleNotFoundError as error:
        raise UnusableDatabase(_EXTRA) from error
    except ValueError:
        # It quotes what stands where the port should be, which can be of the password.
        raise UnusableDatabase(_PORT) from None


def reading_options(engine: AsyncEngine) -> dict[str, Any]:
    """The execution options of a read-only transaction that sees one moment of the database."""
    options: dict[str, Any] = {"read_only": True}
    if engine.dialect.name == "postgresql":
        options |= {"postgresql_readonly": True}
    return options | snapshot_options(engine)


def snapshot_options(engine: AsyncEngine) -> dict[str, Any]:
    """The execution options of a transaction that sees one moment, as all do in SQLite."""
    return {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}


def migration_engine(engine: AsyncEngine) -> AsyncEngine:
    """The engine to migrate with: another one where statements would else be limited in time."""
    if engine.dialect.name == "sqlite":
        return engine
    return postgres_engine.create_for_migrations(engine.url)


def _open(url: URL) -> AsyncEngine:
    if url.drivername == _SQLITE:
        return sqlite_engine.create(url)
    if url.drivername == _POSTGRES:
        return postgres_engine.create(url)
    raise ArgumentError(_DRIVERS)
