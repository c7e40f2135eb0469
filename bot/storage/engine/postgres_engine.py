"""How SQLAlchemy uses PostgreSQL: options, timeouts, and the meaning of its errors.

The driver notices a connection that the server has ended, so the pool tests none before use.
"""

import logging
from inspect import signature
from typing import Any

from sqlalchemy import URL, NullPool, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.engine.errors import DatabaseBusy, DatabaseUnreachable

_log = logging.getLogger(__name__)

CONNECTIONS = 16
"""Maximum connections of one process; PostgreSQL accepts 100 by default."""
MIGRATION_LOCK = 5_207_173
"""The number of the advisory lock that a process holds while it migrates."""
_CONNECT_TIMEOUT = 10
"""Seconds until connecting to a silent server fails."""
_STATEMENT_TIMEOUT = 60
"""Seconds for one statement; only an unreachable or overloaded server takes longer."""
_SETTINGS = {
    "application_name": "scout",
    # After waiting that long for a row, a press is too late for Discord anyway.
    "lock_timeout": "10s",
    # Frees the rows of a process that hangs or is cut off.
    "idle_in_transaction_session_timeout": "60s",
}
_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_AWAY = ("08", "25006", "53", "57P", "58")
"""Beginnings of the SQLSTATE codes of a server that stops, starts, is full, takes no changes, or is
cut off."""
_BUSY = ("40001", "40P01", "55P03", "57014")
"""A serialization failure, a deadlock, a lock or a statement that took too long."""


def create(url: URL) -> AsyncEngine:
    """Create the engine. Raises ArgumentError if the driver would not understand the address."""
    _check_options(url)
    outage = _Outage()
    arguments = {
        "async_creator_fn": outage.connect,
        "timeout": _CONNECT_TIMEOUT,
        "command_timeout": _STATEMENT_TIMEOUT,
        # Otherwise a connection to a standby would be kept when the address leads elsewhere.
        "target_session_attrs": "read-write",
        "server_settings": _SETTINGS,
    }
    engine = create_async_engine(
        url,
        # Parameters can be hands and tokens, so errors must not print them.
        hide_parameters=True,
        connect_args=arguments,
        pool_size=CONNECTIONS,
        max_overflow=0,
    )
    event.listen(engine.sync_engine, "checkout", _require_open)
    event.listen(engine.sync_engine, "handle_error", outage.translate)
    return engine


def _check_options(url: URL) -> None:
    """Raise ArgumentError for options behind the ? of the address that the driver would reject."""
    if "sslmode" in url.query:
        raise ArgumentError(f"write ssl={url.query['sslmode']} in place of sslmode")
    if url.query.get("ssl", "require") not in _SSL:
        raise ArgumentError(f"ssl= in the address is one of {', '.join(_SSL)}")
    # An extra of the package.
    import asyncpg

    known = {*signature(asyncpg.connect).parameters, "prepared_statement_cache_size"}
    if unknown := url.query.keys() - known:
        raise ArgumentError(
            f"PostgreSQL's driver knows no option {sorted(unknown)[0]}= of an address"
        )


def create_for_migrations(url: URL) -> AsyncEngine:
    """An engine whose statements have no time limit."""
    arguments = {"async_creator_fn": _Outage().connect, "timeout": _CONNECT_TIMEOUT}
    return create_async_engine(
        url, hide_parameters=True, connect_args=arguments, poolclass=NullPool
    )


class _Outage:
    """Connects, translates errors, and logs once when the server is away or back."""

    def __init__(self) -> None:
        self._is_on = False

    async def connect(self, *arguments: Any, **keywords: Any) -> Any:
        """As asyncpg.connect. Raises DatabaseUnreachable."""
        # An extra of the package.
        import asyncpg

        wrong = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TypeError, ValueError)
        try:
            connection = await asyncpg.connect(*arguments, **keywords)
        except asyncpg.TargetServerAttributeNotMatched as error:
            raise self._noticed(
                "the server takes no changes: it is a standby or was made read-only, perhaps full"
            ) from error
        except wrong as error:
            raise self._noticed(str(error) or "it did not answer in time") from error
        if self._is_on:
            _log.info("The database is back.")
        self._is_on = False
        return connection

    def translate(self, context: ExceptionContext) -> Exception | None:
        """The error to raise in place of the driver's; None to raise the driver's."""
        error = context.original_exception
        if not isinstance(error, Exception):
            # The task is cancelled.
            return None
        _hide_rows(error)
        code = getattr(error, "sqlstate", None) or ""
        if context.is_disconnect or isinstance(error, OSError) or code.startswith(_AWAY):
            context.is_disconnect = True
            return self._noticed(str(error) or type(error).__name__)
        return DatabaseBusy() if code in _BUSY else None

    def _noticed(self, reason: str) -> DatabaseUnreachable:
        if not self._is_on:
            _log.error("The database cannot be reached; nothing is saved. %s", reason)
        self._is_on = True
        return DatabaseUnreachable(reason)


def _require_open(connection: Any, *_: object) -> None:
    if connection.driver_connection.is_closed():
        # The pool tries another one.
        raise DisconnectionError


def _hide_rows(error: BaseException | None) -> None:
    """Remove the values of rows from an error that may be logged."""
    while error is not None:
        if getattr(error, "detail", None):
            error.detail = None  # type: ignore[attr-defined]  # asyncpg's errors have it
        error = error.__cause__
