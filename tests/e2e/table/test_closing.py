"""A request to close a running game, on Discord."""

import pytest
from simcord.results import ResponseMessage

from bot.storage.models.tables import Reason, Status
from bot.ui.kit.component_id import ComponentId, Verb
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import controls, labels, words
from tests.support.discord.network_faults import failing, notified

DAY = 86_400
MINUTES = 600
"""Seconds of silence that count as consent."""


def questions(here: Channel) -> list[ResponseMessage]:
    return [message for message in here.public() if "do you agree?" in message.content]


async def pause_for_a_day(member: Member) -> ResponseMessage:
    shown = await member.slash("pause")
    return await member.use(shown, controls(shown)[0])


@pytest.mark.long
async def test_players_are_mentioned_once_and_their_consent_closes_the_game(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3)
    asked = await mia.slash("cancel")
    assert labels(asked) == ["Ask the others", "Keep playing"]
    answer = await mia.press("Ask the others", asked)
    assert "I have asked the other players." in words(answer)
    (question,) = questions(here)
    assert notified(here, question) == [noa.id, kim.id]
    assert labels(question) == ["Agree to close", "Play on"] == labels(here.table)[-2:]
    assert "Mia asks to close this game without a result." in words(here.table)
    await noa.press("Agree to close", question)
    await noa.slash("table")
    (question,) = questions(here)
    assert "Agreed: Noa." in words(question)
    assert "Agreed: Noa." in words(here.table)
    assert notified(here, here.table) == []
    assert "The table is closed." in words(await kim.press("Agree to close", here.table))
    assert questions(here) == []
    assert "Everyone agreed to close it." in words(here.table)
    assert (await here.state()).status is Status.CLOSED


async def test_a_member_who_plays_on_ends_the_request_and_the_host_is_mentioned(
    here: Channel,
) -> None:
    mia, noa = await here.begin_turns(2)
    await mia.close_table()
    await noa.press("Play on", questions(here)[0])
    assert questions(here) == []
    question = here.public()[-1]
    assert notified(here, question) == [mia.id]
    assert "Mia can leave with `/scout leave` instead" in words(question)
    assert labels(question) == []
    refused = await mia.close_table()
    assert "You can ask again" in words(refused)
    assert (await here.state()).status is Status.PLAYING


@pytest.mark.long
async def test_silence_after_a_restart_closes_the_game(here: Channel) -> None:
    mia, _ = await here.begin_turns(2)
    await mia.close_table()
    await here.restart()
    assert len(questions(here)) == 1
    await here.env.advance_time(601)
    assert (await here.state()).status is Status.CLOSED
    assert questions(here) == []


@pytest.mark.long
async def test_the_time_counts_from_the_question_if_discord_was_away(here: Channel) -> None:
    mia, noa = await here.begin_turns(2)
    with failing("POST", f"*/channels/{here.channel.id}/messages"):
        await mia.close_table()
        await here.env.advance_time(500)
        assert questions(here) == []
    await here.env.advance_time(400)
    (question,) = questions(here)
    assert notified(here, question) == [noa.id]
    assert (await here.state()).status is Status.PLAYING
    await here.env.advance_time(601)
    assert (await here.state()).status is Status.CLOSED


async def test_a_member_who_paused_is_mentioned_when_the_pause_ends(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3)
    await pause_for_a_day(noa)
    await mia.close_table()
    assert notified(here, questions(here)[0]) == [kim.id]
    await here.pass_hours(DAY + MINUTES / 2)
    (question,) = questions(here)
    assert notified(here, question) == [noa.id, kim.id]
    assert (await here.state()).status is Status.PLAYING
    await here.env.advance_time(MINUTES)
    assert (await here.state()).closed_reason is Reason.SILENCE


@pytest.mark.long
async def test_a_member_who_ends_the_pause_is_mentioned_and_plays_on(here: Channel) -> None:
    mia, noa = await here.begin_turns(2)
    paused = await pause_for_a_day(noa)
    await mia.close_table()
    assert notified(here, questions(here)[0]) == []
    await here.env.advance_time(MINUTES)
    await noa.press("End pause", paused)
    assert notified(here, questions(here)[0]) == [noa.id]
    await noa.press("Play on", questions(here)[0])
    assert questions(here) == []


async def test_a_pause_that_ends_soon_after_the_question_repeats_it_only_later(
    here: Channel,
) -> None:
    mia, noa, kim = await here.begin_turns(3)
    paused = await pause_for_a_day(noa)
    await mia.close_table()
    (first,) = questions(here)
    await here.env.advance_time(60)
    await noa.press("End pause", paused)
    assert [question.id for question in questions(here)] == [first.id]
    await here.env.advance_time(MINUTES)
    (again,) = questions(here)
    assert notified(here, again) == [noa.id, kim.id]
    assert (await here.state()).status is Status.PLAYING
    await here.env.advance_time(MINUTES)
    assert (await here.state()).closed_reason is Reason.SILENCE


async def test_who_has_agreed_is_not_mentioned_again_when_a_pause_ends(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3)
    paused = await pause_for_a_day(noa)
    await mia.close_table()
    await kim.press("Agree to close", questions(here)[0])
    await here.env.advance_time(MINUTES)
    await noa.press("End pause", paused)
    (question,) = questions(here)
    assert notified(here, question) == [noa.id]
    assert "Agreed: Kim." in words(question)


async def test_an_answer_to_an_old_question_does_not_say_that_the_game_continues(
    here: Channel,
) -> None:
    mia, noa, kim = await here.begin_turns(3)
    paused = await pause_for_a_day(noa)
    await mia.close_table()
    (old,) = questions(here)
    await here.env.advance_time(MINUTES)
    with failing("DELETE", "*/messages/*"):
        await noa.press("End pause", paused)
        refused = words(await kim.press("Play on", old))
    assert refused == "That question is closed. If there is a newer one, please answer it."
    await here.env.advance_time(MINUTES + 1)
    assert (await here.state()).closed_reason is Reason.SILENCE


@pytest.mark.long
async def test_a_question_of_an_earlier_version_leads_to_the_new_one(here: Channel) -> None:
    mia, _ = await here.start(2)
    asked = await mia.slash("cancel")
    assert labels(asked) == ["End the game", "Keep playing"]
    assert str(ComponentId(Verb.CONFIRM_CANCEL, 1, detail="playing")) == "scout:end:1:0:playing"
    await mia.press("Keep", mia.hand)
    asked = await mia.press("End the game", asked)
    assert labels(asked) == ["Ask the others", "Keep playing"]
    assert (await here.state()).status is Status.PLAYING


@pytest.mark.long
async def test_a_member_who_ends_a_game_alone_has_no_hand_left_to_press(here: Channel) -> None:
    (mia,) = await here.begin_turns(3, computers=2)
    hand = mia.hand
    with failing("DELETE", "*/messages/*"):
        ended = await mia.press("End the game", await mia.slash("cancel"))
    assert "The table is closed." in words(ended)
    # Discord kept this hand, as it keeps those older than a quarter of an hour.
    refused = await mia.use_first(hand)
    assert "This table is closed. `/scout play` leads you to another." in words(refused)


@pytest.mark.long
async def test_the_hand_goes_with_the_game_that_its_member_ends(here: Channel) -> None:
    (mia,) = await here.begin_turns(3, computers=2)
    assert len(mia.hands()) == 1
    await mia.press("End the game", await mia.slash("cancel"))
    assert (await here.state()).status is Status.CLOSED
    assert mia.hands() == []
