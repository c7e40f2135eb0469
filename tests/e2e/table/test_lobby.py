"""The lobby: joining, leaving and starting, and what everybody else reads."""

import discord
import pytest
from sqlalchemy import delete

from bot.storage import models
from bot.storage.models.tables import Status
from bot.ui.kit.component_id import ComponentId, Verb
from engine.players import Level
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, title, words

ADDING = [f"Add {level}" for level in Level]
ALL_SEATS = [
    "Join",
    "Start",
    "Leave",
    "How to play",
    "Options",
    "Call players",
    *ADDING,
    "Remove computer",
    "Cancel",
]


async def test_a_lobby_shows_who_sits_where(here: Channel) -> None:
    await here.open(3, computers=1, seats=4, rounds=2, turn_limit=300)
    shown = words(here.lobby)
    assert "1. Mia (host)\n2. Noa\n3. 🤖 " in shown
    assert "4. *free*" in shown
    assert "2 rounds" in shown
    assert "5 minutes" in shown
    assert labels(here.lobby) == [*ALL_SEATS, "Remove a player"]


async def test_nobody_joins_a_full_table(here: Channel) -> None:
    mia, noa = await here.open(2, seats=2)
    kim = here.members[2]
    for refused in (await kim.press("Join"), await mia.press("Add medium")):
        assert refused.ephemeral
        assert "All seats are taken" in words(refused)
    assert len((await here.state()).seats) == 2
    refused = await kim.press("Join")
    assert "`/scout play` in another channel leads you to a table" in words(refused)
    await noa.press("Leave the table", await noa.press("Leave"))
    await kim.press("Join")
    assert "2. Kim" in words(here.lobby)


async def test_no_computer_is_suggested_where_none_can_sit(here: Channel) -> None:
    mia, _ = await here.open(2, seats=2)
    assert "Everybody here? The host presses **Start**." in words(here.lobby)
    assert words(await mia.press("Add medium")).strip() == "All seats are taken."


async def test_a_seated_member_who_joins_again_is_told_so(here: Channel) -> None:
    mia, noa = await here.open(2, seats=3)
    for seated in (mia, noa):
        reply = await seated.press("Join", here.lobby)
        assert reply.ephemeral
        assert words(reply).strip() == "You have a seat here already."
    assert len((await here.state()).seats) == 2


async def test_a_member_who_leaves_a_full_table_is_asked_first(here: Channel) -> None:
    _, noa = await here.open(2, seats=2)
    for asked in (await noa.slash("leave"), await noa.press("Leave", here.lobby)):
        assert "It is full, so somebody else can take your seat." in words(asked)
        assert labels(asked) == ["Leave the table", "Stay"]
    assert words(await noa.press("Stay", asked)).strip() == "You keep your seat."
    assert len((await here.state()).seats) == 2


async def test_no_question_is_asked_about_a_seat_that_nobody_can_take(here: Channel) -> None:
    (mia,) = await here.open(2, computers=1, seats=2)
    assert "Everyone has left." in words(await mia.press("Leave", here.lobby))
    assert (await here.state()).status is Status.CLOSED


async def test_a_confirmed_leave_of_a_lobby_leaves_no_game(here: Channel) -> None:
    mia, noa = await here.open(2, seats=2)
    asked = await noa.slash("leave")
    await mia.press("Start", here.lobby)
    asked = await noa.press("Leave the table", asked)
    assert "Leave this game? A computer takes your seat, and you cannot come back." in words(asked)
    assert {seat.user_id for seat in (await here.state()).seats} == {mia.id, noa.id}
    assert "You have left the game." in words(await noa.press("Leave the game", asked))


async def test_leaving_needs_a_seat(here: Channel) -> None:
    await here.open(2)
    refused = await here.members[2].press("Leave")
    assert refused.ephemeral
    assert "You have no seat at this table" in words(refused)


async def test_only_members_at_the_table_change_the_computers(here: Channel) -> None:
    mia, noa = await here.open(2)
    stranger = here.members[2]
    for label in (*ADDING, "Remove computer"):
        refused = await stranger.press(label)
        assert refused.ephemeral
        assert "Only seated players" in words(refused)
    assert "There is no computer to remove" in words(await mia.press("Remove computer"))
    await noa.press("Add medium")
    await mia.press("Remove computer")
    assert "🤖" not in words(here.lobby)


