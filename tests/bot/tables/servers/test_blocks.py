"""Blocked members, as the tables enforce it."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.errors import Blocked, TableError
from bot.tables.servers.blocks import CACHE_SECONDS, PAGE_LENGTH, PER_MEMBER, PER_SERVER, WINDOW
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    MIA,
    NOAH,
    SERVER,
    block,
    game,
    lobby,
    play_to_the_end,
)
from tests.support.tables.open_tables import OpenTables


async def test_a_blocked_member_neither_joins_nor_opens(tables: Tables) -> None:
    state = await lobby(tables)
    await block(tables, NOAH)
    with pytest.raises(Blocked):
        await tables.lobby.join(state.id, NOAH)
    with pytest.raises(Blocked):
        await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL + 1, NOAH, TableOptions())
    with pytest.raises(Blocked):
        await tables.blocks.require_none(SERVER, NOAH)
    await tables.blocks.require_none(SERVER, AVA)
    assert await tables.repository.get(state.id) == state
    await tables.lifecycle.open(ENGLISH, SERVER + 1, CHANNEL + 1, NOAH, TableOptions())


async def test_a_block_of_another_program_is_known_where_it_matters(
    tables: Tables, open_tables: OpenTables
) -> None:
    """Memory may say otherwise for a while, but no seat is taken."""
    state = await lobby(tables)
    await tables.blocks.require_none(SERVER, NOAH)
    await block(open_tables(), NOAH)
    assert CACHE_SECONDS <= 60
    with pytest.raises(Blocked):
        await tables.lobby.join(state.id, NOAH)


async def test_members_who_manage_the_server_are_not_affected(tables: Tables) -> None:
    await block(tables, NOAH)
    manager = replace(NOAH, manages_server=True)
    await tables.blocks.require_none(SERVER, manager)
    await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL, manager, TableOptions())


async def test_blocking_frees_seats_in_lobbies_alone(tables: Tables) -> None:
    waiting = await lobby(tables, NOAH, channel=CHANNEL + 1)
    running = await game(tables, NOAH)
    await block(tables, NOAH)
    assert (await tables.repository.get(waiting.id)).find_seat(NOAH.user_id) is None
    assert (await tables.repository.get(running.id)).find_seat(NOAH.user_id) is not None
    assert await tables.repository.live_ids_of(NOAH.user_id, SERVER) == [running.id]
    await tables.lobby.leave_all(NOAH.user_id, SERVER, Status.PLAYING)
    seat = (await tables.repository.get(running.id)).seats[1]
    assert seat.is_computer
    assert seat.instead_of == "Noah"


@pytest.mark.slow
async def test_a_rematch_invites_nobody_who_is_blocked(tables: Tables) -> None:
    running = await game(tables, NOAH, AVA, options=TableOptions(length=1))
    over = await play_to_the_end(tables, running, random.Random(1))
    assert over.status is Status.OVER
    await block(tables, NOAH)
    with pytest.raises(Blocked):
        await tables.lifecycle.rematch(ENGLISH, over.id, NOAH)
    again = await tables.lifecycle.rematch(ENGLISH, over.id, AVA)
    assert [(seat.index, seat.user_id) for seat in again.seats] == [(0, AVA.user_id)]
    assert [member.user_id for member in again.invited] == [MIA.user_id]


async def test_blocking_twice_keeps_the_first_and_unblocking_ends_it(
    tables: Tables, clock: FakeClock
) -> None:
    await block(tables, NOAH)
    clock.advance(timedelta(hours=1))
    first = await tables.blocks.find(SERVER, NOAH.user_id)
    await block(tables, replace(NOAH, name="Other"), by=MIA)
    second = await tables.blocks.find(SERVER, NOAH.user_id)
    assert first is not None
    assert second is not None
    for name in ("user_id", "name", "blocked_by", "blocked_at"):
        assert getattr(second, name) == getattr(first, name)
    await tables.blocks.remove(SERVER, NOAH.user_id)
    assert await tables.blocks.find(SERVER, NOAH.user_id) is None
    await tables.blocks.require_none(SERVER, NOAH)


async def test_pages_are_full_and_the_last_one_stands_for_later_ones(tables: Tables) -> None:
    assert (await tables.blocks.page(SERVER, 3)).number == 0
    for user_id in range(1, PAGE_LENGTH + 3):
        await block(tables, replace(NOAH, user_id=user_id))
    first, last = [await tables.blocks.page(SERVER, number) for number in (0, 99)]
    assert (len(first.members), len(last.members)) == (PAGE_LENGTH, 2)
    assert (last.number, last.pages, last.total) == (1, 2, PAGE_LENGTH + 2)


def test_reports_are_counted_by_member_and_server(tables: Tables, clock: FakeClock) -> None:
    limits = tables.report_limits
    for _ in range(PER_MEMBER):
        limits.count(SERVER, MIA.user_id)
    with pytest.raises(TableError, match="3 reports within an hour"):
        limits.count(SERVER, MIA.user_id)
    limits.count(SERVER + 1, MIA.user_id)
    for number in range(PER_SERVER - PER_MEMBER):
        limits.count(SERVER, 1000 + number)
    with pytest.raises(TableError, match="many reports to read"):
        limits.count(SERVER, NOAH.user_id)
    clock.advance(WINDOW)
    limits.count(SERVER, MIA.user_id)


def test_a_report_can_be_taken_back_after_its_hour(tables: Tables, clock: FakeClock) -> None:
    """The machine was suspended while the report was on its way."""
    limits = tables.report_limits
    take_back = limits.count(SERVER, MIA.user_id)
    clock.advance(WINDOW)
    limits.require_left(SERVER, NOAH.user_id)
    take_back()


def test_a_report_that_is_taken_back_does_not_count(tables: Tables) -> None:
    limits = tables.report_limits
    for _ in range(PER_MEMBER + 1):
        limits.count(SERVER, MIA.user_id)()
    limits.require_left(SERVER, MIA.user_id)


@pytest.mark.slow
async def test_a_block_ends_an_invitation_in_an_open_lobby(tables: Tables) -> None:
    state = await play_to_the_end(tables, await game(tables, NOAH, AVA), random.Random(3))
    state = await tables.lifecycle.rematch(ENGLISH, state.id, AVA)
    assert [member.name for member in state.invited] == ["Mia", "Noah"]
    await block(tables, NOAH)
    state = await tables.repository.get(state.id)
    assert [member.name for member in state.invited] == ["Mia"]


async def test_a_member_who_was_taken_out_and_blocked_is_not_invited_again(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    await tables.lobby.take_out(state.id, MIA, NOAH.user_id)
    await block(tables, NOAH)
    with pytest.raises(TableError, match="has blocked that player"):
        await tables.lobby.invite_again(state.id, MIA, NOAH.user_id)
    await tables.blocks.remove(SERVER, NOAH.user_id)
    with pytest.raises(TableError, match="has removed you"):
        await tables.lobby.join(state.id, NOAH)
