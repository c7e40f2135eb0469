"""`/scout pause`: a member's days of pause, on Discord."""

from datetime import timedelta

import pytest
from simcord.results import ResponseMessage

from bot.storage.models.tables import PublicMessage
from bot.ui.kit.component_id import ComponentId, Verb
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, words
from tests.support.discord.network_faults import notified
from tests.support.discord.servers import a_manager, block, open_page
from tests.support.discord.threads import enter

DAY = 86_400


async def pause(member: Member, days: int, panel: ResponseMessage | None = None) -> ResponseMessage:
    panel = panel or await member.slash("pause")
    picks = str(ComponentId(Verb.PAUSE, 0))
    return answer(await member.actor.select(panel, [str(days)], custom_id=picks))


async def test_a_pause_is_begun_shown_at_the_table_and_ended(here: Channel) -> None:
    mia, noa = await here.begin_turns(2, turn_limit=DAY)
    panel = await mia.slash("pause")
    assert panel.ephemeral
    assert "Days left: 14 of 14 in a year." in words(panel)
    assert labels(panel)[:9] == [
        *(f"{days} days" if days > 1 else "1 day" for days in (1, 2, 3, 4, 5, 6, 7, 10, 14))
    ]
    panel = await pause(mia, 3)
    ends = int((await here.state()).pauses[0].ends.timestamp())
    assert f"You pause until <t:{ends}:f>." in words(panel)
    assert "Days left: 11 of 14 in a year." in words(panel)
    assert f"Mia pauses until <t:{ends}:f>." in words(here.table)
    assert "pauses until" not in words(await noa.slash("pause"))
    await here.env.advance_time(60)
    panel = await mia.press("End pause", panel)
    assert words(panel).startswith("Your pause has ended.\nDays left")
    assert "Days left: 13 of 14 in a year." in words(panel)
    assert "pauses until" not in words(here.table)


@pytest.mark.long
async def test_the_limit_stands_still_and_the_table_says_when_it_ends(here: Channel) -> None:
    members = await here.begin_turns(2, turn_limit=300)
    first = await here.on_turn(members)
    (other,) = [member for member in members if member is not first]
    await pause(other, 1)
    ends = (await here.state()).pauses[0].ends
    await here.play_elsewhere(first)
    await here.env.settle()
    due = int((ends + timedelta(seconds=300)).timestamp())
    assert f"A computer moves for {other.name} <t:{due}:R>." in words(here.table)
    number = (await here.state()).decision_number
    await here.env.advance_time(300)
    (question,) = [one for one in here.public() if "would you like to continue?" in one.content]
    assert notified(here, question) == [first.id]
    assert f"{other.name} pauses until" in words(question)
    assert labels(question) == [f"Let a computer play for {other.name}"]
    await here.pass_hours(DAY - 300)
    await here.env.advance_time(60)
    assert "pauses until" not in words(here.table)
    assert (await here.state()).decision_number == number
    await here.env.advance_time(300)
    assert (await here.state()).decision_number > number


async def ask_to_pause(member: Member, days: int) -> ResponseMessage:
    panel = await member.slash("pause")
    picks = str(ComponentId(Verb.ASK_PAUSE, 1))
    return answer(await member.actor.select(panel, [str(days)], custom_id=picks))


@pytest.mark.long
async def test_all_at_a_table_agree_to_pause_it_and_one_plays_on(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3, turn_limit=300)
    # Their answers are no longer edited, so they stay true when the game pauses.
    asked = "I have asked the other players. Once all of them agree, the table shows the pause."
    assert words(await ask_to_pause(mia, 3)) == asked
    (question,) = [one for one in here.public() if "do you agree?" in one.content]
    assert notified(here, question) == [noa.id, kim.id]
    assert "Mia asks to pause this game for 3 days." in words(question)
    assert labels(question) == ["Agree to pause", "Play on"] == labels(here.table)[-2:]
    agreed = await noa.press("Agree to pause", question)
    assert words(agreed) == "You agreed. Once all the others agree too, the table shows the pause."
    agreed = await kim.press("Agree to pause", here.table)
    until = (await here.state()).paused_until
    assert until is not None
    line = f"The game pauses until <t:{int(until.timestamp())}:f>."
    assert line in words(agreed)
    assert line in words(here.table)
    assert not [one for one in here.public() if "do you agree?" in one.content]
    number = (await here.state()).decision_number
    await here.restart()
    await here.env.advance_time(3600)
    assert (await here.state()).decision_number == number
    assert "The game continues." in words(await noa.press("Play on", here.table))
    assert line not in words(here.table)
    await here.env.advance_time(600)
    assert (await here.state()).decision_number > number


NO_PAUSE = "Not everybody agreed to pause, so the game continues."


async def test_who_asked_to_pause_a_game_is_told_that_another_player_plays_on(
    here: Channel,
) -> None:
    mia, noa, kim = await here.begin_turns(3)
    await ask_to_pause(mia, 3)
    (question,) = [one for one in here.public() if "do you agree?" in one.content]
    await noa.press("Agree to pause", question)
    await kim.press("Play on", question)
    refusal_words = f"<@{mia.id}>\n{NO_PAUSE}"
    (refusal,) = [one for one in here.public() if one.content == refusal_words]
    assert notified(here, refusal) == [mia.id]
    await here.restart()
    await here.env.advance_time(3601)
    assert [one.id for one in here.public() if one.content == refusal_words] == [refusal.id]
    # Another request takes its place.
    await ask_to_pause(noa, 1)
    assert not [one for one in here.public() if one.content == refusal_words]


