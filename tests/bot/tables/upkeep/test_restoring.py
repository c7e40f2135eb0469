"""A restored database is checked game by game, and its live tables get new ids."""

import asyncio
import random
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text, update

from bot.storage import queries
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.engine.session import Session
from bot.storage.models.options import TableOptions
from bot.storage.models.results import Departure, Result
from bot.storage.models.sharding import ALL_SHARDS
from bot.storage.models.tables import (
    MAX_REMINDERS,
    Action,
    PublicMessage,
    Round,
    Seat,
    Status,
    Table,
)
from bot.storage.queries.tables import IS_OPEN
from bot.tables.core.deadlines import ASK_AGAIN_AFTER, CLOSING_TIMEOUT, closing_end, reminder_at
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.table_messages import closing_slot
from bot.tables.games.history import record_of
from bot.tables.service import Tables
from bot.tables.upkeep.restoring import SKIPPED_IDS, Restored, make_ready
from bot.text.language import ENGLISH
from tests.support.storage.database import (
    FILE,
    copy_database,
    database_url,
    only_postgres,
    only_sqlite,
)
from tests.support.storage.leases import hold_all_shards
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    MIA,
    NOAH,
    any_move,
    due_at,
    game_on_turn,
    lobby,
    play,
    play_on,
    play_to_the_end,
)
from tests.support.tables.open_tables import OpenTables, tables_on

pytestmark = pytest.mark.slow  # plays a whole game

FINISHED, PLAYING, LOBBY = 1, 2, 3


