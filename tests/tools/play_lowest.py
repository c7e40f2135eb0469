"""Plays a game with pictures through SimCord, with whatever packages are installed.

`python -m tests.tools.play_lowest` plays on SQLite, and with TEST_POSTGRES on that server; without
it, it starts a server of its own if PostgreSQL is installed, and plays there too.
"""

import asyncio
import importlib
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.storage.engine.database import Database
from bot.tables.core.state import Status
from tests.support.discord.random_presses import press_at_random
from tests.support.discord.scout_channel import scout_channel
from tests.support.storage.database import ON_POSTGRES, database_url, drop, made
from tests.support.storage.postgres_server import is_installed, postgres_server


async def play(folder: Path) -> None:
    """Play a game of two members and a computer to its end."""
    database = Database(database_url(folder))
    await database.claim()
    await database.migrate()
    await database.close()
    async with scout_channel(folder, pictures=True, emojis=True) as here:
        members = await here.start(3, computers=1, rounds=1)
        await press_at_random(members, random.Random(1))
        assert (await here.state()).status is Status.OVER
        assert any(message.attachments for message in here.public())


def main() -> None:
    for module in ("bot.hosting.host", "bot.observability.sentry"):
        importlib.import_module(module)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
        drop(made())
    print(f"ok: a game on {'PostgreSQL' if ON_POSTGRES else 'SQLite'}", flush=True)
    if ON_POSTGRES or not is_installed():
        return
    with postgres_server() as server:
        environment = {**os.environ, "TEST_POSTGRES": server.url}
        subprocess.run([sys.executable, "-m", __spec__.name], env=environment, check=True)


if __name__ == "__main__":
    main()
