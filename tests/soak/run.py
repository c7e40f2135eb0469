"""The program on a loopback Discord, with a clock that is moved on by a minute at a time.

The program is whole: client, gateway, tables, scheduler, publisher, SQLite in a file. Only its
clock and Discord's addresses differ. It keeps Discord's rates by the real clock, so of many
changes some are shown in one message.
"""

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.client import ScoutClient
from bot.pictures.gallery import warm_up
from bot.settings import Settings
from bot.storage.engine.database import _READERS, Database
from bot.tables.core import message_store, repository
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.server.service import GOOD_TOKEN
from tests.soak.place import Fate, Place, Seats
from tests.soak.samples import Sample, database_bytes, handles, take
from tests.support.storage.database import database_url
from tests.support.tables.fake_clock import FakeClock

_CHANNELS = 100
"""Channels of each server."""
_MEMBERS = 2
"""Members at each table, beside one computer."""
_BEAT = timedelta(minutes=1)
_SHORTEST_BEAT = 0.02
"""Real seconds, so that at few tables messages are sent between one minute and the next."""
_ACTIVE = 0.08
"""The share of tables where a member does something in a minute."""
_REST = 300.0
"""Seconds that the last messages may take."""
_IN_HEAP = "due times in the heap"
_MESSAGE: dict[str, Any] = {"content": "Welcome", "embeds": [], "components": []}


@dataclass
class Report:
    """`left` is what should be gone after the last table was closed, or after the program."""

    samples: list[Sample] = field(default_factory=list)
    fates: Counter[Fate] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


async def soak(
    folder: Path,
    *,
    games: int,
    tables: int,
    seed: int,
    every: int,
    kept: int,
    say: Callable[[Sample], None] = lambda _sample: None,
) -> Report:
    """Play until so many games are finished, with a sample after `every` so many.

    The program keeps `kept` tables in memory, in place of its own numbers.
    """
    report = Report()
    before = _held()
    async with DiscordProcess() as loopback:
        clock = FakeClock()
        with _elsewhere(loopback, clock, kept), _errors(report.problems):
            async with _logged_in(folder, clock, seed) as client:
                run = _Run(client, loopback, clock, folder, random.Random(seed), report)
                await run.seat(tables)
                await run.play(games, every, say)
                await run.end()
        report.problems += (await loopback.summary())["problems"]
    # Connections are closed by the loop's next turns.
    await asyncio.sleep(0.5)
    for name, count in (_held() - before).items():
        report.left.append(f"{count} {name} after the program's end")
    return report


def _held() -> Counter[str]:
    return Counter(handles=handles(), tasks=len(asyncio.all_tasks()))


@contextmanager
def _errors(found: list[str]) -> Iterator[None]:
    """Collect what the program logs as an error."""

    class Errors(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))

    errors, log = Errors(logging.ERROR), logging.getLogger()
    log.addHandler(errors)
    try:
        yield
    finally:
        log.removeHandler(errors)


@contextmanager
def _elsewhere(loopback: DiscordProcess, clock: FakeClock, kept: int) -> Iterator[None]:
    """Discord is the loopback one, and the time is the clock's, also for discord.py."""
    gateway = URL(f"ws://127.0.0.1:{loopback.port}/gateway")
    with ExitStack() as changes:
        for patched in (
            patch.object(Route, "BASE", f"http://127.0.0.1:{loopback.port}"),
            patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", gateway),
            patch.object(discord.utils, "utcnow", clock),
            patch.object(repository, "CACHE_SIZE", kept),
            patch.object(message_store, "CACHE_SIZE", kept),
        ):
            changes.enter_context(patched)
        yield


@asynccontextmanager
async def _logged_in(folder: Path, clock: FakeClock, seed: int) -> AsyncIterator[ScoutClient]:
    settings = Settings(database_url=database_url(folder), computer_pace=0, computer_workers=0)
    # As the host does; what is drawn once would count as growth.
    await asyncio.to_thread(warm_up)
    client = ScoutClient(settings, now=clock, rng=random.Random(seed))
    connection = asyncio.create_task(client.start(GOOD_TOKEN))
    try:
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait({connection, ready}, return_when=asyncio.FIRST_COMPLETED)
        await _connect_to_database(client.database)
        yield client
    finally:
        await client.close()
        connection.cancel()
        with suppress(asyncio.CancelledError):
            await connection


