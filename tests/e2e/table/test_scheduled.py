"""A scheduled table on Discord: signing up, the roll call and the beginning."""

from dataclasses import replace
from datetime import timedelta

import pytest
from discord import Permissions
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage
from sqlalchemy import delete, update

from bot.storage.models.tables import PublicMessage, Status, Table
from bot.tables.core.deadlines import ROLL_CALL
from bot.tables.core.table_messages import ROLL_CALL as ROLL_CALL_SLOT
from bot.ui.kit.component_id import ComponentId, Verb
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, labels, words
from tests.support.discord.network_faults import failing, lost_replies, notified
from tests.support.discord.servers import a_manager, allow_channels
from tests.support.discord.threads import archive

HOUR = 3600
LEAD = int(ROLL_CALL.total_seconds())


def in_an_hour(here: Channel) -> str:
    at = here.env.now() + timedelta(seconds=HOUR)
    return f"<t:{int(at.timestamp())}:F>"


async def new(here: Channel, host: Member, at: str, **options: object) -> ResponseMessage:
    """The answer to `/scout new at:`."""
    return answer(await host.actor.slash(here.channel, "scout new", at=at, **options))


async def schedule(here: Channel, *others: Member) -> ResponseMessage:
    """A table that begins in an hour, with these sign-ups beside the host's."""
    await new(here, here.members[0], in_an_hour(here))
    for member in others:
        await member.press("Sign up", listed(here))
    return listed(here)


def listed(here: Channel) -> ResponseMessage:
    """The message of the scheduled table."""
    return next(one for one in here.public() if "Cancel" in labels(one))


async def call_roll(here: Channel) -> ResponseMessage:
    await here.env.advance_time(HOUR - LEAD)
    (message,) = here.roll_calls()
    return message


@pytest.mark.long
async def test_it_gathers_names_and_begins_with_those_who_are_here(here: Channel) -> None:
    mia, noa, kim, leo = here.members[:4]
    answered = await new(here, mia, in_an_hour(here), seats=3)
    assert not answered.ephemeral
    assert labels(answered) == ["Sign up", "Sign off", "How to play", "Cancel"]
    for member in (noa, kim, leo):
        signed = await member.press("Sign up", answered)
        assert signed.ephemeral
        assert "You have signed up." in words(signed)
    shown = words(listed(here))
    assert "1. Mia (host)\n2. Noa\n3. Kim\n**Waiting list**\n4. Leo" in shown
    state = await here.newest_state()
    assert state.starts_at is not None
    assert f"<t:{int(state.starts_at.timestamp())}:F>" in shown
    question = await call_roll(here)
    assert notified(here, question) == [one.id for one in (mia, noa, kim, leo)]
    await noa.press("Sign off", await noa.press("Sign off", question))
    for member in (leo, mia):
        assert "Good to see you!" in words(await member.press("I'm here", question))
    called = f"1. ✅ <@{mia.id}> (host)\n2. <@{kim.id}>\n3. ✅ <@{leo.id}>"
    assert here.roll_calls()[0].content.endswith(called)
    assert "1. ✅ Mia (host)\n2. Kim\n3. ✅ Leo" in words(listed(here))
    await here.env.advance_time(LEAD)
    state = await here.newest_state()
    assert (state.status, [seat.user_id for seat in state.seats]) == (
        Status.PLAYING,
        [mia.id, leo.id],
    )
    assert here.roll_calls() == []
    assert [len(member.hands()) for member in (mia, noa, kim, leo)] == [1, 0, 0, 1]
    for member in (mia, leo):
        await member.press("Keep", member.hand)
    assert (await here.newest_state()).decision_number == 2


@pytest.mark.long
async def test_it_outlives_a_restart_at_each_stage(here: Channel) -> None:
    mia, noa = here.members[:2]
    opened = await schedule(here)
    await here.restart()
    await noa.press("Sign up", opened)
    await here.restart()
    question = await call_roll(here)
    await here.restart()
    for member in (mia, noa):
        await member.press("I'm here", question)
        await here.restart()
    assert [one.id for one in here.roll_calls()] == [question.id]
    assert notified(here, question) == [mia.id, noa.id]
    await here.env.advance_time(LEAD)
    assert (await here.newest_state()).status is Status.PLAYING
    await here.restart()
    await mia.press("My hand", here.table)
    await mia.press("Keep", mia.hand)


