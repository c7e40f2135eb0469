"""Reminders in the channel and by direct message, of one game or several, each once."""

from collections.abc import Callable
from dataclasses import replace

import discord
import pytest
import simcord
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.tables.core.deadlines import SAME_NONCE
from bot.ui.delivery.sight import seen_by_same
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import controls, words
from tests.support.discord.network_faults import failing, lost_replies, notified, slept

PING = 61
DAY = 86400
HIDDEN = discord.PermissionOverwrite(view_channel=False)
SHOWN = discord.PermissionOverwrite(view_channel=True)
DIRECT = "Two reminders, by direct message"


async def choose(member: Member, label: str) -> ResponseMessage:
    settings = await member.slash("settings")
    return await member.use(settings, next(one for one in controls(settings) if one.label == label))


def hide(here: Channel, channel_id: int, target_id: int, kind: OverwriteType) -> None:
    denied = discord.Permissions.view_channel.flag
    here.env.backend.set_overwrite(channel_id, Overwrite(target_id, kind, allow=0, deny=denied))


def direct(here: Channel, member: Member) -> list[str]:
    """The direct messages to a member."""
    channel_id = here.env.backend.dm_channels.get(member.id, 0)
    stored = here.env.backend.messages.get(channel_id, {})
    return [ResponseMessage(here.env, stored[number]).content for number in sorted(stored)]


def mentions(here: Channel) -> list[str]:
    """The contents of all messages in channels that notified a member."""
    bodies = [request.json or {} for request in here.env.http_requests if request.method == "POST"]
    return [
        body["content"]
        for body in bodies
        if isinstance(body, dict) and (body.get("allowed_mentions") or {}).get("users")
    ]


async def on_turn(here: Channel, **options: int) -> Member:
    """Begin a game of a day a turn; returns the member whose turn it is."""
    members = await here.begin_turns(2, **{"turn_limit": DAY, **options})
    return await here.on_turn(members)


@pytest.mark.long
async def test_the_second_reminder_notifies_again(here: Channel) -> None:
    player = await on_turn(here)
    await here.env.advance_time(PING)
    await here.pass_hours(0.9 * DAY - PING + 5)
    assert "it is still your move" in here.table.content
    assert notified(here, here.table) == [player.id]
    await here.restart()
    assert len(mentions(here)) == 2


@pytest.mark.long
async def test_a_direct_message_takes_the_mentions_place(here: Channel) -> None:
    player = await on_turn(here)
    settings = await choose(player, DIRECT)
    assert "does not let me" not in settings.content
    (trial,) = direct(here, player)
    assert "Reminders of your moves in SCOUT will come here." in trial
    before = here.table.id
    await here.env.advance_time(PING)
    assert direct(here, player)[1:] == [
        f"**{here.guild.name}**\nSCOUT: it is your move in <#{here.channel.id}>."
    ]
    assert (mentions(here), here.table.id) == ([], before)
    await here.pass_hours(0.9 * DAY)
    assert "it is still your move" in direct(here, player)[-1]
    await here.env.advance_time(SAME_NONCE.total_seconds() + 1)
    await here.restart()
    await choose(player, "One reminder, by direct message")
    assert len(direct(here, player)) == 3, "tried once"


async def test_where_discord_refuses_the_choice_stays_on_the_channel(here: Channel) -> None:
    mia = here.members[0]
    here.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, message="No")
    settings = await choose(mia, DIRECT)
    assert "Discord does not let me send you direct messages" in words(settings)
    assert not (await here.client.tables.preferences.of(mia.id)).reminders_direct
    settings = await choose(mia, DIRECT)
    assert "Discord does not let me" not in words(settings)
    assert (await here.client.tables.preferences.of(mia.id)).reminders_direct


async def test_too_many_direct_messages_are_not_told_as_the_members_choice(here: Channel) -> None:
    mia = here.members[0]
    here.env.inject_error("POST", "/channels/*/messages", status=403, code=40003, message="No")
    text = words(await choose(mia, DIRECT))
    assert "choose again in a few minutes" in text
    assert "privacy settings" not in text
    assert not (await here.client.tables.preferences.of(mia.id)).reminders_direct


async def test_a_failure_of_discord_is_no_refusal(here: Channel) -> None:
    with failing("POST", "/channels/*/messages", times=2):
        settings = await choose(here.members[0], DIRECT)
    assert "Discord does not let me" not in words(settings)
    assert len(direct(here, here.members[0])) == 1


async def test_a_later_refusal_falls_back_to_the_channel(here: Channel) -> None:
    player = await on_turn(here)
    await choose(player, DIRECT)
    dm = here.env.backend.dm_channels[player.id]
    here.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, message="No")
    await here.env.advance_time(PING)
    assert notified(here, here.table) == [player.id]
    assert not (await here.client.tables.preferences.of(player.id)).reminders_direct


