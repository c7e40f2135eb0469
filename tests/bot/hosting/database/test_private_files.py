"""Files with hands, tokens and names are for their owner only, whatever the umask is."""

import argparse
import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.command_line.databases import CopyDatabase
from bot.doctor.findings import CheckOutcome
from bot.doctor.machine import check_database
from bot.hosting.database.backup import back_up, new_copy
from bot.storage.engine.database import Database
from bot.storage.engine.database_file import write_private
from tests.support.storage.database import only_sqlite

pytestmark = [
    pytest.mark.slow,  # the program itself
    only_sqlite("a server has databases, not files"),
    pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights of files"),
]


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """The umask under which everybody can read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The rights of the files by name, without locks, which are empty."""
    return {
        file.name: file.stat().st_mode & 0o777
        for file in folder.iterdir()
        if file.suffix != ".lock"
    }


async def used(url: str, folder: Path) -> dict[str, int]:
    """The rights of the files while the database is in use."""
    async with Database(url) as database:
        await database.claim()
        await database.migrate()
        async with database.write() as session:
            await session.execute(text("UPDATE alembic_version SET version_num = version_num"))
        return modes(folder)


async def test_the_database_its_log_and_its_index_are_private(tmp_path: Path) -> None:
    found = await used(f"sqlite+aiosqlite:///{tmp_path / 'new.db'}", tmp_path)
    assert found == {"new.db": 0o600, "new.db-wal": 0o600, "new.db-shm": 0o600}


async def test_an_unclaimed_database_is_private_too(tmp_path: Path) -> None:
    async with Database(f"sqlite+aiosqlite:///{tmp_path / 'new.db'}") as database:
        await database.migrate()
        assert set(modes(tmp_path).values()) == {0o600}


def test_a_backup_and_its_temporary_file_are_private(tmp_path: Path) -> None:
    source, copies = tmp_path / "new.db", tmp_path / "copies"
    copies.mkdir()
    asyncio.run(used(f"sqlite+aiosqlite:///{source}", tmp_path))
    source.chmod(0o644)
    with new_copy(source, copies / "first.db"):
        assert set(modes(copies).values()) == {0o600}
    back_up(source, copies / "second.db")
    assert modes(copies) == {"first.db": 0o600, "second.db": 0o600}


def test_a_copied_database_is_private(tmp_path: Path) -> None:
    source = f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    asyncio.run(used(source, tmp_path))
    target = tmp_path / "target.db"
    copied = argparse.Namespace(source=source, target=f"sqlite+aiosqlite:///{target}")
    assert CopyDatabase().run(copied) == 0
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("was_there", [True, False])
def test_an_export_is_private_also_if_it_replaces_a_file(tmp_path: Path, was_there: bool) -> None:
    file = tmp_path / "game.json"
    if was_there:
        file.write_text("before")
    write_private(file, "{}\n")
    assert (file.read_text(), modes(tmp_path)) == ("{}\n", {"game.json": 0o600})


async def test_doctor_says_how_to_mend_a_file_of_an_earlier_version(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    url = f"sqlite+aiosqlite:///{file}"
    await used(url, tmp_path)
    assert [finding.outcome for finding in await check_database(url)] == [CheckOutcome.OK]
    file.chmod(0o644)
    finding, shape = await check_database(url)
    assert (finding.outcome, shape.outcome) == (CheckOutcome.MEND, CheckOutcome.OK)
    assert "others on this machine can read" in finding.sentence
    assert finding.sentence.endswith(f"Run: chmod 600 {file}")
