"""A fresh channel for each test; whatever the bot sent in it is checked at the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.discord.channel import Channel
from tests.support.discord.scout_channel import scout_channel
from tests.support.storage.database import FILE, copy_database


@pytest.fixture(autouse=True)
def short_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated Discord would wait for messages to be saved after every press.

    With no delay at all it looks at the timer in each step of the event loop until a press ends:
    a fifth of the processor's time of a game.
    """
    for delay in ("_DELAY", "_DELAY_OF_EDITS"):
        monkeypatch.setattr(f"bot.tables.core.message_store.{delay}", 0.01)


@pytest.fixture(autouse=True)
def one_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals of days are those of one secret: with any, a test would fail once in fifty runs.

    Now and then a hand is a row of numbers that a message has for other reasons.
    """
    monkeypatch.setattr("bot.tables.daily.days.new_secret", lambda: "5c" * 32)


@pytest.fixture
def folder(tmp_path: Path, migrated_file: Path) -> Path:
    """Where the test's database lies."""
    copy_database(migrated_file, tmp_path / FILE)
    return tmp_path


@pytest.fixture
async def here(folder: Path) -> AsyncIterator[Channel]:
    async with scout_channel(folder) as channel:
        yield channel
