"""The slash commands, on their own and where they refuse."""

import re

import discord
import pytest
from simcord.results import ResponseMessage

from bot.storage.models.tables import Status
from bot.ui.kit.command_texts import CommandTexts
from tests.support.discord.channel import Channel
from tests.support.discord.messages import labels, title, words
from tests.support.discord.quick_commands import translate_again


def link_in(message: ResponseMessage) -> tuple[int, int, int]:
    """Server, channel and message of the link in a message."""
    found = re.search(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)", words(message))
    assert found is not None, words(message)
    server, channel, linked = map(int, found.groups())
    return server, channel, linked


async def test_a_second_new_links_to_the_table(here: Channel) -> None:
    mia, noa = await here.open(2)
    refused = await noa.slash("new")
    assert refused.ephemeral
    assert "already has a table" in words(refused)
    assert link_in(refused) == (here.guild.id, here.channel.id, here.lobby.id)
    await mia.press("Start")
    assert link_in(await mia.slash("new"))[2] == here.table.id
    assert len(here.titled("🎪 A table")) == 1


async def test_two_new_at_once_open_one_table(here: Channel) -> None:
    mia, noa = here.members[:2]
    answers = await here.at_once(mia.send("new"), noa.send("new"))
    (refused,) = (message for message in answers if message.ephemeral)
    assert "already has a table" in words(refused)
    assert len(here.titled("🎪 A table")) == 1


async def test_each_channel_has_its_own_table(here: Channel) -> None:
    mia = here.members[0]
    await mia.slash("new")
    elsewhere = here.guild.create_text_channel("elsewhere")
    assert not (await mia.slash("new", elsewhere)).ephemeral


async def test_without_a_table_the_commands_say_how_to_open_one(here: Channel) -> None:
    mia = here.members[0]
    for command in ("hand", "table", "leave", "cancel"):
        refused = await mia.slash(command)
        assert refused.ephemeral
        assert "/scout play" in words(refused)


async def test_hand_shows_the_hand(here: Channel) -> None:
    mia, _ = await here.open(2)
    early = await mia.slash("hand")
    assert "has not started yet" in words(early)
    await mia.press("Start")
    shown = await mia.slash("hand")
    assert shown.ephemeral
    assert "Your hand" in title(shown)
    assert labels(shown) == ["Keep", "Flip hand"]
    assert "no seat" in words(await here.members[2].slash("hand"))


async def test_hand_works_in_another_channel_of_the_server(here: Channel) -> None:
    mia, _ = await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    shown = await mia.slash("hand", elsewhere)
    assert "Your hand" in title(shown)
    assert words(shown).startswith("Your table is in another channel: ")
    assert link_in(shown) == (here.guild.id, here.channel.id, here.table.id)
    assert "another channel" not in words(await mia.slash("hand"))
    shown = await mia.slash("hand", elsewhere)
    answered = await mia.press("Keep", shown)
    assert answered.id == shown.id
    assert await here.actions() == ["K"]


@pytest.mark.parametrize("playing", [False, True])
async def test_table_posts_the_table_again(here: Channel, playing: bool) -> None:
    members = await (here.start(2) if playing else here.open(2))
    before = here.table if playing else here.lobby
    await members[1].actor.send(here.channel, "a lot of talk")
    answered = await members[1].slash("table")
    assert answered.ephemeral
    after = here.table if playing else here.lobby
    assert after.id > before.id
    assert words(after) == words(before)
    assert before.id not in [message.id for message in here.public()]
    await members[0].press("My hand" if playing else "Start", after)
    assert members[0].hands()


async def test_leave_frees_a_seat_in_the_lobby(here: Channel) -> None:
    _, noa = await here.open(2)
    assert "You have left" in words(await noa.leave_table())
    assert "Noa" not in words(here.lobby)
    refused = await noa.leave_table()
    assert refused.ephemeral
    assert "no seat" in words(refused)


