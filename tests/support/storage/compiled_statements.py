"""The statements of all tests in a process, compiled once.

SQLAlchemy keeps compiled statements for each engine and each dialect object. Every test opens
engines of its own, so it compiled the same statements again: a fifth of the time of a short test.
"""

from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.util import LRUCache

_MOST = 3000
"""Statements; the suite has about a thousand."""


def share_compiled_statements() -> None:
    """From now on all engines have one cache, in which dialects of one kind are equal."""
    shared: LRUCache[object, object] = LRUCache(_MOST)

    def cache(_engine: Engine) -> LRUCache[object, object]:
        return shared

    def ignore(_engine: Engine, _own: object) -> None:
        """An engine's own cache is not used."""

    def equals(dialect: Dialect, other: object) -> bool:
        return type(dialect) is type(other)

    def hashed(dialect: Dialect) -> int:
        return hash(type(dialect))

    # Names that SQLAlchemy does not call public: pyproject.toml allows its 2.1 alone.
    setattr(Engine, "_compiled_cache", property(cache, ignore))  # noqa: B010
    for kind in (SQLiteDialect_aiosqlite, PGDialect_asyncpg):
        setattr(kind, "__eq__", equals)  # noqa: B010
        setattr(kind, "__hash__", hashed)  # noqa: B010
