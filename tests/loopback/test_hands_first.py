"""Hands are updated at once, whatever the table waits for, and never go back."""

import pytest

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.hands import changes_of, played_tables, times_to_buttons, went_back

pytestmark = pytest.mark.long  # starts the program

TURNS = 30
EDIT_OF_THE_TABLE = "PATCH /channels/*"


async def test_no_hand_goes_back_in_a_quick_game(discord: DiscordProcess, bot: BotProcess) -> None:
    await bot.start()
    (table,) = await played_tables(discord, 1, members=2)
    await table.play(TURNS, think=(0.1, 0.3))
    seen = changes_of(await discord.private_changes())
    assert [went_back(game, seen) for game in table.games] == [[] for _ in table.games]
    assert (await discord.summary())["by_status"].get("429", 0) == 0
    assert bot.errors() == []


async def test_the_hands_do_not_wait_for_the_table(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    await bot.start()
    (table,) = await played_tables(discord, 1, members=5)
    await table.play(5, think=(0, 0))
    await discord.lay_fault("hang", EDIT_OF_THE_TABLE, times=None)
    # Without the hands this would wait in vain.
    await table.play(6, think=(0, 0))
    await discord.clear_faults()
    seen = changes_of(await discord.private_changes())
    assert len(times_to_buttons(table.games[0], seen)) >= 5
    assert went_back(table.games[0], seen) == []
