"""Whether a member can see a channel, asked of Discord."""

from dataclasses import replace

import discord
import pytest

from bot.tables.core.state import TableState
from bot.ui.delivery.sight import Sight, is_reached, sight_of
from engine.game import Game
from tests.support.discord.channel import Channel
from tests.support.discord.threads import archive
from tests.support.ui.table_states import state_of

HIDDEN = discord.PermissionOverwrite(view_channel=False)
SHOWN = discord.PermissionOverwrite(view_channel=True)


def table_in(here: Channel, channel_id: int, parent_id: int | None = None) -> TableState:
    """A table in this channel of the server; its game does not matter."""
    state = state_of(Game.new(2))
    return replace(state, guild_id=here.guild.id, channel_id=channel_id, parent_id=parent_id)


async def sight(
    here: Channel, user_id: int, channel_id: int, parent_id: int | None = None
) -> Sight:
    return await sight_of(here.client, table_in(here, channel_id, parent_id), user_id)


async def test_a_channel_is_seen_by_those_whom_its_permissions_allow(here: Channel) -> None:
    mia, role = here.members[0], here.guild.create_role("jugglers")
    juggler = here.add_member("Jo", role)
    secret = here.guild.create_text_channel(
        "secret", overwrites={here.guild.default_role: HIDDEN, role: SHOWN}
    )
    assert await sight(here, mia.id, here.channel.id) is Sight.SEES
    assert await sight(here, mia.id, secret.id) is Sight.DOES_NOT_SEE
    assert await sight(here, juggler.id, secret.id) is Sight.SEES


async def test_who_sees_a_channel_is_not_known_until_discord_has_sent_the_server(
    here: Channel,
) -> None:
    """After a start it first says which servers there are, and then what is in each."""
    server = here.client.get_guild(here.guild.id)
    assert server is not None
    server.unavailable = True
    with pytest.raises(ConnectionError):
        await sight(here, here.members[0].id, here.channel.id)


async def test_a_public_thread_is_seen_with_its_parent(here: Channel) -> None:
    mia, thread = here.members[0], here.add_thread()
    assert await sight(here, mia.id, thread.id) is Sight.SEES
    assert await sight(here, mia.id, thread.id, here.channel.id) is Sight.SEES
    secret = here.guild.create_text_channel("secret", overwrites={here.guild.default_role: HIDDEN})
    here.env.backend.create_thread(secret.id, "a thread", mia.id)
    assert await sight(here, mia.id, secret.threads[-1].id) is Sight.DOES_NOT_SEE
    # The archived thread of a game, which Discord no longer names: the game knows its parent.
    assert await sight(here, mia.id, 12345, secret.id) is Sight.DOES_NOT_SEE
    assert await sight(here, mia.id, 12345, here.channel.id) is Sight.SEES


async def test_a_private_thread_is_seen_by_those_who_manage_threads(here: Channel) -> None:
    mia = here.members[0]
    role = here.guild.create_role("keeper", permissions=discord.Permissions(manage_threads=True))
    keeper = here.add_member("Kim", role)
    kind = discord.ChannelType.private_thread.value
    here.env.backend.create_thread(here.channel.id, "a thread", mia.id, type=kind)
    thread = here.channel.threads[-1]
    assert await sight(here, mia.id, thread.id) is Sight.MAY_SEE
    assert await sight(here, keeper.id, thread.id) is Sight.SEES


@pytest.mark.parametrize("is_private", [True, False])
async def test_an_archived_thread_is_seen_as_before(here: Channel, *, is_private: bool) -> None:
    mia, kind = here.members[0], discord.ChannelType.private_thread.value
    parent, thread = here.channel, here.add_thread()
    if is_private:
        here.env.backend.create_thread(parent.id, "a thread", mia.id, type=kind)
        thread = parent.threads[-1]
    here.channel = thread
    await archive(here)
    expected = Sight.MAY_SEE if is_private else Sight.SEES
    assert await sight(here, mia.id, thread.id) is expected
    assert await is_reached(here.client, table_in(here, thread.id), mia.id)


async def test_members_who_have_left_are_known_and_deleted_channels_are_seen_by_nobody(
    here: Channel,
) -> None:
    mia, noa = here.members[:2]
    here.guild.remove_member(noa.actor)
    assert await sight(here, noa.id, here.channel.id) is Sight.HAS_LEFT
    assert await sight(here, 12345, here.channel.id) is Sight.HAS_LEFT
    assert await sight(here, mia.id, 12345) is Sight.DOES_NOT_SEE
    elsewhere = replace(table_in(here, here.channel.id), guild_id=12345)
    assert await sight_of(here.client, elsewhere, mia.id) is Sight.DOES_NOT_SEE


async def test_a_bot_counts_as_a_member_who_sees_nothing(here: Channel) -> None:
    robot = here.guild.add_member(here.env.create_user("robot", bot=True))
    assert await sight(here, robot.id, here.channel.id) is Sight.DOES_NOT_SEE


async def test_an_error_of_discord_says_nothing_of_the_member(here: Channel) -> None:
    here.env.inject_error("GET", "*/members/*", status=403, code=50001, message="No", times=1)
    with pytest.raises(discord.HTTPException):
        await sight(here, here.members[0].id, here.channel.id)
