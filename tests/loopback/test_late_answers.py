"""Discord does not take an answer, or takes it without saying so (docs/discord.md, 1 and 3)."""

import asyncio
import os
import signal

import pytest

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Answer, Member, Message, act, add_member
from tests.loopback.driver.player import Player

pytestmark = pytest.mark.long  # starts the program

ANSWERS = "POST /interactions/*"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"
TOO_LONG = 4.0
"""After so many seconds nothing can be answered any more, by any of the program's measures."""


@pytest.fixture
async def mia(discord: DiscordProcess, bot: BotProcess) -> Member:
    """The program runs, and Mia is the member who asks it for tables."""
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    await bot.start()
    return mia


async def on_turn(mia: Member) -> Message:
    """Bring Mia to a turn in a game with two computers where she can show; returns her hand.

    A round can end before she could show at all; all three rounds hardly ever do.
    """
    await mia.slash("new", rounds=3)
    for _ in range(2):
        await mia.press("Add easy")
    await mia.press("Start")
    player, changes = Player(mia), -1
    async with asyncio.timeout(PATIENCE):
        while True:
            hand = await player.hand()
            if hand is not None and any(label.startswith("Show ") for label in hand.labels):
                return hand
            if await player.step() is None:
                changes = await mia.discord.wait_for_change(changes)


async def show(mia: Member, hand: Message) -> Answer:
    """Press the Show of one card, whether the message still offers it or not."""
    control = next(one for one in hand.controls if one.label.startswith("Show "))
    return await act(mia.discord, mia.use_of(hand, control, crafted=True))


async def codes(discord: DiscordProcess, route: str) -> list[int]:
    """Discord's codes of the replies to these requests; 0 where it took them."""
    requests = await discord.requests()
    return [one["code"] for one in requests if one["route"].startswith(route)]


async def refusals(discord: DiscordProcess) -> list[int]:
    """Discord's codes of the edits by tokens that it refused."""
    return [code for code in await codes(discord, "PATCH /webhooks") if code]


async def test_an_answer_that_would_come_too_late_is_not_sent(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await mia.slash("new")
    await discord.reset_requests()
    os.kill(bot.pid, signal.SIGSTOP)
    late = asyncio.gather(*(mia.slash("rules") for _ in range(5)))
    await asyncio.sleep(TOO_LONG)
    os.kill(bot.pid, signal.SIGCONT)
    assert (await mia.slash("table")).seconds is not None
    # The last of them came after the five, and was the only one to get an answer.
    assert (await codes(discord, ANSWER)) == [0]
    late.cancel()
    assert bot.errors() == []


async def test_a_move_whose_answer_came_too_late_is_answered_when_it_is_made_again(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    hand = await on_turn(mia)
    await discord.allow_answers_for(0.5)
    await discord.lay_fault("delay", ANSWERS, seconds=1.0)
    await discord.reset_requests()
    assert (await show(mia, hand)).message is None
    await discord.allow_answers_for(PATIENCE)
    again = await show(mia, hand)
    assert again.message is not None
    assert again.message.payload["content"].startswith("You show ")
    # Refused as too late, and not sent in another way.
    assert (await codes(discord, ANSWER)) == [10062, 0]
    assert bot.errors() == []


async def test_an_answer_is_tried_until_discord_takes_it(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    hand = await on_turn(mia)
    # discord.py alone would sleep for one second, and then for three.
    await discord.allow_answers_for(3)
    await discord.lay_fault("status", ANSWERS, times=3)
    shown = await show(mia, hand)
    assert shown.message is not None
    assert shown.message.payload["content"].startswith("You show ")
    assert bot.errors() == []


async def test_an_answer_that_was_taken_without_a_reply_is_not_repeated(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await mia.slash("new")
    await discord.lay_fault("reset after", ANSWERS)
    await discord.reset_requests()
    await mia.slash("rules")
    while 40060 not in await codes(discord, ANSWER):  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.05)
    await mia.slash("help")
    private = [message.words for message in await mia.private()]
    assert len(private) == len(set(private))
    assert (await codes(discord, ANSWER)) == [0, 40060, 0]
    assert bot.errors() == []


async def test_what_discord_never_took_as_an_answer_is_not_sent_by_its_token_for_long(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await mia.slash("new")
    await discord.allow_answers_for(3)
    await discord.lay_fault("reset before", ANSWERS, times=None)
    await discord.reset_requests()
    assert (await mia.slash("rules")).message is None
    await discord.clear_faults()
    await discord.allow_answers_for(PATIENCE)
    assert (await mia.slash("help")).message is not None
    assert (await codes(discord, "PATCH /webhooks")) == [10015]
    assert bot.errors() == []


async def test_a_token_that_has_expired_is_used_once(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    hand = await on_turn(mia)
    watcher = await add_member(discord, mia.guild, mia.channel, "Ida")
    await watcher.press("Watch")
    await discord.age_tokens(16 * 60)
    await discord.reset_requests()
    shown = await show(mia, hand)
    assert shown.message is not None
    player, changes = Player(mia), -1
    while not (used := await refusals(discord)):
        changes = await discord.wait_for_change(changes)
    for _ in range(3):
        while await player.step() is None:
            changes = await discord.wait_for_change(changes)
    assert used == await refusals(discord) == [50027]
    assert bot.errors() == []
