"""A game under way: buttons pressed too late, twice, together, or by somebody else."""

import random
import re

import pytest

from bot.storage.models.tables import Status
from engine.cards import Cards, flip
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member, ask_before_moves
from tests.support.discord.messages import a_show, controls, labels, words
from tests.support.discord.network_faults import older_copies_stay

CHANGED_NOTHING = "Too late: the game has moved on"


async def test_my_hand_is_for_seat_holders(here: Channel) -> None:
    await here.start(2)
    refused = await here.members[2].press("My hand")
    assert refused.ephemeral
    assert "You have no seat at this table" in words(refused)


async def test_my_hand_shows_the_cards_as_often_as_asked(here: Channel) -> None:
    mia, _ = await here.start(2)
    for _ in range(2):
        shown = await mia.press("My hand", here.table)
        assert shown.ephemeral
        assert labels(shown) == ["Keep", "Flip hand"]
    assert len(mia.hands()) == 3


async def test_the_hand_is_shown_both_ways_before_the_first_turn(here: Channel) -> None:
    await here.show_pictures()
    mia, _ = await here.start(2)
    held = (await current_hands(here))[0]
    kept, flipped = (", ".join(map(str, cards)) for cards in (held, flip(held)))
    (alt,) = [attachment.description or "" for attachment in mia.hand.attachments]
    alt = alt.replace(" over ", "/")
    assert re.search(rf"Keep \([^)]*\): {kept}\.", alt)
    assert re.search(rf"Flip \([^)]*\): {flipped}\.", alt)
    await mia.press("Flip hand", mia.hand)
    assert (await current_hands(here))[0] == tuple(card.flipped() for card in held)


async def current_hands(here: Channel) -> tuple[Cards, ...]:
    game = (await here.state()).game
    assert game is not None
    return game.rounds[-1].hands


async def test_the_table_shows_how_many_have_chosen_but_not_what(here: Channel) -> None:
    members = await here.start(3)
    assert "0 of 3 ready" in words(here.table)
    await members[1].press("Flip hand")
    assert "1 of 3 ready" in words(here.table)
    assert not re.search("keep|kept|flip", words(here.table), re.IGNORECASE)


async def test_two_members_choose_at_once(here: Channel) -> None:
    mia, noa = await here.start(2)
    await here.at_once(mia.click("Keep", mia.hand), noa.click("Flip hand", noa.hand))
    assert sorted(await here.actions()) == ["F", "K"]
    assert "**Turn:**" in words(here.table)


async def test_a_choice_made_twice_at_once_counts_once(here: Channel) -> None:
    mia, _ = await here.start(2)
    await here.at_once(mia.click("Keep", mia.hand), mia.click("Flip hand", mia.hand))
    assert len(await here.actions()) == 1
    assert labels(mia.hand) == []


async def test_a_show_pressed_twice_at_once_is_played_once(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    hand = player.hand
    show = a_show(hand)
    await here.at_once(player.click(show, hand), player.click(show, hand))
    assert len(await here.actions()) == 3 + 1
    assert labels(player.hand) == []


async def test_a_member_who_confirms_moves_is_asked_in_an_older_hand_too(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    hand = player.hand
    await here.env.advance_time(16 * 60)
    await ask_before_moves(player)
    show, before = a_show(hand), await here.actions()
    await player.press(show, hand)
    assert await here.actions() == before
    assert labels(hand) == [show, "Back"]
    await player.press(show, hand)
    assert len(await here.actions()) == len(before) + 1


async def test_a_member_who_is_not_on_turn_has_no_buttons(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    for member in members:
        assert bool(labels(member.hand)) is (member is player)
    waiting = next(member for member in members if member is not player)
    before = members[members.index(waiting) - 1]
    assert f"You play after {before.name}. Your buttons" in words(waiting.hand)


async def test_of_two_players_the_other_one_is_named(here: Channel) -> None:
    mia, noa = await here.start(2)
    await mia.press("Keep", mia.hand)
    assert "Waiting for Noa to choose." in words(mia.hand)
    await noa.press("Keep", noa.hand)
    player = await here.on_turn([mia, noa])
    (other,) = {mia, noa} - {player}
    assert f"You play after {player.name}. Your buttons will appear here." in words(other.hand)


async def test_an_older_hand_plays_nothing_and_shows_the_present(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    older = player.hand
    with older_copies_stay():
        newer = await player.press("My hand", here.table)
    show = a_show(older)
    await player.press(show, newer)
    actions = await here.actions()
    other = next(label for label in labels(older) if label.startswith("Show") and label != show)
    answered = await player.press(other, older)
    assert answered.id == older.id
    assert CHANGED_NOTHING in words(answered)
    assert "You play after" in words(answered)
    assert labels(answered) == []
    assert await here.actions() == actions


async def test_an_older_step_of_a_choice_leads_nowhere(here: Channel) -> None:
    members = await here.begin_turns(3)
    first = await here.on_turn(members)
    await first.show_something()
    player = await here.on_turn(members)
    older = player.hand
    scout = next(label for label in labels(older) if label.startswith("Scout "))
    halfway = await player.press(scout, older)
    place = controls(halfway)[0]
    with older_copies_stay():
        await here.play_elsewhere(player)
        actions = await here.actions()
        assert CHANGED_NOTHING in words(await player.use(older, place))
    assert await here.actions() == actions


@pytest.mark.parametrize("label", ["Keep", "Flip hand"])
async def test_the_buttons_of_a_cancelled_game_say_so(here: Channel, label: str) -> None:
    mia, noa = await here.start(2)
    older = noa.hand
    with older_copies_stay():
        await noa.press("My hand", here.table)
    await mia.close_table()
    for shown in (here.table, noa.hand):
        assert "Mia closed the table" in words(shown)
        assert labels(shown) == []
    assert "This table is closed" in words(await noa.press(label, older))
    assert await here.actions() == []


@pytest.mark.long
async def test_the_buttons_of_a_finished_game_say_so(here: Channel) -> None:
    mia, noa = await here.start(2, rounds=1)
    older = mia.hand
    with older_copies_stay():
        await mia.press("My hand", here.table)
    await play_in_the_newest_hands([mia, noa])
    assert (await here.state()).status is Status.OVER
    actions = await here.actions()
    late = await mia.press("Keep", older)
    assert "over" in words(late)
    assert await here.actions() == actions
    assert labels(mia.hand) == []


async def play_in_the_newest_hands(members: list[Member]) -> None:
    rng = random.Random(1)
    while awake := [member for member in members if labels(member.hand)]:
        member = rng.choice(awake)
        await member.use(member.hand, rng.choice(controls(member.hand)))


async def test_a_member_without_a_seat_takes_no_seat_back(here: Channel) -> None:
    await here.start(2, turn_limit=60)
    await here.env.advance_time(61)
    await here.env.advance_time(61)
    refused = await here.members[2].press("I'm back")
    assert refused.ephemeral
    assert "You have no seat" in words(refused)


async def test_a_member_who_leaves_a_game_is_replaced(here: Channel) -> None:
    mia, noa, _ = await here.start(3)
    older = mia.hand
    with older_copies_stay():
        await mia.press("My hand", here.table)
    assert "You have left" in words(await mia.leave_table())
    assert "Juggler (medium) for Mia" in words(here.table)
    assert "no seat" in words(await mia.press("Keep", older))
    assert "no seat" in words(await mia.press("My hand", here.table))
    assert (await here.state()).host_id == noa.id
