"""Random rows for every table of the models, with the values that are hard to store."""

import random
import string
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Enum,
    Float,
    Integer,
    String,
    Table as SchemaTable,
    insert,
)

from bot.storage.engine.database import Database
from bot.storage.models import METADATA
from bot.storage.models.base import UtcDateTime
from bot.storage.models.tables import Status

_TEXTS = (
    "",
    " ",
    "Mia",
    'O\'Hara \\ "x"',
    "Zoë 🎪🃏",
    "\u202eright to left",
    "null",
    "a\nb\t%s :x",
)
_FLOATS = (0.0, -0.0, 0.1, 1 / 3, 25.000000000000004, 5e-324, 1.7e308, -2.5)
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


async def fill(database: Database, rng: random.Random, rows: int = 40) -> None:
    """Up to so many rows in every table; each of those that belong to one belongs to a table."""
    stored: dict[str, list[dict[str, Any]]] = {}
    async with database.write() as session:
        connection = await session.connection()
        for table in METADATA.sorted_tables:
            made = [_row(table, rng, number, rows) for number in range(1, rows + 1)]
            for row in made:
                row |= _of_parent(table, stored, rng)
            keys = [column.key for column in table.primary_key.columns]
            different = {tuple(row[key] for key in keys): row for row in made}
            different = _without_doubles(table, list(different.values()))
            stored[table.name] = list(different.values())
            await connection.execute(insert(table), stored[table.name])


def _of_parent(
    table: SchemaTable, stored: Mapping[str, Sequence[dict[str, Any]]], rng: random.Random
) -> dict[str, Any]:
    """The columns that name a row of another table by several columns, as of one that is stored."""
    found: dict[str, Any] = {}
    for constraint in table.foreign_key_constraints:
        if len(constraint.elements) > 1:
            parent = rng.choice(stored[constraint.referred_table.name])
            found |= {key.parent.key: parent[key.column.key] for key in constraint.elements}
    return found


def _without_doubles(table: SchemaTable, rows: list[dict[str, Any]]) -> dict[Any, dict[str, Any]]:
    """Of rows with the same values in a unique index, one."""
    for index in table.indexes:
        if index.unique and index.dialect_options["sqlite"]["where"] is None:
            rows = list({tuple(row[c.key] for c in index.columns): row for row in rows}.values())
    return dict(enumerate(rows))


def _row(table: SchemaTable, rng: random.Random, number: int, tables: int) -> dict[str, Any]:
    row = {column.key: _value(column, rng) for column in table.c}
    if "table_id" in row:
        row["table_id"] = rng.randint(1, tables)
    if table.name == "tables":
        row["id"] = number
        row["channel_id"] = number
        row["status"] = rng.choice(list(Status))
        # A restore counts one more.
        row["reposts"] = rng.randint(0, 9)
    if table.name == "shard_leases":
        # Of processes that have ended.
        row["expires_at"] = _EPOCH
    return row


def _value(column: Column[Any], rng: random.Random) -> Any:
    if column.nullable and rng.random() < 0.25:
        return None
    kind = column.type
    if isinstance(kind, Enum):
        assert kind.enum_class is not None
        return rng.choice(list(kind.enum_class))
    if isinstance(kind, Date):
        return date(2026, 1, 1) + timedelta(days=rng.randint(-(10**5), 10**5))
    if isinstance(kind, UtcDateTime | DateTime):
        return _EPOCH + timedelta(microseconds=rng.randint(-(10**16), 10**16))
    if isinstance(kind, Boolean):
        return rng.random() < 0.5
    if isinstance(kind, JSON):
        return [[_text(rng, 8) for _ in range(rng.randint(0, 3))] for _ in range(rng.randint(0, 3))]
    if isinstance(kind, Float):
        return rng.choice((*_FLOATS, rng.gauss(25, 8)))
    if isinstance(kind, Integer):
        most = 2**63 - 1 if isinstance(kind, BigInteger) else 2**31 - 1
        return rng.choice((0, 1, -1, most, -most, rng.randint(-most, most)))
    assert isinstance(kind, String)
    return _text(rng, kind.length or 100)


def _text(rng: random.Random, length: int) -> str:
    longest = "".join(rng.choices(string.printable[:94] + "éß漢🎪", k=length))
    return rng.choice((*_TEXTS, longest))[:length]
