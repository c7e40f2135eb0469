"""Many tables send at once, and Discord refuses some of it (docs/discord.md, 15, 30 and 31)."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.ui.kit.permissions import PERMISSIONS
from tests.benchmarks.clicks.costs import quiet
from tests.benchmarks.clicks.many_tables import Kind, open_tables
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import add_member
from tests.support.storage.database import only_sqlite

pytestmark = pytest.mark.long  # starts the program

TABLES = 40
A_WHILE = 6.0
SELDOM = 3
"""One table is refused so often at most in that time."""
ANSWER, SEND, EDIT = "POST /interactions/", "POST /channels/", "PATCH /channels/"
USED_UP = 6.0
"""For so many seconds Discord takes nothing that counts towards the bot's rate."""


async def test_answers_do_not_wait_for_what_is_published(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    await bot.start()
    await mia.slash("new")
    await discord.reset_requests()
    await discord.use_up_limits(USED_UP)
    await mia.slash("table")
    await until(discord, 1, status=429)
    for command in ("rules", "help", "table"):
        assert (await mia.slash(command)).message is not None
    await until(discord, 1, route=SEND, status=200)
    requests = await discord.requests()
    answered = [one["done"] for one in requests if one["route"].startswith(ANSWER)]
    sent = [one["done"] for one in requests if is_of(one, SEND, 200)]
    assert max(answered) < min(sent)
    # The whole bot waited, each of what was to be sent with one refusal.
    assert len([one for one in requests if one["status"] == 429]) <= 2
    assert bot.errors() == []


@only_sqlite("the tables are copied within a file")
@pytest.mark.parametrize("refusal", [403, 404, 429])
async def test_what_discord_refuses_is_seldom_tried_again(
    discord: DiscordProcess, bot: BotProcess, tmp_path: Path, refusal: int
) -> None:
    places = await open_tables(discord, tmp_path, TABLES, Kind.LAGGING)
    channels = [place.members[0].channel for place in places]
    for channel in channels:
        if refusal == 403:
            await discord.allow(channel, 0)
        elif refusal == 404:
            await discord.remove_channel(channel)
    await bot.launch()
    if refusal == 429:
        await discord.use_up_limits(2 * A_WHILE)
    await until(discord, 1, status=refusal)
    await asyncio.sleep(A_WHILE)
    refused = sum(one["status"] == refusal for one in await discord.requests())
    assert refused <= SELDOM * TABLES
    if refusal == 403:
        for channel in channels:
            await discord.allow(channel, PERMISSIONS.value)
    if refusal != 404:
        await until(discord, TABLES, route=EDIT, status=200)
    assert bot.errors() == []


async def test_a_message_that_was_just_sent_is_not_edited(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    """Discord removes the spaces around a text, and names bring none into it."""
    guild, (channel,) = await discord.add_guild()
    names = ("  Mia ", "Noa\u3000", "\u2003Ida\n")
    mia, *others = [await add_member(discord, guild, channel, name) for name in names]
    await bot.start()
    await mia.slash("new")
    for member in others:
        await member.press("Join")
    await mia.press("Start")
    table = await mia.wait_for("My hand")
    await quiet(discord)
    assert "Mia" in table.words
    (shown,) = [message for message in await mia.sees() if message.id == table.id]
    assert shown.payload["edited_timestamp"] is None
    assert (await discord.summary())["problems"] == []


def is_of(request: dict[str, Any], route: str, status: int) -> bool:
    return bool(request["route"].startswith(route) and request["status"] == status)


async def until(discord: DiscordProcess, count: int, *, route: str = "", status: int) -> None:
    """Wait until so many requests were replied to in this way."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if sum(is_of(one, route, status) for one in await discord.requests()) >= count:
                return
            await asyncio.sleep(0.05)
