"""Copies everything in one database to another, of the same kind or not."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any

from sqlalchemy import Connection, Table, insert, inspect, select, text

from bot.storage import queries
from bot.storage.engine.database import Database, unusable_on_failure
from bot.storage.engine.schema import upgrade
from bot.storage.engine.session import Session
from bot.storage.models import METADATA
from bot.storage.queries.dialects import on_postgres, pages
from bot.storage.queries.restoring import continue_sequences, highest_id, number_tables_above

_MODULUS = 2**256
_PAGE = 1_000
"""Rows in memory at a time."""
_SAY_EVERY = 100_000
"""Rows between two lines about the same table."""


class CopyFailed(Exception):
    """Nothing was copied; the message says why."""


@dataclass
class TableHash:
    """A hash of a table's rows by their values: the same in every database.

    It is the sum of the rows' hashes, because databases order texts in different ways.
    """

    rows: int = 0
    _sum: int = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows: the values of all columns, as the models' types read them."""
        for row in rows:
            text = json.dumps([_plain(value) for value in row], sort_keys=True)
            digest = hashlib.sha256(text.encode()).digest()
            self._sum = (self._sum + int.from_bytes(digest, "big")) % _MODULUS
            self.rows += 1

    @property
    def digest(self) -> str:
        """64 hexadecimal digits."""
        return f"{self._sum:064x}"


def _plain(value: Any) -> Any:
    """The value as in JSON, however a database stores it."""
    if isinstance(value, datetime):
        # Distinct from a text that looks the same.
        return {"at": value.astimezone(UTC).isoformat()}
    if isinstance(value, date):
        return {"on": value.isoformat()}
    if isinstance(value, Enum):
        return value.value
    return value


async def copy_database(
    source: Database, target: Database, say: Callable[[str], None]
) -> list[TableHash]:
    """Copy all tables of `source` to the empty `target`, in one transaction, and compare them.

    Both are claimed until they are closed. `say` is called with lines of progress. Returns the hash
    of each table. Raises CopyFailed and UnusableDatabase, with the target unchanged.
    """
    await source.check()
    await source.claim()
    await target.claim()
    try:
        with unusable_on_failure():
            async with source.read() as reading, target.write() as writing:
                return await _copy_all(reading, writing, say)
    except (LookupError, ValueError) as error:
        # A column with a fixed list of words holds another word, or one of times no time.
        words = f"the source has a value that this version does not know: {error}"
        raise CopyFailed(words) from error


async def _copy_all(
    reading: Session, writing: Session, say: Callable[[str], None]
) -> list[TableHash]:
    for session in (reading, writing):
        # Otherwise the server ends the idle transaction while the other database is busy.
        await on_postgres(session, text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    if await queries.leases.is_held(reading):
        raise CopyFailed("a bot is using the source. Stop it first")
    if found := await _names(writing):
        raise CopyFailed(
            f"the target is not empty: it has {', '.join(found[:3])}{'…' if found[3:] else ''}. "
            "Copy into a new database"
        )
    for name in await _names(reading):
        # Tables that other programs added, such as Litestream.
        if name not in {*METADATA.tables, "alembic_version"}:
            say(f"{name}: no table of this program, left out")
    await (await writing.connection()).run_sync(upgrade)
    copied = [await _copy_table(reading, writing, table, say) for table in METADATA.sorted_tables]
    await continue_sequences(writing)
    await number_tables_above(writing, await highest_id(reading), datetime.now(UTC))
    return copied


async def _names(session: Session) -> list[str]:

    def find(connection: Connection) -> list[str]:
        schema = inspect(connection)
        return sorted([*schema.get_table_names(), *schema.get_view_names()])

    return await (await session.connection()).run_sync(find)


async def _copy_table(
    reading: Session, writing: Session, table: Table, say: Callable[[str], None]
) -> TableHash:
    copied, arrived = TableHash(), TableHash()
    names = [column.key for column in table.c]
    connection = await writing.connection()
    query, key = select(table), list(table.primary_key)
    async for page in pages(reading, query, key, _PAGE):
        await connection.execute(
            insert(table), [dict(zip(names, row, strict=True)) for row in page]
        )
        copied.add(page)
        if copied.rows % _SAY_EVERY == 0:
            say(f"{table.name}: {copied.rows:,} rows so far")
    async for page in pages(writing, query, key, _PAGE):
        arrived.add(page)
    if copied != arrived:
        raise CopyFailed(
            f"the rows of {table.name} are not the same in the target: {copied.rows:,} with the "
            f"hash {copied.digest} were copied, {arrived.rows:,} with {arrived.digest} are there"
        )
    say(f"{table.name}: {copied.rows:,} rows, hash {copied.digest}")
    return copied
