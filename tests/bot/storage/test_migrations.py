import asyncio
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

import alembic.command
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, select, text, update

from bot.storage import queries
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.models import METADATA
from bot.storage.models.results import Outcome, Result
from bot.storage.models.tables import Reason, Seat, Table
from engine.players import Level
from tests.support.storage.database import only_sqlite, url_of
from tests.support.storage.earlier_databases import migrate_to
from tests.support.storage.rows import a_table
from tests.support.tables.results import store_game

pytestmark = pytest.mark.slow  # migrates databases there and back

ALL_TABLES = {*METADATA.tables, "alembic_version"}
A_TABLE_OF_THE_FIRST_VERSION = """
INSERT INTO tables (guild_id, channel_id, host_id, status, size, revision, published_revision,
    action_count, opened_at, turn_since, pinged, posted_anew, closed_because)
VALUES (1, 10, 100, 'lobby', 5, 0, 0, 0, '2026-05-01 20:15:00', '2026-05-01 20:15:00', false, 0, '')
"""
ITS_SEAT = """
INSERT INTO seats (table_id, position, user_id, name, away, missed)
VALUES (1, 0, 100, 'Mia', false, 0)
"""
ITS_COMPUTER = """
INSERT INTO seats (table_id, position, name, away, missed)
VALUES (1, 0, 'Juggler', false, 0)
"""


@pytest.fixture
def new_file(tmp_path: Path) -> str:
    return url_of(tmp_path / "new.sqlite3")


@pytest.fixture
async def empty(new_file: str) -> AsyncIterator[Database]:
    database = Database(new_file)
    yield database
    await database.close()


def names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def go_back(database: Database, revision: str) -> None:
    """Take the migrations after this one back."""

    def downgrade(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(files("migrations")))
        config.attributes["connection"] = connection
        alembic.command.downgrade(config, revision)

    async with database.write() as session:
        await (await session.connection()).run_sync(downgrade)


async def tables_in(database: Database) -> set[str]:
    async with database.read() as session:
        return await (await session.connection()).run_sync(names)


async def test_a_fresh_file_gets_every_table(empty: Database) -> None:
    await empty.migrate()
    assert await tables_in(empty) == ALL_TABLES


async def test_migrating_again_keeps_the_rows(empty: Database) -> None:
    await empty.migrate()
    async with empty.write() as session:
        session.add(a_table())
    await empty.migrate()
    async with empty.read() as session:
        assert await queries.tables.find_table(session, 1) is not None


@pytest.mark.long
async def test_an_older_file_is_brought_up_to_date_with_its_rows(empty: Database) -> None:
    await empty.migrate()
    async with empty.write() as session:
        session.add(a_table())
    await go_back(empty, "0001")
    assert "members" not in await tables_in(empty)
    await empty.migrate()
    assert await tables_in(empty) == ALL_TABLES
    async with empty.read() as session:
        assert await queries.tables.find_table(session, 1) is not None


async def test_the_tables_of_a_newer_version_stay_as_they_are(empty: Database) -> None:
    await empty.migrate()
    async with empty.write() as session:
        await session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnusableDatabase, match=r"shape 9999: a newer version .* wrote it"):
        await empty.migrate()
    async with empty.read() as session:
        shape = await session.scalar(text("SELECT version_num FROM alembic_version"))
    assert shape == "9999"


@only_sqlite("about a file; a server's database can be shared")
async def test_a_file_of_another_program_gets_no_table(empty: Database) -> None:
    async with empty.write() as session:
        await session.execute(text("CREATE TABLE invoices (id INTEGER)"))
    with pytest.raises(UnusableDatabase, match="another program's tables are in it"):
        await empty.migrate()
    assert await tables_in(empty) == {"invoices"}


async def test_a_database_with_nothing_but_litestreams_tables_gets_those_of_the_bot(
    empty: Database,
) -> None:
    async with empty.write() as session:
        await session.execute(text("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY)"))
    await empty.migrate()
    assert await tables_in(empty) >= {"_litestream_seq", "tables", "seats"}


async def test_every_migration_can_be_taken_back(empty: Database) -> None:
    await empty.migrate()
    await go_back(empty, "base")
    assert await tables_in(empty) == {"alembic_version"}


@pytest.mark.long
async def test_the_rule_of_results_is_not_lost_by_going_back(database: Database) -> None:
    await store_game(database, {100: 1, 101: 0}, rule=2)
    with pytest.raises(ValueError, match="Restore a backup"):
        await go_back(database, "0015")
    async with database.write() as session:
        await session.execute(update(Result).values(rule=1))
    await go_back(database, "0015")


async def test_two_programs_may_migrate_one_file_at_once(empty: Database, new_file: str) -> None:
    other = Database(new_file)
    await asyncio.gather(empty.migrate(), other.migrate())
    assert await tables_in(other) == ALL_TABLES
    await other.close()


