"""`/scout report`: a form, and a message in the channel that the server's managers chose."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.tables.servers.blocks import PER_MEMBER
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, title, words
from tests.support.discord.network_faults import failing, lost_replies
from tests.support.discord.servers import (
    a_manager,
    block,
    choose_log,
    choose_member,
    open_page,
    send_report,
    write_report,
)

DELIVERED = "Thank you. The moderators of this server have your report."
NO_CHANNEL = "This server has no channel for reports about SCOUT."


@pytest.fixture
def manager(here: Channel) -> Member:
    return a_manager(here)


@pytest.fixture
async def log(here: Channel, manager: Member) -> simcord.ChannelHandle:
    channel = here.guild.create_text_channel("log")
    page = await choose_log(manager, channel)
    assert f"go to <#{channel.id}>." in words(page)
    return channel


def fields(message: ResponseMessage) -> dict[str, str]:
    return {field.name or "": field.value or "" for field in message.embeds[0].fields}


async def test_a_report_goes_to_the_log_channel(here: Channel, log: simcord.ChannelHandle) -> None:
    mia, noa = await here.open(2)
    reply = await write_report(mia, "Noa is rude.", noa)
    assert reply.ephemeral
    assert DELIVERED in words(reply)
    (report,) = here.messages(None, log)
    assert title(report) == "📣 Report"
    assert report.embeds[0].description == r"Noa is rude."
    link = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}/{here.lobby.id}"
    assert fields(report) == {
        "From": f"<@{mia.id}>",
        "About": f"<@{noa.id}>",
        "Channel": f"<#{here.channel.id}>",
        "Table": f"[#1]({link})",
    }


async def test_without_a_channel_the_answer_says_whom_to_ask(here: Channel) -> None:
    assert NO_CHANNEL in words(await here.members[0].slash("report"))


async def test_what_is_written_pings_links_and_formats_nothing(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    await write_report(here.members[0], "@everyone\n\n\n**see** https://evil.example <@&1>\n#x")
    (report,) = here.messages(None, log)
    text = report.embeds[0].description or ""
    assert "@everyone" not in text
    assert "https://" not in text
    assert "<@&1>" not in text
    assert text.count("\n") == 2
    sent = next(
        request.json
        for request in reversed(here.env.http_requests)
        if request.path == f"/channels/{log.id}/messages"
    )
    assert sent is not None
    assert sent["allowed_mentions"]["parse"] == []
    assert not sent["allowed_mentions"].get("users")


@pytest.mark.parametrize("text", ["   ", "\n\n", "\u200b"])
async def test_an_empty_report_is_refused(
    here: Channel, log: simcord.ChannelHandle, text: str
) -> None:
    assert "Your report is empty." in words(await write_report(here.members[0], text))
    assert here.messages(None, log) == []


async def test_after_a_few_reports_a_member_waits(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    mia, noa = here.members[:2]
    shown = await mia.send("report")
    for _ in range(PER_MEMBER):
        assert DELIVERED in words(await write_report(mia, "again"))
    early = "You have sent 3 reports within an hour."
    assert early in words(await mia.slash("report"))
    # A form that was open already is no way round it.
    assert early in words(answer(await send_report(mia, shown, "again")))
    assert DELIVERED in words(await write_report(noa, "me too"))
    assert len(here.messages(None, log)) == PER_MEMBER + 1


async def test_a_report_that_cannot_be_delivered_does_not_count(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    mia = here.members[0]
    with failing("POST", "*/messages", status=403):
        for _ in range(PER_MEMBER + 1):
            reply = await write_report(mia, "hello")
            assert "I could not deliver your report" in words(reply)
    assert DELIVERED in words(await write_report(mia, "hello"))


@pytest.mark.parametrize("trouble", [failing, lost_replies])
async def test_a_report_is_posted_once_though_discord_fails(
    here: Channel, log: simcord.ChannelHandle, trouble: Callable[..., AbstractContextManager[None]]
) -> None:
    with trouble("POST", f"/channels/{log.id}/messages", times=2):
        assert DELIVERED in words(await write_report(here.members[0], "hello"))
    assert len(here.messages(None, log)) == 1


async def test_a_report_whose_answer_fails_does_not_count(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    mia = here.members[0]
    for _ in range(PER_MEMBER + 1):
        shown = await mia.send("report")
        with failing("POST", "*/callback"):
            await send_report(mia, shown, "hello")
    assert here.messages(None, log) == []
    assert DELIVERED in words(await write_report(mia, "hello"))


async def test_managers_see_that_it_may_no_longer_post_in_a_channel(
    here: Channel, manager: Member, log: simcord.ChannelHandle
) -> None:
    everybody = Overwrite(
        here.guild.id, OverwriteType.ROLE, deny=discord.Permissions(send_messages=True).value
    )
    here.env.backend.set_overwrite(log.id, everybody)
    await here.env.settle()
    assert "I could not deliver" in words(await write_report(here.members[0], "hello"))
    panel = await manager.slash("admin")
    assert (
        "Reports cannot be delivered: I need the permissions **Send Messages** and "
        f"**Embed Links** in <#{log.id}>." in words(panel)
    )
    page = await open_page(manager, "Reports")
    assert f"I need the permissions **Send Messages** and **Embed Links** in <#{log.id}>." in words(
        page
    )


async def test_managers_and_members_see_that_a_channel_was_deleted(
    here: Channel, manager: Member, log: simcord.ChannelHandle
) -> None:
    here.env.backend.delete_channel(log.id)
    await here.env.settle()
    assert NO_CHANNEL in words(await here.members[0].slash("report"))
    panel = await manager.slash("admin")
    assert "Off, because the chosen channel was deleted." in words(panel)
    page = await manager.press("No reports", await open_page(manager, "Reports"))
    assert "Off. Choose a channel" in words(page)


async def test_a_form_that_was_open_over_a_restart_is_taken(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    shown = await here.members[0].send("report")
    await here.restart()
    assert DELIVERED in words(answer(await send_report(here.members[0], shown, "hello")))
    assert len(here.messages(None, log)) == 1


async def test_blocked_members_send_none(
    here: Channel, manager: Member, log: simcord.ChannelHandle
) -> None:
    noa = here.members[1]
    shown = await noa.send("report")
    await block(manager, noa)
    assert "you cannot play SCOUT in this server" in words(await noa.slash("report"))
    reply = words(answer(await send_report(noa, shown, "hello")))
    assert "you cannot play SCOUT in this server" in reply
    # That they were blocked is the only line.
    assert len(here.messages(None, log)) == 1


async def test_a_press_is_no_form_and_a_form_is_no_press(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    await here.open(2)
    mia, before = here.members[0], await here.state()
    pressed = await crafted.press(mia.actor, "scout:report:0:0:", here.lobby)
    assert "That button no longer works." in words(answer(pressed))
    shown = await mia.send("report")
    assert shown.modal is not None
    shown._interaction.modal["custom_id"] = "scout:cancel:1:0:"  # type: ignore[index]
    sent = await send_report(mia, shown, "hello")
    assert "That button no longer works." in words(answer(sent))
    assert await here.state() == before
    assert here.messages(None, log) == []


def a_moderator(here: Channel) -> Member:
    role = here.guild.create_role("mod", permissions=discord.Permissions(manage_messages=True))
    return here.add_member("Bob", role)


async def test_a_table_that_a_moderator_closes_is_logged(
    here: Channel, manager: Member, log: simcord.ChannelHandle
) -> None:
    moderator = a_moderator(here)
    mia, _ = await here.open(2)
    await moderator.close_table()
    (line,) = map(words, here.messages(None, log))
    assert f"<@{moderator.id}> closed <@{mia.id}>'s table in <#{here.channel.id}>." in line
    await here.open(2)
    await mia.close_table()
    assert len(here.messages(None, log)) == 1


async def test_what_is_done_is_logged_though_its_answer_is_lost(
    here: Channel, manager: Member, log: simcord.ChannelHandle
) -> None:
    here.expects_errors = True
    moderator, (_, noa) = a_moderator(here), await here.open(2)
    close = await moderator.slash("cancel")
    presses = [(moderator, labels(close)[0], close)]
    presses.append((manager, "Block Noa", await choose_member(manager, noa)))
    for member, button, message in presses:
        with failing("POST", "*/callback", status=404):
            await member.click(button, message)
    unblock = await choose_member(manager, noa)
    with failing("POST", "*/callback", status=404):
        await manager.click("Unblock", unblock)
    closed, blocked, unblocked = map(words, here.messages(None, log))
    assert "'s table in" in closed
    assert "blocked" in blocked
    assert "unblocked" in unblocked


async def test_the_log_does_not_show_the_pseudonym_of_a_forgotten_host(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    moderator, (mia, noa) = a_moderator(here), here.members[:2]
    at = int(here.env.now().timestamp()) + 3600
    await mia.actor.slash(here.channel, "scout new", at=f"<t:{at}:F>")
    (listed,) = here.public()
    await noa.press("Sign up", listed)
    await mia.press("Forget me", await mia.slash("privacy forget-me"))
    await moderator.close_table()
    (line,) = map(words, here.messages(None, log))
    said = f"<@{moderator.id}> closed a former player's table in <#{here.channel.id}>."
    assert said in line


async def test_the_lobby_does_not_wait_for_the_log(
    here: Channel, log: simcord.ChannelHandle
) -> None:
    """A log that is out of reach costs nobody their press."""
    mia, _ = await here.open(2)
    assert labels(here.lobby)
    with failing("POST", "*/messages", status=403):
        reply = await mia.close_table()
    assert "The table is closed." in words(reply)
    assert controls(reply) == []
