"""Rows of messages and seats are changed by their keys, without reading the whole table."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.tables import PrivateKind, PrivateMessage, PublicMessage
from bot.storage.queries import members, messages
from bot.storage.queries.members import ErasurePlan
from tests.support.storage.database import only_sqlite
from tests.support.storage.plans import plan

pytestmark = only_sqlite("SQLite says which index it reads; PostgreSQL chooses by its statistics")

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PUBLIC = [(1, "lobby"), (2, "lobby")]
PRIVATE = [(1, PrivateKind.HAND, 100), (2, PrivateKind.HAND, 100)]
STAND_INS = ErasurePlan({7: -5}, frozenset(), frozenset(), [], [(1, 0), (2, 1)])


async def delete_public(session: Session) -> None:
    await session.run_together([messages.deletion(PublicMessage, PUBLIC)])


async def delete_private(session: Session) -> None:
    await session.run_together([messages.deletion(PrivateMessage, PRIVATE)])


async def erase(session: Session) -> None:
    await members.erase(session, 100, STAND_INS, NOW)


@pytest.mark.parametrize(
    ("work", "table"),
    [(delete_public, "public_messages"), (delete_private, "private_messages"), (erase, "seats")],
)
async def test_several_rows_are_found_by_their_keys(
    database: Database, work: Callable[[Session], Awaitable[Any]], table: str
) -> None:
    steps = await plan(database, work)
    assert any(f"SEARCH {table} USING" in step for step in steps), steps
    assert [step for step in steps if step.startswith(f"SCAN {table}")] == []
