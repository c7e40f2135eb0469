"""The places where the program works, and its permissions there (docs/discord.md, 13 and 20)."""

import asyncio
import re
from contextlib import suppress
from dataclasses import replace

import pytest
from discord import Permissions

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess, NotPossible
from tests.loopback.driver.member import Member, add_member
from tests.loopback.driver.player import Player

pytestmark = pytest.mark.long  # starts the program

OF_A_SERVER = (
    "new",
    "hand",
    "table",
    "leave",
    "cancel",
    "leaderboard",
    "record review",
    "settings",
)
OF_ANYWHERE = ("rules", "tutorial", "help")
_PERMISSIONS = re.compile(r"Invite it with .*permissions=(\d+)")


async def test_a_command_from_direct_messages_is_answered_with_a_sentence(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    await bot.start()
    alone = replace(mia, channel=await discord.open_direct(mia.id))
    for command in OF_A_SERVER:
        answer = await alone.slash(command)
        assert answer.message is not None
        said = answer.message.payload["content"]
        assert said.startswith("SCOUT is played in a server's channels."), command
    for command in OF_ANYWHERE:
        answer = await alone.slash(command)
        assert answer.message is not None
        assert "Something went wrong" not in answer.message.words, command
    assert bot.errors() == []


async def test_a_game_needs_no_more_than_the_invitation_asks_for(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    """The game sends, edits and deletes messages, opens a thread and archives it."""
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    await bot.start()
    invited = await _invited_with(bot)
    assert not invited.read_message_history
    await discord.allow(channel, invited.value)
    opened = await mia.slash("new", rounds=1, thread=True)
    for _ in range(2):
        await mia.press("Add easy")
    await mia.press("Start")
    assert opened.message is not None
    # A thread has the id of the message that it starts from.
    in_thread = replace(mia, channel=opened.message.id)
    await _opened(in_thread)
    await in_thread.slash("table")
    await in_thread.press("My hand")
    await _play(Player(in_thread), mia)
    requests = await discord.requests()
    assert {"PATCH", "POST", "DELETE"} <= {
        one["route"].split()[0] for one in requests if "/channels/" in one["route"]
    }
    assert not [one for one in requests if one["status"] >= 400]
    assert (await discord.summary())["problems"] == []
    assert bot.errors() == []


async def _invited_with(bot: BotProcess) -> Permissions:
    """The permissions that the invitation asks for; it is logged soon after the login."""
    async with asyncio.timeout(PATIENCE):
        while not (links := _PERMISSIONS.findall("\n".join(bot.log))):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    return Permissions(int(links[-1]))


async def _opened(in_thread: Member) -> None:
    """Wait until the table is in the thread, which is not there at first."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(NotPossible):
                await in_thread.wait_for("My hand")
                return
            await asyncio.sleep(0.05)


async def _play(player: Player, before: Member) -> None:
    """Play until a rematch is offered where the table was opened."""
    changes = -1
    while not any("Rematch" in message.labels for message in await before.sees()):
        if await player.step() is None:
            newest = await before.discord.wait_for_change(changes, PATIENCE)
            assert newest > changes
            changes = newest
