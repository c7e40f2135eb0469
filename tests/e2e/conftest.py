"""A fresh channel for each test; whatever the bot sent in it is checked at the end."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.engine.database import Database
from tests.support.discord.channel import Channel
from tests.support.discord.scout_channel import scout_channel
from tests.support.storage.database import FILE, copy_database, database_url


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once: the migrations take longer than most of these tests."""
    folder = tmp_path_factory.mktemp("empty")
    asyncio.run(_migrate(database_url(folder)))
    return folder / FILE


async def _migrate(url: str) -> None:
    database = Database(url)
    await database.migrate()
    await database.close()


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated Discord would wait a second for messages to be saved after every press."""
    monkeypatch.setattr("bot.tables.core.message_store._DELAY", 0)


@pytest.fixture
def folder(tmp_path: Path, empty_database: Path) -> Path:
    """Where the test's database lies."""
    copy_database(empty_database, tmp_path / FILE)
    return tmp_path


@pytest.fixture
async def here(folder: Path) -> AsyncIterator[Channel]:
    async with scout_channel(folder) as channel:
        yield channel