async def test_the_migrations_make_what_the_models_say(database: Database) -> None:
    async with database.write() as session:
        assert await (await session.connection()).run_sync(differences) == []


async def test_an_interrupted_migration_leaves_the_old_shape(empty: Database) -> None:
    await migrate_to(empty, "0001")
    async with empty.write() as session:
        # A later migration makes it after other tables, and therefore fails half-way.
        await session.execute(text("CREATE TABLE seasons (id INTEGER)"))
    before = await tables_in(empty)
    with pytest.raises(UnusableDatabase, match="already exists"):
        await empty.migrate()
    assert await tables_in(empty) == before

    async with empty.write() as session:
        await session.execute(text("DROP TABLE seasons"))
    await empty.migrate()
    assert await tables_in(empty) == ALL_TABLES


async def test_the_tables_of_the_first_version_want_no_thread(empty: Database) -> None:
    await migrate_to(empty, "0001")
    async with empty.write() as session:
        await session.execute(text(A_TABLE_OF_THE_FIRST_VERSION))
        await session.execute(text(ITS_SEAT))
    await empty.migrate()
    async with empty.read() as session:
        table = await queries.tables.find_table(session, 1)
    assert table is not None
    assert (table.options.thread, table.parent_id, table.options.hints) == (False, None, False)
    assert [(seat.name, seat.level) for seat in table.seats] == [("Mia", None)]


async def test_the_computers_from_before_the_levels_are_medium(empty: Database) -> None:
    await migrate_to(empty, "0001")
    async with empty.write() as session:
        await session.execute(text(A_TABLE_OF_THE_FIRST_VERSION))
        await session.execute(text(ITS_COMPUTER))
    await empty.migrate()
    async with empty.read() as session:
        table = await queries.tables.find_table(session, 1)
    assert table is not None
    assert [(seat.name, seat.level) for seat in table.seats] == [("Juggler", Level.MEDIUM)]


@pytest.mark.long
async def test_back_to_the_first_version_every_row_is_kept(empty: Database) -> None:
    await empty.migrate()
    async with empty.write() as session:
        session.add(a_table(seats=[Seat(index=0, user_id=100, name="Mia")]))
    await migrate_to(empty, "0001")
    async with empty.read() as session:
        assert await session.scalar(text("SELECT host_id FROM tables")) == 100
        assert await session.scalar(text("SELECT name FROM seats")) == "Mia"


GAMES_OF_0008 = """
INSERT INTO tables (id, guild_id, channel_id, host_id, status, size, pictures, thread, hints,
    revision, published_revision, action_count, opened_at, decision_since, pinged, reposts,
    closed_because)
VALUES
    (1, 1, 1, 100, 'over', 5, true, false, false, 9, 9, 9, '2026-05-01',
        '2026-05-01', false, 0, ''),
    (2, 1, 2, 100, 'over', 5, true, false, false, 9, 9, 9, '2026-05-01',
        '2026-05-01', false, 0, ''),
    (3, 1, 3, 100, 'over', 5, true, false, false, 9, 9, 9, '2026-05-01',
        '2026-05-01', false, 0, '');
INSERT INTO seats (table_id, seat, user_id, name, level, away, missed) VALUES
    (1, 0, 100, 'Mia', NULL, false, 0), (1, 1, NULL, 'Clown', 'hard', false, 0),
    (1, 2, NULL, 'Juggler', 'medium', false, 0),
    (2, 0, 100, 'Mia', NULL, false, 0), (2, 1, NULL, 'Juggler', 'medium', false, 0),
    (3, 0, 100, 'Mia', NULL, false, 0), (3, 1, 101, 'Noa', NULL, false, 0),
    (3, 2, NULL, 'Clown', 'easy', false, 0);
INSERT INTO actions (table_id, number, seat, notation, source, at) VALUES
    (1, 1, 1, 'K', 'computer', '2026-05-01'), (2, 1, 1, 'K', 'member', '2026-05-01');
INSERT INTO results (table_id, seat, guild_id, user_id, name, players, rounds, points, rank,
    finished_at) VALUES
    (1, 0, 1, 100, 'Mia', 3, 1, 7, 2, '2026-05-03'),
    (2, 0, 1, 100, 'Mia', 2, 1, 7, 1, '2026-05-02'),
    (3, 0, 1, 100, 'Mia', 3, 1, 4, 3, '2026-05-03'),
    (3, 1, 1, 101, 'Noa', 3, 1, 5, 2, '2026-05-03')
"""


