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
_UNREADABLE, _FAR = "type `@time`", "from 15 minutes to 14 days"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((text, _UNREADABLE) for text in ("24:00", "tomorrow", "<t:x>", "", f"<t:{'9' * 40}>")),
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
