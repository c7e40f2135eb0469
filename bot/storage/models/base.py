"""The base class of all models: names for constraints, aware datetimes, and enums as text."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Enum,
    ForeignKey,
    MetaData,
    TypeDecorator,
)
from sqlalchemy.orm import DeclarativeBase, mapped_column


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime, stored as UTC and read back aware: SQLite keeps no time zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("only aware datetimes are stored")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


def named_enum(enum: type[StrEnum]) -> Enum:
    """A column that stores a member's value, as text of at most 16 characters."""
    return Enum(
        enum, native_enum=False, length=16, values_callable=lambda e: [member.value for member in e]
    )


DiscordKey = Annotated[int, mapped_column(BigInteger, primary_key=True, autoincrement=False)]
"""A key that is an id of Discord: of a server or a member."""
TableKey = Annotated[
    int, mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
]
"""A key of rows that are deleted with their table."""


class Base(DeclarativeBase):
    # SQLite can only drop constraints that have a name.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    # Mutable, because SQLAlchemy declares it so.
    type_annotation_map = {  # noqa: RUF012
        datetime: UtcDateTime,
        list[list[str]]: JSON,
        list[str]: JSON,
        list[int]: JSON,
    }

    def __init__(self, **values: Any) -> None:
        """A row with these values, and at once with the defaults that storing it would set."""
        for attribute in self.__mapper__.column_attrs:
            default: Any = attribute.columns[0].default
            if default is not None:
                values.setdefault(
                    attribute.key, default.arg(None) if default.is_callable else default.arg
                )
        self.registry.constructor(self, **values)
