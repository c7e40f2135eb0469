"""The form behind **Options**: a lobby's options without a slash command's."""

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage

from bot.storage.models.options import TableOptions
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, words
from tests.support.discord.servers import a_manager, block

AS_OPENED = {"seats": ["5"], "rounds": ["0"], "limit": ["0"], "also": [], "ping": ["60"]}
CHOSEN = {
    "seats": ["3"],
    "rounds": ["2"],
    "limit": ["3600"],
    "also": ["hints", "thread"],
    "ping": ["0"],
}


async def open_form(member: Member, on: ResponseMessage) -> InteractionResult:
    shown = await member.click("Options", on)
    assert shown.modal is not None
    return shown


async def send(member: Member, shown: InteractionResult, **chosen: list[str]) -> ResponseMessage:
    """Send the form as it is shown, with these fields changed; returns the answer."""
    return answer(await member.actor.submit_modal(shown, AS_OPENED | chosen))


def chosen_in(shown: InteractionResult) -> dict[str, list[str]]:
    """What a form has chosen when it opens."""
    assert shown.modal is not None
    fields = [label["component"] for label in shown.modal["components"]]
    return {
        field["custom_id"]: [one["value"] for one in field["options"] if one.get("default")]
        for field in fields
    }


def offered_in(shown: InteractionResult, field: str, what: str = "value") -> list[str]:
    """What this field of a form offers: the values or the labels."""
    assert shown.modal is not None
    fields = [label["component"] for label in shown.modal["components"]]
    (found,) = (one for one in fields if one["custom_id"] == field)
    return [one[what] for one in found["options"]]


def forge(shown: InteractionResult, field: str, value: str) -> None:
    """Add an option to this field that the bot did not offer."""
    modal: Any = shown._interaction.modal
    fields = [label["component"] for label in modal["components"]]
    (found,) = (one for one in fields if one["custom_id"] == field)
    found["options"].append({"label": value, "value": value})


async def test_the_form_shows_and_changes_what_the_lobby_has(here: Channel) -> None:
    mia, _ = await here.open(2)
    shown = await open_form(mia, here.lobby)
    assert chosen_in(shown) == AS_OPENED
    assert shown.modal is not None
    # `/scout new` calls them seats too: who plays is not known yet.
    assert shown.modal["components"][0]["label"] == "Seats"
    assert offered_in(shown, "seats", "label") == ["2", "3", "4", "5"]
    assert offered_in(shown, "limit", "label")[0] == "No limit"
    assert offered_in(shown, "ping", "label")[:2] == ["No reminders", "1 minute"]
    changed = await send(mia, shown, **CHOSEN)
    assert changed.id == here.lobby.id
    facts = "2 rounds · Turn limit: 1 hour · No reminders · In its own thread · Hints allowed"
    assert facts in words(here.lobby)
    assert "3. *free*" in words(here.lobby)
    assert "4. *free*" not in words(here.lobby)
    options = TableOptions(3, 2, 3600, False, True, True, None)
    assert (await here.state()).options == options
    again = await open_form(mia, here.lobby)
    assert {name: set(values) for name, values in chosen_in(again).items()} == {
        name: set(values) for name, values in CHOSEN.items()
    }
    await send(mia, again)
    assert (await here.state()).options == TableOptions(pictures=False)


async def test_a_form_that_was_open_over_a_restart_is_taken(here: Channel) -> None:
    (mia,) = await here.open(1)
    shown = await open_form(mia, here.lobby)
    await here.restart()
    await send(mia, shown, seats=["2"])
    assert (await here.state()).options.size == 2


async def test_a_host_who_has_left_changes_nothing_any_more(here: Channel) -> None:
    mia, noa = await here.open(2)
    shown = await open_form(mia, here.lobby)
    await mia.press("Leave", here.lobby)
    refused = await send(mia, shown, seats=["2"])
    assert "Only the host or a moderator can change the options." in words(refused)
    assert (await here.state()).options.size == 5
    await send(noa, await open_form(noa, here.lobby), seats=["2"])
    assert (await here.state()).options.size == 2


