"""A spectator's note: anybody can have one, and it shows the game as the channel does."""

import random
import re

import pytest
from simcord.results import ResponseMessage

from bot.storage.models.tables import PrivateKind, Status
from bot.ui.kit.component_id import ComponentId, Verb
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import labels, title, words
from tests.support.discord.network_faults import failing
from tests.support.discord.random_presses import Pressed, press_at_random

DEAD = 16 * 60
"""Seconds after which the token of a click answers no member any more."""


_NOTE = re.compile(r"You are watching\.|This message no longer|Round \d begins when|<@")

_REVIEW = "\n**Review** shows how good your moves were."


def shown(message: ResponseMessage) -> list[object]:
    """What a message shows of the game, without the note above it and what is said of buttons."""
    alt_texts = [attachment.description for attachment in message.attachments]
    said = [line for line in message.content.splitlines() if not _NOTE.match(line)]
    embeds = [
        {**embed.to_dict(), "description": (embed.description or "").removesuffix(_REVIEW)}
        for embed in message.embeds
    ]
    return [*embeds, alt_texts, said]


async def rows(here: Channel) -> int:
    """How many notes the bot keeps current, or thinks it does."""
    messages = await here.client.tables.repository.messages.of(1)
    return len(messages.private_of_kind(PrivateKind.SPECTATOR))


@pytest.fixture
def leo(here: Channel) -> Member:
    """Somebody who never has a seat."""
    return here.members[3]


async def move(here: Channel, members: list[Member]) -> None:
    """The member on turn plays."""
    player = await here.on_turn(members)
    await player.show_something(await player.press("My hand", here.table))


async def test_anybody_can_watch(here: Channel, leo: Member) -> None:
    members = await here.begin_turns(2)
    for member in (*members, leo):
        note = await member.press("Watch", here.table)
        assert note.ephemeral
        assert shown(note) == shown(here.table)
        assert labels(note) == ["Keep watching"]
        until = int(here.env.now().timestamp()) + 15 * 60 - 30
        assert f"follows the table until <t:{until}:t>" in note.content
    await move(here, members)
    for member in (*members, leo):
        assert [shown(note) for note in member.notes()] == [shown(here.table)]
        assert member is leo or re.search("Your (hand|turn)", words(member.hand))


@pytest.mark.long
async def test_a_note_follows_a_whole_game(here: Channel, leo: Member) -> None:
    members = await here.start(3, rounds=2)
    await leo.press("Watch", here.table)
    seen: set[str] = set()

    async def compare(_pressed: Pressed) -> None:
        (note,) = leo.notes()
        expected = await to_be_seen(here)
        assert shown(note) == shown(expected)
        seen.add(title(expected))

    await press_at_random(members, random.Random(1), compare)
    (note,) = leo.notes()
    assert title(note).startswith("🏆")
    assert "This message no longer updates" in note.content
    assert labels(note) == []
    assert "Review" not in words(note)
    assert await rows(here) == 0
    assert len(seen) == 4


async def to_be_seen(here: Channel) -> ResponseMessage:
    """The public message of what interests a spectator most."""
    state = await here.state()
    assert state.game is not None
    if state.status is Status.OVER:
        return here.titled("🏆")[0]
    if len(state.game.rounds) == 2 and None in state.game.rounds[-1].orientation:
        return here.titled("Round 1 of 2 is over")[0]
    return here.table


async def test_a_note_sleeps_when_its_token_is_dead_and_is_woken(
    here: Channel, leo: Member
) -> None:
    members = await here.begin_turns(2)
    note = await leo.press("Watch", here.table)
    before = shown(note)
    await here.env.advance_time(DEAD)
    edits = here.private_edits()
    await move(here, members)
    assert here.private_edits() == edits
    assert shown(note) == before
    assert await rows(here) == 0
    renewed = await leo.press("Keep watching", note)
    assert renewed.id == note.id
    assert shown(note) == shown(here.table)
    await move(here, members)
    assert shown(note) == shown(here.table) != before


async def test_a_note_renewed_in_time_follows_for_longer(here: Channel, leo: Member) -> None:
    members = await here.begin_turns(2)
    note = await leo.press("Watch", here.table)
    await here.env.advance_time(DEAD / 2)
    await leo.press("Keep watching", note)
    await here.env.advance_time(DEAD / 2 + 60)
    await move(here, members)
    assert [shown(note) for note in leo.notes()] == [shown(here.table)]


