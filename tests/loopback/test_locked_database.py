"""A database that another program locks for longer than Discord waits for an answer."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from bot.storage.engine.errors import DatabaseLocked
from bot.tables.core.errors import sentence_of
from bot.text.language import ENGLISH
from bot.ui.kit.sending import ONE_MOMENT
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Member, add_member
from tests.support.storage.database import FILE, only_sqlite

pytestmark = [pytest.mark.long, only_sqlite("about the file of SQLite")]


@pytest.fixture
async def noa(
    discord: DiscordProcess, bot: BotProcess, no_hold: None, monkeypatch: pytest.MonkeyPatch
) -> Member:
    """Noa can join a table of Mia's; Discord waits for three seconds, as usual."""
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    noa = await add_member(discord, guild, channel, "Noa")
    monkeypatch.delenv("NO_HOLD")
    await bot.start()
    await mia.slash("new")
    await noa.wait_for("Join")
    await discord.allow_answers_for(3)
    return noa


@pytest.fixture
def other(bot: BotProcess) -> Iterator[sqlite3.Connection]:
    """Another program that has the file open."""
    with closing(sqlite3.connect(bot.folder / FILE, isolation_level=None)) as connection:
        yield connection


async def private(noa: Member, beginning: str) -> None:
    """Wait until Noa has one private message, which begins so."""
    changes = -1
    while [one.words[: len(beginning)] for one in await noa.private()] != [beginning]:
        changes = await noa.discord.wait_for_change(changes)


async def test_what_is_saved_after_the_lock_is_shown(
    noa: Member, bot: BotProcess, other: sqlite3.Connection
) -> None:
    other.execute("BEGIN EXCLUSIVE")
    joined = await noa.press("Join")
    assert joined.message is not None
    assert joined.message.words == ONE_MOMENT
    other.execute("ROLLBACK")
    changes = -1
    while not any("Noa" in one.words for one in await noa.sees() if not one.is_private):
        changes = await noa.discord.wait_for_change(changes)
    assert bot.errors() == []


async def test_a_lock_that_stays_ends_in_a_sentence(
    noa: Member, bot: BotProcess, other: sqlite3.Connection
) -> None:
    other.execute("BEGIN EXCLUSIVE")
    joined = await noa.press("Join")
    assert joined.message is not None
    assert joined.message.words == ONE_MOMENT
    await private(noa, ENGLISH.say(sentence_of(DatabaseLocked())))
    other.execute("ROLLBACK")
    assert any("another program has locked" in line for line in bot.log)
