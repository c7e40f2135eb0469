"""The bot without Discord: no press arrives, or no message, so nobody's time runs out."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from simcord.results import ResponseMessage

from bot.client import ScoutClient
from bot.storage.models.tables import Status
from bot.tables.core.deadlines import CLOSING_TIMEOUT, LOBBY_TIMEOUT, LOST_TIMEOUT, ROLL_CALL
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import labels
from tests.support.discord.network_faults import failing, slept

HOUR = 3600
LEAD = int(ROLL_CALL.total_seconds())


def with_button(here: Channel, label: str) -> list[ResponseMessage]:
    return [message for message in here.public() if labels(message)[:1] == [label]]


def requests_to_close(here: Channel) -> list[ResponseMessage]:
    return with_button(here, "Agree to close")


async def schedule(here: Channel) -> list[Member]:
    """A table that begins in an hour, and the two members who signed up."""
    mia, noa = here.members[:2]
    at = int((here.env.now() + timedelta(seconds=HOUR)).timestamp())
    await mia.actor.slash(here.channel, "scout new", at=f"<t:{at}:F>")
    await noa.press("Sign up", with_button(here, "Sign up")[0])
    return [mia, noa]


async def answer_roll_call(here: Channel, members: list[Member]) -> ResponseMessage:
    (question,) = here.roll_calls()
    for member in members:
        await member.press("I'm here", question)
    return question


async def lose_connection(here: Channel) -> None:
    """What discord.py says when a connection ends, and after each failed attempt at another."""
    with here.env._bot_scope():
        await here.client.on_shard_disconnect(0)


async def reconnect(here: Channel) -> None:
    with here.env._bot_scope():
        await here.client.on_shard_resumed(0)
    await here.env.advance_time(5)


async def be_away(here: Channel, seconds: float) -> None:
    await lose_connection(here)
    await here.pass_hours(seconds)
    await reconnect(here)


@pytest.mark.parametrize("requests", [True, False])
async def test_a_turn_limit_stands_still_while_the_bot_has_no_connection(
    here: Channel, monkeypatch: pytest.MonkeyPatch, *, requests: bool
) -> None:
    """Members cannot press anything then, even if messages can be sent."""
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60,))
    await here.start(2, turn_limit=60)
    await here.env.advance_time(20)
    with nullcontext() if requests else failing("*", "/channels/*"):
        for _ in range(20):
            await lose_connection(here)
            await here.env.advance_time(30)
    with here.env._bot_scope():
        await here.client.on_shard_resumed(0)
    await here.env.advance_time(35)
    state = await here.state()
    assert (state.lost_at, await here.actions()) == (None, [])
    await here.env.advance_time(65)
    assert await here.actions()


async def test_a_member_loses_one_turn_at_most_while_discord_takes_no_message(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also at a table that is not tried in the outage, since another one is."""
    monkeypatch.setattr("bot.ui.delivery.publication_queue._OUTAGE_PAUSES", (600,))
    there = here.guild.create_text_channel("there")
    for at in (here.channel, there):
        await here.members[0].slash("new", at, turn_limit=60)
        await here.members[1].press("Join", here.messages(None, at)[-1])
        await here.members[0].press("Start", here.messages(None, at)[-1])
    with failing():
        await here.env.advance_time(600)
    await here.env.advance_time(90)
    states = [await here.state(number) for number in (1, 2)]
    assert [state.lost_at for state in states] == [None, None]
    assert not any(seat.away for state in states for seat in state.seats)


async def test_a_member_loses_one_turn_at_most_while_discord_lets_the_table_wait(
    here: Channel,
) -> None:
    await here.start(2, turn_limit=60)
    with slept("/channels/*", 300):
        await here.env.advance_time(280)
    await here.env.advance_time(90)
    state = await here.state()
    assert state.lost_at is None
    assert not any(seat.away for seat in state.seats)


async def test_a_connection_that_is_back_in_time_changes_no_turn_limit(here: Channel) -> None:
    await here.start(2, turn_limit=60)
    before = await here.state()
    await lose_connection(here)
    await here.env.advance_time(50)
    await here.client.on_shard_connect(0)
    state = await here.state()
    assert (state.lost_at, state.deadline) == (None, before.deadline)
    await here.env.advance_time(11)
    assert await here.actions()


