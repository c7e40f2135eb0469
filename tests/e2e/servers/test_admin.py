"""`/scout admin`: managers set a server's rules in one panel, and members can read them."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.storage.models.tables import Status
from bot.tables.servers.settings import Server
from bot.text.language import LANGUAGES
from bot.ui.kit.component_id import Verb
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, title, words
from tests.support.discord.network_faults import failing
from tests.support.discord.servers import (
    a_manager,
    allow_channels,
    choose,
    choose_daily,
    choose_host_role,
    choose_log,
    entity_selects,
    limit_tables,
    open_page,
)
from tests.support.storage.rows import row_values

PAGES = ["Tables", "New tables", "Blocked members", "Reports", "Daily deal"]
MANAGERS_ONLY = "Only members with Manage Server can change this server's settings."


@pytest.fixture
def manager(here: Channel) -> Member:
    return a_manager(here)


async def settings(here: Channel) -> Server:
    return await here.client.tables.server_settings.of(here.guild.id)


def buttons(message: ResponseMessage) -> list[str]:
    return [control.label for control in controls(message) if control.value is None]


async def test_the_panel_sums_up_and_leads_to_its_pages(here: Channel, manager: Member) -> None:
    panel = await manager.slash("admin")
    assert panel.ephemeral
    assert title(panel) == "🛠️ Server settings"
    assert "Channels: all." in words(panel)
    assert "Tables at a time: any number; none open now." in words(panel)
    assert "Hosts: everybody." in words(panel)
    assert "Turn limit: no limit." in words(panel)
    assert "Off. Choose a channel" in words(panel)
    assert buttons(panel) == PAGES
    languages = [one.own_name for one in LANGUAGES]
    assert labels(panel) == [*PAGES, "As in Discord: English", *languages]
    for label in PAGES:
        page = await manager.press(label, panel)
        assert page.id == panel.id
        assert len(buttons(page)) <= 10
        panel = await manager.press("Back", page)
        assert buttons(panel) == PAGES


async def test_a_channel_that_is_not_allowed_says_where_to_go(
    here: Channel, manager: Member
) -> None:
    games, more = (here.guild.create_text_channel(name) for name in ("games", "more"))
    page = await allow_channels(manager, games, more)
    assert f"Channels: <#{games.id}> and <#{more.id}>." in words(page)
    mia = here.members[0]
    refused = await mia.slash("new")
    assert refused.ephemeral
    where = f"Use <#{games.id}> or <#{more.id}>."
    assert words(refused).strip() == f"This server does not allow tables in this channel. {where}"
    assert "You can change this with `/scout admin`" in words(await manager.slash("new"))
    assert not (await mia.slash("new", games)).ephemeral


async def test_channels_that_a_member_cannot_see_are_not_named(
    here: Channel, manager: Member
) -> None:
    hidden = here.guild.create_text_channel(
        "staff",
        overwrites={
            here.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            here.guild.roles["manager"]: discord.PermissionOverwrite(view_channel=True),
        },
    )
    await allow_channels(manager, hidden)
    refused = words(await here.members[0].slash("new"))
    assert str(hidden.id) not in refused
    assert "Ask a moderator where SCOUT is played." in refused


async def test_an_allowed_channel_allows_its_threads(here: Channel, manager: Member) -> None:
    thread = here.add_thread()
    elsewhere = here.guild.create_text_channel("elsewhere")
    await allow_channels(manager, elsewhere)
    assert "does not allow tables" in words(await here.members[0].slash("new", thread))
    await allow_channels(manager, here.channel)
    assert not (await here.members[0].slash("new", thread)).ephemeral


@pytest.mark.long
async def test_a_rematch_asks_for_an_allowed_channel_too(here: Channel, manager: Member) -> None:
    mia, noa = await here.begin_turns(2, rounds=1)
    games = here.guild.create_text_channel("games")
    await allow_channels(manager, games)
    while (await here.state()).status is Status.PLAYING:
        await here.play_elsewhere(await here.on_turn([mia, noa]))
    await here.env.settle()
    refused = await mia.press("Rematch")
    assert f"Use <#{games.id}>." in words(refused)
    await manager.press("Allow every channel", await open_page(manager, "Tables"))
    assert not (await mia.press("Rematch")).ephemeral


async def test_deleted_channels_are_shown_and_lock_nobody_out(
    here: Channel, manager: Member
) -> None:
    games, more = (here.guild.create_text_channel(name) for name in ("games", "more"))
    await allow_channels(manager, games, more)
    here.env.backend.delete_channel(games.id)
    await here.env.settle()
    page = await open_page(manager, "Tables")
    assert f"Channels: <#{more.id}> and 1 deleted channel." in words(page)
    chosen = entity_selects(page)["Channels for tables"]["default_values"]
    assert [int(value["id"]) for value in chosen] == [more.id]
    assert f"Use <#{more.id}>." in words(await here.members[0].slash("new"))
    here.env.backend.delete_channel(more.id)
    await here.env.settle()
    assert "Channels: all, because the chosen ones were deleted." in words(
        await open_page(manager, "Tables")
    )
    assert not (await here.members[0].slash("new")).ephemeral


async def test_only_members_with_the_role_and_managers_host(here: Channel, manager: Member) -> None:
    role = here.guild.create_role("hosts")
    page = await choose_host_role(manager, role)
    assert f"Hosts: <@&{role.id}> and members with Manage Server." in words(page)
    mia, noa, kim = here.members[:3]
    here.env.backend.add_member_role(here.guild.id, noa.id, role.id)
    refused = await mia.slash("new")
    assert refused.ephemeral
    assert f"Only members with the role <@&{role.id}> can open tables" in words(refused)
    assert not (await noa.slash("new")).ephemeral
    await mia.press("Join", here.lobby)
    assert (await here.state()).find_seat(mia.id) is not None
    elsewhere = here.guild.create_text_channel("elsewhere")
    assert not (await manager.slash("new", elsewhere)).ephemeral
    here.env.backend.delete_role(here.guild.id, role.id)
    await here.env.settle()
    assert "Hosts: everybody, because the chosen role was deleted." in words(
        await manager.slash("admin")
    )
    third = here.guild.create_text_channel("third")
    assert not (await kim.slash("new", third)).ephemeral


async def test_everybody_hosts_again(here: Channel, manager: Member) -> None:
    await choose_host_role(manager, here.guild.create_role("hosts"))
    page = await manager.press("Let everybody host", await open_page(manager, "Tables"))
    assert "Hosts: everybody." in words(page)
    assert (await settings(here)).host_role is None
    assert not (await here.members[0].slash("new")).ephemeral


async def test_no_more_tables_than_allowed_are_open(here: Channel, manager: Member) -> None:
    page = await limit_tables(manager, 1)
    assert "Tables at a time: at most 1; none open now." in words(page)
    mia, noa = here.members[:2]
    elsewhere = here.guild.create_text_channel("elsewhere")
    await mia.slash("new")
    assert "at most 1; 1 open now." in words(await manager.slash("admin"))
    for member in (noa, manager):
        refused = await member.slash("new", elsewhere)
        assert refused.ephemeral
        assert "This server has one table at a time, and it is in use." in words(refused)
    # In the same channel the link to the table helps more.
    assert "already has a table" in words(await noa.slash("new"))
    await mia.close_table()
    assert not (await noa.slash("new", elsewhere)).ephemeral


async def test_of_two_openings_at_once_one_is_one_too_many(here: Channel, manager: Member) -> None:
    await limit_tables(manager, 2)
    await here.members[0].slash("new")
    places = [here.guild.create_text_channel(f"place-{number}") for number in range(2)]
    answers = await here.at_once(
        *(member.send("new", at) for member, at in zip(here.members[1:3], places, strict=True))
    )
    (refused,) = (message for message in answers if message.ephemeral)
    assert "This server has at most 2 tables at a time, and all are in use." in words(refused)
    assert await here.client.tables.server_settings.live_tables(here.guild.id) == 2


async def test_a_lost_table_is_not_moved_to_a_channel_that_is_not_allowed(
    here: Channel, manager: Member
) -> None:
    mia = here.members[0]
    games = here.guild.create_text_channel("games")
    await mia.slash("new", games)
    await allow_channels(manager, games)
    with failing("GET", f"/channels/{games.id}", status=403):
        await here.client.tables.lifecycle.mark_lost(1)
        refused = await mia.slash("table")
    assert f"Use <#{games.id}>." in words(refused)
    assert (await here.state()).channel_id == games.id


async def test_the_panel_sets_what_new_tables_begin_with(here: Channel, manager: Member) -> None:
    await here.show_pictures()
    mia = here.members[0]
    page = await open_page(manager, "New tables")
    limit = next(control for control in controls(page) if control.value == "limit-300")
    page = await manager.use(page, limit)
    assert "Turn limit: 5 minutes." in words(page)
    page = await manager.press("Text-only tables", page)
    assert "Tables and hands are text only." in words(page)
    await mia.slash("new")
    assert "Turn limit: 5 minutes" in words(here.lobby)
    for _ in range(2):
        await mia.press("Add medium")
    await mia.press("Start")
    assert not here.table.attachments
    await mia.press("Hand with picture", await mia.slash("settings"))
    assert (await mia.press("My hand", here.table)).attachments


async def test_the_panel_sets_when_a_player_counts_as_absent(
    here: Channel, manager: Member
) -> None:
    page = await open_page(manager, "New tables")
    assert "After 24 hours without a move" in words(page)
    days = next(control for control in controls(page) if control.value == "absent-259200")
    page = await manager.use(page, days)
    assert "After 3 days without a move" in words(page)
    await manager.slash("new")
    assert (await here.state()).options.absent_after == 3 * 24 * 3600


async def test_the_host_has_the_last_word(here: Channel, manager: Member) -> None:
    page = await open_page(manager, "New tables")
    limit = next(control for control in controls(page) if control.value == "limit-60")
    await manager.use(page, limit)
    await manager.slash("new", turn_limit=0)
    assert "No turn limit" in words(here.lobby)


async def test_rules_and_defaults_keep_each_other(here: Channel, manager: Member) -> None:
    await limit_tables(manager, 5)
    await manager.press("Use threads", await open_page(manager, "New tables"))
    await choose_log(manager, here.channel)
    kept = await settings(here)
    assert (kept.max_tables, kept.log_channel, kept.threads) == (5, here.channel.id, True)


async def test_members_who_manage_nothing_do_not_get_the_panel(here: Channel) -> None:
    for member in here.members[:2]:
        refused = await member.slash("admin")
        assert refused.ephemeral
        assert MANAGERS_ONLY in words(refused)


async def test_the_panel_opens_only_where_a_log_can_be_written(
    here: Channel, manager: Member
) -> None:
    mute = here.guild.create_text_channel(
        "mute",
        overwrites={
            here.guild.default_role: discord.PermissionOverwrite(
                send_messages=False, embed_links=False
            )
        },
    )
    refused = await choose_log(manager, mute)
    assert (
        f"I need the permissions **Send Messages** and **Embed Links** in <#{mute.id}>."
        in words(refused)
    )
    assert (await settings(here)).log_channel is None


async def test_the_daily_deal_has_a_channel_and_an_hour_that_each_reader_sees_in_their_time(
    here: Channel, manager: Member
) -> None:
    assert "Off. Choose a channel for a message a day." in words(await manager.slash("admin"))
    page = await choose_daily(manager, here.channel)
    assert f"Every day at <t:1767286800:t> in <#{here.channel.id}>." in words(page)
    hour = next(control for control in controls(page) if control.value == "hour-9")
    assert hour.label == "09:00 UTC"
    page = await manager.use(page, hour)
    assert f"Every day at <t:1767258000:t> in <#{here.channel.id}>." in words(page)
    on = await settings(here)
    assert (on.daily_channel, on.daily_hour) == (here.channel.id, 9)
    page = await manager.press("No daily message", page)
    assert "Off. Choose a channel for a message a day." in words(page)
    off = await settings(here)
    assert row_values(off) == {**row_values(on), "daily_channel": None}


async def test_the_daily_deal_needs_a_channel_where_a_picture_can_be_sent(
    here: Channel, manager: Member
) -> None:
    everybody = here.guild.default_role
    no_pictures = discord.PermissionOverwrite(attach_files=False)
    bare = here.guild.create_text_channel("bare", overwrites={everybody: no_pictures})
    refused = await choose_daily(manager, bare)
    assert f"I need the permission **Attach Files** in <#{bare.id}>." in words(refused)
    assert (await settings(here)).daily_channel is None
    await here.client.tables.server_settings.update(here.guild.id, daily_channel=bare.id)
    panel = await manager.slash("admin")
    assert f"Nothing is posted: I need the permission **Attach Files** in <#{bare.id}>." in words(
        panel
    )
    here.env.backend.delete_channel(bare.id)
    await here.env.settle()
    page = await open_page(manager, "Daily deal")
    assert "Off, because the chosen channel was deleted." in words(page)
    assert "default_values" not in entity_selects(page)["Channel for the daily deal"]


PRESSES: list[tuple[str, list[str] | None]] = [
    ("admin:0:0:", None),
    ("admin:0:0:tables", None),
    ("admin:0:0:blocked", None),
    ("adminset:0:0:any-host", None),
    ("adminset:0:0:threads", None),
    ("adminset:0:0:most", ["most-3"]),
    ("adminset:0:0:daily", ["1"]),
    ("adminset:0:0:hour", ["hour-3"]),
    ("adminset:0:0:allowed", []),
    ("member:0:0:", ["1"]),
    ("block:0:0:1", None),
    ("unblock:0:0:1", None),
    ("replace:0:0:1", None),
]


async def test_a_member_who_no_longer_manages_the_server_changes_nothing(
    here: Channel, manager: Member
) -> None:
    await limit_tables(manager, 5)
    panel = await open_page(manager, "Tables")
    role = here.guild.roles["manager"]
    here.env.backend.remove_member_role(here.guild.id, manager.id, role.id)
    before = row_values(await settings(here))
    for pressed, values in PRESSES:
        result = await crafted.press(manager.actor, f"scout:{pressed}", panel, values)
        assert MANAGERS_ONLY in words(answer(result)), pressed
        assert row_values(await settings(here)) == before, pressed


def test_every_verb_of_the_panel_was_pressed() -> None:
    tried = {Verb(pressed.partition(":")[0]) for pressed, _ in PRESSES}
    of_panel = {Verb.ADMIN, Verb.ADMIN_CHANGE, Verb.CHOOSE_MEMBER, Verb.BLOCK, Verb.UNBLOCK}
    assert tried == of_panel | {Verb.REPLACE_MEMBER}


def another_server(here: Channel) -> tuple[MemberActor, int, int]:
    """A manager of another server, and the ids of a channel and a role there."""
    guild = here.env.create_guild("another")
    channel = guild.create_text_channel("scout")
    role = guild.create_role("all", permissions=discord.Permissions.all())
    actor = guild.add_member(here.env.create_user("zoe", global_name="Zoe"), roles=[role])
    return actor, channel.id, role.id


async def test_a_manager_of_another_server_changes_that_server_alone(
    here: Channel, manager: Member
) -> None:
    await limit_tables(manager, 5)
    before = row_values(await settings(here))
    actor, channel_id, _ = another_server(here)
    channel = next(one for one in actor.guild.channels.values() if one.id == channel_id)
    panel = answer(await actor.slash(channel, "scout admin"))
    await crafted.press(actor, "scout:adminset:0:0:most-3", panel)
    assert row_values(await settings(here)) == before
    assert (await here.client.tables.server_settings.of(actor.guild.id)).max_tables == 3


async def test_selects_take_nothing_that_is_not_the_servers(here: Channel, manager: Member) -> None:
    _, channel_id, role_id = another_server(here)
    category = here.guild.create_category("category")
    tables = await open_page(manager, "Tables")
    before = row_values(await settings(here))

    async def refuse(detail: str, values: list[str], on: ResponseMessage) -> None:
        pressed = f"scout:adminset:0:0:{detail}"
        result: InteractionResult = await crafted.press(manager.actor, pressed, on, values)
        assert "That button no longer works. Use `/scout admin` again." in words(answer(result))
        assert row_values(await settings(here)) == before

    for values in (
        [str(channel_id)],
        [str(category.id)],
        ["0"],
        ["x"],
        ["²"],
        ["9" * 40],
        [str(here.channel.id)] * 26,
    ):
        await refuse("allowed", values, tables)
    roles = [here.guild.create_role(name) for name in ("one", "two")]
    for values in ([str(role_id)], [str(here.channel.id)], [str(role.id) for role in roles]):
        await refuse("role", values, tables)
    for values in ([], ["most-4"], ["most-"], ["most-1", "most-2"], ["threads"]):
        await refuse("most", values, tables)
    # The message has no such select.
    await refuse("log", [str(here.channel.id)], tables)
    reports = await open_page(manager, "Reports")
    voice = here.guild.create_voice_channel("voice")
    for values in ([str(voice.id)], [str(channel_id)], ["1"]):
        await refuse("log", values, reports)


async def test_everybody_is_no_role(here: Channel, manager: Member) -> None:
    """Discord offers @everyone among the roles."""
    page = await open_page(manager, "Tables")
    everybody = [str(here.guild.id)]
    await crafted.press(manager.actor, "scout:adminset:0:0:role", page, everybody)
    assert (await settings(here)).host_role is None


async def test_a_select_can_be_emptied(here: Channel, manager: Member) -> None:
    page = await allow_channels(manager, here.channel)
    page = await choose(manager, "Channels for tables", page)
    assert "Channels: all." in words(page)


async def test_the_panel_goes_on_after_a_restart(here: Channel, manager: Member) -> None:
    page = await limit_tables(manager, 3)
    await here.restart()
    assert "at most 3" in words(await manager.press("Back", page))
