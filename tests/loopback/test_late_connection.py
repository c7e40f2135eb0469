"""A start whose connection comes late: what the program sends by itself until then.

Before that it knows neither who sees a channel nor the language of a server.
"""

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.storage.engine.database import Database
from bot.storage.models.servers import Server
from bot.storage.models.tables import Table
from bot.storage.queries.dialects import change_row
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Member, add_member

pytestmark = pytest.mark.long  # starts the program

WAITED = timedelta(minutes=5)


async def let_time_pass(bot: BotProcess, member: Member) -> None:
    """While the program is stopped, a reminder and the message of the day become due."""
    database = Database(bot.database_url)
    async with database.write() as session:
        (table,) = await session.rows(Table)
        table.decision_since -= WAITED
        table.due_at = table.decision_since
        daily = {"daily_channel": int(member.channel), "daily_hour": 0}
        await change_row(session, Server, {"guild_id": int(member.guild)}, daily, daily)
    await database.close()


def sent(folder: Path) -> Iterator[dict[str, Any]]:
    """The messages that the program sent into channels."""
    for line in (folder / "requests" / "requests.jsonl").read_text("utf-8").splitlines():
        request = json.loads(line)
        if request["route"] == "POST /channels/{channel_id}/messages":
            yield request["body"]


async def until_sent(folder: Path, words: str) -> dict[str, Any]:
    """The first message with these words."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for message in sent(folder):
                if words in json.dumps(message, ensure_ascii=False):
                    return message
            await asyncio.sleep(0.05)


async def until_tried(bot: BotProcess, folder: Path) -> None:
    """Until the program waits with the reminder, or has sent it already."""
    async with asyncio.timeout(PATIENCE):
        while not any("waits for Discord" in line for line in bot.log):
            if any("du bist am Zug" in str(message.get("content")) for message in sent(folder)):
                return
            await asyncio.sleep(0.05)


async def test_a_reminder_and_the_message_of_the_day_wait_for_the_connection(
    discord: DiscordProcess, bot: BotProcess, tmp_path: Path
) -> None:
    guild, (channel,) = await discord.add_guild(community="de")
    mia = await add_member(discord, guild, channel, "Mia")
    await bot.start()
    await mia.slash("new")
    await mia.press("Mittleren dazu")
    await mia.press("Start")
    assert await bot.stop() == 0
    await let_time_pass(bot, mia)
    await discord.refuse_gateway(True)
    await bot.launch()
    await until_tried(bot, tmp_path)
    await discord.refuse_gateway(False)
    reminder = await until_sent(tmp_path, f"<@{mia.id}>, du bist am Zug")
    assert reminder["allowed_mentions"]["users"] == [int(mia.id)]
    assert "Tagesrunde" in json.dumps(await until_sent(tmp_path, "🗓️"))
