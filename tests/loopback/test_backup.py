"""What was answered before a backup is there after a crash and a restore, while members click."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest

from bot.tables.upkeep.restoring import SKIPPED_IDS
from bot.ui.kit.component_id import parse_component_id
from tests.loopback.chaos.checks import broken_records
from tests.loopback.chaos.history import histories
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Member, Message, act, add_member
from tests.loopback.driver.player import Attempt, Player, play_out
from tests.support.process.starts import ROOT
from tests.support.storage.database import only_sqlite

pytestmark = [
    pytest.mark.long,  # starts the program twice
    only_sqlite("backs up an SQLite file"),
]
BEFORE, AFTER = 6, 6
"""So many actions are answered before the backup, and after it."""


async def command(*arguments: str) -> str:
    """Run `python -m bot`; returns what it says."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=PIPE,
        stderr=STDOUT,
    )
    said, _ = await program.communicate()
    assert program.returncode == 0, said.decode()
    return said.decode()


def answered(players: list[Player]) -> list[Attempt]:
    return [one for player in players for one in player.attempts if one.acknowledged]


async def play(players: list[Player], seconds: float = PATIENCE) -> None:
    """Play until cancelled."""
    async for _answer in play_out(players, seconds):
        pass


async def until_answered(players: list[Player], count: int) -> None:
    async with asyncio.timeout(2 * PATIENCE):
        while len(answered(players)) < count:  # noqa: ASYNC110 - they play in a task of their own
            await asyncio.sleep(0.01)


async def offered(players: list[Player]) -> tuple[Member, Message]:
    """A member who is to move, and their hand."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for player in players:
                hand = await player.hand()
                if hand is not None:
                    return player.member, hand
            await asyncio.sleep(0.01)


async def posted_anew(member: Member) -> None:
    """Wait until the newest message of a table has a new number."""
    async with asyncio.timeout(2 * PATIENCE):
        while True:
            message = await member.wait_for("My hand")
            found = parse_component_id(message.controls[0].custom_id)
            if found is not None and found.table_id > SKIPPED_IDS:
                return
            await asyncio.sleep(0.05)


async def opened_game(discord: DiscordProcess) -> list[Member]:
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    noa = await add_member(discord, guild, channel, "Noa")
    # Longer than a command takes on a busy machine.
    await mia.slash("new", rounds=10)
    await noa.press("Join")
    await mia.press("Add easy")
    await mia.press("Start")
    return [mia, noa]


async def stored(url: str) -> set[tuple[int, int | None, str]]:
    """All actions in the database: decision, member, notation."""
    (table,) = [one for one in await histories(url) if one.steps]
    return {(step.decision, step.user_id, step.notation) for step in table.steps}


async def test_what_was_answered_before_the_backup_is_restored(
    discord: DiscordProcess, bot: BotProcess, tmp_path: Path
) -> None:
    await bot.start()
    members = await opened_game(discord)
    players = [Player(member) for member in members]
    playing = asyncio.create_task(play(players))
    await until_answered(players, BEFORE)
    safe = answered(players)
    backup, restored = tmp_path / "backup.db", tmp_path / "restored.db"
    await command("backup", str(backup), "--database", bot.database_url)
    await until_answered(players, len(answered(players)) + AFTER)
    playing.cancel()
    await asyncio.wait({playing})
    owner, lost_hand = await offered(players)
    await bot.kill()

    bot.database_url = f"sqlite+aiosqlite:///{restored}"
    said = await command("restore", str(backup), "--database", bot.database_url)
    assert "1 live tables go on" in said
    kept = await stored(bot.database_url)
    assert {(one.decision, one.user_id, one.notation) for one in safe} <= kept

    await bot.start()
    await posted_anew(members[0])
    # The member's app may still show the hand of the lost time.
    press = owner.use_of(lost_hand, lost_hand.controls[0], crafted=True)
    answer = await act(discord, press)
    assert answer.message is not None
    assert "no longer exists" in answer.message.words
    assert "`/scout table`" in answer.message.words

    again = [Player(member) for member in members]
    for member in members:
        await member.press("My hand")
    # Not to the end of the game: a member may press the lost hand again and again.
    playing = asyncio.create_task(play(again))
    await until_answered(again, AFTER)
    playing.cancel()
    await asyncio.wait({playing})
    assert await broken_records(bot.database_url, await histories(bot.database_url)) == []
    assert (await discord.summary())["problems"] == []
    assert bot.errors() == []


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


async def test_the_running_bot_makes_a_backup_and_a_restart_no_other(
    discord: DiscordProcess, tmp_path: Path, bare_environment: None
) -> None:
    folder = tmp_path / "backups"
    bot = BotProcess(discord, tmp_path, BACKUP_EVERY="0.5", BACKUP_FOLDER=str(folder))
    try:
        await bot.start()
        async with asyncio.timeout(PATIENCE):
            while not names_in(folder) or names_in(folder)[0].startswith("."):  # noqa: ASYNC110 - it is made by another process
                await asyncio.sleep(0.05)
        assert await bot.stop() == 0
        first = names_in(folder)
        await bot.start()
        assert await bot.stop() == 0
    finally:
        await bot.kill()
    assert len(first) == 1
    assert names_in(folder) == first
    assert sum(f"Backup {folder}/{first[0]} made" in line for line in bot.log) == 1
    assert bot.errors() == []