async def test_leave_names_a_table_in_another_channel(here: Channel) -> None:
    mia, noa = await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    kim, lobby_here = here.members[2], here.guild.create_text_channel("lobby")
    lobby = await kim.slash("new", lobby_here)
    left = await kim.slash("leave", elsewhere)
    assert words(left).startswith("You have left the table. ")
    assert link_in(left) == (here.guild.id, lobby.channel_id, lobby.id)
    asked = await noa.slash("leave", elsewhere)
    assert words(asked).startswith("Your table is in another channel: ")
    assert "\nLeave this game?" in words(asked)
    assert link_in(asked) == (here.guild.id, here.channel.id, here.table.id)
    assert "another channel" not in words(await mia.slash("leave"))


async def test_elsewhere_commands_mean_a_game_before_a_newer_lobby(here: Channel) -> None:
    _, noa = await here.start(2)
    await noa.slash("new", here.guild.create_text_channel("lobby"))
    elsewhere = here.guild.create_text_channel("elsewhere")
    assert "Keep" in labels(await noa.slash("hand", elsewhere))
    assert link_in(await noa.slash("leave", elsewhere))[1] == here.channel.id


async def test_only_the_host_cancels(here: Channel) -> None:
    mia, noa = await here.start(2)
    refused = await noa.close_table()
    assert refused.ephemeral
    assert "Only the host" in words(refused)
    assert "closed" in words(await mia.close_table())
    assert (await here.state()).status is Status.CLOSED
    await here.open(2)


async def test_a_game_that_all_members_left_is_closed(here: Channel) -> None:
    mia, noa = await here.start(3, computers=1)
    await mia.leave_table()
    await noa.leave_table()
    assert "Everyone has left" in words(here.table)
    assert labels(here.table) == []


async def test_rules_and_help_are_shown_in_private(here: Channel) -> None:
    rules = await here.members[0].slash("rules")
    assert rules.ephemeral
    assert "You cannot rearrange them" in words(rules)
    shown = await here.members[0].slash("help")
    assert shown.ephemeral
    helped = words(shown)
    while "Next page" in labels(shown):
        shown = await here.members[0].press("Next page", shown)
        helped += words(shown)
    commands = ("new", "hand", "table", "leave", "cancel", "leaderboard", "stats")
    records = [f"record {name}" for name in ("review", "history", "export", "verify")]
    learning = ("rules", "tutorial", "games")
    assert all(f"/scout {command}" in helped for command in (*commands, *learning, *records))


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        ({"send_messages": False}, ["Send Messages"]),
        ({"embed_links": False}, ["Embed Links"]),
        ({"embed_links": False, "send_messages": False}, ["Send Messages", "Embed Links"]),
    ],
)
async def test_missing_permissions_are_named(
    here: Channel, denied: dict[str, bool], named: list[str]
) -> None:
    mute = here.guild.create_text_channel(
        "mute", overwrites={here.guild.default_role: discord.PermissionOverwrite(**denied)}
    )
    for command in ("new", "table"):
        refused = await here.members[0].slash(command, mute)
        assert refused.ephemeral
        assert all(name in words(refused) for name in named)
        assert words(refused).count("and") == len(named) - 1
    assert here.messages(None, mute) == []


async def test_in_a_thread_another_permission_is_needed(here: Channel) -> None:
    here.channel = here.guild.create_text_channel(
        "no threads",
        overwrites={
            here.guild.default_role: discord.PermissionOverwrite(send_messages_in_threads=False)
        },
    )
    refused = await here.members[0].slash("new", here.add_thread())
    assert "I need the permission **Send Messages in Threads** in this channel" in words(refused)
    assert not (await here.members[0].slash("new")).ephemeral


async def test_the_command_is_registered_in_all_languages(here: Channel) -> None:
    tree = here.client.tree
    (sent,) = (one for one in here.env.http_requests if one.path.endswith("/commands"))
    assert isinstance(tree.translator, CommandTexts)
    (scout,) = tree.get_commands()
    assert isinstance(scout, discord.app_commands.Group)
    assert sent.json == [await translate_again(scout, tree, tree.translator)]
