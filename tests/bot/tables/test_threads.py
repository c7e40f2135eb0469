"""A game that goes into a thread of its own, and what becomes of its channel."""

import random

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.state import TableState
from bot.tables.core.table_messages import FINAL, RESULT, channel_of, live_slot
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.tables.members import CHANNEL, MIA, NOAH, game, lobby, play_to_the_end, tokens

IN_THREAD = TableOptions(length=1, thread=True)
THREAD = 77


@pytest.fixture
async def awaiting(tables: Tables) -> TableState:
    """A game of Mia and Noah whose thread does not stand yet."""
    return await game(tables, NOAH, options=IN_THREAD)


@pytest.fixture
async def entered(tables: Tables, awaiting: TableState) -> TableState:
    return await tables.lifecycle.enter_thread(awaiting.id, THREAD)


async def reachable(tables: Tables, state: TableState) -> list[int]:
    """The ids of the members to whom a hand can be sent without a press of their own."""
    return sorted(await tokens(tables, state))


def test_a_thread_is_not_wanted_unasked() -> None:
    assert not TableOptions().thread


async def test_the_thread_is_the_games_channel_and_the_old_one_is_free(
    tables: Tables, awaiting: TableState
) -> None:
    assert awaiting.awaits_thread
    state = await tables.lifecycle.enter_thread(awaiting.id, THREAD)
    assert not state.awaits_thread
    assert (state.channel_id, state.parent_id) == (THREAD, CHANNEL)
    assert await tables.repository.find_live_in(THREAD) == state
    assert (await lobby(tables, NOAH)).channel_id == CHANNEL


async def test_entering_again_changes_no_place(tables: Tables, entered: TableState) -> None:
    again = await tables.lifecycle.enter_thread(entered.id, THREAD)
    assert (again.channel_id, again.parent_id, again.options.thread) == (THREAD, CHANNEL, True)


async def test_a_member_who_pressed_in_the_channel_is_sent_nothing_there(
    tables: Tables, awaiting: TableState
) -> None:
    assert await reachable(tables, awaiting) == [MIA.user_id, NOAH.user_id]
    await tables.lifecycle.enter_thread(awaiting.id, THREAD)
    assert await reachable(tables, awaiting) == []
    assert await tokens(tables, awaiting) == {}


async def test_without_a_thread_the_game_stays_and_everybody_is_reached(
    tables: Tables, awaiting: TableState
) -> None:
    state = await tables.lifecycle.enter_thread(awaiting.id, None)
    assert (state.channel_id, state.parent_id, state.options.thread) == (CHANNEL, None, False)
    assert await reachable(tables, state) == [MIA.user_id, NOAH.user_id]


async def test_a_thread_with_a_live_table_is_not_entered(
    tables: Tables, awaiting: TableState
) -> None:
    other = await lobby(tables, channel=THREAD)
    state = await tables.lifecycle.enter_thread(awaiting.id, THREAD)
    assert (state.channel_id, state.options.thread) == (CHANNEL, False)
    assert await tables.repository.find_live_in(THREAD) == other


async def test_a_game_cancelled_meanwhile_still_goes_where_its_thread_is(
    tables: Tables, awaiting: TableState
) -> None:
    """The thread then says why it is empty, and is archived."""
    await tables.closing.cancel(awaiting.id, MIA)
    state = await tables.lifecycle.enter_thread(awaiting.id, THREAD)
    assert (state.status, state.channel_id) == (Status.CLOSED, THREAD)


async def test_a_table_posted_again_in_its_thread_keeps_the_thread(
    tables: Tables, entered: TableState
) -> None:
    state = await tables.lifecycle.repost(entered.id, THREAD)
    assert (state.channel_id, state.parent_id, state.options.thread) == (THREAD, CHANNEL, True)


async def test_a_table_posted_again_elsewhere_is_a_table_like_any_other(
    tables: Tables, entered: TableState
) -> None:
    await tables.lifecycle.mark_lost(entered.id)
    state = await tables.lifecycle.repost(entered.id, CHANNEL)
    assert (state.channel_id, state.parent_id, state.options.thread) == (CHANNEL, None, False)


async def test_a_lobby_posted_again_elsewhere_still_wants_its_thread(tables: Tables) -> None:
    state = await lobby(tables, NOAH, options=IN_THREAD)
    await tables.lifecycle.mark_lost(state.id)
    assert (await tables.lifecycle.repost(state.id, CHANNEL + 1)).awaits_thread


@pytest.mark.slow
async def test_the_result_stands_in_the_channel_too(tables: Tables, entered: TableState) -> None:
    state = await play_to_the_end(tables, entered, random.Random(3))
    assert live_slot(state) == RESULT
    assert (channel_of(state, RESULT), channel_of(state, FINAL)) == (CHANNEL, THREAD)


async def test_a_rematch_is_in_the_channel_and_wants_a_thread_again(
    tables: Tables, entered: TableState
) -> None:
    await play_to_the_end(tables, entered, random.Random(3))
    state = await tables.lifecycle.rematch(ENGLISH, entered.id, NOAH)
    assert (state.channel_id, state.parent_id, state.awaits_thread) == (CHANNEL, None, True)
    assert await reachable(tables, state) == [NOAH.user_id]
