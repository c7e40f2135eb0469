"""A day's deal is played in a private message, from the command to the result."""

import re

import pytest

from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.daily import is_finished, moves, press_on
from tests.support.discord.member import ask_before_moves
from tests.support.discord.messages import answer, controls, labels, words

POINTS = re.compile(r"\d points?\b")


@pytest.mark.long
async def test_a_day_is_played_to_its_end(here: Channel) -> None:
    mia = here.members[0]
    first = await mia.slash("daily play")
    assert first.ephemeral
    assert labels(first) == ["Keep", "Flip hand"]
    assert "**Daily" in words(first)
    assert "This deal closes <t:" in words(first)
    *_, result = await moves(mia, first)
    assert result.id == first.id
    assert labels(result) == ["Share", "Board", "Review"]
    assert POINTS.search(words(result))
    for said in (" of 4", "stay secret until the day closes <t:", "SHA-256: `"):
        assert said in words(result)
    assert words(await mia.slash("daily play")) == words(result)
    assert here.public() == []


@pytest.mark.long
async def test_pictures_show_hand_and_table(here: Channel) -> None:
    await here.show_pictures()
    mia = here.members[0]
    kept = await mia.press("Keep", await mia.slash("daily play"))
    (alt,) = [attachment.description or "" for attachment in kept.attachments]
    assert alt.startswith("Daily ")
    assert all(name in alt for name in ("Mia", "Ringmaster", "Lion Tamer", "Illusionist"))
    *_, result = await moves(mia, kept)
    (alt,) = [attachment.description or "" for attachment in result.attachments]
    assert "Points" in alt


@pytest.mark.long
async def test_an_attempt_goes_on_after_a_restart_and_on_another_device(here: Channel) -> None:
    mia = here.members[0]
    first = await mia.press("Keep", await mia.slash("daily play"))
    played = await press_on(mia, first)
    while "Back" in labels(played):
        # A Scout asks for the place of its card: each run has a deal of its own.
        played = await press_on(mia, played)
    await here.restart()
    again = await mia.slash("daily play")
    assert controls(again) == controls(played)
    result = (await moves(mia, played))[-1]
    stale = await press_on(mia, again)
    assert is_finished(stale)
    assert words(result) in words(stale)


@pytest.mark.long
async def test_a_stale_press_shows_the_present_hand(here: Channel) -> None:
    mia = here.members[0]
    first = await mia.slash("daily play")
    before = controls(first)
    kept = await mia.press("Keep", first)
    now = controls(kept)
    stale = answer(await crafted.press(mia.actor, before[1].custom_id, kept))
    assert "Too late: the game has moved on" in words(stale)
    assert controls(stale) == now
    same = answer(await crafted.press(mia.actor, before[0].custom_id, kept))
    assert "Too late" not in words(same)


@pytest.mark.long
async def test_moves_are_confirmed_by_members_who_want_that(here: Channel) -> None:
    mia = here.members[0]
    await ask_before_moves(mia)
    asked = await mia.press("Flip hand", await mia.slash("daily play"))
    assert "Flip" in words(asked)
    assert "Back" in labels(asked)
    flipped = await mia.use(asked, controls(asked)[0])
    assert "**Your turn.**" in words(flipped)


@pytest.mark.long
async def test_a_copied_press_acts_for_nobody_else(here: Channel) -> None:
    mia, noa = here.members[:2]
    keep = controls(await mia.slash("daily play"))[0]
    public = await noa.slash("new")
    refused = answer(await crafted.press(noa.actor, keep.custom_id, public))
    assert "You have not begun this deal" in words(refused)
    hand = await noa.slash("daily play")
    assert labels(hand) == ["Keep", "Flip hand"]
    await noa.press("Flip hand", hand)
    assert labels(await mia.slash("daily play")) == ["Keep", "Flip hand"]


@pytest.mark.long
async def test_crafted_days_and_moves_are_refused(here: Channel) -> None:
    mia = here.members[0]
    hand = await mia.slash("daily play")
    _, _, day, number, _ = controls(hand)[0].custom_id.split(":")
    for custom_id in (
        "scout:dplay:0:1:K",
        "scout:dplay:999999999999:1:K",
        "scout:dresult:999999999999:0:",
        f"scout:dplay:{day}:{number}:S9-9",
        f"scout:dplay:{day}:{number}:nonsense",
        f"scout:dresult:{day}:0:",
        f"scout:dcoach:{day}:0:",
        f"scout:dreplay:{day}:1:all-open",
        f"scout:dreplay:{day}:1:all-open-practice",
        f"scout:dshare:{day}:0:",
        f"scout:dpost:{day}:0:",
        f"scout:dpractice:{day}:0:",
    ):
        refused = answer(await crafted.press(mia.actor, custom_id, hand))
        assert refused.ephemeral, custom_id
        assert labels(refused) == [], custom_id
    assert labels(await mia.slash("daily play")) == ["Keep", "Flip hand"]


async def test_a_member_who_confirms_moves_is_asked_in_an_older_message_too(here: Channel) -> None:
    mia = here.members[0]
    first = await mia.slash("daily play")
    await ask_before_moves(mia)
    asked = await mia.press("Keep", first)
    assert labels(asked) == ["Keep", "Back"]
    begun = await mia.press("Keep", asked)
    assert "Keep" not in labels(begun)