@pytest.mark.long
async def test_with_one_of_them_it_says_so_and_closes(here: Channel) -> None:
    mia, noa = here.members[:2]
    await schedule(here, noa)
    question = await call_roll(here)
    await mia.press("I'm here", question)
    await here.env.advance_time(LEAD)
    closed = [one for one in here.public() if "Fewer than two players were here" in words(one)]
    assert question.id in [one.id for one in closed]
    assert [labels(one) for one in closed] == [[], []]
    assert closed[0].content.endswith("Fewer than two players were here at the start.")
    late = await crafted.press(noa.actor, str(ComponentId(Verb.SIGN_UP, 1)), question)
    assert "This table is closed" in words(answer(late))


async def test_the_roll_call_mentions_nobody_who_has_left_or_cannot_see_the_channel(
    here: Channel,
) -> None:
    mia, noa, kim = here.members[:3]
    await schedule(here, noa, kim)
    here.guild.remove_member(noa.actor)
    hidden = Overwrite(kim.id, OverwriteType.MEMBER, 0, Permissions(view_channel=True).value)
    here.env.backend.set_overwrite(here.channel.id, hidden)
    question = await call_roll(here)
    assert notified(here, question) == [mia.id]


async def test_the_roll_call_mentions_members_in_a_thread_that_was_archived(here: Channel) -> None:
    here.channel = here.add_thread()
    mia, noa = here.members[:2]
    await schedule(here, noa)
    await archive(here)
    assert notified(here, await call_roll(here)) == [mia.id, noa.id]


@pytest.mark.parametrize("in_thread", [False, True])
async def test_in_a_channel_that_managers_have_forbidden_it_says_so_and_mentions_nobody(
    here: Channel, *, in_thread: bool
) -> None:
    if in_thread:
        here.channel = here.add_thread()
    listing = await schedule(here, here.members[1])
    await allow_channels(a_manager(here), here.guild.create_text_channel("games"))
    await here.env.advance_time(HOUR)
    (closed,) = here.public()
    assert closed.id == listing.id
    assert closed.content.endswith("This server no longer allows tables in this channel.")
    assert labels(closed) == []


@pytest.mark.parametrize("is_archived", [False, True])
async def test_in_a_thread_of_an_allowed_channel_the_roll_is_called(
    here: Channel, *, is_archived: bool
) -> None:
    games = here.channel
    here.channel = here.add_thread()
    mia, noa = here.members[:2]
    await schedule(here, noa)
    await allow_channels(a_manager(here), games)
    await archive(here, archived=is_archived)
    await here.restart()
    assert notified(here, await call_roll(here)) == [mia.id, noa.id]


async def test_a_roll_call_that_could_not_be_posted_mentions_when_it_can(here: Channel) -> None:
    mia, noa = here.members[:2]
    await schedule(here, noa)
    everybody, flag = here.guild.default_role.id, Permissions(send_messages=True).value
    silent = Overwrite(everybody, OverwriteType.ROLE, 0, flag)
    here.env.backend.set_overwrite(here.channel.id, silent)
    await here.env.advance_time(HOUR - LEAD + 300)
    assert here.roll_calls() == []
    here.env.backend.set_overwrite(here.channel.id, replace(silent, allow=flag, deny=0))
    await here.env.advance_time(5)
    (question,) = here.roll_calls()
    assert notified(here, question) == [mia.id, noa.id]


async def lose_roll_call(here: Channel) -> None:
    """The program ends after Discord has taken the roll call, and before its id is stored."""
    await here.client.tables.close()
    async with here.client.database.write() as session:
        await session.execute(
            delete(PublicMessage).where(PublicMessage.slot.startswith(ROLL_CALL_SLOT))
        )
        await session.execute(update(Table).values(published_revision=0))


async def test_after_an_absence_of_the_bot_the_roll_is_called_again(here: Channel) -> None:
    mia, noa = here.members[:2]
    await schedule(here, noa)
    question = await call_roll(here)
    for member in (mia, noa):
        await member.press("I'm here", question)
    await here.env.advance_time(180)
    # The time was five minutes ago.
    starts_at = here.env.now() - timedelta(minutes=5)
    await here.client.tables.close()
    async with here.client.database.write() as session:
        await session.execute(update(Table).values(starts_at=starts_at, due_at=starts_at))
    await here.restart()
    await here.env.advance_time(5)
    (again,) = here.roll_calls()
    assert again.id > question.id
    assert notified(here, again) == [mia.id, noa.id]
    assert "✅" not in words(again)
    for member in (mia, noa):
        await member.press("I'm here", again)
    await here.env.advance_time(LEAD)
    assert (await here.newest_state()).status is Status.PLAYING