async def test_of_two_members_whose_direct_messages_are_refused_both_are_reminded(
    here: Channel,
) -> None:
    members = await here.start(2, turn_limit=DAY)
    for member in members:
        await choose(member, DIRECT)
        dm = f"/channels/{here.env.backend.dm_channels[member.id]}/messages"
        here.env.inject_error("POST", dm, status=403, code=50007, message="No")
    await here.env.advance_time(PING)
    assert notified(here, here.table) == [member.id for member in members]


async def test_a_member_who_has_moved_meanwhile_gets_no_direct_message(here: Channel) -> None:
    player = await on_turn(here)
    await choose(player, DIRECT)
    dm = here.env.backend.dm_channels[player.id]
    with failing("POST", f"/channels/{dm}/messages"):
        await here.env.advance_time(PING)
        state = await here.newest_state()
        assert [seat.user_id for seat in state.members_to_move if seat.direct] == [player.id]
        await here.play_elsewhere(player)
    known = direct(here, player)
    with here.env._bot_scope():
        await here.client.publisher.reminders.send(state.id)
    assert direct(here, player) == known


async def test_a_table_does_not_wait_for_a_direct_message(here: Channel) -> None:
    player = await on_turn(here)
    await choose(player, DIRECT)
    with slept(f"/channels/{here.env.backend.dm_channels[player.id]}/messages", 30):
        await here.env.advance_time(PING)
        await here.play_elsewhere(player)
        await here.env.advance_time(5)
        other = await here.on_turn(here.members[:2])
        assert f"**Turn:** {other.name}" in words(here.table)
        assert len(direct(here, player)) == 1
    await here.env.advance_time(30)
    assert len(direct(here, player)) == 2


async def test_too_many_direct_messages_at_once_change_no_choice(here: Channel) -> None:
    """Discord refuses them to the bot, not to the member: the channel is used this once."""
    player = await on_turn(here)
    await choose(player, DIRECT)
    dm = here.env.backend.dm_channels[player.id]
    here.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=40003, message="No")
    await here.env.advance_time(PING)
    assert notified(here, here.table) == [player.id]
    assert (await here.client.tables.preferences.of(player.id)).reminders_direct


@pytest.mark.long
@pytest.mark.parametrize("is_direct", [False, True])
@pytest.mark.parametrize("downtime", [30, 300])
async def test_a_kill_between_commit_and_send_reminds_at_most_once(
    here: Channel, is_direct: bool, downtime: int
) -> None:
    """Soon after it is sent; later it is dropped, since it may have been sent."""
    player = await on_turn(here)
    if is_direct:
        await choose(player, DIRECT)
    known = len(direct(here, player))
    with failing("POST", "/channels/*/messages"):
        await here.env.advance_time(PING)
        await here.restart()
        await here.env.advance_time(downtime)
    await here.restart()
    await here.env.advance_time(5)
    sent = direct(here, player)[known:] if is_direct else notified(here, here.table)
    assert bool(sent) == (downtime < 120)
    assert is_direct or here.table.content.startswith(f"<@{player.id}>")


async def test_a_lost_reply_reminds_once(here: Channel) -> None:
    player = await on_turn(here)
    await choose(player, DIRECT)
    dm = here.env.backend.dm_channels[player.id]
    with lost_replies("POST", f"/channels/{dm}/messages"):
        await here.env.advance_time(PING)
        await here.env.advance_time(30)
    assert len(direct(here, player)) == 2


def deny_sending(here: Channel) -> Overwrite:
    """Let the bot send no messages in the channel."""
    send, bot = discord.Permissions(send_messages=True).value, here.env.backend.bot_user.id
    denied = Overwrite(target_id=bot, type=OverwriteType.MEMBER, allow=0, deny=send)
    here.env.backend.set_overwrite(here.channel.id, denied)
    return denied


@pytest.mark.parametrize("seconds", [20, 3600])
async def test_a_reminder_that_found_its_channel_lost_notifies_once_it_is_back(
    here: Channel, seconds: int
) -> None:
    """Soon after it is due it is sent as the channel is found, later again a minute after that."""
    player = await on_turn(here)
    denied = deny_sending(here)
    await here.env.advance_time(PING + seconds)
    assert (await here.state()).lost_at is not None
    allowed = replace(denied, allow=denied.deny, deny=0)
    here.env.backend.set_overwrite(here.channel.id, allowed)
    await here.env.advance_time(5)
    found = here.table
    assert notified(here, found) == ([player.id] if seconds < 120 else [])
    await here.env.advance_time(PING)
    assert notified(here, here.table) == [player.id]
    assert (here.table.id == found.id) == (seconds < 120)


