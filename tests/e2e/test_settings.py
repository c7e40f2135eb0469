"""`/scout settings`: what members choose for themselves, and managers for their server."""

import re
from datetime import timedelta

import pytest
from simcord.results import ResponseMessage

from bot.storage import queries
from bot.storage.engine.session import Session
from bot.storage.models.tables import Member as MemberRow
from bot.text.language import LANGUAGES
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import ask_before_moves
from tests.support.discord.messages import a_show, answer, controls, labels, words
from tests.support.discord.network_faults import older_copies_stay
from tests.support.discord.servers import a_manager
from tests.support.discord.stored_game import put_game
from tests.support.ui.table_states import hoard

OFFERED_REMINDERS = [
    "No reminders",
    "One reminder, in the channel",
    "Two reminders, in the channel",
    "One reminder, by direct message",
    "Two reminders, by direct message",
]
OFFERED_LANGUAGES = ["As in Discord: English", *(one.own_name for one in LANGUAGES)]


def has_picture(message: ResponseMessage) -> bool:
    return bool(message.attachments)


@pytest.mark.long
async def test_a_hand_in_text_has_all_that_the_picture_has(here: Channel) -> None:
    await here.show_pictures()
    mia, noa = await here.begin_turns(2)
    assert has_picture(mia.hand)
    settings = await mia.slash("settings")
    assert settings.ephemeral
    assert has_picture(settings)
    said = words(settings)
    assert said.count("For you: a hand with a picture") == 2  # alt texts are read twice here
    assert "Your hand" not in said
    assert "Turn limit:" not in " ".join(embed.description or "" for embed in settings.embeds)
    settings = await mia.press("Text-only hand", settings)
    assert "Your hand is text only." in words(settings)
    assert not has_picture(settings)
    hand = next(message for message in mia.private() if "Your hand ·" in words(message))
    assert not has_picture(hand)
    assert "card   1  2" in words(hand)
    assert has_picture(noa.hand)
    assert has_picture(here.table)
    await here.restart()
    assert not has_picture(await mia.press("My hand"))
    await mia.press("Hand with picture", settings)
    assert has_picture(await mia.press("My hand"))


@pytest.mark.long
async def test_members_who_confirm_moves_are_asked_before_each(here: Channel) -> None:
    mia, noa = await here.start(2)
    for member in (mia, noa):
        await ask_before_moves(member)
    for member in (mia, noa):
        await member.press("Keep")
        assert await here.actions() == ["K"] * (member is noa)
        await member.press("Keep")
    player = await here.on_turn([mia, noa])
    hand = await player.press("My hand", here.table)
    label = a_show(hand)
    cards = label.removeprefix("Show ").partition(" (card")[0]
    question = await player.press(label, hand)
    assert f"**Show {cards} (card" in words(question)
    assert labels(question) == [f"Show {cards}", "Back"]
    assert len(await here.actions()) == 2
    hand = await player.press("Back", question)
    assert label in labels(hand)
    await here.restart()
    await player.press(f"Show {cards}", await player.press(label, hand))
    assert len(await here.actions()) == 3


async def test_a_question_that_the_table_has_outrun_plays_nothing(here: Channel) -> None:
    mia, noa = await here.begin_turns(2)
    player = await here.on_turn([mia, noa])
    await ask_before_moves(player)
    hand = await player.press("My hand", here.table)
    question = await player.press(a_show(hand), hand)
    with older_copies_stay():
        await here.play_elsewhere(player)
        done = await here.actions()
        late = await player.use_first(question)
    assert "Too late: the game has moved on" in words(late)
    assert await here.actions() == done


