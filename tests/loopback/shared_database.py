"""A PostgreSQL database that several processes share, and the processes."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.fleet import Fleet
from tests.support.storage import postgres
from tests.support.storage.database import SERVER
from tests.support.storage.postgres_server import postgres_server


@contextmanager
def shared_database() -> Iterator[str]:
    """The address of an empty database, on the tests' server or on a server of its own."""
    if SERVER:
        yield from _database(SERVER)
        return
    with postgres_server() as server:
        yield from _database(server.url)


def fleet(
    discord: DiscordProcess,
    folder: Path,
    url: str,
    shards: list[str],
    *,
    program: type[BotProcess] = BotProcess,
    seed: int = 1,
    **settings: str,
) -> Fleet:
    """A bot of one process for each of `shards`, such as "0" or "1,2"."""
    count = sum(len(ids.split(",")) for ids in shards)

    def make(ids: str) -> BotProcess:
        own = {"DATABASE_URL": url, "SHARD_IDS": ids, "SHARD_COUNT": str(count)}
        made = program(discord, folder, **settings, **own)
        made.database_url, made.shards = url, len(ids.split(","))
        return made

    return Fleet(make, shards, random.Random(seed))


def _database(server: str) -> Iterator[str]:
    name = f"shared_{uuid4().hex}"
    postgres.execute(f"{server}/postgres", f"CREATE DATABASE {name}")
    yield f"{server}/{name}"
    postgres.execute(f"{server}/postgres", f"DROP DATABASE {name} WITH (FORCE)")
