"""The shapes of the database that the program knows without Alembic."""

import subprocess
import sys
from importlib.resources import files

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from bot.storage.engine.schema import is_known, newest

STARTED = """
import asyncio, sys
from bot.hosting import host
from bot.storage.engine.database import Database

async def start():
    async with Database(sys.argv[1]) as database:
        await database.claim()
        await database.migrate()

asyncio.run(start())
print("alembic" in sys.modules)
"""


def test_they_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    migrations = ScriptDirectory.from_config(config)
    assert newest() == migrations.get_current_head()
    assert all(is_known(migration.revision) for migration in migrations.walk_revisions())
    assert not is_known("9999")
    assert not is_known("")


@pytest.mark.long
@pytest.mark.slow  # starts a program
def test_a_start_that_changes_no_table_does_not_import_alembic(url: str) -> None:
    command = [sys.executable, "-c", STARTED, url]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
