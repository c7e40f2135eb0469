"""After a move, a link to the next game that waits for the member."""

import discord
import pytest
import simcord

from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, words


async def begin_elsewhere(here: Channel, members: list[Member]) -> simcord.ChannelHandle:
    """Another channel, where a game waits for all of them to choose their hands."""
    host, *others = members
    other = here.guild.create_text_channel("elsewhere")
    lobby = await host.slash("new", other)
    for member in others:
        await member.press("Join", lobby)
    await host.press("Start", lobby)
    assert len((await here.state(2)).members_to_move) == len(members)
    return other


async def show(here: Channel, members: list[Member]) -> str:
    """Play a Show of the member on turn in the first game; returns the answer's words."""
    player = await here.on_turn(members)
    return words(await player.show_something(await player.press("My hand", here.table)))


async def test_a_move_leads_to_the_next_game_that_waits(here: Channel) -> None:
    members = await here.begin_turns(2)
    other = await begin_elsewhere(here, members)
    link = f"1 more game waits for you: https://discord.com/channels/{here.guild.id}/{other.id}/"
    assert link in await show(here, members)


@pytest.mark.long
async def test_after_a_start_the_first_answer_of_a_member_lacks_it(here: Channel) -> None:
    members = await here.begin_turns(2)
    await begin_elsewhere(here, members)
    await here.restart()
    player = await here.on_turn(members)
    assert "more game" not in await show(here, members)
    await here.env.settle()
    while await here.on_turn(members) is not player:
        await here.play_elsewhere(await here.on_turn(members))
        await here.env.settle()
    assert "1 more game waits for you" in await show(here, members)


@pytest.mark.long
async def test_a_game_in_a_channel_that_the_member_cannot_see_is_not_named(here: Channel) -> None:
    members = await here.begin_turns(2)
    await begin_elsewhere(here, members)
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = here.guild.create_text_channel("hidden", overwrites={here.guild.default_role: unseen})
    async with here.client.tables.repository.unit_of_work(2) as uow:
        uow.table.channel_id = hidden.id
    player = await here.on_turn(members)
    assert len(await here.client.tables.waiting.others(player.id, 1)) == 1
    assert "more game" not in await show(here, members)


@pytest.mark.long
async def test_a_game_in_another_server_is_linked_once_its_channel_is_known_to_be_seen(
    here: Channel,
) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    another = here.env.create_guild("another")
    other = another.create_text_channel("scout")
    host = another.add_member(player.actor.user)
    lobby = answer(await host.slash(other, "scout new"))
    await host.click(lobby, label="Add medium")
    await host.click(lobby, label="Start")
    assert "more game" not in await show(here, members)
    await here.env.settle()
    while await here.on_turn(members) is not player:
        await here.play_elsewhere(await here.on_turn(members))
        await here.env.settle()
    link = f"1 more game waits for you: https://discord.com/channels/{another.id}/{other.id}/"
    assert link in await show(here, members)