@pytest.mark.long
async def test_a_note_outlives_a_restart(here: Channel, leo: Member) -> None:
    members = await here.begin_turns(2)
    note = await leo.press("Watch", here.table)
    await here.restart()
    await move(here, members)
    assert shown(note) == shown(here.table)
    await here.restart()
    assert (await leo.press("Keep watching", note)).id == note.id


async def test_a_second_press_brings_the_note_down(here: Channel, leo: Member) -> None:
    members = await here.begin_turns(2)
    first = await leo.press("Watch", here.table)
    second = await leo.press("Watch", here.table)
    assert second.id != first.id
    assert [note.id for note in leo.notes()] == [second.id]
    await move(here, members)
    assert shown(leo.notes()[0]) == shown(here.table)


@pytest.mark.long
async def test_waking_a_sleeping_note_takes_the_other_away(here: Channel, leo: Member) -> None:
    await here.begin_turns(2)
    sleeping = await leo.press("Watch", here.table)
    await here.env.advance_time(DEAD)
    await leo.press("Watch", here.table)
    assert len(leo.notes()) == 2
    await leo.press("Keep watching", sleeping)
    assert [note.id for note in leo.notes()] == [sleeping.id]


async def test_a_dismissed_note_is_not_sent_again(here: Channel, leo: Member) -> None:
    members = await here.begin_turns(2)
    note = await leo.press("Watch", here.table)
    here.env.backend.delete_message(here.channel.id, note.id)
    await move(here, members)
    assert leo.notes() == []
    assert await rows(here) == 0


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_token_that_died_early_is_forgotten(
    here: Channel, leo: Member, status: int
) -> None:
    members = await here.begin_turns(2)
    await leo.press("Watch", here.table)
    player = await here.on_turn(members)
    with failing("PATCH", "/webhooks/*", status=status):
        await player.show_something()
    assert await rows(here) == 0
    other = await here.on_turn(members)
    assert "Your turn" in words(await other.press("My hand", here.table))


async def test_a_cancelled_game_says_why(here: Channel, leo: Member) -> None:
    mia, _ = await here.start(2)
    await leo.press("Watch", here.table)
    await mia.close_table()
    (note,) = leo.notes()
    assert "This message no longer updates" in note.content
    assert "Mia closed the table" in words(note)
    assert labels(note) == []
    assert await rows(here) == 0


async def test_a_member_who_wakes_a_note_too_late_sees_how_it_ended(
    here: Channel, leo: Member
) -> None:
    mia, _ = await here.start(2)
    note = await leo.press("Watch", here.table)
    await here.env.advance_time(DEAD)
    await mia.close_table()
    assert labels(note) == ["Keep watching"]
    assert "Mia closed the table" in words(await leo.press("Keep watching", note))
    assert labels(note) == []
    assert await rows(here) == 0


async def test_a_table_brought_elsewhere_is_watched_on(here: Channel, leo: Member) -> None:
    members = await here.begin_turns(2)
    note = await leo.press("Watch", here.table)
    here.env.backend.delete_message(here.channel.id, here.table.id)
    await members[0].slash("table")
    await move(here, members)
    assert shown(note) == shown(here.table)


async def test_without_changes_nothing_is_sent(here: Channel, leo: Member) -> None:
    await here.begin_turns(2)
    await leo.press("Watch", here.table)
    edits = here.private_edits()
    here.client.publisher.request(1)
    await here.env.settle()
    assert here.private_edits() == edits


async def test_limits_and_pauses_between_two_rounds_are_said_in_a_note(
    here: Channel, leo: Member
) -> None:
    (mia,) = await here.start(2, 1, rounds=2, turn_limit=300)
    await leo.press("Watch", here.table)
    while (await here.state()).round_number == 1:
        await here.play_elsewhere(mia)
        await here.env.settle()
    (note,) = leo.notes()
    assert "Round 2 begins when everyone has kept or flipped their hand." in note.content
    due = (await here.state()).deadline
    assert due is not None
    assert f"A computer moves for Mia <t:{int(due.timestamp())}:R>." in note.content
    picks = str(ComponentId(Verb.ASK_PAUSE, 1))
    await mia.actor.select(await mia.slash("pause"), ["3"], custom_id=picks)
    (note,) = leo.notes()
    assert "The game pauses until <t:" in note.content


async def test_a_member_without_a_seat_reads_how_to_watch(here: Channel, leo: Member) -> None:
    await here.start(2)
    assert "Press **Watch**" in words(await leo.press("My hand", here.table))
