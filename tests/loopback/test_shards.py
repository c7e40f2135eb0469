"""Processes with their own shards share one database and one Discord, and nothing else."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.loopback.chaos.history import seats
from tests.loopback.chaos.program import ChaosProgram
from tests.loopback.chaos.run import Run, look_for_leaks
from tests.loopback.chaos.strikes import Strike
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Member, add_member
from tests.loopback.driver.player import Player, play_out
from tests.loopback.server.faults import Kind
from tests.loopback.shared_database import fleet
from tests.support.storage.postgres_server import is_installed

pytestmark = [
    pytest.mark.long,  # starts several processes of the program, several times
    pytest.mark.skipif(not is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.usefixtures("bare_environment"),
]

STRIKES = [
    Strike(None, seconds=1.0),
    Strike(None, rolls=True),
    Strike(Kind.KILL_AFTER, "PATCH /channels/*"),
    Strike(None, rolls=True),
    Strike(Kind.KILL_AFTER, "POST /interactions/*", skip=1),
]


async def test_three_processes_lose_and_double_nothing_when_one_is_killed_or_replaced(
    discord: DiscordProcess, shared_url: str, tmp_path: Path
) -> None:
    bots = fleet(discord, tmp_path, shared_url, ["0", "1", "2"], program=ChaosProgram)
    await discord.allow_answers_for(5)
    run = Run(discord, bots, seed=3, patience=2 * PATIENCE, shards=3)
    try:
        report = await run.carry_out(STRIKES, tables=3)
    finally:
        await bots.kill_all()
    await look_for_leaks(report, shared_url, tmp_path / "requests", seed=3)
    assert report.problems == []
    assert (report.kills, report.rolls) == (3, 2)
    assert report.acknowledged > 0


async def act_until_answered(member: Member, label: str) -> None:
    """Press until a process answers: after a crash none does while the lease lasts."""
    async with asyncio.timeout(2 * PATIENCE):
        while (await member.press(label)).seconds is None:
            pass


async def test_of_two_processes_with_one_shard_one_answers_and_the_other_takes_over(
    discord: DiscordProcess, shared_url: str, tmp_path: Path
) -> None:
    # The second and the third are in reserve.
    bots = fleet(discord, tmp_path, shared_url, ["0"])
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    try:
        await bots.start()
        second = await bots.add("0")
        assert (await mia.slash("new", seats=5)).seconds is not None
        for _ in range(2):
            assert (await mia.press("Add easy")).seconds is not None
        assert await seats(shared_url) == [3]
        assert await bots.processes[0].stop() == 0
        assert (await mia.press("Add easy")).seconds is not None
        assert await seats(shared_url) == [4]
        await bots.add("0")
        await second.kill()
        await discord.allow_answers_for(5)
        await act_until_answered(mia, "Add easy")
        assert await seats(shared_url) == [5]
    finally:
        await bots.kill_all()
    assert [line for bot in bots.processes for line in bot.errors()] == []


async def test_processes_that_log_in_at_one_moment_all_get_in(
    discord: DiscordProcess, shared_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUICK_LOGINS")
    await discord.set_gateway(identify_seconds=5.0)
    bots = fleet(discord, tmp_path, shared_url, ["0", "1", "2"])
    try:
        await bots.start()
    finally:
        await bots.kill_all()
    assert (await discord.summary())["logins"] == 3


async def test_one_process_with_several_shards_plays_in_each(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    """Discord recommends three shards, and one process has them all; its database is SQLite."""
    await discord.set_gateway(shards=3)
    servers = [await discord.add_guild(shard=(number, 3)) for number in range(3)]
    members = [await add_member(discord, guild, channel, "Mia") for guild, (channel,) in servers]
    bot.shards = 3
    await bot.start()
    await asyncio.gather(*map(play_a_round, members))
    assert (await discord.summary())["problems"] == []
    assert await bot.stop() == 0


async def play_a_round(mia: Member) -> None:
    await mia.slash("new", rounds=1)
    for _ in range(2):
        await mia.press("Add easy")
    await mia.press("Start")
    async for answer in play_out([Player(mia, random.Random(1))], PATIENCE):
        assert answer.seconds is not None, "a press was not answered"