async def _connect_to_database(database: Database) -> None:
    """Open as many connections as there can be at once.

    SQLite keeps the file open for each of them, even once it is closed, until all are
    (sqlite.org/howtocorrupt.html, 2.2). Else a burst would add to the handles, at any time.
    """
    async with AsyncExitStack() as all_at_once:
        for _ in range(_READERS):
            session = await all_at_once.enter_async_context(database.read())
            await session.connection()
        await all_at_once.enter_async_context(database.write())


class _Run:
    def __init__(
        self,
        client: ScoutClient,
        loopback: DiscordProcess,
        clock: FakeClock,
        folder: Path,
        rng: random.Random,
        report: Report,
    ) -> None:
        self._client = client
        self._discord = loopback
        self._clock = clock
        self._began = clock.time
        self._file = folder / "scout.sqlite3"
        self._empty = database_bytes(self._file)
        self._rng = rng
        self._report = report
        self._places: list[Place] = []

    @property
    def _games(self) -> int:
        return sum(place.finished for place in self._places)

    async def seat(self, tables: int) -> None:
        """Set up so many channels with their members."""
        while len(self._places) < tables:
            wanted = min(_CHANNELS, tables - len(self._places))
            guild, channels = await self._discord.plant(wanted, _MEMBERS, _MESSAGE)
            for channel in channels:
                members = tuple(int(member) for member in channel["members"])
                seats = Seats(int(guild), int(channel["id"]), members)
                rng = random.Random(self._rng.getrandbits(64))
                self._places.append(Place(self._client.tables, self._discord, seats, rng))

    async def play(self, games: int, every: int, say: Callable[[Sample], None]) -> None:
        """Play one minute after the other, until so many games are finished."""
        wanted = every
        while self._games < games:
            await self._beat(_BEAT)
            if self._games >= wanted:
                wanted = self._games + every
                sample = await self._sample()
                self._report.samples.append(sample)
                say(sample)
                await self._discord.reset_requests()

    async def end(self) -> None:
        """Close all tables, those that are lost by themselves, and look for what is left."""
        for place in self._places:
            await place.end()
            self._report.fates += place.fates
        until = time.monotonic() + _REST
        while time.monotonic() < until and (left := await self._left()):
            # Nothing happens any more until due times of tables that are over drop out.
            is_quiet = all(one.endswith(_IN_HEAP) for one in left)
            self._clock.advance(timedelta(days=1) if is_quiet else timedelta(hours=1))
            self._client.tables.scheduler.wake()
            await asyncio.sleep(0.1)
        self._report.left += left

    async def _beat(self, by: timedelta) -> None:
        until = time.monotonic() + _SHORTEST_BEAT
        active = [place for place in self._places if self._rng.random() < _ACTIVE]
        await asyncio.gather(*(place.step() for place in active))
        self._clock.advance(by)
        self._client.tables.scheduler.wake()
        await asyncio.sleep(max(until - time.monotonic(), 0))

    async def _sample(self) -> Sample:
        hours = (self._clock.time - self._began) / timedelta(hours=1)
        tables = self._client.tables
        return await take(tables, self._file, games=self._games, hours=hours, empty=self._empty)

    async def _left(self) -> list[str]:
        """What the program still remembers to do, though no table is live."""
        tables, publisher = self._client.tables, self._client.publisher
        scheduler, queue = tables.scheduler, publisher._queue
        found = {
            "tables with a due time": await tables.repository.due_times(),
            "tables to be published": await tables.repository.unpublished(),
            "due times": scheduler._due_at,
            _IN_HEAP: scheduler._heap,
            "running tasks": scheduler._running,
            "publications": [
                *queue._urgent.waiting,
                *queue._others.waiting,
                *queue._urgent.running,
                *queue._others.running,
            ],
            "publications again": queue._added_again,
            "failures of publications": queue._retries,
            "timers of publications": queue._timers,
            "pending answers": publisher._pending_answers,
            "publications after answers": publisher._after_answers,
            "skipped messages": publisher._skipped,
            "updates of hands": publisher._updates,
            "lost tables": publisher._lost,
            "locks of tables": dict(tables.repository._locks),
            "unsaved messages": tables.repository.messages._unsaved,
        }
        return [f"{len(some)} {name}" for name, some in found.items() if some]
