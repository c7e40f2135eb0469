"""After the last move: the result, the review, what is shared, and what midnight changes."""

import re
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.tables.daily.deal import closes, day_of
from bot.ui.controllers import daily as daily_controller
from engine.actions import Action
from engine.players import Comparison
from engine.view import View
from tests.support.discord.cards_in_messages import everything, numbers_in, written
from tests.support.discord.channel import Channel
from tests.support.discord.daily import bodies, is_finished, moves, play_today, press_on
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, labels, words
from tests.support.discord.network_faults import failing, lost_replies
from tests.support.discord.scout_channel import scout_channel
from tests.support.tables.evaluators import rough

_TELLING = 5
"""Fewer cards of a hand can lie on the table too."""


@pytest.fixture(autouse=True)
def _slow_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord waits in real time for what comes within its five seconds."""
    monkeypatch.setattr(daily_controller, "PROGRESS_INTERVAL", 10.0)


def today(here: Channel) -> date:
    return day_of(here.env.now())


async def until_midnight(here: Channel) -> None:
    await here.pass_hours((closes(today(here)) - here.env.now()).total_seconds() + 1)


async def assert_hands_are_secret(here: Channel, member: Member) -> None:
    """Whatever Discord was sent has the hand of the member's seat alone, now and as dealt."""
    # By the bot's clock.
    with here.env._bot_scope():
        attempt = await here.client.tables.daily.attempts.current(member.id, today(here))
    assert attempt is not None
    played = attempt.game.rounds[-1]
    read = numbers_in("\n".join(bodies(here)))
    for hands in (played.hands, played.deal.hands):
        for seat, hand in enumerate(hands):
            if seat != attempt.seat and len(hand) >= _TELLING:
                assert not any(way in read for way in written(hand)), seat
    # The check finds what is there.
    own = [message for message in member.private() if not is_finished(message)]
    mine = played.hands[attempt.seat]
    if own and len(mine) >= _TELLING and "Back" not in labels(own[-1]):
        assert any(way in numbers_in(everything(own[-1])) for way in written(mine))


@pytest.mark.long
@pytest.mark.parametrize("pictures", [True, False])
async def test_no_message_of_an_open_day_has_a_hidden_hand(folder: Path, pictures: bool) -> None:
    async with scout_channel(folder, evaluate=rough, pictures=pictures) as here:
        mia, noa = here.members[:2]
        shown = await mia.slash("daily play")
        while not is_finished(shown):
            await assert_hands_are_secret(here, mia)
            shown = await press_on(mia, shown)
        await mia.press("Review", shown)
        await mia.press("Post here", await mia.press("Share", await mia.slash("daily play")))
        await noa.slash("daily play")
        await assert_hands_are_secret(here, mia)


@pytest.mark.long
async def test_a_result_is_posted_only_after_a_look_at_it(here: Channel) -> None:
    mia, noa = here.members[:2]
    par = here.client.tables.daily.par
    par.asked, par.runs = deque(), 1
    await play_today(noa)
    shown = await mia.press("Share", await play_today(mia))
    assert here.public() == []
    assert labels(shown) == ["Post here", "Back"]
    assert labels(await mia.press("Back", shown)) == ["Share", "Board", "Review"]
    asked = await mia.press("Share", shown)
    posted = await mia.press("Post here", asked)
    assert posted.ephemeral
    assert posted.id == asked.id
    assert posted.content == asked.content
    assert labels(posted) == ["Back"]
    (public,) = here.public()
    assert public.content == posted.content
    assert re.fullmatch(
        r"\*\*Mia\*\* · Daily −?[\d,]+: −?\d+ points?, par −?\d+, [1-4](st|nd|rd|th) of 4, "
        r"better than [01] of 1\.",
        public.content,
    )
    assert labels(public) == ["Play today's deal"]
    assert labels(await mia.press("Back", posted)) == ["Share", "Board", "Review"]
    begun = await here.members[2].press("Play today's deal", public)
    assert begun.ephemeral
    assert labels(begun) == ["Keep", "Flip hand"]