@pytest.mark.long
async def test_the_long_lists_ask_too(here: Channel) -> None:
    mia, *_ = await here.start(4)
    await ask_before_moves(mia)
    await put_game(here, hoard(28))
    before = await here.actions()
    hand = await mia.press("My hand", here.table)
    page = await mia.press(next(name for name in labels(hand) if "Scout" in name), hand)
    question = await mia.use(page, controls(page)[0])
    asked = re.search(
        r"\*\*Scout the (\d+)(?: \(flipped\))? to position (\d+)\?\*\*", words(question)
    )
    assert asked is not None
    await mia.press(f"Scout {asked[1]} to position {asked[2]}", question)
    assert len(await here.actions()) == len(before) + 1


async def test_members_who_manage_nothing_see_the_servers_settings(here: Channel) -> None:
    await here.show_pictures()
    settings = await here.members[0].slash("settings")
    buttons = ["Text-only hand", "Confirm moves", "Name in game files", "Members to avoid"]
    assert labels(settings) == [*buttons, *OFFERED_REMINDERS, *OFFERED_LANGUAGES]
    assert "Turn limit: no limit," in words(settings)
    assert "After 24 hours without a move" in words(settings)


async def test_the_settings_say_as_many_reminders_as_are_chosen(here: Channel) -> None:
    mia, first = here.members[0], "A reminder comes if you have not moved for a while."
    settings = await mia.slash("settings")
    for label, is_first, is_second in (
        ("No reminders", False, False),
        ("One reminder, in the channel", True, False),
        ("Two reminders, in the channel", True, True),
    ):
        choice = next(one for one in controls(settings) if one.label == label)
        settings = await mia.use(settings, choice)
        assert (first in words(settings)) is is_first
        assert ("a second one comes" in words(settings)) is is_second


async def test_the_name_is_in_game_files_only_if_the_member_says_so(here: Channel) -> None:
    mia = here.members[0]
    settings = await mia.slash("settings")
    assert "A game file that somebody exports leaves your name out." in words(settings)
    settings = await mia.press("Name in game files", settings)
    assert "A game file that somebody exports has your name." in words(settings)
    await here.restart()
    assert (await here.client.tables.preferences.of(mia.id)).share_name
    settings = await mia.press("Name not in game files", settings)
    assert "leaves your name out" in words(settings)
    assert not (await here.client.tables.preferences.of(mia.id)).share_name


async def test_a_press_from_before_a_forgetting_stores_no_setting(here: Channel) -> None:
    """Trying out direct messages can take so long that the member is forgotten meanwhile."""
    mia, database = here.members[0], here.client.tables.repository.database
    settings = await mia.slash("settings")
    soon = here.env.now() + timedelta(minutes=1)
    await database.change(queries.requests.note_forgetting, soon)
    choice = next(one for one in controls(settings) if one.label == OFFERED_REMINDERS[-1])
    assert "Nothing has changed" in words(await mia.use(settings, choice))
    assert await database.ask(Session.rows, MemberRow) == []
    await here.env.advance_time(61)
    assert "Nothing has changed" not in words(await mia.use(settings, choice))
    assert (await here.client.tables.preferences.of(mia.id)).reminders_direct


async def test_a_manager_is_shown_where_the_defaults_are_changed(here: Channel) -> None:
    settings = await a_manager(here).slash("settings")
    buttons = ["Hand with picture", "Confirm moves", "Name in game files", "Members to avoid"]
    assert labels(settings) == [*buttons, *OFFERED_REMINDERS, *OFFERED_LANGUAGES]
    assert "with /scout admin" in words(settings)


async def test_the_servers_buttons_of_earlier_versions_still_work(here: Channel) -> None:
    max_, mia = a_manager(here), here.members[0]
    settings = await max_.slash("settings")
    pressed = answer(await crafted.press(max_.actor, "scout:set:0:0:threads", settings))
    assert "Games are played in their own thread." in words(pressed)
    other = await mia.slash("settings")
    refused = answer(await crafted.press(mia.actor, "scout:set:0:0:channels", other))
    assert "Only members with Manage Server" in words(refused)
    assert (await here.client.tables.server_settings.of(here.guild.id)).threads
