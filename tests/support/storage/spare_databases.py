"""Copies of databases on the tests' PostgreSQL server, which are emptied and lent again.

To make one and to delete it costs the server a sixth of a second, more than most tests themselves.
"""

from collections import defaultdict
from uuid import uuid4

from asyncpg import PostgresError

from tests.support.storage import postgres

_EMPTY = """
DO $$
DECLARE name text;
BEGIN
    PERFORM pg_terminate_backend(pid, 60000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    PERFORM setval(format('%I', sequencename), start_value, false) FROM pg_sequences;
END $$
"""
"""Ends all other connections. Without triggers, so that the order of the tables is no matter."""
_STATE = """
SELECT (SELECT version_num FROM alembic_version) AS revision,
    (SELECT count(*) FROM tables) AS rows,
    (SELECT string_agg(format('%s %s', oid, xmin), ',' ORDER BY oid) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace) AS shape,
    pg_database_size(current_database()) < 16000000 AS is_small
"""
"""Of two copies of one database it is the same until one is changed: its revision, whether it has
tables at play, its shape with who changed it last, and whether deleted rows have made it large."""


class SpareDatabases:
    """`server` is its address without a database."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._sources: dict[str, str] = {}
        """Of each copy that is lent."""
        self._spares: dict[str, list[str]] = defaultdict(list)
        self._states: dict[str, object] = {}

    def copy_of(self, source: str) -> str:
        """The name of a database that is like this one, which nobody uses."""
        if not self._spares[source]:
            self._spares[source].append(self._new_copy(source))
        copy = self._spares[source].pop()
        self._sources[copy] = source
        return copy

    def give_back(self, name: str) -> None:
        """Keep a copy for the next test if it can be made as it was; delete any other database."""
        source = self._sources.pop(name, None)
        if source is not None and self._emptied(name) == self._states[source]:
            self._spares[source].append(name)
        else:
            self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _new_copy(self, source: str) -> str:
        name = f"copy_{uuid4().hex}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {source}")
        if source not in self._states:
            self._states[source] = postgres.fetch(f"{self._server}/{name}", _STATE)
        return name

    def _emptied(self, name: str) -> object:
        """Its state when it is emptied; None if it has another shape."""
        try:
            return postgres.fetch(f"{self._server}/{name}", _STATE, after=_EMPTY)
        except PostgresError:
            return None

    def _execute(self, statement: str) -> None:
        postgres.execute(f"{self._server}/postgres", statement)
