"""Which table suits a member who looks for others, and what a start fills with computers."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from engine.players import Level
from tests.support.tables.members import AVA, CHANNEL, LEO, MIA, NOAH, SERVER, ZOE, game, lobby


def everything(_channel: int, _parent: int | None) -> bool:
    return True


@pytest.mark.slow
async def test_tables_are_in_the_order_in_which_members_can_use_them(tables: Tables) -> None:
    playing = await game(tables, NOAH)
    full = await lobby(tables, NOAH, channel=11, options=TableOptions(2))
    lone = await lobby(tables, channel=12)
    older = await lobby(tables, NOAH, AVA, channel=13)
    newer = await lobby(tables, computers=2, channel=14)
    lost = await lobby(tables, NOAH, LEO, channel=15)
    await tables.lifecycle.mark_lost(lost.id)
    late, soon = [
        await tables.lifecycle.open(
            ENGLISH,
            SERVER,
            16,
            MIA,
            TableOptions(),
            starts_at=tables.repository.now() + timedelta(days=days),
        )
        for days in (2, 1)
    ]
    found = await tables.company.tables(SERVER, everything)
    order = [newer, older, lone, full, soon, late, playing]
    assert [table.table_id for table in found] == [state.id for state in order]
    assert [table.free for table in found] == [2, 2, 4, 0, 0, 0, 0]
    assert await tables.company.tables(SERVER + 1, everything) == []


@pytest.mark.slow
async def test_the_lobby_for_a_member_is_seen_open_and_not_closed_to_them(tables: Tables) -> None:
    best = await lobby(tables, NOAH, AVA)
    other = await lobby(tables, LEO, channel=11)
    found = await tables.company.lobby_for(SERVER, ZOE.user_id, everything)
    assert found is not None
    assert found.id == best.id
    await tables.lobby.take_out(best.id, MIA, AVA.user_id)
    found = await tables.company.lobby_for(SERVER, AVA.user_id, everything)
    assert found is not None
    assert found.id == other.id
    hidden = await tables.company.lobby_for(SERVER, AVA.user_id, lambda at, _: at == CHANNEL)
    assert hidden is None


@pytest.mark.slow
async def test_members_who_avoid_each_other_are_not_led_to_one_lobby(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    for avoiding, avoided in ((ZOE, NOAH), (NOAH, ZOE)):
        assert await tables.company.lobby_for(SERVER, ZOE.user_id, everything) == state
        await tables.avoidances.switch(avoiding.user_id, avoided.user_id)
        assert await tables.company.lobby_for(SERVER, ZOE.user_id, everything) is None
        assert await tables.company.lobby_for(SERVER, LEO.user_id, everything) == state
        await tables.avoidances.switch(avoiding.user_id, avoided.user_id)


@pytest.mark.parametrize(
    ("size", "fill", "taken", "computers"),
    [(5, None, 1, 0), (5, 3, 1, 2), (5, 3, 2, 1), (5, 3, 4, 0), (2, 5, 1, 1), (4, 5, 1, 3)],
)
def test_a_start_adds_computers_up_to_the_seats_of_the_table(
    size: int, fill: int | None, taken: int, computers: int
) -> None:
    assert TableOptions(size, fill=fill).computers_at_start(taken) == computers


async def test_a_start_fills_seats_with_medium_computers_of_different_names(tables: Tables) -> None:
    state = await game(tables, NOAH, options=TableOptions(fill=5))
    assert [seat.level for seat in state.seats] == [None, None, *[Level.MEDIUM] * 3]
    assert len({seat.name for seat in state.seats}) == 5
    assert state.game is not None
    assert len(state.game.rounds[0].hands) == 5


async def test_a_table_that_does_not_fill_needs_two_players(tables: Tables) -> None:
    state = await lobby(tables)
    with pytest.raises(TableError, match="You need at least two players"):
        await tables.lobby.start(state.id, MIA)
    await tables.lobby.set_options(state.id, MIA, fill=2)
    assert len((await tables.lobby.start(state.id, MIA)).seats) == 2


async def test_options_outlive_the_process(tables: Tables) -> None:
    state = await lobby(tables, options=TableOptions(fill=4))
    tables.repository.forget_all()
    stored = (await tables.repository.get(state.id)).options
    assert stored == replace(TableOptions(), fill=4)


async def test_a_server_keeps_how_many_seats_are_filled(tables: Tables) -> None:
    assert (await tables.server_settings.of(SERVER)).fill == 3
    await tables.server_settings.update(SERVER, fill=5)
    assert (await tables.server_settings.of(SERVER)).fill == 5
    await tables.server_settings.update(SERVER + 1, turn_limit=60)
    assert (await tables.server_settings.of(SERVER + 1)).fill == 3