@pytest.mark.long
async def test_a_crash_after_the_mention_mentions_nobody_again(here: Channel) -> None:
    mia, noa = here.members[:2]
    await schedule(here, noa)
    question = await call_roll(here)
    assert notified(here, question) == [mia.id, noa.id]
    await lose_roll_call(here)
    await here.env.advance_time(180)
    await here.restart()
    first, second = here.roll_calls()
    assert first.id == question.id
    assert notified(here, second) == []
    await noa.press("I'm here", second)
    assert f"2. ✅ <@{noa.id}>" in words(second)


@pytest.mark.long
@pytest.mark.parametrize(("seconds", "mentions"), [(20, True), (180, False)])
async def test_a_crash_before_the_mention_is_made_good_within_two_minutes(
    here: Channel, seconds: int, mentions: bool
) -> None:
    mia, noa = here.members[:2]
    await schedule(here, noa)
    with failing("POST", "*/messages"):
        await here.env.advance_time(HOUR - LEAD)
        await here.env.advance_time(seconds)
    assert here.roll_calls() == []
    await here.restart()
    (question,) = here.roll_calls()
    assert notified(here, question) == ([mia.id, noa.id] if mentions else [])


async def test_a_lost_reply_mentions_nobody_again_though_the_list_has_changed(
    here: Channel,
) -> None:
    mia, noa, kim = here.members[:3]
    opened = await schedule(here, noa)
    with lost_replies("POST", "*/messages"):
        await here.env.advance_time(HOUR - LEAD)
        await kim.press("I'm here", opened)
        await here.env.advance_time(10)
    (question,) = here.roll_calls()
    assert notified(here, question) == [mia.id, noa.id]
    assert "3. ✅ Kim" in words(question)