async def test_only_the_host_and_moderators_see_the_form(here: Channel) -> None:
    _, noa = await here.open(2)
    refused = await noa.press("Options", here.lobby)
    assert refused.ephemeral
    assert "Only the host or a moderator can change the options." in words(refused)
    allowed = discord.Permissions(manage_messages=True, view_channel=True)
    moderator = here.add_member("Max", here.guild.create_role("moderators", permissions=allowed))
    await send(moderator, await open_form(moderator, here.lobby), seats=["2"])
    assert (await here.state()).options.size == 2


async def test_there_are_never_fewer_seats_than_are_taken(here: Channel) -> None:
    mia, _ = await here.open(3, computers=1)
    shown = await open_form(mia, here.lobby)
    refused = await send(mia, shown, seats=["2"])
    assert refused.ephemeral
    assert "3 seats are taken. Remove a player or a computer first." in words(refused)
    assert (await here.state()).options.size == 5
    await send(mia, await open_form(mia, here.lobby), seats=["3"])
    assert (await here.state()).options.size == 3


async def test_a_form_sent_after_the_game_began_is_refused(here: Channel) -> None:
    mia, _ = await here.open(2)
    shown = await open_form(mia, here.lobby)
    await mia.press("Start", here.lobby)
    refused = await send(mia, shown, also=["hints"])
    assert "The game has already started." in words(refused)
    assert not (await here.state()).options.hints


async def test_a_thread_that_the_bot_cannot_open_is_refused(here: Channel) -> None:
    (mia,) = await here.open(1)
    shown = await open_form(mia, here.lobby)
    everybody = Overwrite(
        here.guild.id,
        OverwriteType.ROLE,
        deny=discord.Permissions(create_public_threads=True).value,
    )
    here.env.backend.set_overwrite(here.channel.id, everybody)
    await here.env.settle()
    refused = await send(mia, shown, also=["thread"])
    assert "I need the permission **Create Public Threads** in this channel." in refused.content
    assert not (await here.state()).options.thread


async def test_a_thread_is_offered_only_if_the_bot_can_open_one(here: Channel) -> None:
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    here.channel = here.guild.create_text_channel(
        "no threads", overwrites={here.guild.default_role: no_threads}
    )
    (mia,) = await here.open(1)
    shown = await open_form(mia, here.lobby)
    assert offered_in(shown, "also") == ["hints"]
    await send(mia, shown, seats=["3"], also=["hints"])
    options = (await here.state()).options
    assert (options.size, options.hints, options.thread) == (3, True, False)


async def test_a_thread_that_was_chosen_can_still_be_given_up(here: Channel) -> None:
    mia = here.members[0]
    await mia.slash("new", thread=True)
    everybody = Overwrite(
        here.guild.id,
        OverwriteType.ROLE,
        deny=discord.Permissions(create_public_threads=True).value,
    )
    here.env.backend.set_overwrite(here.channel.id, everybody)
    await here.env.settle()
    shown = await open_form(mia, here.lobby)
    assert offered_in(shown, "also") == ["thread", "hints"]
    await send(mia, shown, also=[])
    assert not (await here.state()).options.thread


async def test_no_thread_is_opened_in_a_thread(here: Channel) -> None:
    mia, thread = here.members[0], here.add_thread()
    lobby = await mia.slash("new", thread)
    shown = await open_form(mia, lobby)
    forge(shown, "also", "thread")
    refused = await send(mia, shown, also=["thread"])
    assert "I cannot open a thread here." in words(refused)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", "6"),
        ("seats", "0"),
        ("rounds", "11"),
        ("limit", "61"),
        ("ping", "1"),
        ("ping", "x"),
    ],
)
async def test_values_that_were_not_offered_are_refused(
    here: Channel, field: str, value: str
) -> None:
    (mia,) = await here.open(1)
    before = await here.state()
    shown = await open_form(mia, here.lobby)
    forge(shown, field, value)
    refused = await send(mia, shown, **{field: [value]})
    assert "Choose the options" in words(refused)
    assert await here.state() == before


async def test_a_blocked_member_changes_no_options(here: Channel) -> None:
    mia, noa = await here.open(2)
    shown = await open_form(mia, here.lobby)
    await block(a_manager(here), mia)
    refused = await send(mia, shown, seats=["2"])
    assert "you cannot play SCOUT in this server" in words(refused)
    assert (await here.state()).options.size == 5
    assert (await here.state()).host_id == noa.id
