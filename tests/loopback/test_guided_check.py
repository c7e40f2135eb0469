"""`python -m tests.tools.guided_check` beside a bot that runs, and stopped by Ctrl-C."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process

import pytest

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Member
from tests.loopback.server.service import GOOD_TOKEN
from tests.support.process.starts import ROOT

pytestmark = pytest.mark.long  # starts the program


async def start_check(discord: DiscordProcess, mia: Member) -> Process:
    port = str(discord.port)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.process.run_on_loopback", port, port),
        *("guided-check", "--channel", mia.channel, "--as", mia.id),
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": GOOD_TOKEN},
        stdout=PIPE,
        stderr=PIPE,
    )


async def stopped(check: Process, number: signal.Signals) -> tuple[str, str]:
    check.send_signal(number)
    async with asyncio.timeout(PATIENCE):
        out, err = await check.communicate()
    assert check.returncode == 1
    return out.decode(), err.decode()


async def test_a_running_bot_leaves_the_presses_of_the_check_alone(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await bot.start()
    check = await start_check(discord, mia)
    await mia.wait_for("Start")
    await discord.reset_requests()
    answer = await mia.press("Start")
    assert answer.message is not None
    assert answer.message.labels == ["Next", "I dismissed it"]
    # The bot is there, and answers what is its own.
    assert (await mia.slash("rules")).message is not None
    requests = await discord.requests()
    codes = [one["code"] for one in requests if one["route"].endswith("/callback")]
    # The check's answer, its second one on purpose, and the bot's to the command.
    assert sorted(codes) == [0, 0, 40060]
    out, err = await stopped(check, signal.SIGINT)
    assert "It did not come to its end. It was stopped." in out
    assert "held    3. A second answer is refused with 40060." in out
    assert err == ""
    assert GOOD_TOKEN not in out
    assert [one for one in await mia.sees() if not one.is_private] == []
    assert bot.errors() == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_stop_signal_ends_it_in_good_order(
    number: signal.Signals, discord: DiscordProcess, mia: Member
) -> None:
    check = await start_check(discord, mia)
    await mia.wait_for("Start")
    out, err = await stopped(check, number)
    assert out.rstrip().endswith("Nothing is left at Discord.")
    assert err == ""
    assert await mia.sees() == []
