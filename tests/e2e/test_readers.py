"""Private messages are in the member's language, public ones in the server's.

The pseudo-language stands for any other: its texts are seen by their padding.
"""

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import ResponseMessage
from sqlalchemy import text

from bot.tables.preferences import PreferenceStore
from bot.text.language import PSEUDO
from bot.ui.kit.component_id import Verb
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import controls, words
from tests.support.discord.servers import a_manager, choose_log
from tests.support.storage.database import FILE
from tests.support.storage.earlier_databases import rows_of

_PADDING = "ëë"


def is_pseudo(message: ResponseMessage) -> bool:
    return _PADDING in words(message)


def with_verb(messages: list[ResponseMessage], verb: Verb) -> ResponseMessage:
    """The newest of these messages with such a button."""
    return next(
        message
        for message in reversed(messages)
        if any(one.custom_id.startswith(f"scout:{verb}:") for one in controls(message))
    )


async def press(
    member: Member, verb: Verb, at: ResponseMessage | None = None, *, value: str | None = None
) -> ResponseMessage:
    """Press a button by what it does, whatever its language; or pick this option."""
    found = at or with_verb(member.sees(), verb)
    control = next(
        one
        for one in controls(found)
        if one.custom_id.startswith(f"scout:{verb}:") and (value is None or one.value == value)
    )
    return await member.use(found, control)


def hand(member: Member) -> ResponseMessage:
    """The member's newest private message."""
    return member.private()[-1]


async def begin(here: Channel, *members: Member) -> None:
    host, *others = members
    await host.slash("new")
    for member in others:
        await press(member, Verb.JOIN)
    await press(host, Verb.START)


async def member_row(here: Channel, folder: Path, member: Member) -> dict[str, Any]:
    rows = rows_of(folder / FILE)["members"]
    return next((row for row in rows if row["user_id"] == member.id), {})


async def test_two_members_of_different_languages_play_at_a_table_of_a_third(here: Channel) -> None:
    """Hands that go out without a press too, before and after a restart."""
    await here.show_pictures()
    mia, noa = here.members[:2]
    mia.set_locale("en-XA")
    await begin(here, mia, noa)
    assert not is_pseudo(here.table)
    assert is_pseudo(hand(mia))
    assert not is_pseudo(hand(noa))
    await press(mia, Verb.PLAY, hand(mia))
    await here.restart()
    before = words(hand(mia))
    await press(noa, Verb.PLAY, hand(noa))
    assert words(hand(mia)) != before
    assert is_pseudo(hand(mia))
    assert not is_pseudo(hand(noa))
    assert not is_pseudo(here.table)


