"""Queries for the public and private messages of tables."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Delete, Update, bindparam, delete, select, update
from sqlalchemy.orm import class_mapper

from bot.storage.engine.session import Session, StatementBatch
from bot.storage.models.sharding import ALL_SHARDS, Shards, in_shards
from bot.storage.models.tables import PrivateKind, PrivateMessage, PublicMessage, Table
from bot.storage.queries.dialects import replace_rows
from bot.storage.queries.tables import IS_LIVE, IS_OPEN, LIVE

Row = PublicMessage | PrivateMessage
Key = tuple[Any, ...]
"""A row's primary key, in the order of the table's columns."""
_KEY = "key_"


async def tables_with_expired_tokens(
    session: Session, time: datetime, *, after: int, limit: int, shards: Shards = ALL_SHARDS
) -> Sequence[tuple[int, bool]]:
    """Up to `limit` tables with tokens that had expired at that time, and whether each is live.

    In the order of their ids, starting after `after`.
    """
    query = (
        select(Table.id, Table.status)
        .join(PrivateMessage, PrivateMessage.table_id == Table.id)
        .where(PrivateMessage.token != "", PrivateMessage.until <= time, Table.id > after)
        .where(in_shards(Table.guild_id, shards))
        .distinct()
        .order_by(Table.id)
        .limit(limit)
    )
    return [(table_id, status in LIVE) for table_id, status in await session.execute(query)]


async def tables_watched_by(session: Session, user_id: int, guild_id: int) -> Sequence[int]:
    """The ids of the server's live tables that the member has a spectator's message of."""
    own = (PrivateMessage.kind == PrivateKind.SPECTATOR, PrivateMessage.user_id == user_id)
    query = select(Table.id).join(PrivateMessage, PrivateMessage.table_id == Table.id)
    return await session.all(query.where(IS_LIVE, Table.guild_id == guild_id, *own))


def insertion(session: Session, model: type[Row], rows: Sequence[Row]) -> StatementBatch:
    """For `Session.run_together`: inserts the rows, in place of those inserted meanwhile."""
    return replace_rows(session, model), [values_of(row) for row in rows]


def new_values(model: type[Row], rows: Sequence[Row]) -> StatementBatch:
    """For `Session.run_together`: updates the rows by their primary keys.

    These are UPDATEs of rows: through the session's objects they would cost twice as much.
    """
    values = [values_of(row) | _parameters(model, key_of(row)) for row in rows]
    return _by_key(update, model), values


def deletion(model: type[Row], keys: Iterable[Key]) -> StatementBatch:
    """For `Session.run_together`: deletes the rows with these primary keys.

    One by one: for several keys of two columns SQLite would scan the whole table.
    """
    return _by_key(delete, model), [_parameters(model, key) for key in keys]


def key_of(row: Row) -> Key:
    return tuple(class_mapper(type(row)).primary_key_from_instance(row))


def values_of(row: Row) -> dict[str, Any]:
    """The values of all columns by their names."""
    attributes = class_mapper(type(row)).column_attrs
    return {attribute.key: getattr(row, attribute.key) for attribute in attributes}


async def forget_live_messages(session: Session) -> None:
    """Delete the message rows of every open table, so that all messages are sent again."""
    live = select(Table.id).where(IS_OPEN).scalar_subquery()
    for model in (PublicMessage, PrivateMessage):
        await session.delete_where(model, model.table_id.in_(live))
    again = {"published_revision": -1, "reposts": Table.reposts + 1}
    await session.update_where(Table, again, IS_OPEN)


@cache
def _by_key(change: Callable[[type[Row]], Update | Delete], model: type[Row]) -> Update | Delete:
    """An UPDATE or a DELETE of the row with a primary key."""
    columns = class_mapper(model).primary_key
    return change(model).where(*(column == bindparam(f"{_KEY}{column.key}") for column in columns))


def _parameters(model: type[Row], key: Key) -> dict[str, Any]:
    columns = class_mapper(model).primary_key
    return {f"{_KEY}{column.key}": value for column, value in zip(columns, key, strict=True)}
