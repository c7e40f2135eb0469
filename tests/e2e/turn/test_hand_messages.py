"""The private hand: it comes by itself, stays current while it can, and can be asked for again."""

import re
from itertools import pairwise

import pytest

from bot.text.language import ENGLISH
from engine.cards import Cards
from engine.view import result, view
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import labels, words
from tests.support.discord.network_faults import meanwhile

TOKEN_LIFE = 15 * 60
"""Seconds in which an interaction can be answered."""


async def test_on_start_everybody_gets_their_hand(here: Channel) -> None:
    members = await here.start(4, computers=1)
    for member in members:
        (hand,) = member.hands()
        assert labels(hand) == ["Keep", "Flip hand"]


async def test_a_rejoined_seat_gets_its_hand_too(here: Channel) -> None:
    mia, noa = await here.open(2)
    await noa.press("Leave")
    await noa.press("Join")
    await mia.press("Start")
    assert len(noa.hands()) == 1


@pytest.mark.long
async def test_the_hand_wakes_up_when_its_turn_comes(here: Channel) -> None:
    members = await here.begin_turns(3)
    for _ in range(3):
        player = await here.on_turn(members)
        assert "Your turn" in words(player.hand)
        await player.show_something()
        assert labels(player.hand) == []
    assert all(len(member.hands()) == 1 for member in members)


