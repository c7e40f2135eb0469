"""Measures how soon all is current again after Discord was out of reach."""

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.clicks.figures import print_table
from tests.loopback.chaos.checks import outdated
from tests.loopback.chaos.history import histories
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Member, add_member
from tests.loopback.driver.player import Player

FAILURES: dict[str, dict[str, Any]] = {
    "503": {"kind": "status", "status": 503},
    "500": {"kind": "status", "status": 500},
    "resets": {"kind": "reset before"},
    "no replies": {"kind": "hang"},
}
"""What requests meet meanwhile, as the fields of a fault."""
TABLES = 8
_PACE = "1"
"""A computer takes so many seconds for a move: it moves when Discord is away already."""
_POLL = 0.1
_LONGEST = 60.0


class Healing(NamedTuple):
    """The seconds after Discord was back; `behind` are tables that were shown outdated."""

    connected: float
    current: float
    behind: int


async def outages(seconds: float) -> None:
    """Keep Discord away for so long, in each way; print a table."""
    rows = []
    for name, failure in FAILURES.items():
        with tempfile.TemporaryDirectory() as folder:
            async with DiscordProcess() as discord:
                bot = BotProcess(discord, Path(folder), COMPUTER_PACE=_PACE)
                try:
                    rows.append((name, *await heal(bot, failure, seconds)))
                finally:
                    await bot.kill()
    print_table(
        (f"{seconds:.0f} s of", "connected after s", "all current after s", "tables behind"), rows
    )


async def heal(bot: BotProcess, failure: dict[str, Any], seconds: float) -> Healing:
    """Start the program, play, and take Discord away for so long.

    Raises TimeoutError if not all is current a minute later.
    """
    discord = bot.discord
    guild, channels = await discord.add_guild(channels=TABLES)
    members = [await add_member(discord, guild, channel, "Mia") for channel in channels]
    await bot.start()
    await asyncio.gather(*(_play(member) for member in members))
    logins = (await discord.summary())["logins"]
    await discord.refuse_gateway(True)
    await discord.lay_fault(route="*", times=None, **failure)
    await discord.drop_gateway()
    await asyncio.sleep(seconds)
    behind = len(await _behind(bot, members))
    await discord.clear_faults()
    await discord.refuse_gateway(False)
    began = time.monotonic()
    connected, current = await asyncio.gather(
        discord.wait_for_login(logins + 1, _LONGEST), _current_at(bot, members)
    )
    return Healing(connected["ready_at"] - began, current - began, behind)


async def _play(member: Member) -> None:
    """Open a table with computers, and play until they are to move."""
    await member.slash("new", rounds=3)
    for _ in range(2):
        await member.press("Add easy")
    await member.press("Start")
    player, changes = Player(member), -1
    for _ in range(2):
        while await player.step() is None:
            changes = await member.discord.wait_for_change(changes)


async def _current_at(bot: BotProcess, members: list[Member]) -> float:
    """The time at which all tables were shown as they are."""
    async with asyncio.timeout(_LONGEST):
        while await _behind(bot, members):  # noqa: ASYNC110 - another process
            await asyncio.sleep(_POLL)
    return time.monotonic()


async def _behind(bot: BotProcess, members: list[Member]) -> list[str]:
    tables = {table.state.channel_id: table for table in await histories(bot.database_url)}
    shown = [(tables[int(member.channel)], await member.sees()) for member in members]
    checked = [
        outdated(table, [one for one in seen if not one.is_private]) for table, seen in shown
    ]
    return [why for why in checked if why]
