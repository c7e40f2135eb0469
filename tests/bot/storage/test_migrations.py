import asyncio
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

import alembic.command
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from bot.storage import queries
from bot.storage.database import Database, UnusableDatabase
from bot.storage.models import Base
from tests.bot.conftest import url_of
from tests.bot.storage.rows import a_table

ALL_TABLES = {*Base.metadata.tables, "alembic_version"}


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
    return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))


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
        assert await queries.find_table(session, 1) is not None


async def test_an_older_file_is_brought_up_to_date_with_its_rows(empty: Database) -> None:
    await empty.migrate()
    async with empty.write() as session:
        session.add(a_table())
    await go_back(empty, "0001")
    assert await tables_in(empty) < ALL_TABLES
    await empty.migrate()
    assert await tables_in(empty) == ALL_TABLES
    async with empty.read() as session:
        assert await queries.find_table(session, 1) is not None


async def test_every_migration_can_be_taken_back(empty: Database) -> None:
    await empty.migrate()
    await go_back(empty, "base")
    assert await tables_in(empty) == {"alembic_version"}


async def test_two_programs_may_migrate_one_file_at_once(empty: Database, new_file: str) -> None:
    other = Database(new_file)
    await asyncio.gather(empty.migrate(), other.migrate())
    assert await tables_in(other) == ALL_TABLES
    await other.close()


async def test_the_migrations_make_what_the_models_say(database: Database) -> None:
    async with database.write() as session:
        assert await (await session.connection()).run_sync(differences) == []


async def test_an_interrupted_migration_leaves_the_old_shape(empty: Database) -> None:
    async with empty.write() as session:
        # Comes after other tables in the migration, which therefore fails half-way.
        await session.execute(text("CREATE TABLE seats (id INTEGER)"))
    with pytest.raises(UnusableDatabase, match="already exists"):
        await empty.migrate()
    assert await tables_in(empty) == {"seats"}

    async with empty.write() as session:
        await session.execute(text("DROP TABLE seats"))
    await empty.migrate()
    assert await tables_in(empty) == ALL_TABLES