async def test_private_messages_name_a_tables_buttons_as_they_stand_there(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    noa.set_locale("en-XA")
    await mia.slash("new")
    said = [await noa.slash(command) for command in ("hand", "play", "help", "call")]
    await press(kim, Verb.JOIN)
    await press(mia, Verb.START)
    said.append(await noa.slash("hand"))
    labels = ("Join", "Join", "Start", "Call players", "Watch")
    for message, label in zip(said, labels, strict=True):
        assert is_pseudo(message)
        assert f"**{label}**" in words(message)


async def test_a_community_server_has_tables_in_its_language(here: Channel) -> None:
    here.make_community("en-XA")
    mia, noa = here.members[:2]
    await begin(here, mia, noa)
    lobby, deal, table = here.public()
    assert all(map(is_pseudo, (lobby, deal, table)))
    assert not is_pseudo(hand(mia))
    assert not is_pseudo(hand(noa))
    board = await mia.slash("leaderboard")
    assert not board.ephemeral
    assert is_pseudo(board)


async def test_what_others_press_of_a_post_is_in_their_own_language(here: Channel) -> None:
    mia, noa = here.members[:2]
    noa.set_locale("en-XA")
    board = await mia.slash("leaderboard")
    assert not is_pseudo(board)
    copy = await noa.use(board, controls(board)[-1])
    assert copy.ephemeral
    assert is_pseudo(copy)
    assert not is_pseudo(next(one for one in here.public() if one.id == board.id))


async def test_a_server_that_is_no_community_reads_english(here: Channel) -> None:
    """Discord says of such servers what it says of all new ones."""
    here.env.backend.edit_guild(here.guild.id, {"preferred_locale": "en-XA"})
    await here.members[0].slash("new")
    assert not is_pseudo(here.lobby)


async def test_a_chosen_language_counts_more_than_that_of_discord(here: Channel) -> None:
    mia, noa = here.members[:2]
    await here.show_pictures()
    mia.set_locale("en-XA")
    await begin(here, mia, noa)
    before, others = hand(mia), hand(noa)
    assert is_pseudo(before)
    settings = await press(mia, Verb.SETTINGS, await mia.slash("settings"), value="language-en")
    assert "Language: English" in placeholders(settings)
    assert not is_pseudo(hand_again(mia, before))
    assert hand_again(noa, others).attachments[0].url == others.attachments[0].url
    await here.restart()
    assert not is_pseudo(await mia.slash("rules"))
    await press(mia, Verb.SETTINGS, settings, value="language-")
    assert is_pseudo(await mia.slash("rules"))
    assert is_pseudo(hand_again(mia, before))


def hand_again(member: Member, hand: ResponseMessage) -> ResponseMessage:
    """The same message as it is now."""
    return next(message for message in member.private() if message.id == hand.id)


async def test_refusals_before_the_table_is_read_are_in_the_members_language(here: Channel) -> None:
    mia = here.members[0]
    mia.set_locale("en-XA")
    assert is_pseudo(await mia.slash("hand"))
    await here.client.tables.preferences.update(mia.id, language="en")
    assert not is_pseudo(await mia.slash("hand"))


async def test_the_locale_is_stored_only_of_members_who_get_messages_by_themselves(
    here: Channel, folder: Path
) -> None:
    mia, noa, kim = here.members[:3]
    for member in (mia, kim):
        member.set_locale("en-XA")
    await kim.slash("rules")
    await kim.slash("privacy show")
    assert await member_row(here, folder, kim) == {}
    await begin(here, mia, noa)
    assert (await member_row(here, folder, mia))["locale"] == "en-XA"
    assert (await member_row(here, folder, noa))["locale"] is None
    await press(kim, Verb.WATCH, here.table)
    assert (await member_row(here, folder, kim))["locale"] == "en-XA"
    # English is not stored, and takes another language back.
    mia.set_locale("en-GB")
    assert not is_pseudo(await press(mia, Verb.SHOW_HAND, here.table))
    assert (await member_row(here, folder, mia))["locale"] is None


async def test_a_spectators_message_goes_on_in_their_language(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    kim.set_locale("en-XA")
    await begin(here, mia, noa)
    note = await press(kim, Verb.WATCH, here.table)
    assert is_pseudo(note)
    said = words(note)
    for member in (mia, noa):
        await press(member, Verb.PLAY, hand(member))
    now = hand_again(kim, note)
    assert words(now) != said
    assert is_pseudo(now)


async def test_a_spectators_message_shows_a_new_setting_at_once(here: Channel) -> None:
    await here.show_pictures()
    mia, noa, kim = here.members[:3]
    await begin(here, mia, noa)
    note = await press(kim, Verb.WATCH, here.table)
    settings = await press(kim, Verb.SETTINGS, await kim.slash("settings"), value="language-de")
    assert "Du schaust zu." in words(hand_again(kim, note))
    assert hand_again(kim, note).attachments
    await kim.press("Hand nur als Text", settings)
    assert not hand_again(kim, note).attachments


async def test_language_and_locale_are_in_ones_data_and_forgotten(
    here: Channel, folder: Path
) -> None:
    """The last answer is still in the language of the member, of whom nothing is left."""
    mia, noa = here.members[:2]
    mia.set_locale("en-XA")
    await begin(here, mia, noa)
    (content,) = (await here.client.tables.own_data(PSEUDO, mia.id)).files.values()
    assert '"language": null, "locale": "en-XA"' in content.decode()
    asked = await mia.slash("privacy forget-me")
    forgotten = await press(mia, Verb.CONFIRM_FORGET, asked)
    assert is_pseudo(forgotten)
    assert await member_row(here, folder, mia) == {}
    await mia.slash("privacy show")
    assert await member_row(here, folder, mia) == {}


@pytest.mark.long
async def test_a_table_keeps_the_language_with_which_it_was_opened(here: Channel) -> None:
    mia, noa = here.members[:2]
    await begin(here, mia, noa)
    await here.client.tables.server_settings.update(here.guild.id, language=PSEUDO.code)
    await press(mia, Verb.PLAY, hand(mia))
    await here.restart()
    await press(noa, Verb.PLAY, hand(noa))
    assert not any(map(is_pseudo, here.public()))
    await mia.slash("cancel")
    await press(mia, Verb.CONFIRM_CANCEL, hand(mia))
    assert not any(map(is_pseudo, here.public()))


async def test_managers_choose_the_language_of_new_tables(here: Channel) -> None:
    here.make_community("en-XA")
    manager, mia = a_manager(here), here.members[0]
    panel = await manager.slash("admin")
    panel = await press(manager, Verb.ADMIN_CHANGE, panel, value="language-en")
    assert "Language: English" in placeholders(panel)
    await mia.slash("new")
    assert not is_pseudo(here.lobby)
    panel = await press(manager, Verb.ADMIN_CHANGE, panel, value="language-")
    defaults = await here.client.tables.server_settings.of(here.guild.id)
    assert defaults.language is None


def placeholders(message: ResponseMessage) -> list[str]:
    items = [item for row in message.components for item in row["components"]]
    return [item["placeholder"] for item in items if "placeholder" in item]


async def test_the_log_is_in_the_servers_language_and_its_managers_in_their_own(
    here: Channel,
) -> None:
    # A moderator, who closes others' tables.
    role = here.guild.create_role(
        "moderator", permissions=discord.Permissions(manage_guild=True, manage_messages=True)
    )
    manager = here.add_member("Max", role)
    log = here.guild.create_text_channel("log")
    await choose_log(manager, log)
    await here.client.tables.server_settings.update(here.guild.id, language=PSEUDO.code)
    mia = here.members[0]
    await mia.slash("new")
    asked = await manager.slash("cancel")
    assert not is_pseudo(asked)
    await press(manager, Verb.CONFIRM_CANCEL, asked)
    (line,) = here.messages(None, log)
    assert is_pseudo(line)


async def test_codes_of_a_newer_version_leave_the_next_best_language(here: Channel) -> None:
    mia, noa = here.members[:2]
    mia.set_locale("en-XA")
    await begin(here, mia, noa)
    async with here.client.database.write() as session:
        await session.execute(text("UPDATE members SET language = 'tlh'"))
        await session.execute(text("UPDATE tables SET language = 'tlh'"))
        await session.execute(text("UPDATE servers SET language = 'tlh'"))
    await here.restart()
    assert is_pseudo(await press(mia, Verb.SHOW_HAND, here.table))
    assert not is_pseudo(await press(noa, Verb.SHOW_HAND, here.table))
    assert not is_pseudo(here.table)


async def test_a_choice_made_in_another_process_is_read_with_the_other_settings(
    here: Channel,
) -> None:
    mia = here.members[0]
    assert not is_pseudo(await mia.slash("rules"))
    other = PreferenceStore(here.client.database)
    await other.update(mia.id, language=PSEUDO.code)
    assert not is_pseudo(await mia.slash("rules"))
    here.client.tables.preferences.forget_all()
    assert is_pseudo(await mia.slash("rules"))
