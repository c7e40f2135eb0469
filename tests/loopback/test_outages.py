"""The program while its connection, its channel or its tokens are gone for a time."""

import pytest

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Answer, Member, add_member

pytestmark = pytest.mark.slow  # starts the program


@pytest.fixture
async def mia(discord: DiscordProcess) -> Member:
    guild, (channel,) = await discord.add_guild()
    return await add_member(discord, guild, channel, "Mia")


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
    assert "I need Send Messages" in words(await mia.slash("new"))


async def test_a_hand_comes_anew_when_its_token_is_too_old(
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