@pytest.mark.long
async def test_the_newest_hand_is_the_one_kept_current(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    waiting = next(member for member in members if member is not player)
    first = waiting.hand
    second = await waiting.press("My hand", here.table)
    for _ in members:
        player = await here.on_turn(members)
        if player is waiting:
            break
        await player.show_something()
    assert labels(first) == []
    assert labels(second) != []


@pytest.mark.long
async def test_a_hand_outlives_a_restart(here: Channel) -> None:
    members = await here.begin_turns(3)
    await (await here.on_turn(members)).show_something()
    await here.restart()
    player = await here.on_turn(members)
    await player.show_something()
    assert labels(player.hand) == []
    assert "Your turn" in words((await here.on_turn(members)).hand)
    assert all(len(member.hands()) == 1 for member in members)


@pytest.mark.long
async def test_a_hand_sleeps_when_its_token_is_dead(here: Channel) -> None:
    members = await here.begin_turns(2)
    before = [words(member.hand) for member in members]
    await here.env.advance_time(TOKEN_LIFE + 60)
    edits = here.private_edits()
    player = await here.on_turn(members)
    other = next(member for member in members if member is not player)
    fresh = await player.press("My hand", here.table)
    await player.show_something(fresh)
    assert here.private_edits() == edits
    assert words(other.hand) == before[members.index(other)]


@pytest.mark.long
async def test_my_hand_wakes_it_up_and_keeps_it_current(here: Channel) -> None:
    members = await here.begin_turns(2)
    await here.env.advance_time(TOKEN_LIFE + 60)
    fresh = {member.id: await member.press("My hand", here.table) for member in members}
    for _ in range(2):
        player = await here.on_turn(members)
        assert "Your turn" in words(fresh[player.id])
        await player.show_something(fresh[player.id])
    assert [len(member.hands()) for member in members] == [2, 2]


@pytest.mark.long
async def test_a_press_in_a_sleeping_hand_wakes_it_up(here: Channel) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    await here.env.advance_time(TOKEN_LIFE + 60)
    await player.show_something()
    assert labels(player.hand) == []
    other = next(member for member in members if member is not player)
    await other.show_something(await other.press("My hand", here.table))
    assert labels(player.hand) != []


async def test_a_member_who_joined_long_ago_asks_for_the_hand(here: Channel) -> None:
    mia, noa = await here.open(2)
    await here.env.advance_time(TOKEN_LIFE + 60)
    await mia.press("Start")
    assert len(mia.hands()) == 1
    assert noa.hands() == []
    await noa.press("My hand")
    await noa.press("Keep", noa.hand)
    await mia.press("Keep", mia.hand)
    assert len(await here.actions()) == 2


@pytest.mark.long
async def test_a_dead_token_means_nothing_to_a_restart(here: Channel) -> None:
    members = await here.begin_turns(2)
    await here.env.advance_time(TOKEN_LIFE + 60)
    edits = here.private_edits()
    await here.restart()
    assert here.private_edits() == edits
    player = await here.on_turn(members)
    fresh = await player.press("My hand", here.table)
    await here.restart()
    await player.show_something(fresh)
    assert labels(fresh) == []


async def test_a_dismissed_hand_is_not_sent_again(here: Channel) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    other = next(member for member in members if member is not player)
    here.env.backend.delete_message(here.channel.id, other.hand.id)
    await player.show_something()
    assert other.hands() == []
    fresh = await other.press("My hand", here.table)
    assert "Your turn" in words(fresh)


@pytest.mark.long
@pytest.mark.parametrize("pictures", [False, True])
async def test_my_hand_brings_the_active_set_and_no_move_edits_it(
    here: Channel, *, pictures: bool
) -> None:
    members = await here.begin_turns(3)
    if pictures:
        await here.show_pictures()
    first = await here.on_turn(members)
    last = members[members.index(first) - 1]
    assert "the table was empty" in words(await last.press("My hand", here.table))
    await first.show_something()
    state = await here.state()
    assert state.game is not None
    active = " ".join(str(card.up) for card in state.game.rounds[-1].active)
    shown = await last.press("My hand", here.table)
    said = words(shown)
    assert "the Active Set was" in said
    assert f"{active} by {first.name}." in said
    assert re.search(r"At <t:\d+:T> the", said)
    assert "Active Set: " in said
    assert "You can show" not in said
    edits = here.private_edits()
    second = await here.on_turn(members)
    await second.press("My hand", here.table)
    before = here.private_edits()
    await (await here.on_turn(members)).show_something(second.hand)
    assert words(last.hand) != said
    assert labels(last.hand) != []
    assert before - edits <= 1


@pytest.mark.long
@pytest.mark.parametrize("pictures", [False, True])
async def test_a_waiting_hand_shows_its_sets_whatever_is_on_the_table(
    here: Channel, *, pictures: bool
) -> None:
    members = await here.begin_turns(4)
    if pictures:
        await here.show_pictures()
    first = await here.on_turn(members)
    waiting = [members[(members.index(first) + at) % 4] for at in (2, 3)]
    state = await here.state()
    assert state.game is not None
    before = {}
    for member in waiting:
        hand = await member.press("My hand", here.table)
        held = naive_sets(view(state.game, state.seat_of(member.id).index).hand)
        facts = f"Sets in your hand: cards {held}." if held else "Sets in your hand"
        assert (facts in words(hand)) is bool(held)
        before[member] = words(hand)
    await first.show_something()
    for member in waiting:
        assert words(member.hand) == before[member]


def naive_sets(hand: Cards) -> str:
    """The positions of the longest sets: `1–3 and 5–6`."""
    ups = [card.up for card in hand]
    spans = [
        (begin, end)
        for begin in range(len(ups))
        for end in range(begin + 2, len(ups) + 1)
        if len(steps := {b - a for a, b in pairwise(ups[begin:end])}) == 1 and steps <= {-1, 0, 1}
    ]
    longest = [one for one in spans if not any(within(one, other) for other in spans)]
    return ENGLISH.listed([f"{begin + 1}–{end}" for begin, end in longest])


def within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and other[0] <= one[0] and one[1] <= other[1]


async def play_first_round(here: Channel) -> list[Member]:
    """Two members at the beginning of their second round."""
    members = await here.start(2, rounds=2)
    while not here.titled("Round 1"):
        player = await here.on_turn(members)
        choice = next(
            label for label in labels(player.hand) if label.startswith(("Keep", "Show", "Scout"))
        )
        shown = await player.press(choice, player.hand)
        while "Back" in labels(shown):
            shown = await player.use_first(shown)
    return members


@pytest.mark.long
async def test_the_next_rounds_hands_come_by_themselves(here: Channel) -> None:
    members = await play_first_round(here)
    state = await here.state()
    assert state.game is not None
    scored = [score.points for score in result(state.game, 1).scores]
    for member in members:
        assert labels(member.hand) == ["Keep", "Flip hand", "Result of round 1"]
        assert len(member.hands()) == 1
        said, seat = words(member.hand), state.seat_of(member.id).index
        other = members[0] if member is members[1] else members[1]
        own, theirs = scored[seat], scored[1 - seat]
        if own >= theirs:
            who = f"You and {other.name}" if own == theirs else "You"
            assert f"{who} won round 1 with" in said
        else:
            assert (
                f"{other.name} won round 1 with {ENGLISH.number(theirs, signed=True)}; you scored"
                in said
            )
            assert f"you scored {ENGLISH.number(own, signed=True)}." in said
        assert "Standings: " in said
        assert said.index("Standings") < said.index("Keep your hand as dealt")


@pytest.mark.long
async def test_the_result_is_a_press_away_from_the_next_rounds_hand(here: Channel) -> None:
    mia, noa = await play_first_round(here)
    hand = mia.hand
    shown = await mia.press("Result of round 1", hand)
    assert shown.id != hand.id
    assert shown.ephemeral
    assert "Round 1 of 2 is over" in words(shown)
    assert [message.id for message in mia.hands()] == [hand.id, shown.id]
    edits = here.private_edits()
    await noa.press("Keep", noa.hand)
    assert here.private_edits() == edits
    await mia.press("Keep", hand)
    assert "Round 1 of 2 is over" in words(shown)


@pytest.mark.long
async def test_a_member_who_reads_the_last_rounds_result_is_not_reminded(here: Channel) -> None:
    mia, noa = await play_first_round(here)
    await noa.press("Keep", noa.hand)
    await mia.press("Result of round 1", mia.hand)
    await here.env.advance_time(61)
    assert not [message for message in here.public() if "it is your move" in message.content]


@pytest.mark.long
async def test_a_start_after_a_restart_hands_out_the_cards(here: Channel) -> None:
    mia, noa = await here.open(2)
    await here.restart()
    await mia.press("Start")
    assert [labels(member.hand) for member in (mia, noa)] == [["Keep", "Flip hand"]] * 2


@pytest.mark.long
async def test_a_half_made_choice_is_not_disturbed(here: Channel) -> None:
    members = await here.begin_turns(3)
    await (await here.on_turn(members)).show_something()
    player = await here.on_turn(members)
    scout = next(label for label in labels(player.hand) if label.startswith("Scout "))
    halfway = words(await player.press(scout, player.hand))
    await here.env.advance_time(61)
    # A member who is choosing is not pinged, and keeps the step.
    assert "it is your move" not in here.table.content
    assert words(player.hand) == halfway


async def test_a_hand_asked_for_again_retires_the_former_copy(here: Channel) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    former = player.hand
    newest = await player.press("My hand", here.table)
    assert newest.id != former.id
    moved = next(message for message in player.private() if message.id == former.id)
    assert "newer message" in moved.content
    assert labels(moved) == []
    assert labels(newest)


async def test_the_newest_hand_is_kept_current_though_its_table_is_read_again_meanwhile(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a change of the table by another process."""
    # What is read again is not the row of this hand.
    monkeypatch.setattr("bot.tables.core.message_store._DELAY", 3600.0)
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    waiting = next(member for member in members if member is not player)
    repository = here.client.tables.repository
    with meanwhile("POST", "/interactions/*", lambda: repository.messages.drop([1])):
        newest = await waiting.press("My hand", here.table)
    await player.show_something()
    assert "Your turn" in words(newest)