async def test_who_asked_to_pause_a_game_is_told_that_not_all_answered(here: Channel) -> None:
    mia, noa, _ = await here.begin_turns(3, ping=0)
    await ask_to_pause(mia, 3)
    (question,) = [one for one in here.public() if "do you agree?" in one.content]
    await noa.press("Agree to pause", question)
    await here.pass_hours(DAY)
    assert not [one for one in here.public() if "do you agree?" in one.content]
    (refusal,) = [one for one in here.public() if NO_PAUSE in one.content]
    assert notified(here, refusal) == [mia.id]
    # Nobody declined: the same question can be asked again at once, and takes its place.
    assert "I have asked the other players." in words(await ask_to_pause(mia, 3))
    assert not [one for one in here.public() if NO_PAUSE in one.content]


@pytest.mark.parametrize("limit", [0, 7 * DAY])
async def test_who_is_to_move_is_notified_that_the_pause_of_a_game_has_ended(
    here: Channel, limit: int
) -> None:
    mia, noa = members = await here.begin_turns(2, turn_limit=limit)
    await here.env.advance_time(61)
    player = await here.on_turn(members)
    first = here.table
    assert notified(here, first) == [player.id]
    await ask_to_pause(mia, 1)
    (question,) = [one for one in here.public() if "do you agree?" in one.content]
    await noa.press("Agree to pause", question)
    await here.pass_hours(DAY)
    await here.env.advance_time(61)
    assert here.table.id != first.id
    assert notified(here, here.table) == [player.id]


async def test_nobody_is_told_late_of_a_pause_that_was_declined_before_an_update(
    here: Channel,
) -> None:
    mia, noa = members = await here.begin_turns(2)
    await ask_to_pause(mia, 3)
    (question,) = [one for one in here.public() if "do you agree?" in one.content]
    await noa.press("Play on", question)
    (refusal,) = [one for one in here.public() if NO_PAUSE in one.content]
    await here.env.advance_time(3601)
    # An earlier version posted no message of it.
    async with here.client.database.write() as session:
        await session.delete_where(PublicMessage, message_id=refusal.id)
    del here.env.backend.messages[here.channel.id][refusal.id]
    await here.restart()
    await here.play_elsewhere(await here.on_turn(members))
    await here.env.settle()
    assert not [one for one in here.public() if NO_PAUSE in one.content]


async def test_a_member_who_does_not_play_pauses_no_game(here: Channel) -> None:
    mia, _ = await here.begin_turns(2)
    await ask_to_pause(mia, 1)
    stranger = here.add_member("Zoe")
    assert "How long" in str((await stranger.slash("pause")).components)
    assert "Ask all" not in str((await stranger.slash("pause")).components)
    (question,) = [one for one in here.public() if "do you agree?" in one.content]
    assert "You have no seat at this table." in words(await stranger.press("Play on", question))
    assert (await here.state()).pause_request is not None


async def test_a_lobby_says_who_pauses(here: Channel) -> None:
    (mia,) = await here.open(1)
    await pause(mia, 1)
    assert "Mia pauses until <t:" in words(here.lobby)


async def test_managers_choose_the_days_and_none(here: Channel) -> None:
    manager = a_manager(here)
    page = await open_page(manager, "Tables")
    assert "Pauses of members: 14 days a year." in words(page)
    changed = answer(
        await manager.actor.select(page, ["pause-0"], custom_id="scout:adminset:0:0:pauses")
    )
    assert "Pauses of members: none." in words(changed)
    panel = await here.members[0].slash("pause")
    no_pauses = "In this server members cannot pause. A game pauses if all its players agree."
    assert words(panel).strip() == no_pauses
    assert controls(panel) == []
    await block(manager, here.members[2])
    assert words(await here.members[2].slash("pause")).strip() == no_pauses
    mia, _ = await here.begin_turns(2)
    panel = await mia.slash("pause")
    assert words(panel).startswith(no_pauses)
    # The same panel asks all to pause the game.
    assert labels(panel) == ["1 day", "3 days", "7 days", "14 days"]


async def test_blocked_members_begin_no_pause_and_can_end_one(here: Channel) -> None:
    mia = here.members[0]
    offered = await mia.slash("pause")
    await pause(mia, 5)
    await block(a_manager(here), mia)
    panel = await mia.slash("pause")
    # A pause of no time at all would use no day.
    await here.env.advance_time(60)
    panel = await mia.press("End pause", panel)
    assert "Days left: 13 of 14 in a year." in words(panel)
    assert "its managers have blocked you" in words(panel)
    assert controls(panel) == []
    assert "its managers have blocked you" in words(await pause(mia, 1, offered))


async def test_a_new_thread_mentions_no_member_who_pauses(here: Channel) -> None:
    mia, noa = await here.open(2, thread=True)
    await pause(noa, 3)
    await mia.press("Start", here.lobby)
    enter(here)
    (table,) = here.titled("🎪 SCOUT · round")
    assert f"<@{mia.id}>, press" in words(table)
    assert notified(here, table) == [mia.id]


async def test_a_question_to_all_mentions_no_member_who_pauses(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3)
    await pause(noa, 3)
    await mia.close_table()
    (question,) = [one for one in here.public() if "do you agree?" in one.content]
    assert f"<@{noa.id}>" in question.content
    assert notified(here, question) == [kim.id]
