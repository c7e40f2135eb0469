import asyncio
import random

import pytest
from sqlalchemy import event, select
from sqlalchemy.orm import Session

from bot.storage.models.options import TableOptions
from bot.storage.models.results import Result
from bot.storage.models.tables import Source, Status, Table
from bot.tables.core.actor import Actor
from bot.tables.core.errors import NotSeated, StalePress, WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.actions import Orient, Scout, Show
from engine.errors import IllegalAction
from tests.support.storage.database import only_sqlite
from tests.support.storage.statements import trips
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    MIA,
    MODERATOR,
    NOAH,
    SERVER,
    actions,
    due_at,
    game,
    game_on_turn,
    lobby,
    play,
    play_on,
    play_to_the_end,
)

KEEP, TURN = Orient(flip=False), Orient(flip=True)


def on_turn(state: TableState) -> int:
    (seat,) = state.to_move
    return seat.index


def some_show(state: TableState) -> Show:
    assert state.game is not None
    assert state.game.current is not None
    return state.game.current.legal(on_turn(state)).shows()[0]


async def test_an_action_is_one_row_and_one_revision(tables: Tables, clock: FakeClock) -> None:
    state = await game(tables, NOAH)
    after = await play(tables, state, 1, TURN)
    (row,) = await actions(tables, state)
    assert (row.number, row.seat, row.notation) == (1, 1, "F")
    assert (row.source, row.at) == (Source.MEMBER, clock.time)
    assert after.revision == state.revision + 1
    assert await tables.repository.get(state.id) == after


async def test_a_move_assigns_to_no_seat_that_stays_as_it_is(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH, AVA)
    assigned: list[type] = []

    def note(session: Session, *_: object) -> None:
        assigned.extend(type(row) for row in session.dirty)

    event.listen(Session, "before_flush", note)
    try:
        await play(tables, state, on_turn(state), some_show(state))
    finally:
        event.remove(Session, "before_flush", note)
    assert assigned == [Table]


@only_sqlite("about the thread of an SQLite connection")
async def test_a_move_goes_to_the_databases_thread_with_all_its_rows_at_once(
    tables: Tables,
) -> None:
    state = await game_on_turn(tables, NOAH, AVA)
    with trips() as made:
        await play(tables, state, on_turn(state), some_show(state))
    # Before it for the revision, since this file is not claimed.
    assert made == ["_run", "_run", "commit"]


async def test_a_member_without_a_seat_plays_nothing(tables: Tables) -> None:
    state = await game(tables, NOAH)
    with pytest.raises(NotSeated, match="You have no seat at this table"):
        await tables.turns.play(state.id, AVA.user_id, state.decision_number, KEEP)