@pytest.fixture(scope="module")
def migrated_file(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three tables, played once; each test goes on with a copy."""
    file = tmp_path_factory.mktemp("three_tables") / FILE
    copy_database(migrated_file, file)
    asyncio.run(play_three_tables(file))
    return file


async def play_three_tables(file: Path) -> None:
    """A finished game of four, of whom one has left; a running one and a lobby elsewhere."""
    async with tables_on(file) as tables:
        over = await game_on_turn(tables, NOAH, AVA, computers=1, options=TableOptions(length=2))
        await tables.lobby.leave(over.id, AVA.user_id, stage=Status.PLAYING)
        over = await tables.repository.get(over.id)
        over = await play_to_the_end(tables, over, random.Random(3))
        playing = await game_on_turn(tables, NOAH, channel=11, options=TableOptions(turn_limit=60))
        waiting = await lobby(tables, channel=12)
    assert [over.id, playing.id, waiting.id] == [FINISHED, PLAYING, LOBBY]


async def ready(tables: Tables) -> Restored:
    database = tables.repository.database
    return await make_ready(database, tables.repository.now(), lambda _line: None)


async def test_a_database_that_a_bot_uses_is_left_alone(tables: Tables) -> None:
    """It may be of an earlier version, which cannot go on with the tables of this one."""
    database = tables.repository.database
    await hold_all_shards(database)
    async with database.write() as session:
        await session.execute(text("ALTER TABLE invitations DROP COLUMN mentioned"))
        await session.execute(text("UPDATE alembic_version SET version_num = '0031'"))
    with pytest.raises(UnusableDatabase, match="Stop that bot first"):
        await ready(tables)
    with pytest.raises(UnusableDatabase, match="have the shape 0031"):
        await database.check()


@only_postgres("a bot claims its file at once")
async def test_a_bot_that_starts_during_the_check_keeps_its_tables(tables: Tables) -> None:
    database = tables.repository.database
    async with database.write() as session:
        now = await queries.leases.database_time(session)
        until = now + timedelta(minutes=1)
        await queries.leases.claim(session, ALL_SHARDS, "someone", now, until)
        restoring = asyncio.create_task(ready(tables))
        await asyncio.wait({restoring}, timeout=0.5)
        assert not restoring.done()
    with pytest.raises(UnusableDatabase, match="Stop that bot first"):
        await restoring
    assert sorted(await database.ask(Session.values, Table.id, IS_OPEN)) == [PLAYING, LOBBY]


async def test_every_finished_game_is_replayed(tables: Tables) -> None:
    restored = await ready(tables)
    assert (restored.games, restored.deals, restored.live) == (1, 2, 2)
    assert restored.problems == ()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (update(Action).where(Action.number == 9).values(notation="S1-12"), "round 1, action"),
        (delete(Action).where(Action.table_id == FINISHED, Action.number > 9), "actions end"),
        (update(Round).where(Round.number == 2).values(salt="0" * 64), "another deal"),
        (update(Round).where(Round.number == 2).values(hands=[["1/2"]]), "round 2"),
        (delete(Round).where(Round.table_id == FINISHED, Round.number == 2), "deals stored: 1"),
        (update(Result).where(Result.seat == 0).values(points=Result.points + 1), "seat 1 says"),
    ],
)
async def test_a_game_that_does_not_replay_is_named(
    tables: Tables, damage: object, words: str
) -> None:
    async with tables.repository.database.write() as session:
        await session.execute(damage)  # type: ignore[call-overload]
    restored = await ready(tables)
    assert restored.games == 0
    (problem,) = restored.problems
    assert problem.startswith("table 1: ")
    assert words in problem


@only_sqlite("PostgreSQL refuses values of other types")
async def test_a_game_that_cannot_be_read_is_named_beside_the_others(tables: Tables) -> None:
    async with tables.repository.database.write() as session:
        await session.execute(text("UPDATE rounds SET hands = 'no JSON' WHERE table_id = 1"))
        await session.execute(update(Table).where(Table.id == PLAYING).values(status=Status.OVER))
    restored = await ready(tables)
    assert (restored.games, restored.live) == (0, 1)
    unreadable, unfinished = restored.problems
    assert unreadable.startswith("table 1: Game 1 cannot be read: ")
    assert unfinished.startswith("table 2: ")


async def test_live_tables_go_on_under_new_ids(tables: Tables, open_tables: OpenTables) -> None:
    before = await tables.repository.get(PLAYING)
    await ready(tables)
    restored = open_tables()
    state = await restored.repository.find_live_in(11)
    assert state is not None
    assert state.id >= LOBBY + SKIPPED_IDS
    assert (state.game, state.seats, state.commitments) == (
        before.game,
        before.seats,
        before.commitments,
    )
    seat = state.members_to_move[0]
    assert state.game is not None
    assert state.game.current is not None
    await play(restored, state, seat.index, state.game.current.legal_actions(seat.index)[0])
    assert (await restored.repository.find_live_in(12)) is not None


async def test_a_scheduled_table_keeps_its_time_and_names_under_a_new_id(
    tables: Tables, open_tables: OpenTables
) -> None:
    at = tables.repository.now() + timedelta(days=2)
    before = await tables.lifecycle.open(ENGLISH, 1, 13, AVA, TableOptions(), starts_at=at)
    before = await tables.scheduled.sign_up(before.id, NOAH)
    await tables.repository.messages.save()
    restored = await ready(tables)
    assert restored.live == 3
    (state,) = await open_tables().repository.scheduled_in(1)
    assert state.id >= before.id + SKIPPED_IDS
    assert (state.starts_at, state.sign_ups) == (at, before.sign_ups)
    assert (state.reposts, state.decision_since) == (1, before.decision_since)


async def test_a_button_from_after_the_backup_does_nothing(
    tables: Tables, open_tables: OpenTables
) -> None:
    """Its decision number comes round again, with another hand: it must not be played then."""
    await ready(tables)
    restored = open_tables()
    state = await restored.repository.find_live_in(11)
    assert state is not None
    # After the backup this move led to a decision of the same number, whose buttons still hang.
    state = await play_on(restored, state, random.Random(1))
    (seat,) = state.members_to_move
    assert seat.user_id is not None
    action = any_move(state, seat.index, random.Random(2))
    with pytest.raises(NoSuchTable, match="no longer exists"):
        await restored.turns.play(PLAYING, seat.user_id, state.decision_number, action)
    assert await restored.repository.get(state.id) == state


async def test_the_next_table_gets_an_id_that_no_button_has(
    tables: Tables, open_tables: OpenTables
) -> None:
    restored = await ready(tables)
    reopened = open_tables()
    new = await lobby(reopened, channel=20)
    assert new.id == restored.next_id > LOBBY + SKIPPED_IDS
    # And so it stays when it is done once more.
    again = await ready(reopened)
    assert again.next_id > restored.next_id + SKIPPED_IDS


async def test_time_stood_still_for_live_tables(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    """A backup of a week ago: nobody has missed a turn, and no lobby was left alone."""
    clock.advance(timedelta(days=7))
    await ready(tables)
    restored = open_tables()
    for channel in (11, 12):
        state = await restored.repository.find_live_in(channel)
        assert state is not None
        assert await due_at(restored, state) == clock()
        await restored.scheduler.run_due(state.id)
        state = await restored.repository.get(state.id)
        assert state.status.live
        assert not any(seat.away for seat in state.seats)
        assert (await due_at(restored, state) or clock()) > clock()


async def test_the_member_to_move_is_reminded_again_and_absent_from_then_on(
    tables: Tables, open_tables: OpenTables
) -> None:
    async with tables.repository.database.write() as session:
        await session.execute(update(Seat).values(reminded=MAX_REMINDERS))
        await session.execute(update(Table).values(absence_asked=True))
    await ready(tables)
    state = await open_tables().repository.find_live_in(11)
    assert state is not None
    assert all(reminder_at(state, seat) for seat in state.members_to_move)
    assert not state.absence_asked


async def test_an_absent_member_has_a_day_again_to_come_back(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    """Otherwise a backup of some days ago would make a loss of the game that a computer plays."""
    handed_over = update(Seat).where(Seat.index == 0)
    async with tables.repository.database.write() as session:
        await session.execute(handed_over.values(away=True, handed_over_at=clock()))
    clock.advance(timedelta(days=3))
    await ready(tables)
    state = await open_tables().repository.find_live_in(11)
    assert state is not None
    async with tables.repository.database.read() as session:
        seats = [*await session.rows(Seat, table_id=state.id)]
        finished = await session.rows(Seat, table_id=FINISHED)
    assert [seat.handed_over_at for seat in seats] == [clock(), *[None] * (len(seats) - 1)]
    assert finished[0].handed_over_at == clock() - timedelta(days=3)


async def test_a_request_to_close_a_game_waits_again_for_an_answer(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    """A player may have declined it after the backup, and none could press since."""
    game = await game_on_turn(tables, NOAH, AVA, channel=13)
    request = (await tables.closing.cancel(game.id, MIA)).closing
    assert request is not None
    async with tables.repository.database.write() as session:
        question = {"slot": closing_slot(request), "channel_id": 13, "message_id": 5, "digest": ""}
        session.add(PublicMessage(table_id=game.id, **question))
    clock.advance(CLOSING_TIMEOUT - timedelta(minutes=1))
    await ready(tables)
    restored = open_tables()
    state = await restored.repository.find_live_in(13)
    assert state is not None
    clock.advance(timedelta(minutes=1))
    await restored.scheduler.run_due(state.id)
    state = await restored.repository.get(state.id)
    assert state.closing is not None
    assert closing_end(state, state.closing) == clock() - timedelta(minutes=1) + CLOSING_TIMEOUT


async def test_after_a_restore_too_a_declined_request_bars_others_for_an_hour(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    asked = (await tables.closing.cancel(PLAYING, MIA)).closing
    assert asked is not None
    await tables.closing.decline(PLAYING, NOAH.user_id, int(asked.at.timestamp()))
    clock.advance(ASK_AGAIN_AFTER)
    await ready(tables)
    state = await open_tables().repository.find_live_in(11)
    assert state is not None
    assert state.closing is not None
    assert state.closing.declined
    assert state.closing.at == clock() - ASK_AGAIN_AFTER


async def test_all_that_live_tables_show_is_published_again(
    tables: Tables, open_tables: OpenTables
) -> None:
    async with tables.repository.database.write() as session:
        for table_id in (FINISHED, PLAYING):
            message = {"slot": "lobby", "channel_id": 10, "message_id": 5, "digest": "as shown"}
            session.add(PublicMessage(table_id=table_id, **message))
        await session.execute(update(Table).values(published_revision=Table.revision))
    await ready(tables)
    restored = open_tables()
    live = [await restored.repository.find_live_in(channel) for channel in (11, 12)]
    unpublished = await restored.repository.unpublished()
    assert sorted(unpublished) == [state.id for state in live if state is not None]
    async with restored.repository.database.read() as session:
        rows = await session.execute(select(PublicMessage.table_id, PublicMessage.digest))
        digests = {table_id: digest for table_id, digest in rows}  # noqa: C416 - rows are no pairs
    assert digests.pop(FINISHED) == "as shown"
    assert [*digests.values()] == [""]


async def test_what_is_over_stays_as_it_is(tables: Tables, open_tables: OpenTables) -> None:
    record = await record_of(tables.repository.database, FINISHED)
    await ready(tables)
    assert await record_of(open_tables().repository.database, FINISHED) == record


async def test_no_departure_stays_at_the_old_id(tables: Tables) -> None:
    database = tables.repository.database
    async with database.write() as session:
        row = {"seat": 1, "user_id": 7, "name": "Leo", "action_count": 1}
        session.add(Departure(table_id=PLAYING, **row))
    await ready(tables)
    async with database.read() as session:
        (moved,) = await session.scalars(select(Departure.table_id).where(Departure.user_id == 7))
    assert moved > SKIPPED_IDS


async def test_an_empty_database_is_ready(tmp_path: Path, clock: FakeClock) -> None:
    database = Database(database_url(tmp_path))
    await database.migrate()
    restored = await make_ready(database, clock(), lambda _line: None)
    assert restored[:4] == (0, 0, 0, ())
    await database.close()