async def test_a_computer_is_added_at_the_level_of_the_button(here: Channel) -> None:
    (mia,) = await here.open(1)
    for label in ADDING:
        await mia.press(label)
    seats = (await here.state()).seats
    assert [seat.level for seat in seats[1:]] == [*Level]
    names = [
        "2. 🤖 Clown (beginner)",
        "3. 🤖 Drummer (easy)",
        "4. 🤖 Juggler (medium)",
        "5. 🤖 Ringmaster (hard)",
    ]
    assert "\n".join(names) in words(here.lobby)


def rename_button(here: Channel, press: ComponentId) -> None:
    """Make the lobby's button "Add easy" send this when it is pressed."""
    stored = here.env.backend.get_message(here.channel.id, here.lobby.id)
    stored.components[2]["components"][1]["custom_id"] = str(press)


async def test_the_button_of_a_lobby_from_before_the_levels_adds_a_medium_one(
    here: Channel,
) -> None:
    (mia,) = await here.open(1)
    rename_button(here, ComponentId(Verb.ADD_COMPUTER, 1))
    await mia.press("Add easy")
    assert (await here.state()).seats[1].level is Level.MEDIUM


async def test_a_forged_level_is_refused(here: Channel) -> None:
    (mia,) = await here.open(1)
    rename_button(here, ComponentId(Verb.ADD_COMPUTER, 1, detail="godlike"))
    refused = await mia.press("Add easy")
    assert refused.ephemeral
    assert "That button no longer works." in words(refused)
    assert len((await here.state()).seats) == 1


HINTED = "Hints allowed, so not on the leaderboard"


async def test_hints_are_allowed_and_forbidden_again_by_buttons_of_earlier_versions(
    here: Channel,
) -> None:
    mia, noa = await here.open(2)
    assert HINTED not in words(here.lobby)
    await crafted.press(mia.actor, "scout:hints:1:0:yes", here.lobby)
    assert HINTED in words(here.lobby)
    assert (await here.state()).options.hints
    refused = answer(await crafted.press(noa.actor, "scout:hints:1:0:no", here.lobby))
    assert refused.ephemeral
    assert "Only the host or a moderator can change the options." in words(refused)
    await crafted.press(moderator_of(here).actor, "scout:hints:1:0:no", here.lobby)
    assert HINTED not in words(here.lobby)
    assert not (await here.state()).options.hints


async def test_a_table_opens_with_hints(here: Channel) -> None:
    mia, _ = await here.open(2, hints=True)
    assert HINTED in words(here.lobby)
    await mia.press("Start")
    assert (await here.state()).options.hints


async def test_only_the_host_starts_and_cancels(here: Channel) -> None:
    _, noa = await here.open(2)
    for label in ("Start", "Cancel"):
        refused = await noa.press(label)
        assert refused.ephemeral
        assert "Only the host" in words(refused)
    assert (await here.state()).status is Status.LOBBY


async def test_a_moderator_starts_and_cancels_too(here: Channel) -> None:
    await here.open(2)
    moderator = moderator_of(here)
    await moderator.press("Start")
    assert (await here.state()).status is Status.PLAYING
    assert "The table is closed" in words(await moderator.close_table())
    assert (await here.state()).status is Status.CLOSED


def moderator_of(here: Channel) -> Member:
    allowed = discord.Permissions(
        view_channel=True, read_message_history=True, manage_messages=True
    )
    return here.add_member("Max", here.guild.create_role("moderators", permissions=allowed))


async def test_nobody_starts_alone(here: Channel) -> None:
    (mia,) = await here.open(1)
    refused = await mia.press("Start")
    assert refused.ephemeral
    assert "You need at least two players" in words(refused)
    await mia.press("Add medium")
    await mia.press("Start")
    assert "Your hand" in title(mia.hand)