@pytest.mark.parametrize("seconds", [560, 700, 3000])
async def test_silence_is_no_consent_while_nobody_can_answer(here: Channel, seconds: int) -> None:
    mia, noa = await here.begin_turns(2)
    await mia.close_table()
    await here.env.advance_time(50)
    await be_away(here, seconds)
    (question,) = requests_to_close(here)
    await here.env.advance_time(590)
    await noa.press("Play on", question)
    assert (await here.state()).status is Status.PLAYING


async def test_a_question_that_was_posted_in_an_outage_can_be_answered_after_it(
    here: Channel,
) -> None:
    """Its silence, counted from its posting, ends just before the connection is back."""
    mia, noa = await here.begin_turns(2)
    await lose_connection(here)
    with failing("*", "/channels/*"):
        await mia.close_table()
        await here.env.advance_time(120)
    await here.env.advance_time(60)
    assert (await here.state()).closing is not None
    (question,) = requests_to_close(here)
    await here.env.advance_time(CLOSING_TIMEOUT.total_seconds())
    await reconnect(here)
    await here.env.advance_time(60)
    (question,) = requests_to_close(here)
    await noa.press("Play on", question)
    assert (await here.state()).status is Status.PLAYING


async def test_the_last_reminder_comes_again_after_an_outage(here: Channel) -> None:
    await here.start(2, turn_limit=HOUR, ping=300)
    await here.env.advance_time(HOUR - 300)
    assert [seat.reminded for seat in (await here.state()).seats] == [2, 2]
    await be_away(here, HOUR)
    assert [seat.reminded for seat in (await here.state()).seats] == [1, 1]
    await here.env.advance_time(HOUR - 300)
    assert [seat.reminded for seat in (await here.state()).seats] == [2, 2]


async def test_silence_after_a_connection_is_back_is_consent(here: Channel) -> None:
    mia, _ = await here.begin_turns(2)
    await mia.close_table()
    await be_away(here, 700)
    await here.env.advance_time(601)
    assert (await here.state()).status is Status.CLOSED


async def test_the_roll_is_called_once_and_when_it_can_be_answered(here: Channel) -> None:
    members = await schedule(here)
    await here.env.advance_time(HOUR - LEAD - 60)
    await lose_connection(here)
    await here.env.advance_time(120)
    assert here.roll_calls() == []
    await reconnect(here)
    await answer_roll_call(here, members)
    await here.env.advance_time(LEAD)
    assert (await here.newest_state()).status is Status.PLAYING


async def test_a_roll_call_that_discord_did_not_take_in_time_is_repeated(here: Channel) -> None:
    members = await schedule(here)
    with failing("POST", "*/messages"):
        await here.env.advance_time(HOUR)
    await here.env.advance_time(10)
    await answer_roll_call(here, members)
    await here.env.advance_time(LEAD)
    assert (await here.newest_state()).status is Status.PLAYING


@pytest.mark.parametrize("seconds", [LEAD - 40, LEAD + 60])
async def test_a_table_waits_for_those_who_could_not_answer_the_roll_call(
    here: Channel, seconds: int
) -> None:
    members = await schedule(here)
    await here.env.advance_time(HOUR - LEAD + 130)
    await answer_roll_call(here, members[:1])
    await be_away(here, seconds - 80)
    await be_away(here, 10)
    await answer_roll_call(here, members)
    await here.env.advance_time(LEAD)
    assert (await here.newest_state()).status is Status.PLAYING


@pytest.mark.parametrize("before", [10, 200])
async def test_an_answered_roll_call_is_not_repeated_if_the_connection_is_back_in_time(
    here: Channel, before: int
) -> None:
    members = await schedule(here)
    await here.env.advance_time(HOUR - LEAD + before)
    question = await answer_roll_call(here, members)
    await be_away(here, 120)
    assert [one.id for one in here.roll_calls()] == [question.id]
    await here.env.advance_time(LEAD)
    assert (await here.newest_state()).status is Status.PLAYING


async def test_a_table_begins_on_time_after_a_short_loss_of_the_connection(here: Channel) -> None:
    members = await schedule(here)
    await here.env.advance_time(HOUR - LEAD + 10)
    await answer_roll_call(here, members)
    await here.env.advance_time(LEAD - 15)
    await be_away(here, 10)
    assert (await here.newest_state()).status is Status.PLAYING