async def test_results_of_before_say_what_is_known_of_their_games(empty: Database) -> None:
    """At table 2 somebody moved in the computer's seat: a member who left is no computer."""
    await migrate_to(empty, "0008")
    async with empty.write() as session:
        for statement in GAMES_OF_0008.split(";"):
            await session.execute(text(statement))
    await empty.migrate()
    query = select(
        Result.table_id, Result.number, Result.people, Result.level, Result.people_rank
    ).order_by(Result.number, Result.seat)
    async with empty.read() as session:
        assert [tuple(row) for row in await session.execute(query)] == [
            (2, 1, 2, None, 1),
            (1, 2, 1, Level.MEDIUM, 1),
            (3, 3, 2, None, 2),
            (3, 3, 2, None, 1),
        ]
        results = (await session.scalars(select(Result))).all()
    assert {result.outcome for result in results} == {Outcome.FINISHED}
    assert {result.moves for result in results} == {None}


OF_0023 = """
INSERT INTO tables (id, guild_id, channel_id, host_id, status, size, pictures, thread, hints,
    revision, published_revision, action_count, opened_at, decision_since, pinged, reposts,
    closed_because, closed_by)
VALUES (:id, 1, :channel, 100, 'closed', 5, true, false, false, 1, 1, 0, '2026-05-01',
    '2026-05-01', false, 0, :because, :by)
"""
SENTENCES = {
    "Everyone has left.": (Reason.EMPTY, None),
    "Everyone agreed to close it.": (Reason.AGREED, None),
    "Nothing happened here for an hour.": (Reason.IDLE, None),
    "I could not reach its channel for a day.": (Reason.LOST, None),
    "Nobody pressed anything here for 14 days.": (Reason.QUIET, "14"),
    "Mia's 100% ended it.": (Reason.ENDED, "Mia's 100%"),
    "A former player ended it.": (Reason.ENDED, ""),
    "Mia asked to close it, and nobody chose to play on.": (Reason.SILENCE, "Mia"),
    "A moderator asked to close it, and nobody chose to play on.": (Reason.SILENCE, None),
    "A meteor ended the circus.": (Reason.STORED, "A meteor ended the circus."),
    "": (None, None),
    "Leo cancelled it.": (Reason.ENDED, "Leo"),
}
WORDED_BEFORE = {
    "Everybody has left.": (Reason.EMPTY, None),
    "Nobody touched it for an hour.": (Reason.IDLE, None),
    "Its channel was out of reach for a day.": (Reason.LOST, None),
}


@pytest.mark.long
async def test_sentences_of_before_become_reasons_and_come_back(empty: Database) -> None:
    await migrate_to(empty, "0023")
    sentences = SENTENCES | WORDED_BEFORE
    async with empty.write() as session:
        for number, sentence in enumerate(sentences, 1):
            by = 100 if "ended" in sentence else None
            values = {"id": number, "channel": number, "because": sentence, "by": by}
            await session.execute(text(OF_0023), values)
    await empty.migrate()
    query = select(Table.closed_reason, Table.closed_detail).order_by(Table.id)
    async with empty.read() as session:
        assert [tuple(row) for row in await session.execute(query)] == [*sentences.values()]
    await go_back(empty, "0023")
    back = text("SELECT closed_because FROM tables ORDER BY id")
    async with empty.read() as session:
        assert [*(await session.scalars(back))][: len(SENTENCES)] == [*SENTENCES]


SEATS_OF_0023 = """
INSERT INTO seats (table_id, seat, user_id, name, level, away, missed) VALUES
    (1, 0, -7, 'a former player', NULL, false, 0),
    (1, 1, 100, 'Juggler (medium) for Mia', NULL, false, 0),
    (1, 2, NULL, 'Juggler (medium)', 'medium', false, 0),
    (1, 3, NULL, 'Stilt Walker (medium) for Mia for 5 (hard)', 'medium', false, 0),
    (1, 4, NULL, 'Understudy (hard) for a former player', 'hard', false, 0)
"""


@pytest.mark.long
async def test_names_of_computers_are_taken_apart_and_put_together(empty: Database) -> None:
    await migrate_to(empty, "0023")
    async with empty.write() as session:
        values = {"id": 1, "channel": 1, "because": "", "by": None}
        await session.execute(text(OF_0023), values)
        await session.execute(text(SEATS_OF_0023))
    names = text("SELECT name FROM seats ORDER BY seat")
    async with empty.read() as session:
        before = [*(await session.scalars(names))]
    await empty.migrate()
    async with empty.read() as session:
        query = select(Seat.name, Seat.level, Seat.instead_of).order_by(Seat.index)
        assert [tuple(row) for row in await session.execute(query)] == [
            ("", None, None),
            ("Juggler (medium) for Mia", None, None),
            ("Juggler", Level.MEDIUM, None),
            ("Stilt Walker", Level.MEDIUM, "Mia for 5 (hard)"),
            ("Understudy", Level.HARD, ""),
        ]
    await go_back(empty, "0023")
    async with empty.read() as session:
        assert [*(await session.scalars(names))] == before
