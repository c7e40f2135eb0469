"""Queries for the public and private messages of tables."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Update, bindparam, delete, select, tuple_, update
from sqlalchemy.orm import class_mapper

from bot.storage.engine.session import Each, Session
from bot.storage.models.sharding import ALL_SHARDS, Shards, in_shards
from bot.storage.models.tables import PrivateMessage, PublicMessage, Table
from bot.storage.queries.dialects import replace_rows
from bot.storage.queries.tables import IS_OPEN, LIVE

Row = PublicMessage | PrivateMessage
Key = tuple[Any, ...]
"""A row's primary key, in the order of the table's columns."""
_KEY = "key_"


async def tables_with_expired_tokens(
    session: Session, time: datetime, *, after: int, limit: int, shards: Shards = ALL_SHARDS
) -> Sequence[tuple[int, bool]]:
    """Up to `limit` tables with tokens that had expired at that time, and whether each is live.

    In the order of their ids, from the first after `after`.
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


def insert_rows(session: Session, model: type[Row], rows: Sequence[Row]) -> Each:
    """Insert rows of the model; those that another process has inserted meanwhile are replaced."""
    return replace_rows(session, model), [_values(row) for row in rows]


def update_rows(model: type[Row], rows: Sequence[Row]) -> Each:
    """Update rows of the model by their primary keys.

    An UPDATE of rows: the session's objects would cost twice as much.
    """
    keys = [f"{_KEY}{column.key}" for column in class_mapper(model).primary_key]
    values = [_values(row) | dict(zip(keys, key_of(row), strict=True)) for row in rows]
    return _update_by_key(model), values


async def delete_rows(session: Session, model: type[Row], keys: Collection[Key]) -> None:
    """Delete the rows of a model that have these primary keys."""
    columns = class_mapper(model).primary_key
    await session.execute(delete(model).where(tuple_(*columns).in_(keys)))


def key_of(row: Row) -> Key:
    return tuple(class_mapper(type(row)).primary_key_from_instance(row))


async def forget_live_messages(session: Session) -> None:
    """Delete the message rows of every open table, so that all messages are sent again."""
    live = select(Table.id).where(IS_OPEN).scalar_subquery()
    for model in (PublicMessage, PrivateMessage):
        await session.execute(delete(model).where(model.table_id.in_(live)))
    await session.execute(
        update(Table).where(IS_OPEN).values(published_revision=-1, reposts=Table.reposts + 1)
    )


@cache
def _update_by_key(model: type[Row]) -> Update:
    columns = class_mapper(model).primary_key
    return update(model).where(*(column == bindparam(f"{_KEY}{column.key}") for column in columns))


def _values(row: Row) -> dict[str, Any]:
    attributes = class_mapper(type(row)).column_attrs
    return {attribute.key: getattr(row, attribute.key) for attribute in attributes}
