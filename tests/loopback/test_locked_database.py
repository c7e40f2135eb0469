"""A database that another program locks for longer than Discord waits for an answer."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from bot.storage.engine.errors import DatabaseLocked
from bot.tables.core.errors import sentence_of
from bot.text.language import ENGLISH
from bot.ui.kit.sending import ONE_MOMENT
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Member, Message, add_member
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


async def lobbies(member: Member) -> list[Message]:
    return [one for one in await member.sees() if "Join" in one.labels]


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


@pytest.mark.parametrize("kind", ["reset after", "kill after"])
async def test_a_lobby_that_comes_after_one_moment_stands_once(
    noa: Member, bot: BotProcess, other: sqlite3.Connection, kind: str
) -> None:
    """Discord takes the lobby, and the program never reads that it did."""
    ida = await add_member(noa.discord, noa.guild, await noa.discord.add_channel(noa.guild), "Ida")
    await noa.discord.lay_fault(kind, "POST /channels/*", pid=bot.pid)
    other.execute("BEGIN EXCLUSIVE")
    opened = await ida.slash("new")
    assert opened.message is not None
    assert opened.message.words == ONE_MOMENT
    other.execute("ROLLBACK")
    while not (await ida.discord.summary())["faults_met"]:
        await ida.discord.wait_for_change(-1)
    if kind == "kill after":
        await bot.ended()
        await bot.start()
    await replace(noa, channel=ida.channel).wait_for("Join")
    await ida.press("Add easy")
    changes = -1
    while not any("(easy)" in lobby.words for lobby in await lobbies(ida)):
        changes = await ida.discord.wait_for_change(changes)
    assert len(await lobbies(ida)) == 1
    assert bot.errors() == []
