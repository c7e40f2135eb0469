"""What happens because time passes: pings, turn limits, the computers' pace, idle lobbies."""

from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from bot.storage.models.tables import Status
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import labels, words
from tests.support.discord.network_faults import notified
from tests.support.discord.scout_channel import scout_channel

PING = 61
"""Seconds after which who is on turn has been pinged."""
HOUR = 3600


def pings(here: Channel) -> list[ResponseMessage]:
    return [message for message in here.public() if "it is your move" in message.content]


@pytest.mark.long
async def test_the_member_on_turn_is_pinged_once(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    await here.env.advance_time(58)
    assert pings(here) == []
    await here.env.advance_time(3)
    (ping,) = pings(here)
    assert notified(here, ping) == [player.id]
    await here.env.advance_time(10 * PING)
    await here.restart()
    assert [message.id for message in pings(here)] == [ping.id]


async def test_the_ping_brings_the_table_down_to_where_people_talk(here: Channel) -> None:
    await here.begin_turns(3)
    before = here.table
    await here.members[4].actor.send(here.channel, "a lot of talk")
    await here.env.advance_time(PING)
    (table,) = here.titled("🎪 SCOUT · round")
    assert [message.id for message in pings(here)] == [table.id]
    assert here.public()[-1].id == table.id != before.id
    assert labels(table) == labels(before)


async def test_a_pinged_table_posted_again_pings_nobody(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    await here.env.advance_time(PING)
    await members[1].slash("table")
    (table,) = here.titled("🎪 SCOUT · round")
    assert f"<@{player.id}>, it is your move." in table.content
    assert notified(here, table) == []
    await player.show_something()
    assert pings(here) == []


async def test_a_pinged_table_that_was_deleted_pings_nobody_again(here: Channel) -> None:
    mia, noa, kim = await here.start(3)
    await here.env.advance_time(PING)
    here.env.backend.delete_message(here.channel.id, here.table.id)
    await noa.press("Keep")
    assert f"<@{mia.id}> and <@{kim.id}>, it is your move." in here.table.content
    assert notified(here, here.table) == []


async def test_the_ping_goes_after_the_move(here: Channel) -> None:
    members = await here.begin_turns(3)
    first = await here.on_turn(members)
    await here.env.advance_time(PING)
    await first.show_something()
    assert pings(here) == []
    await here.env.advance_time(PING)
    (ping,) = pings(here)
    assert notified(here, ping) == [(await here.on_turn(members)).id]


async def test_a_quick_move_is_never_pinged(here: Channel) -> None:
    members = await here.begin_turns(3)
    await here.env.advance_time(20)
    await (await here.on_turn(members)).show_something()
    await here.env.advance_time(20)
    assert pings(here) == []


async def test_a_game_without_reminders_calls_those_whose_hand_can_no_longer_be_sent(
    here: Channel,
) -> None:
    members = await here.open(3, ping=0)
    await here.env.advance_time(15 * 60)
    await members[0].press("Start", here.lobby)
    assert notified(here, here.table) == [member.id for member in members]
    watching = await here.members[4].press("Watch", here.table)
    assert "<@" not in words(watching)


async def test_the_ping_brings_the_hand(here: Channel) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    await here.env.advance_time(PING)
    shown = await player.press("My hand", pings(here)[0])
    assert shown.ephemeral
    assert "Your turn" in words(shown)


async def test_all_members_who_have_not_chosen_are_pinged(here: Channel) -> None:
    mia, noa, kim = await here.start(3)
    await noa.press("Keep")
    await here.env.advance_time(PING)
    (ping,) = pings(here)
    assert notified(here, ping) == sorted([mia.id, kim.id])
    await mia.press("Keep")
    await kim.press("Keep")
    assert pings(here) == []


async def test_a_ping_survives_a_restart_and_goes_then(here: Channel) -> None:
    members = await here.begin_turns(2)
    await here.env.advance_time(PING)
    await here.restart()
    await (await here.on_turn(members)).show_something()
    assert pings(here) == []


@pytest.mark.long
async def test_an_idle_lobby_closes_itself(here: Channel) -> None:
    await here.open(2)
    await here.env.advance_time(HOUR - 60)
    await here.members[2].press("Join")
    await here.env.advance_time(HOUR - 60)
    assert (await here.state()).status is Status.LOBBY
    await here.env.advance_time(61)
    assert (await here.state()).status is Status.CLOSED
    assert "Nothing happened here for an hour" in words(here.lobby)
    assert labels(here.lobby) == []
    await here.open(2)


async def test_a_lobby_closes_across_a_restart(here: Channel) -> None:
    await here.open(2)
    await here.env.advance_time(HOUR - 60)
    await here.restart()
    await here.env.advance_time(61)
    assert (await here.state()).status is Status.CLOSED


@pytest.mark.long
async def test_a_game_never_closes_for_want_of_moves(here: Channel) -> None:
    await here.begin_turns(2)
    await here.env.advance_time(3 * HOUR)
    assert (await here.state()).status is Status.PLAYING


async def test_when_the_turn_limit_runs_out_a_computer_moves_once(here: Channel) -> None:
    members = await here.begin_turns(3, turn_limit=60)
    player = await here.on_turn(members)
    assert "A computer moves" in words(here.table)
    before = await here.actions()
    await here.env.advance_time(61)
    assert len(await here.actions()) == len(before) + 1
    assert (await here.on_turn(members)) is not player
    assert labels(player.hand) == []
    assert "away" not in words(here.table)


async def test_a_turn_limit_outlives_a_restart(here: Channel) -> None:
    await here.begin_turns(3, turn_limit=60)
    before = await here.actions()
    await here.env.advance_time(40)
    await here.restart()
    assert await here.actions() == before
    await here.env.advance_time(21)
    assert len(await here.actions()) == len(before) + 1


async def test_the_hand_is_chosen_for_a_member_who_does_not_choose(here: Channel) -> None:
    mia, noa, kim = await here.start(3, turn_limit=60)
    await noa.press("Keep")
    await here.env.advance_time(61)
    assert len(await here.actions()) == 3
    assert "**Turn:**" in words(here.table)
    assert all("Keep" not in labels(member.hand) for member in (mia, noa, kim))


async def miss_turns(here: Channel, player: Member, others: list[Member], times: int) -> None:
    """The player's turn limit runs out so often; the others move in time."""
    members = [player, *others]
    while times:
        on_turn = await here.on_turn(members)
        if on_turn is player:
            await here.env.advance_time(61)
            times -= 1
        else:
            await move_somehow(on_turn)


async def move_somehow(player: Member) -> None:
    """The weakest Show, so that the round goes on, or else a Scout."""
    shown = player.hand
    if any(label.startswith("Show") for label in labels(shown)):
        await player.show_something(shown)
        return
    while labels(shown):
        shown = await player.use_first(shown)


@pytest.mark.long
async def test_after_two_turns_missed_in_a_row_the_seat_is_away(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3, turn_limit=60)
    await miss_turns(here, mia, [noa, kim], 1)
    assert "away" not in words(here.table)
    await miss_turns(here, mia, [noa, kim], 1)
    assert "away" in words(here.table)
    assert "I'm back" in labels(here.table)
    assert "A computer plays for you" in words(mia.hand)
    assert labels(mia.hand) == ["I'm back"]


@pytest.mark.long
async def test_a_move_in_time_forgives_the_turn_missed_before(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3, turn_limit=60)
    await miss_turns(here, mia, [noa, kim], 1)
    while (player := await here.on_turn([mia, noa, kim])) is not mia:
        await move_somehow(player)
    await move_somehow(mia)
    await miss_turns(here, mia, [noa, kim], 1)
    assert "away" not in words(here.table)


@pytest.mark.long
async def test_a_computer_plays_on_for_the_absent_until_they_are_back(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3, turn_limit=60)
    await miss_turns(here, mia, [noa, kim], 2)
    await move_somehow(noa)
    before = await here.actions()
    await move_somehow(kim)
    # Kim's and at once Mia's.
    assert len(await here.actions()) == len(before) + 2
    back = await mia.press("I'm back", mia.hand)
    assert "Welcome back" in words(back)
    assert "away" not in words(here.table)
    assert "I'm back" not in labels(here.table)
    await move_somehow(noa)
    await move_somehow(kim)
    assert "Your turn" in words(mia.hand)


@pytest.mark.long
async def test_im_back_works_at_the_table_and_after_a_restart(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3, turn_limit=60)
    await miss_turns(here, mia, [noa, kim], 2)
    await here.restart()
    back = await mia.press("I'm back", here.table)
    assert back.ephemeral
    assert "Welcome back" in words(back)
    assert "away" not in words(here.table)


async def test_computers_move_one_by_one_at_their_pace(folder: Path) -> None:
    async with scout_channel(folder, pace=20) as here:
        (mia,) = await here.start(3, computers=2)
        await mia.press("Keep")
        assert len(await here.actions()) == 1
        await here.env.advance_time(21)
        assert len(await here.actions()) == 3
        moved = await first_moves_of_computers(here, mia)
        assert moved == [1] * len(moved)


async def first_moves_of_computers(here: Channel, mia: Member) -> list[int]:
    """How many actions each stretch of the computers' pace brings until Mia's turn."""
    moved = []
    while not labels(mia.hand):
        before = await here.actions()
        await here.env.advance_time(21)
        moved.append(len(await here.actions()) - len(before))
    return moved


async def test_a_computers_turn_outlives_a_restart(folder: Path) -> None:
    async with scout_channel(folder, pace=20) as here:
        (mia,) = await here.start(3, computers=2)
        await mia.press("Keep")
        await here.env.advance_time(10)
        await here.restart()
        assert len(await here.actions()) == 1
        await here.env.advance_time(11)
        assert len(await here.actions()) == 3
