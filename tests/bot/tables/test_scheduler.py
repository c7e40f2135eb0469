"""The scheduler as it runs in the program: it sleeps, wakes, and does what is due."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text, update

from bot.storage.engine.errors import DatabaseUnreachable
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Action, Status
from bot.tables import scheduler
from bot.tables.core.deadlines import LOBBY_TIMEOUT, LOST_TIMEOUT, THINKING_TIME
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.actions import Orient
from tests.support.storage.lost_answers import losing_answers
from tests.support.tables.blocking_players import eventually
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    CHANNEL,
    MIA,
    NOAH,
    actions,
    due_at,
    game,
    lobby,
    play,
    play_on,
)
from tests.support.tables.open_tables import OpenTables

AT_ONCE = timedelta(0)
KEEP = Orient(flip=False)


@pytest.fixture
def tables(open_tables: OpenTables) -> Tables:
    """Computers take no time here: the clock never has to sleep for them."""
    return open_tables(pace=AT_ONCE)


@asynccontextmanager
async def running(tables: Tables) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(tables.scheduler.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})


async def until(
    tables: Tables, state: TableState, wanted: Callable[[TableState], bool]
) -> TableState:
    """The table's state, once it is as wanted without anybody's doing."""
    changed = asyncio.Event()
    tables.repository.listeners.append(lambda _state: changed.set())
    async with asyncio.timeout(10):
        while not wanted(state := await tables.repository.get(state.id)):
            await changed.wait()
            changed.clear()
    return state


def waits_for_members(state: TableState) -> bool:
    return bool(state.to_move) and state.to_move == state.members_to_move


async def has_come_to_rest(clock: FakeClock) -> bool:
    """Whether nothing reads the time any more, as a clock that spins would."""
    for _ in range(20):
        readings = clock.readings
        await asyncio.sleep(0.1)
        if clock.readings == readings:
            return True
    return False


@pytest.mark.slow
async def test_it_wakes_when_a_table_starts(tables: Tables, clock: FakeClock) -> None:
    async with running(tables):
        assert await has_come_to_rest(clock)
        state = await game(tables, computers=2)
        state = await until(tables, state, waits_for_members)
    assert [seat.name for seat in state.to_move] == ["Mia"]


async def test_it_wakes_when_the_turn_comes_to_a_computer(tables: Tables, clock: FakeClock) -> None:
    state, rng = await game(tables, computers=1, options=TableOptions(length=1)), random.Random(1)
    async with running(tables):
        while state.status is Status.PLAYING:
            state = await until(
                tables, state, lambda now: waits_for_members(now) or not now.status.live
            )
            if state.members_to_move:
                await play_on(tables, state, rng)
    assert state.status is Status.OVER


async def test_it_sleeps_until_a_table_is_due(open_tables: OpenTables) -> None:
    pace = timedelta(milliseconds=30)
    tables = open_tables(pace=pace, now=lambda: datetime.now(UTC))
    async with running(tables):
        state = await game(tables, computers=1)
        await until(tables, state, waits_for_members)
    (chosen,) = await actions(tables, state)
    assert chosen.at >= state.decision_since + pace


async def test_it_serves_several_tables(tables: Tables) -> None:
    states = [await game(tables, computers=2, channel=CHANNEL + number) for number in range(3)]
    async with running(tables):
        for state in states:
            await until(tables, state, waits_for_members)


@pytest.mark.slow
async def test_it_rests_when_nothing_is_due(tables: Tables, clock: FakeClock) -> None:
    state = await game(tables, computers=1)
    await lobby(tables, channel=CHANNEL + 1)
    async with running(tables):
        await until(tables, state, waits_for_members)
        assert await has_come_to_rest(clock)


@pytest.mark.slow
async def test_it_rests_at_a_slower_pace_than_before(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    """The stored time is that of the old pace and has passed."""
    state = await game(tables, computers=1)
    slow = timedelta(seconds=10)
    restarted = open_tables(pace=slow)
    looked = asyncio.Event()
    restarted.repository.listeners.append(lambda _state: looked.set())
    async with running(restarted), asyncio.timeout(10):
        await looked.wait()
        assert await has_come_to_rest(clock)
    assert await due_at(restarted, state) == state.decision_since + slow - THINKING_TIME


@pytest.fixture
async def broken(tables: Tables) -> TableState:
    """A table that is due, and whose rows no longer make a game."""
    state = await game(tables, computers=1)
    await play(tables, state, 0, KEEP)
    async with tables.repository.database.write() as session:
        await session.execute(update(Action).values(notation="nonsense"))
    return state


@pytest.mark.slow
async def test_a_table_that_fails_stops_no_other(
    broken: TableState, open_tables: OpenTables, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    restarted = open_tables(pace=AT_ONCE)
    healthy = await game(restarted, computers=1, channel=CHANNEL + 1)
    async with running(restarted):
        healthy = await until(restarted, healthy, waits_for_members)
        await play(restarted, healthy, 0, KEEP)
        await until(restarted, healthy, waits_for_members)
        assert await has_come_to_rest(clock)
    assert [record.getMessage() for record in caplog.records] == [
        f"the scheduler failed at table {broken.id}"
    ]


@pytest.mark.slow
async def test_it_outlives_a_database_in_trouble(
    tables: Tables, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with tables.repository.database.write() as session:
        await session.execute(text("ALTER TABLE tables RENAME TO elsewhere"))
    async with running(tables) as task:
        assert await has_come_to_rest(clock)
        assert not task.done()
    assert [record.getMessage() for record in caplog.records] == [
        "the scheduler could not read the due times"
    ]


async def test_when_it_ends_nothing_of_it_is_left(tables: Tables) -> None:
    for number in range(2):
        await game(tables, computers=2, channel=CHANNEL + number)
    await tables.repository.messages.close()
    before = asyncio.all_tasks()
    changed = asyncio.Event()
    tables.repository.listeners.append(lambda _state: changed.set())
    async with running(tables):
        await changed.wait()
    await tables.repository.messages.close()
    assert asyncio.all_tasks() == before


async def test_it_ends_at_once_while_a_computer_waits_to_move(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables(pace=THINKING_TIME)
    state = await game(tables, computers=2)
    await tables.repository.messages.close()
    before = asyncio.all_tasks()
    async with running(tables):
        await eventually(lambda: clock.wakings)
    assert asyncio.all_tasks() == before
    assert await actions(tables, state) == []


async def test_a_computer_that_waits_holds_up_no_other_table(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables = open_tables(pace=THINKING_TIME)
    await game(tables, computers=2)
    async with running(tables):
        await eventually(lambda: clock.wakings)
        idle = await lobby(tables, channel=CHANNEL + 1)
        async with tables.repository.unit_of_work(idle.id) as change:
            change.table.decision_since -= LOBBY_TIMEOUT
        await until(tables, idle, lambda now: now.status is Status.CLOSED)
        assert len(clock.wakings) == 1


async def test_a_table_cancelled_meanwhile_is_left_alone(tables: Tables) -> None:
    state = await game(tables, computers=1)
    await tables.closing.cancel(state.id, MIA)
    await tables.scheduler.run_due(state.id)
    assert (await tables.repository.get(state.id)).decision_number == state.decision_number


async def test_a_table_that_is_gone_is_no_error(tables: Tables) -> None:
    await tables.scheduler.run_due(7)


@pytest.mark.slow
async def test_of_many_tables_due_only_some_run_at_a_time(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_MAX_RUNNING", 3)
    for number in range(12):
        await game(tables, computers=2, channel=CHANNEL + number)
    most, load = 0, tables.repository.get

    async def counted(table_id: int) -> TableState:
        nonlocal most
        most = max(most, len(tables.scheduler._running))
        return await load(table_id)

    monkeypatch.setattr(tables.repository, "get", counted)
    async with running(tables):
        for number in range(12):
            await until(tables, await load(number + 1), waits_for_members)
    assert most == 3


async def test_a_decision_from_the_future_begins_at_the_start(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    """It was stored while the host's clock was an hour ahead."""
    clock.time += timedelta(hours=1)
    state = await game(tables, computers=1)
    await tables.close()
    clock.time -= timedelta(hours=1)
    restarted = open_tables(pace=AT_ONCE)
    async with running(restarted):
        await until(restarted, state, waits_for_members)