async def test_before_the_start_nothing_is_played(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    with pytest.raises(WrongStage, match=r"has not started yet\. The host can press \*\*Start\*\*"):
        await play(tables, state, 0, KEEP)


async def test_after_the_end_nothing_is_played(tables: Tables) -> None:
    state = await game(tables, NOAH)
    await tables.closing.cancel(state.id, MIA)
    with pytest.raises(WrongStage, match="This table is closed"):
        await play(tables, state, 0, KEEP)


async def test_out_of_turn_nothing_is_played(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH, AVA)
    waiting = (on_turn(state) + 1) % 3
    with pytest.raises(IllegalAction, match="not your turn"):
        await play(tables, state, waiting, Show(1, 1))


async def test_a_button_of_an_earlier_turn_is_stale(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH)
    # With two players who scouts goes on, so the same member may press again (R17).
    show = some_show(state)
    after = await play(tables, state, on_turn(state), show)
    scouted = await play(tables, after, on_turn(after), Scout("L", 1, flipped=False))
    assert on_turn(scouted) == on_turn(after)
    with pytest.raises(StalePress, match="the game has moved on"):
        await play(tables, after, on_turn(after), Scout("L", 2, flipped=False))
    assert await tables.repository.get(state.id) == scouted
    # The same again is a press whose answer was lost.
    assert await play(tables, after, on_turn(after), Scout("L", 1, flipped=False)) == scouted


async def test_a_button_of_another_round_is_stale(tables: Tables) -> None:
    before = await game_on_turn(tables, NOAH, options=TableOptions(length=2))
    state, rng = before, random.Random(1)
    while state.game is not None and len(state.game.rounds) == 1:
        state = await play_on(tables, state, rng)
    assert state.decision_number > before.decision_number
    with pytest.raises(StalePress):
        await play(tables, before, on_turn(before), some_show(before))


async def test_of_a_double_click_one_is_played(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH)
    clicks = [play(tables, state, on_turn(state), some_show(state)) for _ in range(2)]
    first, second = await asyncio.gather(*clicks)
    assert first == second
    assert first.revision == state.revision + 1
    assert len(await actions(tables, state)) == 3


async def test_all_may_choose_at_once(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA)
    await asyncio.gather(*(play(tables, state, position, TURN) for position in range(3)))
    after = await tables.repository.get(state.id)
    assert after.game is not None
    assert after.game.current is not None
    assert after.game.current.orientation == (True, True, True)
    assert (after.decision_number, len(after.to_move)) == (state.decision_number + 1, 1)
    assert [row.number for row in await actions(tables, state)] == [1, 2, 3]


async def test_a_choice_is_made_once(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA)
    clicks = [play(tables, state, 0, orient) for orient in (KEEP, TURN)]
    outcomes = await asyncio.gather(*clicks, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {TableState, StalePress}
    (row,) = await actions(tables, state)
    assert row.notation == "K"


async def test_what_is_illegal_changes_nothing(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH)
    rows = await actions(tables, state)
    heard: list[TableState] = []
    tables.repository.listeners.append(heard.append)
    for action in (Show(1, 11), Scout("L", 1, flipped=False), KEEP):
        with pytest.raises(IllegalAction, match=r"\(R\d+\)$"):
            await play(tables, state, on_turn(state), action)
    assert await tables.repository.get(state.id) == state
    assert len(await actions(tables, state)) == len(rows)
    assert heard == []


async def test_after_what_is_illegal_the_game_goes_on(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH)
    with pytest.raises(IllegalAction):
        await play(tables, state, on_turn(state), Show(1, 11))
    after = await play(tables, state, on_turn(state), some_show(state))
    assert after.decision_number == state.decision_number + 1


async def test_the_next_round_is_dealt_with_the_last_action(
    tables: Tables, clock: FakeClock
) -> None:
    state, rng = await game(tables, NOAH, options=TableOptions(length=2)), random.Random(1)
    assert state.game is not None
    while len(state.game.rounds) == 1:
        clock.time += tables.repository.pace
        state = await play_on(tables, state, rng)
        assert state.game is not None
    assert len(state.members_to_move) == 2
    assert state.decision_since == clock.time


async def finished(tables: Tables, *others: Actor) -> TableState:
    state = await game(tables, *others, computers=1, options=TableOptions(length=1, turn_limit=60))
    return await play_to_the_end(tables, state, random.Random(5))


async def test_a_finished_game_asks_nothing_of_anybody(tables: Tables) -> None:
    state = await finished(tables)
    assert (state.status, state.to_move) == (Status.OVER, ())
    assert await due_at(tables, state) is None
    with pytest.raises(WrongStage, match="This game is over"):
        await play(tables, state, 0, KEEP)


async def test_a_finished_game_writes_a_result_for_each_member(
    tables: Tables, clock: FakeClock
) -> None:
    state = await finished(tables, NOAH)
    assert state.game is not None
    async with tables.repository.database.read() as session:
        results = (await session.scalars(select(Result).order_by(Result.seat))).all()
    assert [(result.user_id, result.name) for result in results] == [
        (MIA.user_id, "Mia"),
        (NOAH.user_id, "Noah"),
    ]
    ranks = {seat: rank for rank, seat, _ in state.game.ranking()}
    for result in results:
        assert result.guild_id == SERVER
        assert (result.players, result.rounds, result.finished_at) == (3, 1, clock.time)
        assert result.points == state.game.totals()[result.seat]
        assert result.rank == ranks[result.seat]


async def test_a_cancelled_game_writes_no_result(tables: Tables) -> None:
    state = await game_on_turn(tables, NOAH)
    state = await tables.closing.cancel(state.id, MODERATOR)
    assert state.status is Status.CLOSED
    async with tables.repository.database.read() as session:
        assert (await session.scalars(select(Result))).all() == []
