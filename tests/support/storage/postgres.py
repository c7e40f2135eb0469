"""Statements on a PostgreSQL server from outside the bot, for tests that run in an event loop."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import asyncpg

T = TypeVar("T")


def execute(url: str, statement: str) -> None:
    """Run one statement that returns no rows, at an address as in DATABASE_URL."""
    in_thread(_execute(url, statement))


def fetch(url: str, query: str, after: str = "") -> list[dict[str, Any]]:
    """The rows of a query, after another statement if there is one."""
    return in_thread(_fetch(url, query, after))


def insert(url: str, table: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Write rows as they are."""
    in_thread(_insert(url, table, columns, rows))


def in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Do this while the thread's own loop, if there is one, waits."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _connect(url: str) -> "asyncpg.Connection[asyncpg.Record]":
    return await asyncpg.connect(url.replace("postgresql+asyncpg://", "postgresql://"))


async def _execute(url: str, statement: str) -> None:
    connection = await _connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def _fetch(url: str, query: str, after: str) -> list[dict[str, Any]]:
    connection = await _connect(url)
    try:
        if after:
            await connection.execute(after)
        return [dict(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def _insert(url: str, table: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    connection = await _connect(url)
    try:
        await connection.copy_records_to_table(table, columns=columns, records=rows)
    finally:
        await connection.close()
