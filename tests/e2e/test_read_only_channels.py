"""In a channel where members only read, they press buttons, and the bot posts nothing for them."""

from collections.abc import Awaitable, Callable

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from tests.support.discord.channel import Channel
from tests.support.discord.daily import play_today
from tests.support.discord.messages import words
from tests.support.discord.quick_game import play_out
from tests.support.discord.stored_results import finish_game
from tests.support.marks import with_long

REFUSED = "You cannot send messages in this channel"


async def card(here: Channel) -> ResponseMessage:
    mia, noa = here.members[:2]
    await finish_game(here, {mia.id: 3, noa.id: 1})
    return await mia.slash("stats")


async def step_of_a_replay(here: Channel) -> ResponseMessage:
    mia, _ = await here.start(2, rounds=1)
    await play_out(here)
    return await mia.press("Replay", here.titled("🏆")[-1])


async def daily_result(here: Channel) -> ResponseMessage:
    mia = here.members[0]
    return await mia.press("Share", await play_today(mia))


def deny(here: Channel, **permissions: bool) -> None:
    """Members lack these permissions in the channel; the bot has them."""
    denied = discord.Permissions(**permissions).value
    for target, kind, allow, deny in (
        (here.guild.default_role.id, OverwriteType.ROLE, 0, denied),
        (here.env.backend.bot_user.id, OverwriteType.MEMBER, denied, 0),
    ):
        overwrite = Overwrite(target_id=target, type=kind, allow=allow, deny=deny)
        here.env.backend.set_overwrite(here.channel.id, overwrite)


@pytest.mark.parametrize("ready", with_long([card], [step_of_a_replay, daily_result]))
async def test_nothing_is_posted_for_a_member_who_cannot_write(
    here: Channel, ready: Callable[[Channel], Awaitable[ResponseMessage]]
) -> None:
    shown = await ready(here)
    mia, before = here.members[0], len(here.public())
    deny(here, send_messages=True)
    refused = await mia.press("Post here", shown)
    assert refused.ephemeral
    assert REFUSED in words(refused)
    assert len(here.public()) == before


async def test_no_rematch_is_opened_for_a_member_who_cannot_write(here: Channel) -> None:
    mia, _ = await here.start(2, rounds=1)
    await play_out(here)
    scores = here.titled("🏆")[-1]
    deny(here, send_messages=True)
    assert REFUSED in words(await mia.press("Rematch", scores))
    assert await here.client.tables.repository.find_live_in(here.channel.id) is None


async def test_nobody_is_called_for_a_member_who_cannot_write(here: Channel) -> None:
    (mia,), ava = await here.open(1), here.members[2]
    await ava.press("Next two hours", await ava.slash("call"))
    deny(here, send_messages=True)
    # Their other presses there work.
    assert not (await mia.press("Add medium", here.lobby)).ephemeral
    assert REFUSED in words(await mia.press("Call players", here.lobby))
    assert not [message for message in here.public() if f"<@{ava.id}>" in message.content]


async def test_in_a_thread_another_permission_decides(here: Channel) -> None:
    parent, thread, mia = here.channel, here.add_thread(), here.members[0]
    await finish_game(here, {mia.id: 3, here.members[1].id: 1})
    for permission, is_posted in (("send_messages", True), ("send_messages_in_threads", False)):
        here.channel = thread
        shown = await mia.slash("stats")
        here.channel = parent
        deny(here, **{permission: True})
        answered = await mia.press("Post here", shown)
        assert answered.ephemeral is not is_posted
        assert (REFUSED in words(answered)) is not is_posted