async def test_a_table_begins_on_time_after_a_restart(here: Channel) -> None:
    members = await schedule(here)
    await here.env.advance_time(HOUR - LEAD + 10)
    await answer_roll_call(here, members)
    here.env.backend.advance_clock(LEAD)
    await here.restart()
    await here.env.advance_time(5)
    assert (await here.newest_state()).status is Status.PLAYING


@pytest.mark.parametrize("options", [{}, {"turn_limit": 60}])
async def test_a_lobby_has_another_hour(here: Channel, options: dict[str, int]) -> None:
    await here.open(2, **options)
    hour = LOBBY_TIMEOUT.total_seconds()
    await here.env.advance_time(hour - 60)
    await be_away(here, 3 * hour)
    await here.env.advance_time(hour - 60)
    assert (await here.state()).status is Status.LOBBY
    await here.env.advance_time(60)
    assert (await here.state()).status is Status.CLOSED


@pytest.mark.long
@pytest.mark.parametrize("seconds", [1200, 26 * HOUR])
async def test_nobody_is_absent_before_they_can_press(here: Channel, seconds: int) -> None:
    await here.begin_turns(3)
    await here.pass_hours(24 * HOUR - 600)
    await be_away(here, seconds)
    assert not (await here.state()).absence_asked
    await here.env.advance_time(601)
    assert (await here.state()).absence_asked


async def test_a_game_is_not_closed_after_a_day_without_a_connection(here: Channel) -> None:
    await here.start(2, turn_limit=60)
    await be_away(here, 2 * LOST_TIMEOUT.total_seconds())
    state = await here.state()
    assert (state.status, state.lost_at, await here.actions()) == (Status.PLAYING, None, [])


async def test_a_second_outage_before_the_table_is_found_changes_nothing(here: Channel) -> None:
    await here.start(2, turn_limit=60)
    await lose_connection(here)
    await here.env.advance_time(90)
    with here.env._bot_scope():
        await here.client.on_shard_resumed(0)
    await be_away(here, 90)
    state = await here.state()
    assert state.deadline is not None
    assert here.env.now() - state.decision_since < timedelta(seconds=6)
    assert await here.actions() == []


async def test_an_outage_goes_on_after_a_restart(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new process has had no connection yet, so it does not know of the loss of one."""
    await here.start(2, turn_limit=60)
    await lose_connection(here)
    with monkeypatch.context() as patch:
        patch.setattr(ScoutClient, "on_shard_connect", ignore_event)
        await here.restart()
    await here.env.advance_time(600)
    assert await here.actions() == []
    with here.env._bot_scope():
        await here.client.on_shard_connect(0)
    await here.env.advance_time(50)
    assert ((await here.state()).lost_at, await here.actions()) == (None, [])
    await here.env.advance_time(61)
    assert await here.actions()


async def test_a_game_is_found_again_if_the_bot_was_stopped_in_an_outage(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its day as a lost one ended while nothing could find it."""
    await here.start(2, turn_limit=60)
    await lose_connection(here)
    await here.env.advance_time(70)
    await here.client.close()
    here.env.backend.advance_clock(26 * HOUR)
    with monkeypatch.context() as patch:
        patch.setattr(ScoutClient, "on_shard_connect", ignore_event)
        await here.restart()
    await here.env.advance_time(5)
    with here.env._bot_scope():
        await here.client.on_shard_connect(0)
    await here.env.advance_time(5)
    state = await here.state()
    assert (state.status, state.lost_at, await here.actions()) == (Status.PLAYING, None, [])


async def test_what_ran_out_before_a_start_is_done_at_once(here: Channel) -> None:
    await here.start(2, turn_limit=60)
    here.env.backend.advance_clock(600)
    await here.restart()
    assert ((await here.state()).lost_at, len(await here.actions())) == (None, 2)


async def ignore_event(*_arguments: object) -> None:
    """An event that Discord has not sent."""


async def test_an_outage_of_another_shard_changes_nothing(here: Channel) -> None:
    await here.start(2, turn_limit=60)
    with here.env._bot_scope():
        await here.client.on_shard_disconnect(1)
    await here.env.advance_time(61)
    assert ((await here.state()).lost_at, len(await here.actions())) == (None, 2)