async def test_a_channel_lost_in_the_future_is_lost_since_the_start(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    """Else a game with a turn limit would be out of reach, and count as live, for a year."""
    state = await game(tables, NOAH, options=TableOptions(turn_limit=86_400, ping_after=None))
    clock.time += timedelta(days=400)
    await tables.lifecycle.mark_lost(state.id)
    await tables.close()
    clock.time -= timedelta(days=400)
    restarted = open_tables(pace=AT_ONCE)
    async with running(restarted):
        await until(restarted, state, lambda newest: newest.lost_at == clock.time)
        clock.advance(LOST_TIMEOUT)
        restarted.scheduler.wake()
        await until(restarted, state, lambda newest: newest.status is Status.CLOSED)


@pytest.mark.slow
async def test_outdated_times_do_not_pile_up(
    tables: Tables, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each decision leaves the time at which its turn would have ended a day later."""
    monkeypatch.setattr(scheduler, "_OUTDATED", 5)
    rng = random.Random(1)
    state = await game(tables, NOAH, options=TableOptions(length=3, turn_limit=86_400))
    decisions = 0
    async with running(tables):
        while state.status is Status.PLAYING and decisions < 30:
            clock.advance(timedelta(seconds=1))
            state = await play_on(tables, state, rng)
            decisions += 1
            assert len(tables.scheduler._heap) <= 2 + 5
        assert decisions == 30
        assert state.deadline is not None
        # What is left in the heap is the time that counts.
        clock.advance(state.deadline - clock())
        tables.scheduler.wake()
        await until(tables, state, lambda newest: newest.decision_number > state.decision_number)


async def test_it_sleeps_until_the_next_time_that_counts(tables: Tables, clock: FakeClock) -> None:
    rng = random.Random(1)
    state = await game(tables, NOAH, options=TableOptions(length=3, turn_limit=86_400))
    async with running(tables):
        for _ in range(3):
            clock.advance(timedelta(seconds=1))
            state = await play_on(tables, state, rng)
        tables.scheduler.wake()
        assert await has_come_to_rest(clock)
        assert tables.scheduler._heap[0] == (await due_at(tables, state), state.id)


async def test_it_says_by_how_much_the_earliest_task_is_late(
    tables: Tables, clock: FakeClock
) -> None:
    assert tables.scheduler.lag == AT_ONCE
    state = await lobby(tables)
    tables.scheduler.notify(state)
    assert tables.scheduler.lag == AT_ONCE
    clock.advance(LOBBY_TIMEOUT + timedelta(minutes=2))
    assert tables.scheduler.lag == timedelta(minutes=2)
    async with running(tables):
        await until(tables, state, lambda now: now.status is Status.CLOSED)
    assert (tables.scheduler.lag, tables.scheduler.running) == (AT_ONCE, 0)


async def test_a_game_goes_on_though_a_commit_was_not_answered(
    tables: Tables, clock: FakeClock
) -> None:
    """The database saved the move, although the member read that nothing is saved."""
    state = await game(tables, computers=1)
    async with running(tables):
        state = await until(tables, state, waits_for_members)
        announced: list[TableState] = []
        tables.repository.listeners.append(announced.append)
        async with losing_answers(tables.repository.database):
            with pytest.raises(DatabaseUnreachable):
                await play_on(tables, state, random.Random(1))
        assert announced == []
        clock.advance(timedelta(seconds=5))
        tables.scheduler.wake()
        after = await until(
            tables, state, lambda now: now.revision > state.revision and waits_for_members(now)
        )
    assert after.decision_number > state.decision_number
    assert announced[-1].revision == after.revision


async def test_a_lobby_is_shown_though_its_commit_was_not_answered(
    tables: Tables, clock: FakeClock
) -> None:
    """Its channel is taken, so that no other can be opened there."""
    announced: list[TableState] = []
    tables.repository.listeners.append(announced.append)
    async with running(tables):
        async with losing_answers(tables.repository.database):
            with pytest.raises(DatabaseUnreachable):
                await lobby(tables)
        stored = await tables.repository.find_live_in(CHANNEL)
        assert stored is not None
        assert announced == []
        clock.advance(timedelta(seconds=5))
        tables.scheduler.wake()
        await until(tables, stored, lambda now: now.revision > stored.revision)
    assert [state.id for state in announced] == [stored.id]
