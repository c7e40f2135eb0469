"""A problem with one message, member or channel does not affect the others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import pytest

from tests.support.discord.channel import Channel
from tests.support.discord.messages import labels, title, words
from tests.support.discord.network_faults import meanwhile


@asynccontextmanager
async def slow_answer(here: Channel, user_id: int) -> AsyncIterator[None]:
    """Discord takes long for the answer to this member's click."""
    with here.client.publisher.answering(1, user_id):
        yield


async def test_a_result_in_a_deleted_channel_does_not_stop_the_table(here: Channel) -> None:
    mia, noa = await here.start(2)
    here.env.backend.delete_channel(here.channel.id)
    elsewhere = here.guild.create_text_channel("elsewhere")
    await mia.slash("table", at=elsewhere)
    await noa.leave_table(at=elsewhere)
    _, table = here.messages(None, elsewhere)
    assert "Juggler (medium) for Noa" in words(table)
    await mia.close_table(at=elsewhere)
    _, table = here.messages(None, elsewhere)
    assert "Mia closed the table" in words(table)
    assert labels(table) == []


async def test_a_deleted_channel_is_noticed_without_a_move(here: Channel) -> None:
    await here.start(2)
    await here.env.advance_time(31)
    here.env.backend.delete_channel(here.channel.id)
    await here.env.settle()
    assert (await here.state()).lost_at is not None


async def test_a_slow_answer_does_not_delay_other_members(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publisher._MAX_ANSWER_WAIT", 0.01)
    mia, noa = await here.start(2)
    async with slow_answer(here, here.members[2].id):
        await mia.press("Keep", mia.hand)
        await noa.press("Keep", noa.hand)
        player = await here.on_turn([mia, noa])
        assert f"**Turn:** {player.name}" in words(here.table)
        assert labels(player.hand)


async def test_a_skipped_hand_is_shown_when_its_answer_is_given(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publisher._MAX_ANSWER_WAIT", 0.01)
    mia, noa = await here.start(2)
    await mia.press("Keep", mia.hand)
    async with slow_answer(here, mia.id):
        await noa.press("Keep", noa.hand)
    await here.env.settle()
    assert labels((await here.on_turn([mia, noa])).hand)


async def test_an_answer_given_in_the_midst_of_a_publication_calls_for_another(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publisher._MAX_ANSWER_WAIT", 0.01)
    members = await here.begin_turns(3)
    await here.members[3].press("Watch", here.table)
    player = await here.on_turn(members)
    following = members[(members.index(player) + 1) % 3]
    with ExitStack() as answer:
        answer.enter_context(here.client.publisher.answering(1, following.id))
        # The spectator's note is edited after the hands.
        with meanwhile("PATCH", "/webhooks/*", answer.close):
            await player.show_something()
            await here.env.settle()
    assert "Your turn" in words(following.hand)


async def test_a_skipped_note_is_shown_when_its_answer_is_given(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publisher._MAX_ANSWER_WAIT", 0.01)
    members = await here.begin_turns(2)
    spectator = here.members[2]
    note = await spectator.press("Watch", here.table)
    before = words(note)
    with ExitStack() as answer:
        answer.enter_context(here.client.publisher.answering(1, spectator.id))
        await (await here.on_turn(members)).show_something()
        assert words(note) == before
        with meanwhile("POST", "/interactions/*", answer.close):
            await members[0].press("My hand", here.table)
    assert here.table.content in note.content


async def test_a_lobby_is_posted_once_though_a_member_joins_before_the_reply(here: Channel) -> None:
    mia, noa = here.members[:2]
    publisher = here.client.publisher
    await mia.slash("new")
    with publisher.held(1):
        publisher.request(1)
        await noa.press("Join", here.lobby)
        await asyncio.sleep(0)
    await here.env.settle()
    assert len(here.titled("🎪 A table for SCOUT")) == 1
    assert "Noa" in words(here.lobby)


async def test_a_member_who_leaves_a_game_keeps_no_hand(here: Channel) -> None:
    mia, noa = await here.start(2)
    assert noa.hands()
    await noa.leave_table()
    assert noa.hands() == []
    assert mia.hands()


async def test_the_hand_is_found_from_another_channel(here: Channel) -> None:
    mia, _ = await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    await here.members[2].slash("new", at=elsewhere)
    shown = await mia.slash("hand", at=elsewhere)
    assert "Your hand" in title(shown)


async def test_a_failed_publication_loses_no_later_one(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.expects_errors = True
    mia, noa = await here.start(2)
    publish = here.client.publisher._publish_public

    async def fail_once(state: Any, _known: Any) -> bool:
        monkeypatch.setattr(here.client.publisher, "_publish_public", publish)
        here.client.publisher.request(state.id)
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr(here.client.publisher, "_publish_public", fail_once)
    await mia.press("Keep", mia.hand)
    await noa.press("Keep", noa.hand)
    assert labels((await here.on_turn([mia, noa])).hand)


async def test_names_cannot_mention_channels_or_link(here: Channel) -> None:
    here.members[0] = here.add_member("<#123> [x](http://y.z)")
    await here.open(2)
    assert "<#123>" not in words(here.lobby).replace("\\<", "")
    assert "[x](" not in words(here.lobby).replace("\\[", "")