async def test_starting_twice_at_once_deals_once_and_leads_to_the_hand(here: Channel) -> None:
    mia, _ = await here.open(2)
    answers = await here.at_once(mia.click("Start"), mia.click("Start"))
    (refused,) = (message for message in answers if message.ephemeral)
    assert "already started" in words(refused)
    assert "Press **My hand** if you have a seat, otherwise **Watch**." in words(refused)
    assert len(here.titled("🎪 SCOUT · round")) == 1
    assert len(mia.hands()) == 1


async def test_the_next_member_becomes_the_host(here: Channel) -> None:
    mia, noa, _ = await here.open(3)
    await mia.press("Leave")
    assert "1. Noa (host)" in words(here.lobby)
    assert "2. Kim" in words(here.lobby)
    await noa.press("Start")
    assert (await here.state()).status is Status.PLAYING


async def test_a_table_that_everybody_left_is_closed(here: Channel) -> None:
    mia, noa = await here.open(3, computers=1)
    await mia.press("Leave")
    await noa.press("Leave")
    assert "This table is closed. Everyone has left." in words(here.lobby)
    assert labels(here.lobby) == []
    await here.open(2)


async def test_a_cancelled_lobby_has_no_buttons(here: Channel) -> None:
    mia, _ = await here.open(2)
    await mia.close_table()
    assert "This table is closed. Mia closed the table." in words(here.lobby)
    assert labels(here.lobby) == []


async def test_the_lobby_says_that_the_game_has_started(here: Channel) -> None:
    await here.start(2)
    assert "The game has started" in words(here.lobby)
    assert labels(here.lobby) == []


async def test_a_button_of_a_deleted_table_says_so(here: Channel) -> None:
    mia, noa = await here.start(2)
    old = mia.hand
    async with here.client.database.write() as session:
        await session.execute(delete(models.Table))
    await here.restart()
    for pressed in (await noa.press("My hand"), await mia.use(old, controls(old)[0])):
        assert "This table no longer exists" in words(pressed)


async def test_names_cannot_format_or_ping(here: Channel) -> None:
    joker = here.add_member("@everyone **x**")
    await joker.slash("new")
    await joker.press("Add medium")
    await joker.press("Start")
    hand = joker.hands()[-1]
    await joker.close_table()
    for message in (here.table, hand):
        assert "@everyone" not in words(message)
        assert "**x**" not in words(message)


@pytest.mark.long
async def test_the_host_takes_a_player_out_and_invites_them_again(here: Channel) -> None:
    mia, noa, kim = await here.open(3)
    for stranger in (noa, here.members[3]):
        refused = await stranger.press("Remove a player")
        assert "Only the host or a moderator can remove players." in words(refused)
    asked = await mia.press("Remove a player")
    assert asked.ephemeral
    assert "Remove a player from this table?" in words(asked)
    assert labels(asked) == ["Remove Noa", "Remove Kim"]
    asked = await mia.use(asked, controls(asked)[0])
    assert "cannot join it unless you invite them again" in asked.content
    assert labels(asked) == ["Remove Kim", "Invite again: Noa"]
    assert "2. Kim" in words(here.lobby)
    assert "Noa" not in words(here.lobby)
    refused = await noa.press("Join")
    assert refused.ephemeral
    assert "The host has removed you from this table" in words(refused)
    await here.restart()
    await noa.press("Join")
    assert len((await here.state()).seats) == 2
    asked = await mia.use(asked, controls(asked)[1])
    assert "This player can join this table again." in asked.content
    assert "Invited\nNoa" in words(here.lobby)
    await noa.press("Join")
    assert "3. Noa" in words(here.lobby)
    await mia.press("Start")
    refused = await mia.use(asked, controls(asked)[0])
    assert "already started" in words(refused)
    assert len((await here.state()).seats) == 3
    assert kim.hands()


async def test_computers_leave_as_before_and_alone_there_is_nobody_to_take_out(
    here: Channel,
) -> None:
    (mia,) = await here.open(2, computers=1)
    assert labels(here.lobby) == ALL_SEATS
    await mia.press("Remove computer")
    moderator = moderator_of(here)
    await moderator.press("Join")
    await moderator.press("Remove a player")
    asked = moderator.private()[-1]
    assert labels(asked) == ["Remove Mia"]
    await moderator.use(asked, controls(asked)[0])
    assert "1. Max (host)" in words(here.lobby)
