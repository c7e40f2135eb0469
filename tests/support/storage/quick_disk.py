"""SQLite files of tests, which are written without waiting for the disk.

Within one process nothing written is ever lost, since no test cuts the power. Waiting for the disk
at each commit took a fifth of the time of the tests that play. The tests' PostgreSQL never waits
for it, and a program that a test starts waits as it does at a host's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.pool import Pool


def wait_for_no_disk() -> None:
    """From now on no database of this process waits for its disk."""
    event.listen(Pool, "checkout", _hasten)


@contextmanager
def waiting_for_disks() -> Iterator[None]:
    """Databases that are opened in this block are set up as the bot's."""
    event.remove(Pool, "checkout", _hasten)
    try:
        yield
    finally:
        wait_for_no_disk()


def _hasten(connection: Any, record: Any, _proxy: Any) -> None:
    """After the bot has set the connection up, which is before it is lent for the first time."""
    if isinstance(connection, AsyncAdapt_aiosqlite_connection) and "quick" not in record.info:
        connection.execute("PRAGMA synchronous=OFF").close()
        record.info["quick"] = True
