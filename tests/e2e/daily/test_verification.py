"""The deal of a day that is over is verified against what was shown the day before."""

import hashlib
import re
from datetime import timedelta

import pytest

from bot.tables.daily.deal import day_of
from bot.text.language import ENGLISH
from bot.ui.views.daily.attempt import deal_label
from tests.support.discord.channel import Channel
from tests.support.discord.daily import play_today
from tests.support.discord.messages import title, words

DAY = timedelta(days=1)
SHA256 = re.compile(r"`([0-9a-f]{64})`")


@pytest.mark.long
async def test_the_digest_under_a_result_is_that_of_the_next_days_deal(here: Channel) -> None:
    mia, noa = here.members[:2]
    tomorrow = day_of(here.env.now()) + DAY
    said = words(await play_today(mia))
    (shown,) = re.findall(r"The next deal, as SHA-256: `([0-9a-f]{64})`", said)
    await here.pass_hours(DAY.total_seconds())
    early = await noa.slash("record verify", daily=tomorrow.isoformat())
    assert early.ephemeral
    assert early.attachments == []
    assert "secret until the day is over, at 00:00 UTC" in words(early)
    assert shown not in words(early)
    await here.pass_hours(DAY.total_seconds())
    offered = await noa.actor.autocomplete(here.channel, "scout record verify", "daily", "")
    assert offered[0]["value"] == tomorrow.isoformat()
    verified = await noa.slash("record verify", daily=offered[0]["value"])
    assert verified.ephemeral
    deal = deal_label(ENGLISH, tomorrow)
    assert title(verified) == f"✅ {deal}: the deal is unchanged"
    assert SHA256.findall(words(verified)) == [shown]
    (file,) = verified.attachments
    assert f"`sha256sum {file.filename}`" in words(verified)
    text = await file.read()
    assert hashlib.sha256(text).hexdigest() == shown
    assert text.startswith(f"scout-daily/1\nday: {tomorrow.isoformat()}\nmember: seat ".encode())
    assert re.search(rb"\nsalt: [0-9a-f]{64}\n$", text)


async def test_a_day_that_nobody_played_proves_nothing(here: Channel) -> None:
    day = day_of(here.env.now()) - DAY
    for past in (day.isoformat(), "0001-01-01"):
        answer = await here.members[0].slash("record verify", daily=past)
        assert answer.ephemeral
        assert title(answer).startswith("⚠️ ")
        assert title(answer).endswith(": cannot be checked")
        assert "Nobody played this deal" in words(answer)
        assert answer.attachments == []
        assert SHA256.findall(words(answer)) == []


async def test_what_is_no_past_day_is_refused(here: Channel) -> None:
    mia = here.members[0]
    today = day_of(here.env.now())
    for secret in (today, today + DAY, "9999-12-31"):
        answer = await mia.slash("record verify", daily=str(secret))
        assert "The deal of this day is secret until the day is over" in words(answer)
        assert answer.attachments == []
    unknown = await mia.slash("record verify", daily="yesterday")
    assert "Choose one of the days from the list." in words(unknown)
    file = ("game.json", b"{}")
    past = str(today - DAY)
    for several in ({"game": 1}, {"file": file}, {"game": 1, "file": file}):
        refused = await mia.slash("record verify", daily=past, **several)
        assert "Choose only one of `game`, `file` and `daily`." in words(refused)
