"""`/scout play`, the shortest way to cards, and the tables of a server in `/scout games`."""

import re
from datetime import timedelta

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.storage.models.options import MAX_SEATS, MIN_SEATS
from bot.storage.models.tables import Status
from bot.ui.views.games.lists import TABLES_A_PAGE
from engine.players import Level
from tests.support.discord.channel import Channel
from tests.support.discord.crafted import callbacks
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, words
from tests.support.discord.servers import (
    a_manager,
    allow_channels,
    block,
    choose_host_role,
    open_page,
)


def link_to(here: Channel, message: ResponseMessage) -> str:
    return f"https://discord.com/channels/{here.guild.id}/{message.channel_id}/{message.id}"


def hidden_channel(here: Channel, *friends: Member) -> simcord.ChannelHandle:
    """A channel that only the bot and these members see."""
    assert here.guild.me is not None
    seen = discord.PermissionOverwrite(view_channel=True)
    return here.guild.create_text_channel(
        "secret",
        overwrites={
            here.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            here.guild.me: seen,
            **{friend.actor: seen for friend in friends},
        },
    )


async def fill_up_to(manager: Member, seats: int) -> None:
    page = await open_page(manager, "New tables")
    choice = next(control for control in controls(page) if control.value == f"fill-{seats}")
    await manager.use(page, choice)


async def lobby_in(here: Channel, host: Member, name: str, *others: Member) -> ResponseMessage:
    """A lobby in a new channel with these members."""
    lobby = await host.slash("new", here.guild.create_text_channel(name))
    for member in others:
        await member.press("Join", lobby)
    return lobby


async def test_it_is_two_presses_from_nothing_to_cards(here: Channel) -> None:
    mia = here.members[0]
    await mia.slash("play")
    assert labels(here.lobby)[:2] == ["Join", "Start"]
    assert "**Start**, 2 computers join in." in words(here.lobby)
    await mia.press("Start", here.lobby)
    assert len(callbacks(here.env)) == 2
    state = await here.state()
    assert state.status is Status.PLAYING
    assert [seat.level for seat in state.seats] == [None, Level.MEDIUM, Level.MEDIUM]
    assert labels(mia.hand)[:2] == ["Keep", "Flip hand"]


async def test_in_a_thread_it_is_three(here: Channel) -> None:
    mia = here.members[0]
    await here.client.tables.server_settings.update(here.guild.id, threads=True)
    await mia.slash("play")
    await mia.press("Start", here.lobby)
    (thread,) = here.channel.threads
    (table,) = [one for one in here.messages(None, thread) if "My hand" in labels(one)]
    hand = await mia.press("My hand", table)
    assert len(callbacks(here.env)) == 3
    assert hand.ephemeral
    assert labels(hand)[:2] == ["Keep", "Flip hand"]


@pytest.mark.long
@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
async def test_a_server_says_how_many_seats_are_filled(here: Channel, seats: int) -> None:
    await fill_up_to(a_manager(here), seats)
    mia, noa = here.members[:2]
    await mia.slash("play")
    await noa.press("Join", here.lobby)
    if seats == 2:
        assert "Just the two of you?" in words(here.lobby)
    elif seats == 3:
        assert "**Start**, 1 computer joins in." in words(here.lobby)
    else:
        assert f"**Start**, {seats - 2} computers join in." in words(here.lobby)
    await mia.press("Start", here.lobby)
    assert len((await here.state()).seats) == seats


async def test_only_tables_of_play_fill_by_themselves(here: Channel) -> None:
    mia, noa = here.members[:2]
    await mia.slash("new")
    assert "You need at least two players." in words(await mia.press("Start", here.lobby))
    await mia.close_table()
    lobby = await mia.slash("play", here.guild.create_text_channel("two"))
    await noa.press("Join", lobby)
    form = await mia.click("Options", lobby)
    fields = {"seats": ["2"], "rounds": ["1"], "limit": ["0"], "also": [], "ping": ["60"]}
    await mia.actor.submit_modal(form, fields)
    await mia.press("Start", lobby)
    assert [seat.user_id for seat in (await here.newest_state()).seats] == [mia.id, noa.id]


@pytest.mark.long
async def test_it_leads_to_the_lobby_with_the_most_players_and_of_those_to_the_newest(
    here: Channel,
) -> None:
    mia, noa, kim, leo, ava, zoe = here.members
    await lobby_in(here, mia, "one")
    await lobby_in(here, noa, "two", kim)
    newest = await lobby_in(here, leo, "three", ava)
    reply = await zoe.slash("play")
    assert reply.ephemeral
    assert f"A table has 3 free seats: {link_to(here, newest)} Press **Join** there." in words(
        reply
    )
    assert here.titled("🎪 A table") == []
    await zoe.press("Join", newest)
    assert zoe.id in {seat.user_id for seat in (await here.newest_state()).seats}


