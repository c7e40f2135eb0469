"""`python -m bot ratings rebuild`, on real databases."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.__main__ import main
from bot.doctor.machine import check_database
from bot.storage.engine.database import Database
from tests.support.storage.database import only_sqlite, url_of
from tests.support.storage.leases import hold_all_shards
from tests.support.tables.results import store_game

pytestmark = pytest.mark.usefixtures("bare_environment")


@pytest.mark.slow
async def test_it_says_how_many_results_it_has_counted(
    database: Database, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await store_game(database, {100: 1, 101: 0})
    await store_game(database, {100: 1, 101: 0, 102: 5}, guild_id=2)
    await database.close()
    assert await in_thread("ratings", "rebuild", "--database", url) == 0
    said = capsys.readouterr()
    assert said.out == "5 results of 2 games in 2 servers counted again; 0 games replayed.\n"
    assert said.err == ""


@only_sqlite("a file is claimed")
async def test_it_does_not_disturb_a_bot_that_has_claimed_the_file(
    database: Database, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await database.claim()
    assert await in_thread("ratings", "rebuild", "--database", url) == 1
    assert "Stop that one first" in capsys.readouterr().err


async def test_it_does_not_disturb_a_bot_that_holds_shards(
    database: Database, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await hold_all_shards(database)
    assert await in_thread("ratings", "rebuild", "--database", url) == 1
    assert "Stop that one first" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("ratings", "rebuild"), ("export", "1")])
async def test_a_database_of_a_newer_version_is_refused_as_doctor_does(
    database: Database, url: str, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    async with database.write() as session:
        await session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    assert await in_thread(*command, "--database", url) == 1
    error = capsys.readouterr().err
    (finding,) = await check_database(url)
    remedy = "a newer version of the bot wrote it. Install that version again, or restore"
    assert remedy in error
    assert remedy in finding.sentence


@only_sqlite("a server has databases, not files")
def test_without_a_database_it_makes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.sqlite3"
    assert main(["ratings", "rebuild", "--database", url_of(file)]) == 1
    assert "there is no file" in capsys.readouterr().err
    assert not file.exists()


async def in_thread(*arguments: str) -> int:
    """The command has an event loop of its own."""
    return await asyncio.to_thread(main, arguments)
