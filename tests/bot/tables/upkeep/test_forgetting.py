"""A forgotten member is in no row, and everybody else's games and results are as they were."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.hosting.database.backup import back_up
from bot.storage import queries
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.models.options import TableOptions
from bot.storage.models.personal_columns import FORMER_PLAYER
from bot.storage.models.results import Result
from bot.storage.models.tables import PrivateKind, Reason, Status
from bot.tables.core.actor import Actor, private_message
from bot.tables.core.errors import NotSeated, TableError
from bot.tables.core.state import TableState
from bot.tables.core.table_messages import TOKEN_LIFE
from bot.tables.games.history import record_of
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.storage.database import only_sqlite
from tests.support.storage.traces import bytes_of, traces
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    MODERATOR,
    NOAH,
    SERVER,
    ZOE,
    game,
    game_on_turn,
    lobby,
    play_on,
    play_to_the_end,
    run_due,
)
from tests.support.tables.open_tables import PACE, OpenTables

pytestmark = pytest.mark.slow  # games are played first

ONE_ROUND = TableOptions(length=1)


@pytest.fixture
def file(url: str, tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


async def finished_game(tables: Tables, *others: Actor, channel: int = CHANNEL) -> TableState:
    state = await game(tables, *others, channel=channel, options=ONE_ROUND)
    return await play_to_the_end(tables, state, random.Random(3))


async def results(tables: Tables) -> list[Result]:
    async with tables.repository.database.read() as session:
        query = select(Result).order_by(Result.table_id, Result.seat)
        return list(await session.scalars(query))


def scores(rows: list[Result]) -> list[tuple[int, ...]]:
    return [(row.table_id, row.seat, row.points, row.rank, row.players) for row in rows]


async def forget(tables: Tables, actor: Actor) -> list[int]:
    return list((await tables.forgetting.forget(SERVER, actor)).table_ids)


def of_mia(file: Path) -> list[str]:
    return traces(file, MIA.user_id, MIA.name, MIA.token)


async def test_a_finished_game_stays_whole_with_a_former_player(tables: Tables, file: Path) -> None:
    state = await finished_game(tables, NOAH, AVA)
    before, record = await results(tables), await record_of(tables.repository.database, state.id)
    board = await tables.leaderboard.page(SERVER, 0)
    assert of_mia(file) != []
    await forget(tables, MIA)
    assert of_mia(file) == []
    after = await results(tables)
    assert scores(after) == scores(before)
    assert [row.name for row in after] == [FORMER_PLAYER, "Noah", "Ava"]
    assert [row.user_id for row in after[1:]] == [NOAH.user_id, AVA.user_id]
    assert after[0].user_id < 0
    seats = (await tables.repository.get(state.id)).seats
    assert [(seat.user_id, seat.name) for seat in seats] == [
        (row.user_id, row.name) for row in after
    ]
    assert await record_of(tables.repository.database, state.id) == record
    # Nothing changes for the others; a former player is on no leaderboard.
    now = await tables.leaderboard.page(SERVER, 0)
    others = [line for line in board.rows if line.user_id != MIA.user_id]
    assert [line[2:] for line in now.rows] == [line[2:] for line in others]


@only_sqlite("its files are read")
async def test_no_byte_of_the_files_has_a_forgotten_member(tables: Tables, file: Path) -> None:
    noah = replace(NOAH, name="Noah the Marvellous", avatar="https://cdn/noah")
    state = await game(tables, noah, options=ONE_ROUND)
    await play_to_the_end(tables, state, random.Random(3))
    await tables.repository.messages.save()
    erased = [b"Noah the Marvellous", noah.token.encode(), b"https://cdn/noah"]
    assert [one in bytes_of(file) for one in erased] == [True] * 3
    await forget(tables, noah)
    assert [one in bytes_of(file) for one in erased] == [False] * 3
    copied = file.with_name("backup.sqlite3")
    await asyncio.to_thread(back_up, file, copied)
    assert [one in bytes_of(copied) for one in erased] == [False] * 3


async def test_the_id_that_takes_its_place_is_one_in_a_server_and_another_elsewhere(
    tables: Tables, file: Path
) -> None:
    await finished_game(tables, NOAH)
    await finished_game(tables, NOAH)
    elsewhere = await tables.lifecycle.open(ENGLISH, 2, 20, MIA, ONE_ROUND)
    elsewhere = await tables.lobby.join(elsewhere.id, NOAH)
    elsewhere = await tables.lobby.start(elsewhere.id, MIA)
    await play_to_the_end(tables, elsewhere, random.Random(4))
    await forget(tables, MIA)
    assert of_mia(file) == []
    here, again, there = [row.user_id for row in await results(tables) if row.user_id < 0]
    assert here == again
    assert here != there
    assert {row.guild_id for row in await results(tables) if row.user_id == there} == {2}


async def test_a_hosted_lobby_is_handed_on(tables: Tables, file: Path) -> None:
    state = await lobby(tables, NOAH)
    changes: list[TableState] = []
    tables.repository.listeners.append(changes.append)
    await forget(tables, MIA)
    state = await tables.repository.get(state.id)
    assert (state.host_id, [seat.name for seat in state.seats]) == (NOAH.user_id, ["Noah"])
    # It is published without Mia.
    assert changes[-1] == state
    assert of_mia(file) == []


async def test_a_lobby_with_nobody_else_is_closed(tables: Tables, file: Path) -> None:
    state = await lobby(tables, computers=1)
    await forget(tables, MIA)
    assert (await tables.repository.get(state.id)).status is Status.CLOSED
    assert of_mia(file) == []


async def test_a_computer_plays_on_in_a_running_game(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    state = await game_on_turn(tables, NOAH, options=ONE_ROUND)
    while state.to_move != (state.seats[0],):
        state = await play_on(tables, state, random.Random(5))
    await forget(tables, MIA)
    state = await tables.repository.get(state.id)
    assert state.seats[0].is_computer
    assert state.seats[0].instead_of == FORMER_PLAYER
    assert state.host_id == NOAH.user_id
    assert of_mia(file) == []
    # It was Mia's turn, and nobody waits for her.
    clock.advance(PACE)
    assert (await run_due(tables, state)).decision_number == state.decision_number + 1
    state = await play_to_the_end(tables, state, random.Random(6))
    assert state.status is Status.OVER
    assert of_mia(file) == []


async def test_a_game_that_was_left_before_no_longer_names_the_member(
    tables: Tables, file: Path
) -> None:
    state = await game(tables, NOAH, AVA)
    await tables.lobby.leave(state.id, MIA.user_id)
    # Who plays on for Noah keeps the name.
    await tables.lobby.leave(state.id, NOAH.user_id)
    changes: list[TableState] = []
    tables.repository.listeners.append(changes.append)
    await forget(tables, MIA)
    assert of_mia(file) == []
    state = await tables.repository.get(state.id)
    assert [seat.instead_of for seat in state.seats] == [FORMER_PLAYER, "Noah", None]
    assert changes == [state]


async def test_the_new_name_of_a_stand_in_is_shown_after_a_crash(
    tables: Tables, open_tables: OpenTables
) -> None:
    """The process ends between the erasing and the publication."""
    state = await game(tables, NOAH, AVA)
    state = await tables.lobby.leave(state.id, MIA.user_id)
    known = await tables.repository.messages.of(state.id)
    known.mark_published(state.revision)
    await tables.repository.messages.save()
    assert await open_tables().repository.unpublished() == []
    await forget(tables, MIA)
    assert await open_tables().repository.unpublished() == [state.id]


async def test_others_who_go_on_changing_a_table_only_delay_a_forgetting(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    """It is no reason to say that the member goes on playing."""
    await finished_game(tables, NOAH)
    erase = queries.members.erase

    async def rows_appeared(*_: object) -> bool:
        return False

    monkeypatch.setattr(queries.members, "erase", rows_appeared)
    with pytest.raises(DatabaseBusy):
        await forget(tables, MIA)
    monkeypatch.setattr(queries.members, "erase", erase)
    await forget(tables, MIA)
    assert of_mia(file) == []


async def test_a_table_that_the_member_closed_no_longer_names_them(
    tables: Tables, file: Path
) -> None:
    first = await lobby(tables, NOAH)
    await tables.closing.cancel(first.id, MODERATOR)
    second = await lobby(tables, NOAH)
    await tables.closing.cancel(second.id, MIA)
    # An earlier version did not store whose name it is.
    third = await lobby(tables, NOAH)
    async with tables.repository.unit_of_work(third.id) as uow:
        uow.close(Reason.ENDED, "Mia")
    # She had another name then.
    mimi = replace(MIA, name="Mimi")
    fourth = await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL, mimi, TableOptions())
    async with tables.repository.unit_of_work(fourth.id) as uow:
        uow.close(Reason.ENDED, "Mimi")
    await forget(tables, MIA)
    assert of_mia(file) == []
    states = [await tables.repository.get(state.id) for state in (first, second, third, fourth)]
    assert {state.closed_reason for state in states} == {Reason.ENDED}
    assert [state.closed_detail for state in states] == ["Moderator", *[FORMER_PLAYER] * 3]
    await forget(tables, MODERATOR)
    assert traces(file, MODERATOR.user_id, MODERATOR.name) == []


async def test_a_moderator_who_was_forgotten_since_the_press_closes_no_table(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    """They have no seat, so that no table shows them to the forgetting."""
    state, presser = await lobby(tables, NOAH), replace(MODERATOR, until=clock() + TOKEN_LIFE)
    clock.advance(timedelta(seconds=1))
    await forget(tables, MODERATOR)
    with pytest.raises(TableError, match="Press again"):
        await tables.closing.cancel(state.id, presser)
    assert traces(file, MODERATOR.user_id, MODERATOR.name) == []
    clock.advance(timedelta(seconds=1))
    state = await tables.closing.cancel(state.id, replace(presser, until=clock() + TOKEN_LIFE))
    assert state.closed_detail == "Moderator"


async def test_private_messages_are_given_up_and_those_of_others_kept(
    tables: Tables, file: Path
) -> None:
    state = await game(tables, NOAH)
    known = await tables.repository.messages.of(state.id)
    known.follow(private_message(state.id, PrivateKind.SPECTATOR, ZOE, message_id=7))
    # Not saved yet.
    known.follow(private_message(state.id, PrivateKind.SPECTATOR, LEO, message_id=8))
    forgotten = await tables.forgetting.forget(SERVER, LEO)
    assert [(message.token, message.message_id) for message in forgotten.messages] == [
        (LEO.token, 8)
    ]
    assert traces(file, LEO.user_id, LEO.name, LEO.token) == []
    await tables.repository.messages.save()
    assert known.private(PrivateKind.SPECTATOR, LEO.user_id) is None
    assert known.private(PrivateKind.SPECTATOR, ZOE.user_id) is not None
    assert traces(file, ZOE.token) != []
    assert traces(file, LEO.token) == []


async def test_settings_are_as_at_the_beginning(tables: Tables, file: Path) -> None:
    await tables.preferences.update(MIA.user_id, confirm=True, welcomed=True, share_name=True)
    await forget(tables, MIA)
    assert await tables.preferences.of(MIA.user_id) == Preferences()
    assert of_mia(file) == []


async def test_the_end_of_an_earlier_press_leaves_no_settings(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    """The tutorial is offered after the answer, which can take its time."""
    pressed_at = clock()
    clock.advance(timedelta(seconds=1))
    await forget(tables, MIA)
    update = tables.preferences.update
    assert not await update(MIA.user_id, pressed_at=pressed_at, welcomed=True)
    assert of_mia(file) == []
    clock.advance(timedelta(seconds=1))
    assert await update(MIA.user_id, pressed_at=clock(), welcomed=True)
    assert of_mia(file) != []


async def test_asking_twice_changes_nothing_more(tables: Tables) -> None:
    state = await finished_game(tables, NOAH)
    assert await forget(tables, MIA) == [state.id]
    before = await results(tables), await tables.repository.get(state.id)
    assert await forget(tables, MIA) == []
    after = await results(tables), await tables.repository.get(state.id)
    assert scores(before[0]) == scores(after[0])
    assert before[0][0].user_id == after[0][0].user_id
    assert before[1] == after[1]


async def test_a_forgotten_member_who_plays_again_starts_from_zero(
    tables: Tables, file: Path
) -> None:
    await finished_game(tables, NOAH)
    await forget(tables, MIA)
    await finished_game(tables, NOAH)
    board = await tables.leaderboard.page(SERVER, 0)
    assert {(line.name, line.games) for line in board.rows} == {("Mia", 1), ("Noah", 2)}
    await forget(tables, MIA)
    assert of_mia(file) == []
    # Two lives that nobody can tell to be of one member.
    former = {row.user_id for row in await results(tables) if row.name == FORMER_PLAYER}
    assert len(former) == 2


async def test_a_forgetting_that_was_killed_halfway_is_finished_by_asking_again(
    tables: Tables, open_tables: OpenTables, file: Path
) -> None:
    """Before the last step, which is one transaction, tables are left one by one."""
    over = await finished_game(tables, NOAH)
    running = await game(tables, NOAH)
    await tables.lobby.leave(running.id, MIA.user_id, known_as=FORMER_PLAYER)
    after = open_tables()
    assert of_mia(file) != []
    assert await forget(after, MIA) == [over.id, running.id]
    assert of_mia(file) == []


async def test_a_rematch_leaves_the_seat_free(tables: Tables) -> None:
    state = await finished_game(tables, NOAH, AVA)
    await forget(tables, NOAH)
    state = await tables.lifecycle.rematch(ENGLISH, state.id, AVA)
    assert [(seat.index, seat.name) for seat in state.seats] == [(0, "Ava")]
    assert [member.name for member in state.invited] == ["Mia"]
    with pytest.raises(NotSeated):
        state.seat_of(NOAH.user_id)


async def test_an_invitation_is_forgotten_too(tables: Tables) -> None:
    state = await finished_game(tables, NOAH, AVA)
    state = await tables.lifecycle.rematch(ENGLISH, state.id, AVA)
    assert [member.name for member in state.invited] == ["Mia", "Noah"]
    await forget(tables, NOAH)
    state = await tables.repository.get(state.id)
    assert [member.name for member in state.invited] == ["Mia"]
    state = await tables.lobby.join(state.id, MIA)
    assert (state.invited, len(state.seats)) == ((), 2)


async def test_that_the_host_took_a_member_out_is_forgotten_too(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    await tables.lobby.take_out(state.id, MIA, NOAH.user_id)
    await forget(tables, NOAH)
    assert (await tables.repository.get(state.id)).removed == ()


async def test_a_move_at_the_same_time_is_made_by_the_newest_rows(tables: Tables) -> None:
    """A change that began with the table in memory loads it again."""
    state = await game(tables, NOAH, AVA)
    await tables.lobby.leave(state.id, MIA.user_id)
    state = await tables.repository.get(state.id)

    async def join_all() -> None:
        with suppress(NotSeated):
            await tables.turns.come_back(state.id, NOAH.user_id)

    await asyncio.gather(forget(tables, MIA), *(join_all() for _ in range(5)))
    state = await tables.repository.get(state.id)
    assert state.seats[0].instead_of == FORMER_PLAYER
    assert not state.seats[1].is_computer


@pytest.mark.parametrize("pause", [0.0, 0.001, 0.002, 0.004, 0.008, 0.016])
async def test_no_change_at_the_same_time_is_refused(tables: Tables, pause: float) -> None:
    """As the bot runs: a claimed database, whose tables are changed as they are in memory."""
    await tables.repository.database.claim()
    state = await game(tables, NOAH, AVA)
    await tables.lobby.leave(state.id, MIA.user_id)

    async def come_back() -> None:
        await asyncio.sleep(pause)
        await tables.turns.come_back(state.id, NOAH.user_id)

    await asyncio.gather(forget(tables, MIA), *(come_back() for _ in range(5)))
    state = await tables.repository.get(state.id)
    assert state.seats[0].instead_of == FORMER_PLAYER


async def test_a_computer_that_plays_on_for_another_of_that_name_keeps_it(tables: Tables) -> None:
    """Earlier versions did not store who left; then the name says it."""
    other = replace(LEO, name=MIA.name)
    state = await game(tables, NOAH, other)
    await tables.lobby.leave(state.id, MIA.user_id)
    await tables.lobby.leave(state.id, other.user_id)
    await forget(tables, MIA)
    seats = (await tables.repository.get(state.id)).seats
    assert [seat.instead_of for seat in seats] == [FORMER_PLAYER, None, "Mia"]


async def test_joining_at_the_same_time_leaves_a_seat_or_nothing(
    tables: Tables, file: Path
) -> None:
    for seed in range(10):
        state = await lobby(tables, NOAH)
        await tables.lobby.leave(state.id, MIA.user_id)

        async def join(table_id: int, pause: float) -> None:
            await asyncio.sleep(pause)
            await tables.lobby.join(table_id, MIA)

        await asyncio.gather(forget(tables, MIA), join(state.id, seed / 1000))
        seats = (await tables.repository.get(state.id)).seats
        is_seated = MIA.user_id in [seat.user_id for seat in seats]
        await tables.repository.messages.save()
        assert (of_mia(file) != []) is is_seated
        await tables.closing.cancel(state.id, NOAH)
        await forget(tables, MIA)
        assert of_mia(file) == []


async def test_a_rematch_that_had_read_the_seats_before_brings_nothing_back(
    tables: Tables, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tables.repository.database.claim()
    over = await finished_game(tables, NOAH, AVA)
    add = tables.repository.add

    async def forget_first(*arguments: Any) -> TableState:
        await forget(tables, MIA)
        return await add(*arguments)

    monkeypatch.setattr(tables.repository, "add", forget_first)
    again = await tables.lifecycle.rematch(ENGLISH, over.id, NOAH)
    await tables.repository.messages.save()
    assert [member.name for member in again.invited] == ["Ava"]
    assert of_mia(file) == []


async def test_a_rematch_by_the_forgotten_member_is_refused(
    tables: Tables, open_tables: OpenTables, file: Path
) -> None:
    over = await finished_game(tables, NOAH)
    other = open_tables()
    await other.repository.get(over.id)
    await forget(tables, MIA)
    with pytest.raises(NotSeated):
        await other.lifecycle.rematch(ENGLISH, over.id, MIA)
    assert of_mia(file) == []