@pytest.mark.long
@pytest.mark.parametrize("servers", [False, True])
async def test_a_post_is_shown_beforehand_with_the_picture_that_it_will_have(
    here: Channel, servers: bool
) -> None:
    mia = here.members[0]
    await here.client.tables.server_settings.update(here.guild.id, pictures=servers)
    await here.client.tables.preferences.update(mia.id, pictures=not servers)
    asked = await mia.press("Share", await play_today(mia))
    assert bool(asked.attachments) is servers
    await mia.press("Post here", asked)
    (public,) = here.public()
    assert bool(public.attachments) is servers


@pytest.mark.long
async def test_a_button_that_is_pressed_twice_posts_once(here: Channel) -> None:
    mia = here.members[0]
    asked = await mia.press("Share", await play_today(mia))
    await here.at_once(mia.click("Post here", asked), mia.click("Post here", asked))
    assert len(here.public()) == 1
    assert labels(mia.private()[-1]) == ["Back"]


@pytest.mark.long
@pytest.mark.parametrize("trouble", [failing, lost_replies])
async def test_a_result_is_posted_once_though_discord_fails(
    here: Channel, trouble: Callable[..., AbstractContextManager[None]]
) -> None:
    here.expects_errors = trouble is lost_replies
    mia = here.members[0]
    asked = await mia.press("Share", await play_today(mia))
    with trouble("POST", "/webhooks/*", times=1):
        await mia.click("Post here", asked)
        await here.env.advance_time(10)
    assert len(here.public()) == 1


@pytest.mark.long
async def test_in_another_server_nothing_of_the_first_one_is_shown(here: Channel) -> None:
    mia, noa = here.members[:2]
    await play_today(noa)
    assert "in this server" in words(await play_today(mia))
    another = here.env.create_guild("another")
    elsewhere = another.create_text_channel("scout")
    there = another.add_member(mia.actor.user, nick="Mia there")
    shown = answer(await there.slash(elsewhere, "scout daily play"))
    assert "better than" in words(shown)
    assert "in this server" not in words(shown)
    asked = answer(await there.click(shown, label="Share"))
    posted = answer(await there.click(asked, label="Post here"))
    for message in (asked, posted):
        assert message.content.startswith("**Mia there** · Daily")


@pytest.mark.long
@pytest.mark.parametrize("pictures", [True, False])
async def test_the_result_of_an_open_day_says_how_it_came_about(
    folder: Path, pictures: bool
) -> None:
    async with scout_channel(folder, evaluate=rough, pictures=pictures) as here:
        said = words(await play_today(here.members[0]))
    assert re.search(r"Nobody beat (your|\*\*.+\*\*'s) |ha(s|ve) no cards left\.", said)
    assert "Last moves" in said
    assert "Hands at the end" not in said
    points = [
        int(number.replace("−", "-"))
        for number in re.findall(r"^• .+ = \*\*([+−]?\d+)\*\*$", said, re.MULTILINE)
    ]
    assert len(points) == 4
    assert points == sorted(points, reverse=True)


async def costly(view: View, action: Action, _seed: int) -> Comparison:
    """Another action is a point better, if there is one."""
    others = [legal for legal in view.legal_actions() if legal != action]
    return Comparison(others[0], 1.0, 0.0) if others else Comparison(action, 0.0, 0.0)


@pytest.mark.long
async def test_stats_have_the_own_days_alone(here: Channel) -> None:
    mia, noa = here.members[:2]
    assert "have no game with a result here" in words(await mia.slash("stats"))
    await mia.press("Keep", await mia.slash("daily play"))
    assert "have no game with a result here" in words(await mia.slash("stats"))
    await play_today(mia)
    shown = await mia.slash("stats")
    assert shown.ephemeral
    assert "Days played: 1" in words(shown).replace("*", "")
    assert "No rating yet" not in words(shown)
    assert "Days played" not in words(await noa.slash("stats", member=mia.actor.user))


@pytest.mark.long
async def test_the_digest_of_the_next_deal_stays_below_the_result(here: Channel) -> None:
    mia = here.members[0]
    result = await play_today(mia)
    (line,) = [one for one in words(result).splitlines() if "SHA-256" in one]
    await until_midnight(here)
    await mia.press("Back", await mia.press("Share", result))
    over = mia.private()[-1]
    assert "Hands at the end" in words(over)
    assert line in words(over).splitlines()