async def test_it_leads_to_no_channel_that_the_member_does_not_see(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    secret = hidden_channel(here, mia, noa)
    lobby = await mia.slash("new", secret)
    assert link_to(here, lobby) in words(await noa.slash("play"))
    opened = await kim.slash("play")
    assert not opened.ephemeral
    assert str(secret.id) not in words(opened)
    assert kim.id == (await here.newest_state()).host_id


async def test_it_leads_to_the_lobby_in_a_thread_of_a_channel_that_the_member_sees(
    here: Channel,
) -> None:
    mia, noa = here.members[:2]
    lobby = await mia.slash("new", here.add_thread())
    assert link_to(here, lobby) in words(await noa.slash("play"))


async def test_it_leads_to_no_other_server(here: Channel) -> None:
    mia = here.members[0]
    await mia.slash("new")
    another = here.env.create_guild("another")
    channel = another.create_text_channel("scout")
    noa = another.add_member(here.members[1].actor.user)
    opened = answer(await noa.slash(channel, "scout play"))
    assert not opened.ephemeral
    assert (await here.newest_state()).guild_id == another.id


async def test_a_full_lobby_is_left_out(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    full = await lobby_in(here, mia, "full")
    form = await mia.click("Options", full)
    fields = {"seats": ["2"], "rounds": ["0"], "limit": ["0"], "also": [], "ping": ["60"]}
    await mia.actor.submit_modal(form, fields)
    await noa.press("Join", full)
    assert not (await kim.slash("play")).ephemeral
    assert (await here.newest_state()).host_id == kim.id


async def test_a_member_who_was_taken_out_gets_a_table_of_their_own(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    lobby = await lobby_in(here, mia, "rude", noa)
    asked = await mia.press("Remove a player", lobby)
    await mia.use(asked, next(one for one in controls(asked) if one.value == f"out {noa.id}"))
    assert link_to(here, lobby) in words(await kim.slash("play"))
    assert not (await noa.slash("play")).ephemeral
    assert (await here.newest_state()).host_id == noa.id


async def test_a_blocked_member_is_led_nowhere(here: Channel) -> None:
    mia, noa = here.members[:2]
    await block(a_manager(here), noa)
    for _ in range(2):
        refused = await noa.slash("play")
        assert "you cannot play SCOUT in this server" in words(refused)
        await lobby_in(here, mia, "table")


async def test_a_lobby_whose_host_has_left_has_another_host(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    lobby = await lobby_in(here, mia, "table", noa)
    await mia.press("Leave", lobby)
    assert link_to(here, lobby) in words(await kim.slash("play"))
    await noa.press("Leave", lobby)
    assert not (await kim.slash("play")).ephemeral


async def test_a_member_with_a_seat_is_led_to_it(here: Channel) -> None:
    mia, noa = here.members[:2]
    lobby = await lobby_in(here, mia, "table", noa)
    await lobby_in(here, here.members[2], "another")
    reply = await mia.slash("play")
    assert f"You already have a seat: {link_to(here, lobby)}" in words(reply)
    assert labels(reply) == []
    await mia.press("Start", lobby)
    for member in (mia, noa):
        hand = await member.slash("play")
        assert hand.ephemeral
        assert "You already have a seat: " in words(hand)
        assert labels(hand)[:2] == ["Keep", "Flip hand"]
    await mia.press("Keep", mia.hand)
    assert await here.actions() == ["K"]


async def test_the_game_that_waits_for_the_member_comes_first(here: Channel) -> None:
    mia, noa = await here.start(2)
    await mia.press("Keep", mia.hand)
    other = await lobby_in(here, mia, "other", here.members[2])
    await mia.press("Start", other)
    await lobby_in(here, mia, "third")
    assert labels(await mia.slash("play"))[:2] == ["Keep", "Flip hand"]
    assert (await here.state(2)).members_to_move[0].user_id == mia.id
    assert noa.id in {seat.user_id for seat in (await here.state(1)).members_to_move}


async def test_a_channel_with_a_running_game_says_what_to_do(here: Channel) -> None:
    await here.start(2)
    refused = await here.members[2].slash("play")
    assert refused.ephemeral
    said = f"already has a table: {link_to(here, here.table)} Open yours in another channel."
    assert said in words(refused)


async def test_where_tables_are_not_allowed_it_says_where_they_are(here: Channel) -> None:
    games = here.guild.create_text_channel("games")
    await allow_channels(manager := a_manager(here), games)
    mia = here.members[0]
    assert f"Use <#{games.id}>." in words(await mia.slash("play"))
    await choose_host_role(manager, here.guild.create_role("hosts"))
    assert "Only members with the role" in words(await mia.slash("play", games))
    lobby = await manager.slash("play", games)
    assert link_to(here, lobby) in words(await mia.slash("play"))


async def test_without_permissions_it_says_which_it_needs(here: Channel) -> None:
    everybody = Overwrite(
        here.guild.id, OverwriteType.ROLE, deny=discord.Permissions(send_messages=True).value
    )
    here.env.backend.set_overwrite(here.channel.id, everybody)
    await here.env.settle()
    assert "I need the permission **Send Messages** in this channel." in words(
        await here.members[0].slash("play")
    )


async def test_of_two_at_once_one_joins_the_others_table(here: Channel) -> None:
    mia, noa = here.members[:2]
    answers = await here.at_once(mia.send("play"), noa.send("play"))
    (reply,) = (message for message in answers if message.ephemeral)
    assert "A table has 4 free seats: " in words(reply)
    assert len(here.titled("🎪 A table")) == 1


async def show_tables(member: Member) -> ResponseMessage:
    return await member.press("Tables in this server", await member.slash("games"))


async def test_the_tables_of_the_server_are_listed_with_free_seats_and_links(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    assert "There is no table in the channels that you can see." in words(await show_tables(mia))
    await here.start(2)
    one = await lobby_in(here, mia, "one")
    two = await lobby_in(here, kim, "two", noa)
    secret = await kim.slash("new", hidden_channel(here, kim))
    listed = await show_tables(mia)
    assert listed.ephemeral
    first, second, third = (listed.embeds[0].description or "").splitlines()
    assert first.startswith(f"**3 free seats** · [the lobby]({link_to(here, two)}) · One round")
    assert second.startswith(f"**4 free seats** · [the lobby]({link_to(here, one)}) · ")
    assert third.startswith(f"[round 1 of 2]({link_to(here, here.table)}) · ")
    assert third.endswith(f"No turn limit · with Mia and Noa · <#{here.channel.id}>")
    assert link_to(here, secret) in words(await show_tables(kim))
    own = await mia.press("Your games", listed)
    assert own.id == listed.id
    assert "**Your turn**" in words(own)


async def test_scheduled_tables_are_listed_and_led_to_by_nothing(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    at = int((here.env.now() + timedelta(hours=2)).timestamp())
    options = {"at": f"<t:{at}:F>", "seats": 4}
    table = answer(await mia.actor.slash(here.channel, "scout new", **options))
    await noa.press("Sign up", table)
    secret = hidden_channel(here, mia)
    await mia.actor.slash(secret, "scout new", **options)
    for member, number, stage in ((kim, 1, "Sign up"), (mia, 2, "the lobby")):
        lines = ((await show_tables(member)).embeds[0].description or "").splitlines()
        assert len(lines) == number
        line = next(one for one in lines if link_to(here, table) in one)
        start = f"<t:{at}:f> · **2 free seats** · [{stage}]({link_to(here, table)}) · One round"
        assert line.startswith(start)
    assert not (await kim.slash("play")).ephemeral


async def test_a_scheduled_table_with_the_members_name_is_among_their_own(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    at = int((here.env.now() + timedelta(hours=2)).timestamp())
    table = answer(await mia.actor.slash(here.channel, "scout new", at=f"<t:{at}:F>"))
    await noa.press("Sign up", table)
    line = f"<t:{at}:f> · [the lobby]({link_to(here, table)}) · <#{here.channel.id}>"
    for member in (mia, noa):
        assert (await member.slash("games")).embeds[0].description == line
        assert "Sign up" not in words(await show_tables(member))
    assert "You have no running games in this server." in words(await kim.slash("games"))
    await noa.press("Sign off", table)
    assert "You have no running games in this server." in words(await noa.slash("games"))


async def test_another_servers_tables_are_not_listed(here: Channel) -> None:
    await here.members[0].slash("new")
    another = here.env.create_guild("another")
    channel = another.create_text_channel("scout")
    mia = another.add_member(here.members[0].actor.user)
    own = answer(await mia.slash(channel, "scout games"))
    listed = answer(await mia.click(own, label="Tables in this server"))
    assert "There is no table in the channels that you can see." in words(listed)


@pytest.mark.long
async def test_many_tables_are_listed_in_pages(here: Channel) -> None:
    mia, noa = here.members[:2]
    for number in range(11):
        await lobby_in(here, noa, f"table-{number}")
    listed = await show_tables(mia)
    assert (listed.embeds[0].description or "").count("[the lobby]") == TABLES_A_PAGE
    listed = await mia.press("Next page", listed)
    assert (listed.embeds[0].description or "").count("[the lobby]") == 11 - TABLES_A_PAGE
    stale = controls(listed)[0].custom_id
    for channel in here.guild.channels.values():
        await noa.close_table(channel)
    assert re.fullmatch(r"scout:games:0:\d+:server", stale)
    assert "There is no table" in words(await mia.press("Previous page", listed))
