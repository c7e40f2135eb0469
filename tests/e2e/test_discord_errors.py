"""Discord in trouble: nothing is lost, nothing is played or posted twice, all is shown again."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from sqlalchemy import update

from bot.storage import models
from bot.storage.engine.errors import DatabaseAway
from bot.storage.models.tables import Status
from bot.tables.preferences import Preferences
from engine.players import Level
from tests.support.discord import crafted
from tests.support.discord.channel import Channel, assert_up_to_date
from tests.support.discord.messages import a_show, answer, controls, labels, words
from tests.support.discord.network_faults import failing, lost_replies

PING = 61
"""Seconds after which who is on turn has been pinged."""


def changes(here: Channel) -> list[str]:
    """What the bot has sent, edited or deleted so far."""
    return [
        f"{request.method} {request.path}"
        for request in here.env.http_requests
        if request.method != "GET" and "messages" in request.path
    ]


@pytest.fixture(autouse=True)
def only_simulated_pauses(monkeypatch: pytest.MonkeyPatch, here: Channel) -> None:
    """Longer than a press is waited for, so that only `after_trouble` ends them."""
    here.expects_errors = True
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60, 60))
    monkeypatch.setattr("bot.ui.kit.sending._PAUSES", (0, 0, 0))
    monkeypatch.setattr("bot.ui.kit.sending._EDIT_PAUSES", (0, 0, 0))


async def after_trouble(here: Channel) -> None:
    """The pauses before a publication is tried again are over."""
    await here.env.advance_time(130)


ADDING = [f"Add {level}" for level in Level]
LOBBY_BUTTONS = ["Join", "Leave", *ADDING, "Remove computer", "Start", "Cancel", "Options"]


@pytest.mark.long
async def test_buttons_left_over_on_a_closed_lobby_say_so(here: Channel) -> None:
    mia, _ = await here.open(3, computers=1)
    with failing("PATCH", "/channels/*"):
        await mia.close_table()
        for label in LOBBY_BUTTONS:
            late = await mia.press(label, here.lobby)
            assert late.ephemeral
            assert "This table is closed" in words(late)
    await here.restart()
    assert labels(here.lobby) == []


async def test_lobby_buttons_left_over_in_a_game_say_so(here: Channel) -> None:
    mia, _ = await here.open(3, computers=1)
    with failing():
        await mia.click("Start")
    with failing("PATCH", "/channels/*"):
        for label in ("Join", *ADDING, "Remove computer", "Start", "Options"):
            late = await mia.press(label, here.lobby)
            assert late.ephemeral
            assert "already started" in words(late)
    assert len((await here.state()).seats) == 3


@pytest.mark.parametrize("status", [503, 429])
async def test_a_failing_edit_is_tried_again(here: Channel, status: int) -> None:
    members = await here.begin_turns(2)
    with failing("PATCH", "/channels/*/messages/*", times=2, status=status):
        await (await here.on_turn(members)).show_something()
        await after_trouble(here)
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_a_failing_post_is_tried_again(here: Channel) -> None:
    mia, noa = await here.open(2)
    with failing("POST", "/channels/*/messages", times=2):
        await mia.press("Start")
        await after_trouble(here)
    assert len(here.titled("🎪 SCOUT · round")) == 1
    assert [len(member.hands()) for member in (mia, noa)] == [1, 1]


@pytest.mark.long
@pytest.mark.parametrize("status", [503, 429])
async def test_a_failing_hand_is_tried_again(here: Channel, status: int) -> None:
    members = await here.begin_turns(3)
    with failing("PATCH", "/webhooks/*", times=2, status=status):
        await (await here.on_turn(members)).show_something()
        await after_trouble(here)
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_the_hands_do_not_wait_for_a_table_that_cannot_be_edited(here: Channel) -> None:
    members = await here.begin_turns(3)
    with failing("PATCH", "/channels/*"):
        for _ in range(2):
            player = await here.on_turn(members)
            assert "Your turn" in words(player.hand)
            await player.show_something()
    await after_trouble(here)
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_a_member_whose_preferences_cannot_be_read_keeps_no_other_hand_back(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    last = members[members.index(player) - 1]
    preferences = here.client.tables.preferences
    read = preferences.of

    async def of(user_id: int) -> Preferences:
        if user_id == last.id:
            raise DatabaseAway
        return await read(user_id)

    monkeypatch.setattr(preferences, "of", of)
    await player.show_something()
    assert "Your turn" in words((await here.on_turn(members)).hand)


@pytest.mark.long
@pytest.mark.parametrize("trouble", [failing, lost_replies])
@pytest.mark.parametrize("times", [1, 2])
async def test_a_move_whose_answer_failed_is_played_once_and_shown(
    here: Channel, trouble: Callable[..., AbstractContextManager[None]], times: int
) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    show, hand = a_show(player.hand), player.hand
    with trouble("POST", "/interactions/*/callback", times=times):
        answered = await player.press(show, hand)
    assert answered.id == hand.id
    assert words(answered).startswith("You show")
    assert len(await here.actions()) == 3
    assert labels(hand) == []


@pytest.mark.parametrize("status", [503, 429])
async def test_a_table_whose_answer_failed_is_opened_once_and_shown(
    here: Channel, status: int
) -> None:
    with failing("POST", "/interactions/*/callback", times=2, status=status):
        assert "Join" in labels(await here.members[0].slash("new"))
    assert len(here.public()) == 1


async def test_a_lobby_whose_reply_was_lost_stands_once(here: Channel) -> None:
    with lost_replies("POST", "/interactions/*/callback"):
        await here.members[0].send("new")
    await after_trouble(here)
    assert len(here.public()) == 1


async def test_a_member_whose_move_has_no_answer_reads_nothing_wrong(here: Channel) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    show, hand = a_show(player.hand), player.hand
    with failing("POST", "/interactions/*/callback"):
        result = await player.click(show, hand)
    assert not result.acknowledged
    assert result.followups == []
    assert len(await here.actions()) == 3
    assert labels(hand) == []


async def test_a_move_that_is_pressed_again_is_answered_as_if_it_had_just_worked(
    here: Channel,
) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    show, hand = a_show(player.hand), player.hand
    other = next(control for control in controls(hand) if control.label != show)
    pressed = next(control for control in controls(hand) if control.label == show)
    with failing():
        await player.click(show, hand)
    again = await player.use(hand, pressed)
    assert words(again).startswith("You show")
    assert "You play after" in words(again)
    late = await crafted.press(player.actor, other.custom_id, hand)
    assert words(answer(late)).startswith("Too late")
    assert len(await here.actions()) == 4


async def test_a_choice_that_is_pressed_again_is_answered_as_if_it_had_just_worked(
    here: Channel,
) -> None:
    mia, noa = await here.start(2)
    hand = mia.hand
    keep, flip = controls(hand)
    await mia.use(hand, keep)
    await noa.press("Flip hand", noa.hand)
    kept = await crafted.press(mia.actor, keep.custom_id, hand)
    assert "You keep your hand as dealt" in words(answer(kept))
    flipped = await crafted.press(mia.actor, flip.custom_id, hand)
    assert "Too late" in words(answer(flipped))
    of_noa = await crafted.press(noa.actor, keep.custom_id, noa.hand)
    assert "Too late" in words(answer(of_noa))
    assert await here.actions() == ["K", "F"]


@pytest.mark.long
async def test_the_last_move_of_a_game_pressed_again_is_no_refusal(here: Channel) -> None:
    members = await here.begin_turns(2, rounds=1)
    while True:
        player = await here.on_turn(members)
        hand = player.hand
        last = controls(hand)[0]
        await player.use(hand, last)
        if (await here.state()).status is Status.OVER:
            break
    played = await here.actions()
    again = await crafted.press(player.actor, last.custom_id, hand)
    assert "The game is over" in words(answer(again))
    assert words(answer(again)).startswith("You ")
    assert await here.actions() == played


@pytest.mark.long
async def test_after_an_outage_a_restart_shows_all_that_was_played(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    with failing():
        await player.click(a_show(player.hand))
    assert len(await here.actions()) == 4
    await here.restart()
    assert_up_to_date(here, members, await here.on_turn(members))


async def test_after_an_outage_the_next_move_shows_all(here: Channel) -> None:
    mia, noa = await here.start(2)
    with failing():
        await mia.click("Keep", mia.hand)
    await noa.press("Keep", noa.hand)
    await after_trouble(here)
    assert_up_to_date(here, [mia, noa], await here.on_turn([mia, noa]))


async def test_a_start_lost_in_an_outage_is_published_by_the_next_process(here: Channel) -> None:
    mia, noa = await here.open(2)
    with failing():
        await mia.click("Start")
    await here.restart()
    assert len(here.titled("🎪 SCOUT · round")) == 1
    assert "The game has started" in words(here.lobby)
    assert [labels(member.hand) for member in (mia, noa)] == [["Keep", "Flip hand"]] * 2


async def test_a_post_whose_reply_was_lost_stands_once(here: Channel) -> None:
    mia, noa = await here.open(2)
    with lost_replies("POST", "/channels/*/messages"):
        await mia.press("Start")
        await after_trouble(here)
    assert len(here.titled("🎪 SCOUT · round")) == 1
    await mia.press("Keep", mia.hand)
    await noa.press("Keep", noa.hand)
    assert_up_to_date(here, [mia, noa], await here.on_turn([mia, noa]))


async def test_a_post_whose_reply_was_lost_in_a_crash_stands_once(here: Channel) -> None:
    mia, _ = await here.open(2)
    with lost_replies("POST", "/channels/*/messages"):
        await mia.press("Start")
        await here.restart()
    assert len(here.titled("🎪 SCOUT · round")) == 1
    assert labels(mia.hand) == ["Keep", "Flip hand"]


@pytest.mark.parametrize("crash", [False, True])
async def test_a_ping_whose_reply_was_lost_stands_once(here: Channel, crash: bool) -> None:
    members = await here.begin_turns(2)
    with lost_replies("POST", "/channels/*/messages"):
        await here.env.advance_time(PING)
        await (here.restart() if crash else after_trouble(here))
    (table,) = here.titled("🎪 SCOUT · round")
    assert "it is your move" in table.content
    await (await here.on_turn(members)).show_something()
    assert_up_to_date(here, members, await here.on_turn(members))


@pytest.mark.long
@pytest.mark.parametrize("crash", [False, True])
async def test_a_ping_whose_reply_was_lost_does_not_outlive_the_turn(
    here: Channel, crash: bool
) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    with lost_replies("POST", "/channels/*/messages"):
        await here.env.advance_time(PING)
        with failing("POST", "/channels/*/messages"):
            await player.show_something()
        await (here.restart() if crash else after_trouble(here))
    assert_up_to_date(here, members, await here.on_turn(members))
    assert f"<@{player.id}>" not in here.table.content


@pytest.mark.long
@pytest.mark.parametrize("crash", [False, True])
async def test_an_old_table_whose_deletion_failed_goes_later(here: Channel, crash: bool) -> None:
    await here.begin_turns(2)
    with failing("DELETE", "/channels/*", times=1):
        await here.env.advance_time(PING)
        await (here.restart() if crash else after_trouble(here))
    (table,) = here.titled("🎪 SCOUT · round")
    assert "it is your move" in table.content


@pytest.mark.parametrize("trouble", [failing, lost_replies])
async def test_a_ping_while_the_table_is_on_its_way_makes_no_second_one(
    here: Channel, trouble: Callable[..., AbstractContextManager[None]]
) -> None:
    mia, _ = await here.open(2)
    with trouble("POST", "/channels/*/messages", times=1):
        await mia.press("Start")
        await here.env.advance_time(PING)
        await after_trouble(here)
    assert len(here.titled("🎪 SCOUT · round")) == 1


async def test_a_hand_whose_reply_was_lost_is_sent_again_and_works(here: Channel) -> None:
    mia, noa = await here.open(2)
    with lost_replies("POST", "/webhooks/*"):
        await mia.press("Start")
        await after_trouble(here)
    for member in (mia, noa):
        await member.press("Keep", member.hand)
    assert_up_to_date(here, [mia, noa], await here.on_turn([mia, noa]))


async def test_a_lobby_whose_reply_was_lost_works(here: Channel) -> None:
    mia, noa = here.members[:2]
    with lost_replies("POST", "/interactions/*/callback"):
        await mia.send("new")
        await after_trouble(here)
    await noa.press("Join", here.lobby)
    await mia.press("Start", here.lobby)
    assert mia.hands()


async def test_an_edit_whose_reply_was_lost_is_made_again(here: Channel) -> None:
    members = await here.begin_turns(2)
    with lost_replies("PATCH", "/channels/*/messages/*"):
        await (await here.on_turn(members)).show_something()
        await after_trouble(here)
    assert_up_to_date(here, members, await here.on_turn(members))


@pytest.mark.long
@pytest.mark.parametrize("stage", ["lobby", "turns", "closed"])
async def test_publishing_again_sends_nothing(here: Channel, stage: str) -> None:
    mia, *_ = await (here.open(2) if stage == "lobby" else here.begin_turns(2))
    if stage == "closed":
        await mia.close_table()
    before = changes(here)
    async with here.client.database.write() as session:
        await session.execute(update(models.Table).values(published_revision=-1))
    await here.restart()
    assert changes(here) == before
