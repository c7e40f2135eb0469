"""Messages, channels and permissions gone: the game is safe, and is found again."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.client import ScoutClient
from bot.storage.models.tables import Reason, Status
from tests.support.discord import crafted
from tests.support.discord.channel import Channel, assert_up_to_date
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, words
from tests.support.discord.network_faults import failing
from tests.support.discord.stored_results import finish_game
from tests.support.discord.threads import archive

DAY = 24 * 3600


async def test_a_deleted_table_message_is_posted_again(here: Channel) -> None:
    members = await here.begin_turns(2)
    here.env.backend.delete_message(here.channel.id, here.table.id)
    await (await here.on_turn(members)).show_something()
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_a_deleted_lobby_comes_back_with_the_command(here: Channel) -> None:
    mia, noa = await here.open(2)
    here.env.backend.delete_message(here.channel.id, here.lobby.id)
    await noa.slash("table")
    await mia.press("Start", here.lobby)
    assert mia.hands()
    assert noa.hands()


async def test_a_press_in_a_message_while_it_is_deleted_is_answered(here: Channel) -> None:
    (mia,), noa = await here.open(1), here.members[1]
    joining = await press_and_delete(here, noa, "Join", here.lobby)
    assert words(joining) == "Done: the table shows it."
    await mia.slash("table")
    await mia.press("Start", here.lobby)
    assert "You keep your hand as dealt." in words(
        await press_and_delete(here, noa, "Keep", noa.hand)
    )
    await mia.press("Keep", mia.hand)
    # The answer is the hand from now on.
    assert len(noa.hands()) == 1
    assert "Waiting for" not in words(noa.hand)


async def test_a_page_of_a_leaderboard_that_is_deleted_meanwhile_is_shown_in_private(
    here: Channel,
) -> None:
    mia = here.members[0]
    await finish_game(here, {user_id: 20 - user_id for user_id in range(1, 15)})
    leaderboard = await mia.slash("leaderboard")
    page = await press_and_delete(here, mia, "Next page", leaderboard)
    assert page.ephemeral
    assert "11th **member 11**" in words(page)


async def press_and_delete(
    here: Channel, member: Member, label: str, on: ResponseMessage
) -> ResponseMessage:
    """The answer to a press in a message that is gone once the bot answers."""
    (control,) = [one for one in controls(on) if one.label == label]
    pressed = crafted.start_press(member.actor, control.custom_id, on)
    here.env.backend.delete_message(on.channel_id, on.id)
    await here.env.settle()
    return answer(pressed)


async def test_a_table_is_posted_again_once_in_a_quarter_of_a_minute(here: Channel) -> None:
    mia, noa = await here.start(2)
    before = here.table.id
    await mia.slash("table")
    posted = here.table.id
    assert posted > before
    for member in (mia, noa, here.members[4], mia):
        answered = await member.slash("table")
        assert f"/channels/{here.guild.id}/{here.channel.id}/{posted}" in words(answered)
    assert here.table.id == posted
    await here.env.advance_time(16)
    assert "Here is the table" in words(await noa.slash("table"))
    assert here.table.id > posted


async def test_of_many_requests_at_once_one_posts_the_table(here: Channel) -> None:
    mia, noa = await here.start(2)
    before = {message.id for message in here.public()}
    sent = [
        request
        for request in here.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]
    answers = await here.at_once(*(member.send("table") for member in (mia, noa, here.members[3])))
    assert sorted("Here is the table" in words(answer) for answer in answers) == [
        False,
        False,
        True,
    ]
    after = [
        request
        for request in here.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]
    assert len(after) == len(sent) + 1
    assert len({message.id for message in here.public()} - before) == 1


async def test_a_deleted_ping_hurts_nothing(here: Channel) -> None:
    members = await here.begin_turns(2)
    await here.env.advance_time(31)
    here.env.backend.delete_message(here.channel.id, here.public()[-1].id)
    await (await here.on_turn(members)).show_something()
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_a_table_whose_channel_is_gone_moves_to_another(here: Channel) -> None:
    mia, noa = await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    here.env.backend.delete_channel(here.channel.id)
    await mia.press("Keep", await mia.slash("hand", elsewhere))
    answered = await noa.slash("table", elsewhere)
    assert "Here is the table" in words(answered)
    here.channel = elsewhere
    await noa.press("My hand", here.table)
    await noa.press("Keep", noa.hand)
    assert "**Turn:**" in words(here.table)
    (committed,) = (await here.state()).commitments
    assert committed is not None
    assert [committed.digest in words(shown) for shown in here.public()] == [True, False]
    assert "already has a table" in words(await here.members[2].slash("new"))


async def test_a_member_at_a_table_in_a_lost_channel_reads_how_to_bring_it_back(
    here: Channel,
) -> None:
    mia, _ = await here.open(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    for command in ("play", "games"):
        assert "`/scout table`" not in words(await mia.slash(command, elsewhere))
    here.env.backend.delete_channel(here.channel.id)
    await here.env.advance_time(1)
    for command in ("play", "games"):
        text = words(await mia.slash(command, elsewhere))
        assert "`/scout table` posts the table here again." in text
    assert "Here is the table" in words(await mia.slash("table", elsewhere))


async def test_a_table_that_can_be_reached_is_not_moved(here: Channel) -> None:
    mia, _ = await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    answered = await mia.slash("table", elsewhere)
    assert answered.ephemeral
    assert f"/channels/{here.guild.id}/{here.channel.id}/{here.table.id}" in words(answered)
    assert here.messages(None, elsewhere) == []


@pytest.mark.long
async def test_a_table_whose_channel_stays_gone_is_closed(here: Channel) -> None:
    mia, _ = await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    hand = await mia.slash("hand", elsewhere)
    here.env.backend.delete_channel(here.channel.id)
    await mia.press("Keep", hand)
    await here.pass_hours(DAY + 60)
    assert (await here.state()).status is Status.CLOSED
    assert "/scout play" in words(await mia.slash("hand", elsewhere))


def allow_sending(here: Channel, *, allowed: bool) -> None:
    """A moderator changes what the bot may do in the channel."""
    flag = discord.Permissions(send_messages=True).value
    here.env.backend.set_overwrite(
        here.channel.id,
        Overwrite(
            target_id=here.guild.default_role.id,
            type=OverwriteType.ROLE,
            allow=flag if allowed else 0,
            deny=0 if allowed else flag,
        ),
    )


async def lose_the_table(here: Channel, members: list[Member]) -> None:
    """Delete its message; then a member moves where the bot may not send another."""
    allow_sending(here, allowed=False)
    here.env.backend.delete_message(here.channel.id, here.table.id)
    await (await here.on_turn(members)).show_something()


async def test_a_permission_taken_away_in_a_game_is_named_and_can_come_back(here: Channel) -> None:
    members = await here.begin_turns(2)
    await lose_the_table(here, members)
    assert here.titled("🎪 SCOUT · round") == []
    refused = await members[0].slash("table")
    assert "I need the permission **Send Messages**" in words(refused)
    allow_sending(here, allowed=True)
    await members[0].slash("table")
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_a_table_comes_back_by_itself_when_it_is_allowed_again(here: Channel) -> None:
    members = await here.begin_turns(2)
    await lose_the_table(here, members)
    allow_sending(here, allowed=True)
    # Shorter than any of the attempts that go by the clock.
    await here.env.advance_time(2)
    assert_up_to_date(here, members, await here.on_turn(members))


@pytest.mark.parametrize("is_scheduled", [True, False])
async def test_a_table_is_found_again_when_the_bot_is_back_in_its_server(
    here: Channel, *, is_scheduled: bool
) -> None:
    """Its messages show no deadline, so there is nothing to write."""
    if is_scheduled:
        at = int((here.env.now() + timedelta(days=3)).timestamp())
        await here.members[0].actor.slash(here.channel, "scout new", at=f"<t:{at}:F>")
    else:
        await here.start(2)
    server = here.client.get_guild(here.guild.id)
    assert server is not None
    flag = discord.Permissions(view_channel=True).value
    everybody = here.guild.default_role.id
    hidden = Overwrite(target_id=everybody, type=OverwriteType.ROLE, allow=0, deny=flag)
    here.env.backend.set_overwrite(here.channel.id, hidden)
    await here.client.on_guild_remove(server)
    await here.env.advance_time(5)
    assert (await here.state()).lost_at is not None
    # As by the events of channels and roles after a return.
    here.env.backend.set_overwrite(here.channel.id, replace(hidden, allow=flag, deny=0))
    await here.env.advance_time(5)
    assert (await here.state()).lost_at is None


async def test_a_lost_table_is_tried_again_without_an_event(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ScoutClient, "on_guild_channel_update", ignore_event)
    members = await here.begin_turns(2)
    await lose_the_table(here, members)
    allow_sending(here, allowed=True)
    await here.env.advance_time(2)
    assert here.titled("🎪 SCOUT · round") == []
    await here.env.advance_time(60)
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_a_table_that_ended_in_a_hidden_channel_keeps_no_buttons(here: Channel) -> None:
    members = await here.begin_turns(2, rounds=1)
    everybody, flag = here.guild.default_role.id, discord.Permissions(view_channel=True).value
    hidden = Overwrite(target_id=everybody, type=OverwriteType.ROLE, allow=0, deny=flag)
    here.env.backend.set_overwrite(here.channel.id, hidden)
    while (await here.state()).status is Status.PLAYING:
        await here.play_elsewhere(await here.on_turn(members))
    await here.env.advance_time(5)
    here.env.backend.set_overwrite(here.channel.id, replace(hidden, allow=flag, deny=0))
    await here.env.advance_time(2)
    assert len(here.titled("🏆")) == 1
    assert [one for one in here.public() if "My hand" in labels(one)] == []


async def test_a_table_that_closed_because_it_was_lost_is_not_tried_at_each_start(
    here: Channel,
) -> None:
    members = await here.begin_turns(2)
    await lose_the_table(here, members)
    here.env.backend.advance_clock(DAY)
    await here.env.advance_time(60)
    assert (await here.state()).closed_reason is Reason.LOST
    assert await here.client.tables.repository.unpublished() == []


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_the_end_of_a_game_is_shown_when_the_bot_may_send_again(
    here: Channel, *, is_restarted: bool
) -> None:
    members = await here.begin_turns(2, rounds=1)
    allow_sending(here, allowed=False)
    while (await here.state()).status is Status.PLAYING:
        await here.play_elsewhere(await here.on_turn(members))
    await here.env.advance_time(5)
    assert here.titled("🏆") == []
    if is_restarted:
        await here.restart()
    allow_sending(here, allowed=True)
    await here.env.advance_time(2)
    assert len(here.titled("🏆")) == 1


async def test_a_table_is_found_again_when_its_archived_thread_is_opened(here: Channel) -> None:
    here.channel = here.add_thread()
    members = await here.begin_turns(2)
    await archive(here)
    # As in a thread that is locked, too.
    messages = f"/channels/{here.channel.id}/messages*"
    here.env.inject_error("*", messages, status=400, code=50083, times=None)
    await (await here.on_turn(members)).show_something()
    assert (await here.state()).lost_at is not None
    here.env.backend.faults.clear()
    await archive(here, archived=False)
    await here.env.advance_time(2)
    assert_up_to_date(here, members, await here.on_turn(members))


@pytest.mark.parametrize("is_at_start", [True, False])
async def test_a_turn_limit_stands_still_while_the_server_is_unavailable(
    here: Channel, monkeypatch: pytest.MonkeyPatch, *, is_at_start: bool
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60,))
    await here.start(2, turn_limit=60)
    with failing("*", "/channels/*"):
        gone: Any = {"id": str(here.guild.id), "unavailable": True}
        with here.env._bot_scope():
            if is_at_start:
                (server,) = here.client.guilds
                server.unavailable = True
                await here.client.on_shard_ready(server.shard_id)
            else:
                here.client._connection.parse_guild_delete(gone)
        await here.env.advance_time(600)
    await here.env.advance_time(61)
    state = await here.state()
    assert (state.lost_at, await here.actions()) == (None, [])
    await here.env.advance_time(61)
    assert await here.actions()


async def test_a_table_in_an_archived_thread_is_lost_with_its_server(here: Channel) -> None:
    here.channel = here.add_thread()
    await here.start(2)
    await archive(here)
    server = here.client.get_guild(here.guild.id)
    assert server is not None
    here.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    await here.client.on_guild_remove(server)
    await here.env.advance_time(5)
    assert (await here.state()).lost_at is not None


async def ignore_event(*_arguments: object) -> None:
    """An event that Discord never sent."""
