"""Presses while the bot's database file is not at its place, is locked, or on a full disk."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from bot.hosting.monitoring import checks_of, read
from bot.storage.engine import sqlite_engine
from bot.storage.engine.database_file import DatabaseFileMissing
from bot.storage.engine.errors import DatabaseFull, DatabaseLocked
from bot.tables.core.errors import sentence_of
from bot.text.language import ENGLISH
from bot.ui.views.calls import called_words
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import labels, words
from tests.support.discord.network_faults import meanwhile
from tests.support.discord.servers import a_manager
from tests.support.discord.stored_results import finish_game
from tests.support.storage.database import only_sqlite

pytestmark = only_sqlite("about the file of SQLite")


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_engine, "_BUSY_TIMEOUT_MS", 100)


@pytest.fixture
def other(here: Channel, folder: Path) -> Iterator[sqlite3.Connection]:
    """Another program with the file open."""
    here.expects_errors = True
    with closing(sqlite3.connect(folder / "scout.sqlite3", isolation_level=None)) as connection:
        yield connection


@pytest.fixture
def full_disk() -> Iterator[None]:
    """No file of a database can grow."""

    def limit(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count=1").close()

    event.listen(Pool, "checkout", limit)
    yield
    event.remove(Pool, "checkout", limit)


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
    assert words(answer) == ENGLISH.say(sentence_of(DatabaseFileMissing()))
    assert await here.actions() == []
    file.move_back()
    await mia.press("Keep", hand)
    assert await here.actions() == ["K"]


async def test_no_table_is_opened_without_the_file(here: Channel, file: DatabaseFile) -> None:
    file.move_away()
    answer = await here.members[0].slash("new")
    assert words(answer) == ENGLISH.say(sentence_of(DatabaseFileMissing()))
    file.move_back()
    assert here.public() == []
    await here.members[0].slash("new")
    assert len(here.titled("🎪 A table for SCOUT")) == 1


async def test_a_call_that_cannot_be_noted_as_sent_keeps_no_game_from_going_on(
    here: Channel, other: sqlite3.Connection
) -> None:
    """A start sends what a crash left unsent; an error of that would end all timers."""
    mia, noah, *_ = here.members
    await here.open(1)
    await noah.press("Next two hours", await noah.slash("call"))
    state = await here.state()
    with here.env._bot_scope():
        assert await here.client.tables.calls.make(state.id, mia.id, here.channel.id, [noah.id])
        other.execute("BEGIN IMMEDIATE")
        await here.client._parts.calls.resume()
        other.execute("ROLLBACK")
    assert len([one for one in here.public() if "Stop calling me" in labels(one)]) == 1


async def test_a_press_on_a_locked_file_says_so_and_works_afterwards(
    here: Channel, other: sqlite3.Connection
) -> None:
    mia, *_ = await here.start(3)
    hand = mia.hand
    other.execute("BEGIN EXCLUSIVE")
    assert words(await mia.press("Keep", hand)) == ENGLISH.say(sentence_of(DatabaseLocked()))
    assert await here.actions() == []
    other.execute("ROLLBACK")
    await mia.press("Keep", hand)
    assert await here.actions() == ["K"]


async def test_a_table_that_could_not_be_posted_again_is_posted_after_the_lock(
    here: Channel, other: sqlite3.Connection
) -> None:
    mia, *_ = await here.open(1)
    former = here.lobby.id
    other.execute("BEGIN EXCLUSIVE")
    assert words(await mia.slash("table")) == ENGLISH.say(sentence_of(DatabaseLocked()))
    other.execute("ROLLBACK")
    await mia.slash("table")
    assert here.lobby.id != former


def lock(other: sqlite3.Connection) -> None:
    other.execute("BEGIN EXCLUSIVE")


def refusals(member: Member) -> int:
    """How often the member was told that nothing has changed."""
    refusal = ENGLISH.say(sentence_of(DatabaseLocked()))
    return [words(message) for message in member.private()].count(refusal)


async def test_a_tutorial_on_a_locked_file_begins_without_a_refusal(
    here: Channel, other: sqlite3.Connection
) -> None:
    mia = here.members[0]
    other.execute("BEGIN EXCLUSIVE")
    await mia.slash("tutorial")
    other.execute("ROLLBACK")
    assert len(mia.private()) == 1
    assert refusals(mia) == 0


@pytest.mark.parametrize("press", ["new", "Join"])
async def test_a_seat_that_was_taken_before_the_lock_is_not_refused(
    here: Channel, other: sqlite3.Connection, press: str
) -> None:
    mia, noah, *_ = here.members
    if press == "Join":
        await noah.slash("new")
    mia.set_locale("de")
    with meanwhile("POST", "*/callback", partial(lock, other)):
        await (mia.slash("new") if press == "new" else mia.press("Join"))
    other.execute("ROLLBACK")
    assert (await here.state()).find_seat(mia.id) is not None
    assert mia.private() == []


async def test_a_call_that_members_can_read_is_not_refused(
    here: Channel, other: sqlite3.Connection
) -> None:
    mia, noah, *_ = here.members
    await here.open(1)
    await noah.press("Next two hours", await noah.slash("call"))
    with meanwhile("POST", "*/messages", partial(lock, other)):
        reply = await mia.press("Call players", here.lobby)
        other.execute("ROLLBACK")
        assert words(reply) == called_words(ENGLISH, 1)
        await mia.press("Call players", here.lobby)
    assert len([one for one in here.public() if "Stop calling me" in labels(one)]) == 1


async def test_a_season_whose_podium_was_posted_before_the_lock_is_not_refused(
    here: Channel, other: sqlite3.Connection
) -> None:
    manager = a_manager(here)
    await manager.press("Start Spring", await manager.slash("season start", name="Spring"))
    await finish_game(here, {member.id: at for at, member in enumerate(here.members[:2])})
    asked = await manager.slash("season start", name="Summer")
    with meanwhile("POST", "*/messages", partial(lock, other)):
        await manager.press("Start Summer", asked)
        other.execute("ROLLBACK")
        await manager.slash("season show")
    assert len(here.titled("🏁 The season")) == 1
    assert refusals(manager) == 0


async def test_the_bot_is_not_ready_while_it_cannot_save(
    here: Channel, other: sqlite3.Connection
) -> None:
    check = checks_of(here.client)["database"]
    mia, *_ = await here.start(3)
    hand = mia.hand
    other.execute("BEGIN EXCLUSIVE")
    await mia.press("Keep", hand)
    assert await check() == DatabaseLocked.for_host
    other.execute("ROLLBACK")
    # Nobody presses, and it notices all the same.
    assert await check() is None


@pytest.mark.long
async def test_a_press_on_a_full_disk_says_so_and_works_when_there_is_space(
    here: Channel, other: sqlite3.Connection, request: pytest.FixtureRequest
) -> None:
    await here.open(2)
    await here.members[0].close_table()
    mia, *_ = await here.start(3)
    hand = mia.hand
    # Rows of the closed table take all the space that moves would take.
    fill, numbers = "INSERT INTO actions VALUES (1, ?, 0, 'K', 'member', '2026-01-01')", count(1)
    other.executemany(fill, ((number,) for number in islice(numbers, 10_000)))
    request.getfixturevalue("full_disk")
    other.execute("PRAGMA max_page_count=1")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        other.executemany(fill, ((number,) for number in numbers))
    assert words(await mia.press("Keep", hand)) == ENGLISH.say(sentence_of(DatabaseFull()))
    read(here.client, {}, {})
    assert b'scout_database_refusals_total{reason="full"}' in here.client.metrics.text()
    check = checks_of(here.client)["database"]
    # Less than a press writes may have room.
    assert await check() == DatabaseFull.for_host
    other.execute("DELETE FROM actions WHERE table_id = 1")
    assert await check() is None
    assert await here.actions() == []
    await mia.press("Keep", hand)
    assert await here.actions() == ["K"]