@pytest.mark.long
async def test_a_channel_in_use_is_waited_for(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    await schedule(here, noa)
    await kim.slash("new")
    question = await call_roll(here)
    for member in (mia, noa):
        await member.press("I'm here", question)
    await here.env.advance_time(LEAD + 1)
    assert "Another game is still on." in words(here.roll_calls()[0])
    await kim.close_table()
    await here.env.advance_time(61)
    assert (await here.newest_state()).status is Status.CLOSED
    assert (await here.state(1)).status is Status.PLAYING


async def test_after_a_long_wait_for_the_channel_members_are_asked_to_open_their_hands(
    here: Channel,
) -> None:
    mia, noa, kim = here.members[:3]
    await schedule(here, noa)
    question = await call_roll(here)
    await kim.slash("new")
    for member in (mia, noa):
        await member.press("I'm here", question)
    await here.env.advance_time(LEAD + 300)
    await kim.close_table()
    await here.env.advance_time(61)
    assert (await here.state(1)).status is Status.PLAYING
    assert [len(member.hands()) for member in (mia, noa)] == [0, 0]
    table = here.public()[-1]
    assert f"<@{mia.id}> and <@{noa.id}>, press **My hand** to see your cards." in words(table)
    assert notified(here, table) == [mia.id, noa.id]


async def test_the_host_closes_it_by_the_button_or_the_command(here: Channel) -> None:
    mia, noa = here.members[:2]
    opened = await schedule(here)
    assert "Only the host or a moderator" in words(await noa.press("Cancel", opened))
    assert "Only the host or a moderator" in words(await noa.slash("cancel"))
    await mia.close_table()
    assert "Mia closed the table." in words(here.public()[-1])
    opened = await schedule(here)
    await mia.press("Close the table", await mia.press("Cancel", opened))
    assert "Mia closed the table." in words(here.public()[-1])


async def test_hand_and_leave_know_who_signed_up(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    # The channel's next table, without Noa.
    await new(here, mia, in_an_hour(here))
    await new(here, kim, in_an_hour(here))
    later = here.public()[-1]
    await noa.press("Sign up", later)
    assert "press **I'm here** then" in words(await noa.slash("hand"))
    await here.env.advance_time(HOUR - LEAD)
    assert words(await noa.slash("hand")) == "Press **I'm here** now to get a seat."
    await noa.press("I'm here", here.roll_calls()[-1])
    assert "Your cards appear when the game begins." in words(await noa.slash("hand"))
    assert "You have signed off." in words(await noa.slash("leave"))
    assert "Noa" not in words(next(one for one in here.public() if one.id == later.id))
    for command in ("leave", "hand"):
        refused = words(await noa.slash(command))
        assert "This game has not begun." in refused
        assert "press **I'm here**" in refused


async def test_a_member_signs_off_before_leaving_a_table_elsewhere(here: Channel) -> None:
    mia, noa = here.members[:2]
    there = here.guild.create_text_channel("there")
    await schedule(here, noa)
    await mia.slash("new", there)
    await noa.press("Join", here.messages(None, there)[-1])
    assert "You have signed off." in words(await noa.slash("leave"))
    assert "2. Noa" in words(here.messages(None, there)[-1])
    assert "You have left the table." in words(await noa.slash("leave"))
    assert "2. Noa" not in words(here.messages(None, there)[-1])


async def test_a_member_on_the_waiting_list_is_promised_no_seat(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    await new(here, mia, in_an_hour(here), seats=2)
    text = "You are on the waiting list: you get a seat if somebody before you does not come."
    assert text not in words(await noa.press("Sign up", listed(here)))
    signed = words(await kim.press("Sign up", listed(here)))
    assert signed.startswith("You have signed up.")
    assert text in signed
    question = await call_roll(here)
    assert "Your cards appear" in words(await noa.press("I'm here", question))
    assert text in words(await kim.slash("hand"))
    assert words(await kim.press("I'm here", question)).strip() == text
    assert text in words(await kim.slash("hand"))


async def test_a_newcomer_who_signs_up_is_offered_the_tutorial_once(here: Channel) -> None:
    noa = here.members[1]
    opened = await schedule(here, noa)
    for label in ("Sign off", "Sign up"):
        await noa.press(label, opened)
    offers = [one for one in noa.private() if labels(one) == ["Start the tutorial"]]
    assert len(offers) == 1


async def test_a_member_who_pauses_is_promised_no_mention(here: Channel) -> None:
    mia, noa = here.members[:2]
    await schedule(here)
    picks = str(ComponentId(Verb.PAUSE, 0))
    await noa.actor.select(await noa.slash("pause"), ["1"], custom_id=picks)
    text = words(await noa.press("Sign up", listed(here)))
    assert "so I do not mention you: press **I'm here** in the ten minutes before" in text
    assert words(await noa.slash("hand")) == text
    assert notified(here, await call_roll(here)) == [mia.id]


async def test_with_a_thread_a_member_who_is_here_is_mentioned_there(here: Channel) -> None:
    mia, noa = here.members[:2]
    await new(here, mia, in_an_hour(here), thread=True)
    question = await call_roll(here)
    for member in (mia, noa):
        text = words(await member.press("I'm here", question))
        assert text == "Good to see you! When the game begins, I mention you in its thread."
    await here.env.advance_time(LEAD)
    assert [len(member.hands()) for member in (mia, noa)] == [0, 0]
    here.channel = here.channel.threads[-1]
    assert notified(here, here.table) == [mia.id, noa.id]


async def test_a_member_on_the_list_moves_it_out_of_a_deleted_channel(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    await schedule(here, noa)
    elsewhere = here.guild.create_text_channel("elsewhere")
    here.env.backend.delete_channel(here.channel.id)
    here.channel = elsewhere
    assert "There is no table in this channel." in words(await kim.slash("table"))
    assert "`/scout table` posts the table here again." in words(await noa.slash("games"))
    await noa.slash("table")
    assert "1. Mia (host)\n2. Noa" in words(listed(here))
    question = await call_roll(here)
    assert notified(here, question) == [mia.id, noa.id]
    for member in (mia, noa):
        await member.press("I'm here", question)
    await here.env.advance_time(LEAD)
    assert (await here.newest_state()).status is Status.PLAYING


async def test_it_is_posted_again_below(here: Channel) -> None:
    noa = here.members[1]
    opened = await schedule(here)
    await noa.slash("table")
    again = listed(here)
    assert again.id > opened.id
    await noa.press("Sign up", again)
    assert "2. Noa" in words(listed(here))
    assert len(here.public()) == 1


async def test_no_forged_press_makes_it_a_lobby_or_takes_a_seat(here: Channel) -> None:
    mia, noa = here.members[:2]
    opened = await schedule(here, noa)
    for verb in (Verb.JOIN, Verb.START, Verb.ADD_COMPUTER, Verb.SHOW_HAND, Verb.WATCH):
        refused = answer(await crafted.press(mia.actor, str(ComponentId(verb, 1)), opened))
        assert "This game has not begun." in words(refused)
    question = await call_roll(here)
    for member in (mia, noa):
        await member.press("I'm here", question)
    await here.env.advance_time(LEAD)
    for verb in (Verb.SIGN_UP, Verb.SIGN_OFF):
        sent = await crafted.press(mia.actor, str(ComponentId(verb, 1)), opened)
        assert "The game has already started." in words(answer(sent))
    assert [seat.user_id for seat in (await here.state()).seats] == [mia.id, noa.id]