async def test_an_edit_that_failed_before_a_repeated_reminder_keeps_it_from_nobody(
    here: Channel,
) -> None:
    player = await on_turn(here, turn_limit=0)
    denied = deny_sending(here)
    await here.env.advance_time(PING + 3600)
    here.env.backend.set_overwrite(here.channel.id, replace(denied, allow=denied.deny, deny=0))
    with failing("PATCH", "*/channels/*/messages/*", times=1):
        await here.env.advance_time(5)
    await here.env.advance_time(PING)
    assert notified(here, here.table) == [player.id]


@pytest.mark.parametrize("seconds", [20, 3600])
async def test_a_reminder_that_found_its_channel_lost_notifies_where_the_table_moves(
    here: Channel, seconds: int
) -> None:
    player = await on_turn(here)
    other = next(member for member in here.members[:2] if member.id != player.id)
    deny_sending(here)
    await here.env.advance_time(PING + seconds)
    elsewhere = here.guild.create_text_channel("elsewhere")
    await other.slash("table", elsewhere)
    here.channel = elsewhere
    await here.env.advance_time(PING)
    assert notified(here, here.table) == [player.id]


async def test_members_who_have_left_or_cannot_see_the_channel_are_not_mentioned(
    here: Channel,
) -> None:
    player = await on_turn(here)
    hide(here, here.channel.id, player.id, OverwriteType.MEMBER)
    await here.env.advance_time(PING)
    assert "it is your move" in here.table.content
    assert notified(here, here.table) == []


# Several games


async def two_games(here: Channel, there: simcord.ChannelHandle) -> Member:
    """Begin two games of the first two members; returns the member for whom both wait."""
    mia, noa = here.members[:2]
    for at in (here.channel, there):
        await mia.slash("new", at, turn_limit=DAY)
        lobby = here.messages(None, at)[-1]
        await noa.press("Join", lobby)
        await mia.press("Start", lobby)
    return mia


@pytest.mark.long
async def test_two_games_are_one_reminder_where_all_readers_see_both(here: Channel) -> None:
    there = here.guild.create_text_channel("there")
    mia = await two_games(here, there)
    await here.env.advance_time(PING)
    (said,) = mentions(here)
    assert said.splitlines()[1:3] == [
        f"<@{member.id}>, it is your move in <#{there.id}> too."
        for member in (mia, here.members[1])
    ]


@pytest.mark.parametrize("is_direct", [False, True])
async def test_a_game_that_a_member_no_longer_sees_takes_no_reminder_from_another(
    here: Channel, is_direct: bool
) -> None:
    there = here.guild.create_text_channel("there")
    mia = await two_games(here, there)
    if is_direct:
        await choose(mia, DIRECT)
    hide(here, here.channel.id, mia.id, OverwriteType.MEMBER)
    await here.env.advance_time(PING)
    if is_direct:
        where = f"it is your move in <#{there.id}>."
        assert [said.split(": ")[1] for said in direct(here, mia)[1:]] == [where]
    else:
        assert mentions(here)[-1].startswith(f"<@{mia.id}>, it is your move.\n")
        assert f"<@{mia.id}>, it is your move in" not in here.table.content


async def test_two_games_are_apart_where_a_channel_is_hidden(here: Channel) -> None:
    there = here.guild.create_text_channel("there")
    await two_games(here, there)
    role = here.guild.create_role("jugglers")
    hide(here, there.id, role.id, OverwriteType.ROLE)
    await here.env.advance_time(PING)
    assert len(mentions(here)) == 2
    assert not any("too." in said for said in mentions(here))


@pytest.mark.parametrize(
    ("one", "other", "is_seen"),
    [
        ({}, {}, True),
        ({"everybody": HIDDEN}, {}, True),
        ({}, {"everybody": HIDDEN}, False),
        ({}, {"role": HIDDEN}, False),
        ({}, {"role": SHOWN}, True),
        ({"everybody": HIDDEN, "role": SHOWN}, {"everybody": HIDDEN, "role": SHOWN}, True),
        ({"everybody": HIDDEN}, {"everybody": HIDDEN, "role": SHOWN}, False),
    ],
)
async def test_a_channel_is_named_only_if_all_readers_certainly_see_it(
    here: Channel,
    one: dict[str, discord.PermissionOverwrite],
    other: dict[str, discord.PermissionOverwrite],
    is_seen: bool,
) -> None:
    role = here.guild.create_role("jugglers")
    targets = {"everybody": here.guild.default_role, "role": role}
    make: Callable[[str, dict[str, discord.PermissionOverwrite]], simcord.ChannelHandle]
    make = lambda name, rules: here.guild.create_text_channel(  # noqa: E731
        name, overwrites={targets[target]: rule for target, rule in rules.items()}
    )
    first, second = make("first", one), make("second", other)
    await here.env.settle()
    assert seen_by_same(here.client, here.guild.id, first.id, second.id) == is_seen
    assert not seen_by_same(here.client, here.guild.id, first.id, 12345)
