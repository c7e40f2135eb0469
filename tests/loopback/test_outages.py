"""The program goes on when its connection, its channel or its tokens are gone for a time."""

import asyncio
from pathlib import Path

import pytest

from tests.benchmarks.clicks.outages import FAILURES, heal
from tests.loopback.driver.bot_process import BotProcess, ProgramEnded
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Answer, Member

pytestmark = pytest.mark.long  # starts the program


def words(answer: Answer) -> str:
    assert answer.message is not None, "no answer came"
    return answer.message.words


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_connection_that_breaks_is_taken_up_again(
    discord: DiscordProcess, bot: BotProcess, mia: Member, resumable: bool
) -> None:
    await bot.start()
    await discord.refuse_gateway(True)
    await discord.drop_gateway(resumable=resumable)
    await discord.refuse_gateway(False)
    await discord.wait_for_login(2)
    assert "A table for SCOUT" in words(await mia.slash("new"))
    assert bot.errors() == []


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_signal_stops_it_while_it_connects_again(
    discord: DiscordProcess, bot: BotProcess, resumable: bool
) -> None:
    await bot.start()
    await discord.silence_gateway()
    await discord.drop_gateway(resumable=resumable)
    async with asyncio.timeout(PATIENCE):
        while not (await discord.summary())["unanswered"]:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.05)
    assert await bot.stop() == 0
    assert bot.errors() == []


async def test_a_start_that_fails_is_not_waited_for_and_shows_the_log(
    discord: DiscordProcess, tmp_path: Path, bare_environment: None
) -> None:
    bot = BotProcess(discord, tmp_path, DISCORD_TOKEN="none")  # noqa: S106
    with pytest.raises(ProgramEnded, match=r"status 2 (.|\n)*Discord refused the token"):
        await bot.start()


async def test_a_table_moves_from_a_channel_that_is_deleted(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await bot.start()
    await mia.slash("new")
    await discord.remove_channel(mia.channel)
    mia.channel = await discord.add_channel(mia.guild)
    assert words(await mia.slash("table")) == "Here is the table."


async def test_a_channel_where_the_bot_cannot_write_is_named(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await bot.start()
    await discord.allow(mia.channel, 1 << 10)
    assert "I need the permissions **Send Messages**, " in words(await mia.slash("new"))


async def test_a_hand_is_sent_again_when_its_token_is_too_old(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await bot.start()
    await mia.slash("new", rounds=1)
    await mia.press("Add easy")
    await mia.press("Start")
    table = await mia.wait_for("My hand")
    await discord.age_tokens(16 * 60)
    assert "Keep" in words(await mia.press("My hand", table)).splitlines()
    assert (await discord.summary())["problems"] == []


@pytest.mark.parametrize("failure", ["500", "503"])
async def test_tables_are_current_again_after_an_outage(
    discord: DiscordProcess, bare_environment: None, tmp_path: Path, failure: str
) -> None:
    """`python -m tests.benchmarks.clicks outages` measures how soon."""
    bot = BotProcess(discord, tmp_path, COMPUTER_PACE="1")
    try:
        healing = await heal(bot, FAILURES[failure], seconds=6)
    finally:
        await bot.kill()
    assert healing.behind > 0, "nothing has happened meanwhile"


async def test_what_discord_failed_to_publish_is_left_to_the_publisher(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await bot.start()
    await mia.slash("new")
    await discord.lay_fault("status", "POST /channels/*", status=500)
    await mia.slash("table")
    while len(await sent(discord)) < 2:  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.05)
    assert (await sent(discord)) == [500, 200]
    # discord.py would have repeated the request, and nobody would have known.
    assert any("table 1 waits for Discord" in line for line in bot.log)
    assert bot.errors() == []


async def sent(discord: DiscordProcess) -> list[int]:
    """The status of each new message's request."""
    requests = await discord.requests()
    return [one["status"] for one in requests if one["route"].startswith("POST /channels")]
