"""A player who does not move in a game without a turn limit, on Discord."""

from datetime import datetime, timedelta

import pytest
from simcord.results import ResponseMessage
from sqlalchemy import select, update

from bot.storage.models.tables import Seat, Status, Table
from bot.tables.core.deadlines import QUIET_TIMEOUT
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import labels, words
from tests.support.discord.network_faults import notified


def questions(here: Channel) -> list[ResponseMessage]:
    return [
        message for message in here.public() if "would you like to continue?" in message.content
    ]


async def a_day_later(here: Channel) -> None:
    await here.pass_hours(24 * 60 * 60 + 12)


async def pressed_at(here: Channel) -> datetime:
    async with here.client.database.read() as session:
        stored = await session.scalar(select(Table.pressed_at))
    assert isinstance(stored, datetime)
    return stored


async def without_one(here: Channel) -> tuple[Member, list[Member]]:
    """A game of three in which one has not moved for a day, and the two who wait."""
    members = await here.begin_turns(3)
    absent = await here.on_turn(members)
    await a_day_later(here)
    return absent, [member for member in members if member is not absent]


@pytest.mark.long
async def test_those_who_wait_are_mentioned_once_and_can_go_on(here: Channel) -> None:
    absent, waiting = await without_one(here)
    (question,) = questions(here)
    assert notified(here, question) == [member.id for member in waiting]
    assert f"No move from **{absent.name}** for 24 hours." in words(question)
    label = f"Let a computer play for {absent.name}"
    assert labels(question) == [label] == labels(here.table)[-1:]
    await here.restart()
    await a_day_later(here)
    assert [message.id for message in questions(here)] == [question.id]
    refused = await absent.press(label, question)
    assert "The others are waiting for you too." in words(refused)
    refused = await here.members[4].press(label, question)
    assert "You have no seat" in words(refused)
    before = await here.actions()
    answer = await waiting[0].press(label, question)
    assert f"A computer plays for {absent.name} until they are back." in words(answer)
    assert len(await here.actions()) == len(before) + 1
    assert questions(here) == []
    assert label not in labels(here.table)
    assert f"{absent.name}** (away, a computer plays)" in words(here.table)
    back = await absent.press("I'm back", here.table)
    assert "Welcome back" in words(back)
    assert "away" not in words(here.table)


@pytest.mark.long
async def test_a_move_takes_the_question_away(here: Channel) -> None:
    absent, _ = await without_one(here)
    await absent.press("My hand", here.table)
    await absent.show_something()
    assert questions(here) == []
    assert not [label for label in labels(here.table) if label.startswith("Let a computer")]


@pytest.mark.long
async def test_of_two_members_who_have_not_chosen_each_has_a_button(here: Channel) -> None:
    mia, noa, _ = await here.start(3)
    await mia.press("Keep")
    await a_day_later(here)
    (question,) = questions(here)
    assert notified(here, question) == [mia.id]
    assert "No move from **Noa** and **Kim** for 24 hours." in words(question)
    assert labels(question) == ["Let a computer play for Noa", "Let a computer play for Kim"]
    await mia.press("Let a computer play for Kim", question)
    (question,) = questions(here)
    assert labels(question) == ["Let a computer play for Noa"]
    await noa.press("My hand", here.table)
    await noa.press("Keep")
    assert questions(here) == []


@pytest.mark.long
async def test_presses_that_change_nothing_are_noted(here: Channel) -> None:
    mia, _ = await here.begin_turns(2)
    pressed = [await pressed_at(here)]
    for member, label in ((here.members[5], "Watch"), (mia, "My hand")):
        await here.env.advance_time(2 * 3600)
        await member.press(label, here.table)
        await here.env.advance_time(2)
        pressed.append(await pressed_at(here))
    await here.env.advance_time(60)
    await mia.press("My hand", here.table)
    assert pressed == sorted(set(pressed))
    assert await pressed_at(here) == pressed[-1]


async def test_a_game_that_all_have_left_alone_closes(here: Channel) -> None:
    await here.begin_turns(2)
    state = await here.state()
    almost = state.quiet_since - QUIET_TIMEOUT + timedelta(seconds=60)
    async with here.client.database.write() as session:
        changed = {"decision_since": almost, "pressed_at": almost, "due_at": almost}
        await session.execute(update(Table).values(absence_asked=True, **changed))
        await session.execute(update(Seat).values(reminded=1))
    await here.restart()
    assert (await here.state()).status is Status.PLAYING
    await here.env.advance_time(65)
    assert (await here.state()).status is Status.CLOSED
    assert "Nobody pressed anything here for 14 days" in words(here.table)
    assert questions(here) == []
    await here.open(2)
