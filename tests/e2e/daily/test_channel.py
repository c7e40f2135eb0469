"""The message a day about the daily deal: at its hour, once, edited, quiet, and never of today."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from simcord.results import ResponseMessage

from bot.storage.models.servers import DAILY_HOUR
from bot.tables.daily.posts import Post
from tests.support.discord.channel import Channel
from tests.support.discord.daily import play_today
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, labels, title, words
from tests.support.discord.network_faults import failing, lost_replies
from tests.support.discord.servers import a_manager, choose_daily, choose_log, open_page

PLAY = "Play today's deal"


@pytest.fixture
def manager(here: Channel) -> Member:
    return a_manager(here)


def posts(here: Channel) -> list[ResponseMessage]:
    return [message for message in here.public() if PLAY in labels(message)]


async def until(here: Channel, hour: int) -> None:
    """A minute after the next full hour of this number."""
    now = here.env.now()
    then = now.replace(hour=hour, minute=1, second=0, microsecond=0)
    left = (then - now) % timedelta(days=1) or timedelta(days=1)
    await here.pass_hours(left.total_seconds())


async def tomorrow(here: Channel) -> None:
    await until(here, 23)
    await until(here, 0)


async def choose_hour(manager: Member, hour: int) -> None:
    page = await open_page(manager, "Daily deal")
    custom_id = "scout:adminset:0:0:hour"
    answer(await manager.actor.select(page, [f"hour-{hour}"], custom_id=custom_id))


@pytest.mark.long
async def test_at_the_hour_a_message_shows_yesterdays_best_and_a_button_to_play(
    here: Channel, manager: Member
) -> None:
    mia, noa = here.members[:2]
    await play_today(mia)
    await choose_daily(manager, here.channel)
    assert posts(here) == []
    await until(here, DAILY_HOUR)
    (first,) = posts(here)
    assert "Nobody in this server finished it." in words(first)
    assert "It closes <t:" in words(first)
    await until(here, DAILY_HOUR - 1)
    (first,) = posts(here)
    assert "This deal is over. The button begins today's." in words(first)
    await until(here, DAILY_HOUR)
    _, second = posts(here)
    assert "1st **Mia**: " in words(second)
    assert "1 member of this server finished it." in words(second)
    assert "The decisive move: **Mia** " in words(second)
    assert title(second).startswith("🗓️ ")
    hand = await noa.press(PLAY, second)
    assert hand.ephemeral
    assert labels(hand) == ["Keep", "Flip hand"]
    again = await noa.press(PLAY, first)
    assert labels(again) == ["Keep", "Flip hand"]
    sent = [one.json or {} for one in here.env.http_requests if one.path.endswith("/messages")]
    assert all(not one["allowed_mentions"].get("users") for one in sent if "nonce" in one)


@pytest.mark.long
async def test_the_decisive_move_is_a_picture_of_the_day_that_is_over(
    here: Channel, manager: Member
) -> None:
    await here.show_pictures()
    await play_today(here.members[0])
    await tomorrow(here)
    await play_today(here.members[1])
    await choose_daily(manager, here.channel)
    await until(here, DAILY_HOUR)
    (message,) = posts(here)
    (picture,) = message.attachments
    assert "Mia" in (picture.description or "")
    assert "Noah" not in (picture.description or "") + words(message)


@pytest.mark.long
async def test_another_hour_on_the_same_day_brings_no_second_message(
    here: Channel, manager: Member
) -> None:
    await choose_daily(manager, here.channel)
    await choose_hour(manager, 3)
    await until(here, 3)
    assert len(posts(here)) == 1
    await choose_hour(manager, 5)
    await until(here, 5)
    elsewhere = here.guild.create_text_channel("elsewhere")
    await choose_daily(manager, elsewhere)
    assert len(posts(here)) == 1
    await until(here, 4)
    assert len(here.messages(None, elsewhere)) == 0
    await until(here, 5)
    assert len(here.messages(None, elsewhere)) == 1


async def test_a_crash_between_sending_and_storing_repeats_nothing(
    here: Channel, manager: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(post: Post, message_id: int, digest: str) -> None:
        raise asyncio.CancelledError

    await choose_daily(manager, here.channel)
    with failing("POST", "*", times=0):
        with monkeypatch.context() as until_restart:
            until_restart.setattr(here.client.tables.daily.posts, "mark_sent", crash)
            await until(here, DAILY_HOUR)
        assert len(posts(here)) == 1
        await here.restart()
        await here.env.settle()
    assert len(posts(here)) == 1
    shown = await here.client.tables.daily.posts.shown(here.guild.id)
    assert shown is not None
    assert shown.message_id == posts(here)[0].id


async def test_a_reply_that_was_lost_repeats_nothing(here: Channel, manager: Member) -> None:
    await choose_daily(manager, here.channel)
    with lost_replies("POST", "*/messages"):
        await until(here, DAILY_HOUR)
        await here.env.advance_time(300)
    assert len(posts(here)) == 1
    with here.env._bot_scope():
        assert await here.client.tables.daily.posts.due() == []


@pytest.mark.long
async def test_what_discord_cannot_take_is_sent_when_it_can(here: Channel, manager: Member) -> None:
    await choose_daily(manager, here.channel)
    with failing("POST", "*/messages"):
        await until(here, DAILY_HOUR)
        await here.env.advance_time(600)
        assert posts(here) == []
    await here.env.advance_time(120)
    assert len(posts(here)) == 1


@pytest.mark.long
async def test_a_forgotten_member_is_taken_out_of_the_same_message(
    here: Channel, manager: Member
) -> None:
    mia = here.members[0]
    await play_today(mia)
    await tomorrow(here)
    await choose_daily(manager, here.channel)
    await until(here, DAILY_HOUR)
    (before,) = posts(here)
    assert "Mia" in words(before)
    asked = await mia.slash("privacy forget-me")
    await mia.press("Forget me", asked)
    await here.env.advance_time(901)
    (after,) = posts(here)
    assert after.id == before.id
    assert "Mia" not in words(after)


@pytest.mark.long
async def test_a_channel_that_refuses_for_a_day_is_switched_off_with_a_line_in_the_log(
    here: Channel, manager: Member
) -> None:
    log = here.guild.create_text_channel("log")
    await choose_log(manager, log)
    await choose_daily(manager, here.channel)
    with failing("POST", f"/channels/{here.channel.id}/messages", status=403):
        await until(here, DAILY_HOUR)
        await until(here, DAILY_HOUR - 1)
        assert here.messages(None, log) == []
        await until(here, DAILY_HOUR + 2)
    (line,) = here.messages(None, log)
    assert f"for a day I could not post it in <#{here.channel.id}>" in words(line)
    assert (await here.client.tables.server_settings.of(here.guild.id)).daily_channel is None
    await until(here, DAILY_HOUR)
    assert posts(here) == []


@pytest.mark.long
async def test_a_deleted_message_is_not_sent_again(here: Channel, manager: Member) -> None:
    await choose_daily(manager, here.channel)
    await until(here, DAILY_HOUR)
    (message,) = posts(here)
    here.env.backend.delete_message(here.channel.id, message.id)
    await until(here, DAILY_HOUR - 1)
    assert posts(here) == []
    await until(here, DAILY_HOUR)
    assert len(posts(here)) == 1


async def test_a_start_after_the_hour_sends_todays_message(here: Channel, manager: Member) -> None:
    await here.client.tables.server_settings.update(here.guild.id, daily_channel=here.channel.id)
    now = here.env.now()
    late = datetime(now.year, now.month, now.day, 23, tzinfo=UTC) - now
    here.env.backend.advance_clock(late.total_seconds())
    await here.restart()
    await here.env.settle()
    assert len(posts(here)) == 1
    await here.restart()
    await here.env.settle()
    assert len(posts(here)) == 1
