"""A member and two computers play a game to its end, through the whole program."""

import pytest

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import add_member
from tests.loopback.driver.player import Player, play_out

pytestmark = pytest.mark.slow  # starts the program


async def test_a_game_with_computers_is_played_to_its_end(
    discord: DiscordProcess, bot: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_WARM_UP")
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    await bot.start()
    opened = await mia.slash("new", rounds=2)
    assert opened.message is not None
    for _ in range(2):
        await mia.press("Add easy")
    await mia.press("Start")
    player = Player(mia)
    async for answer in play_out([player], PATIENCE):
        assert answer.seconds is not None, "a press was not answered"
    assert any(attempt.acknowledged for attempt in player.attempts)
    summary = await discord.summary()
    assert summary["problems"] == []
    assert bot.errors() == []
    assert await bot.stop() == 0