@pytest.mark.long
async def test_the_review_shows_costly_moves_from_the_own_seat(folder: Path) -> None:
    async with scout_channel(folder, evaluate=costly) as here:
        mia = here.members[0]
        result = await play_today(mia)
        await mia.press("Review", result)
        review = mia.private()[-1]
        assert review.id == result.id
        assert "as good as the hard computer's" in words(review)
        assert re.search("Your most costly move: (turn [0-9]+|keep or flip)", words(review))
        assert "Replay" not in labels(review)
        assert labels(await mia.press("Result", review)) == ["Share", "Board", "Review"]


@pytest.mark.long
async def test_an_attempt_becomes_practice_at_midnight(here: Channel) -> None:
    mia, noa = here.members[:2]
    begun = await press_on(mia, await mia.press("Keep", await mia.slash("daily play")))
    played = await play_today(noa)
    await until_midnight(here)
    went_on = await press_on(mia, begun)
    assert "The day closed before you had finished: this is practice now." in words(went_on)
    assert "**Practice (" in words(went_on)
    *_, result = await moves(mia, went_on)
    assert labels(result) == ["Review", "Replay", "Practise"]
    assert "Practice counts on no board." in words(result)
    assert "Hands at the end" in words(result)
    # Of the one who was in time, hands and replay are open from now on.
    await noa.press("Back", await noa.press("Share", played))
    open_now = noa.private()[-1]
    assert labels(open_now) == ["Share", "Board", "Review", "Replay", "Practise"]
    assert "Hands at the end" in words(open_now)
    replay = await noa.press("Replay", open_now)
    assert "The cards are dealt" in words(replay)
    assert "Kept as dealt" in words(await noa.press("Next", replay))
    assert "Result" in labels(noa.private()[-1])
    # The new day begins anew.
    assert labels(await mia.slash("daily play")) == ["Keep", "Flip hand"]


@pytest.mark.long
async def test_a_day_of_the_last_thirty_is_practised(here: Channel) -> None:
    mia = here.members[0]
    day = today(here) - timedelta(days=3)
    offered = await mia.actor.autocomplete(here.channel, "scout daily practice", "day", "")
    assert [choice["value"] for choice in offered][2] == day.isoformat()
    begun = await mia.slash("daily practice", day=day.isoformat())
    assert begun.ephemeral
    assert "**Practice (" in words(begun)
    *_, result = await moves(mia, begun)
    assert labels(result) == ["Review", "Replay", "Practise"]
    replay = await mia.press("Last", await mia.press("Replay", result))
    assert "the last" in words(replay)
    again = await mia.press("Practise", await mia.press("Result", replay))
    assert labels(again) == ["Keep", "Flip hand"]
    for refused in (today(here), today(here) - timedelta(days=31), "yesterday"):
        answered = await mia.slash("daily practice", day=str(refused))
        assert labels(answered) == []


@pytest.mark.long
async def test_after_midnight_the_result_on_a_board_is_still_that_of_its_day(here: Channel) -> None:
    mia = here.members[0]
    result = await play_today(mia)
    points = words(result).split(",")[0]
    board = await mia.press("Board", result)
    await until_midnight(here)
    shown = await mia.press("Result", board)
    assert words(shown).startswith(points)
    assert "Practise" in labels(shown)
    assert labels(await mia.slash("daily play")) == ["Keep", "Flip hand"]


@pytest.mark.long
async def test_a_deal_of_more_than_a_month_ago_says_that_it_is_gone(here: Channel) -> None:
    mia = here.members[0]
    result = await play_today(mia)
    assert {"Review", "Share"} <= set(labels(result))
    here.env.backend.advance_clock(timedelta(days=33).total_seconds())
    await here.restart()
    await here.env.advance_time(901)
    for button in ("Review", "Share"):
        gone = await mia.press(button, result)
        assert "more than a month old" in words(gone)
        assert "not begun" not in words(gone)
