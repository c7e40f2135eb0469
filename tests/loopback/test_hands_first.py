"""Hands are updated at once, whatever the table waits for, and never go back."""

from collections.abc import Sequence

import pytest

from engine.players import Level
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.hands import changes_of, played_tables, times_to_buttons, went_back
from tests.loopback.driver.member import Member, act, add_member
from tests.loopback.driver.player import Player

pytestmark = pytest.mark.long  # starts the program

TURNS = 30
EDIT_OF_THE_TABLE = "PATCH /channels/*"
EDIT_OF_A_HAND = "PATCH /webhooks/*"


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


async def test_nobody_waits_for_another_members_message(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    """One of two notes hangs; the table, the other note and the next round's hand do not wait."""
    await bot.start()
    (table,) = await played_tables(discord, 1, members=1, computers=[Level.EASY, Level.EASY])
    await table.play(2, think=(0, 0))
    mia = table.players[0].member
    others = [await add_member(discord, mia.guild, mia.channel, name) for name in ("Noa", "Leo")]
    for member in others:
        await member.press("Watch")
    (slow,) = await others[0].private()
    await discord.lay_fault("hang", f"*/messages/{slow.id}")
    while not await seen_in_round_2(others):
        await table.play(1, think=(0, 0))
    assert (await discord.summary())["faults_met"] == 1
    await discord.clear_faults()
    while await seen_in_round_2(others) < 2:
        await discord.wait_for_change(-1)


async def test_a_hand_that_an_older_edit_has_changed_is_edited_again(
    discord: DiscordProcess, bot: BotProcess
) -> None:
    """The edit is held on its way, so that the answers to the next presses do not wait for it."""
    await bot.start()
    (table,) = await played_tables(discord, 1, members=3)
    # All have chosen: two turns later the round cannot be over.
    await table.play(3, think=(0, 0))
    while not any(offers := [await player.hand() for player in table.players]):
        await discord.wait_for_change(-1)
    at = next(number for number, hand in enumerate(offers) if hand is not None)
    player, slow = table.players[at], table.players[(at + 1) % 3]
    before, offered = (await slow.member.private())[-1], offers[at]
    assert offered is not None
    await discord.lay_fault("hold", EDIT_OF_A_HAND)
    while await player.hand() is not None:
        await player.step()
    while not (await discord.summary())["faults_met"]:
        await discord.wait_for_change(-1)
    # The press comes too late, and is answered with the newest hand.
    await act(discord, slow.member.use_of(before, offered.controls[0], crafted=True))
    while await slow.hand() is not None:
        await slow.step()
    played, moment = slow.attempts[-1].decision, len(await discord.private_changes())
    await discord.clear_faults()
    while not (late := await offers_since(discord, slow, moment)) or late[-1] is not None:
        await discord.wait_for_change(-1)
    assert late[0] == played
    assert bot.errors() == []


async def seen_in_round_2(members: Sequence[Member]) -> int:
    """The number of members whose newest private message shows the second round."""
    return sum(["Round 2" in (await member.private())[-1].words for member in members])


async def offers_since(discord: DiscordProcess, player: Player, number: int) -> list[int | None]:
    """The decisions that the member's hand offered, with its changes from this one on."""
    changes = changes_of((await discord.private_changes())[number:])
    return [change.decision for change in changes[player.member.id]]
