"""The time of a scheduled table: what is read and offered as one."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from discord.utils import format_dt

from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.messages import answer, words

_AUTUMN = datetime(2030, 10, 26, 12, tzinfo=UTC)
"""In Berlin it is 14:00, and the night after it the clocks are put back."""
_CLOCKS_BACK = datetime(2030, 10, 27, 1, tzinfo=UTC)
_CLOCKS_FORWARD = datetime(2031, 3, 30, 1, tzinfo=UTC)
"""In Berlin no clock shows a time between 02:00 and 03:00 then."""
_NO_TIMES = "24:00", "13 pm", "0am", "20", "tomorrow", "<t:x>", "", f"<t:{'9' * 40}>"
_UNREADABLE, _FAR = "type `@time`", "from 15 minutes to 14 days"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((text, _UNREADABLE) for text in _NO_TIMES),
        *((text, _FAR) for text in ("<t:1>", "<t:99999999999>")),
    ],
)
async def test_another_time_is_refused_with_what_to_do(here: Channel, text: str, why: str) -> None:
    sent = await crafted.command(here.members[0].actor, here.channel.id, "new", at=text)
    refused = answer(sent)
    assert refused.ephemeral
    assert why in words(refused)
    assert here.public() == []


async def test_times_are_offered_while_a_member_types(here: Channel) -> None:
    mia = here.members[0]
    offered = await mia.actor.autocomplete(here.channel, "scout new", "at", "hour")
    assert [choice["name"] for choice in offered][:2] == ["in 1 hour", "in 2 hours"]
    await mia.actor.slash(here.channel, "scout new", at=offered[0]["value"])
    state = await here.newest_state()
    assert state.starts_at is not None
    assert (
        timedelta(0)
        <= state.starts_at - state.opened_at - timedelta(hours=1)
        < timedelta(minutes=5)
    )
    (of_day,) = await mia.actor.autocomplete(here.channel, "scout new", "at", "7:30")
    assert re.fullmatch(r"07:30 \(UTC\), in [0-9]+ (minute|hour|day)s?", of_day["name"])


async def test_a_typed_time_is_of_the_zone_that_the_member_has_chosen(here: Channel) -> None:
    mia = here.members[0]
    here.env.backend.advance_clock((_AUTUMN - here.env.now()).total_seconds())
    await mia.slash("call", zone="Europe/Berlin")
    for typed, ahead in (("23:00", 9), ("1:30", 11.5), ("13:00", 24)):
        (of_day,) = await mia.actor.autocomplete(here.channel, "scout new", "at", typed)
        in_hours = "1 day" if ahead == 24 else f"{round(ahead)} hours"
        assert of_day["name"] == f"{typed.zfill(5)} (Europe/Berlin), in {in_hours}"
        at = _AUTUMN + timedelta(hours=ahead)
        assert of_day["value"] == format_dt(at, "F")
    await mia.actor.slash(here.channel, "scout new", at="1:30")
    assert (await here.newest_state()).starts_at == _AUTUMN + timedelta(hours=11.5)


async def test_of_a_time_that_comes_twice_the_next_one_is_offered(here: Channel) -> None:
    mia = here.members[0]
    await mia.slash("call", zone="Europe/Berlin")
    # 02:40 before the clocks are put back to 02:00, and 02:05 after it.
    for now in (_CLOCKS_BACK - timedelta(minutes=20), _CLOCKS_BACK + timedelta(minutes=5)):
        here.env.backend.advance_clock((now - here.env.now()).total_seconds())
        (of_day,) = await mia.actor.autocomplete(here.channel, "scout new", "at", "2:30")
        assert of_day["value"] == format_dt(_CLOCKS_BACK + timedelta(minutes=30), "F")


async def test_a_time_is_read_as_members_write_it(here: Channel) -> None:
    mia = here.members[0]
    for typed, read in {
        "20h30": "20:30",
        "20 Uhr 30": "20:30",
        "8:30 p. m.": "20:30",
        "20 h": "20:00",
        "20.30": "20:30",
        "20:30 Uhr": "20:30",
        "20時30分": "20:30",
        "오후 8시 30분": "20:30",
        "午後8時": "20:00",
        "下午8:30": "20:30",
        "上午 8点": "08:00",
        "２０：３０": "20:30",
        "8:30 PM": "20:30",
        "8 p.m.": "20:00",
        "12:05am": "00:05",
    }.items():
        (of_day,) = await mia.actor.autocomplete(here.channel, "scout new", "at", typed)
        assert of_day["name"].startswith(f"{read} (UTC), in "), typed
    await mia.actor.slash(here.channel, "scout new", at="8:30 PM")
    starts_at = (await here.newest_state()).starts_at
    assert starts_at is not None
    assert (starts_at.hour, starts_at.minute) == (20, 30)


async def test_a_time_that_the_clocks_leave_out_is_offered_as_they_show_it(here: Channel) -> None:
    mia = here.members[0]
    await mia.slash("call", zone="Europe/Berlin")
    evening = _CLOCKS_FORWARD - timedelta(hours=3)
    here.env.backend.advance_clock((evening - here.env.now()).total_seconds())
    (of_day,) = await mia.actor.autocomplete(here.channel, "scout new", "at", "2:30")
    assert of_day["name"] == "03:30 (Europe/Berlin), in 4 hours"
    assert of_day["value"] == format_dt(_CLOCKS_FORWARD + timedelta(minutes=30), "F")
