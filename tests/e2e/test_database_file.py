"""Presses while the bot's database file is not at its place."""

from pathlib import Path

import pytest

from bot.storage.engine.database_file import DatabaseFileMissing
from tests.support.discord.channel import Channel
from tests.support.discord.messages import words
from tests.support.storage.database import only_sqlite

pytestmark = only_sqlite("about the file of SQLite")


class DatabaseFile:
    """The file of a bot that has claimed it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._elsewhere = path.with_name("elsewhere")

    def move_away(self) -> None:
        self.path.rename(self._elsewhere)

    def move_back(self) -> None:
        assert not self.path.exists()
        self._elsewhere.rename(self.path)


@pytest.fixture
async def file(here: Channel, folder: Path) -> DatabaseFile:
    await here.client.database.claim()
    # The missing file is logged as an error.
    here.expects_errors = True
    return DatabaseFile(folder / "scout.sqlite3")


async def test_a_press_without_the_file_changes_nothing_and_says_so(
    here: Channel, file: DatabaseFile
) -> None:
    mia, *_ = await here.start(3)
    hand = mia.hand
    file.move_away()
    answer = await mia.press("Keep", hand)
    assert words(answer) == str(DatabaseFileMissing())
    assert await here.actions() == []
    file.move_back()
    await mia.press("Keep", hand)
    assert await here.actions() == ["K"]


async def test_no_table_is_opened_without_the_file(here: Channel, file: DatabaseFile) -> None:
    file.move_away()
    answer = await here.members[0].slash("new")
    assert words(answer) == str(DatabaseFileMissing())
    file.move_back()
    assert here.public() == []
    await here.members[0].slash("new")
    assert len(here.titled("🎪 A table for SCOUT")) == 1
