"""Runs the bot on Discord until a signal stops it."""

import asyncio
import gc
import logging
import random
import sys
from collections.abc import Coroutine
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import aiohttp
import discord

from bot.client import ScoutClient
from bot.hosting.clock import Clock, watch_clock
from bot.hosting.database.backup import BackupSchedule
from bot.hosting.database.inspection import Shape, shape_of
from bot.hosting.faults import NOT_SET, REFUSED, faults_of
from bot.hosting.gateway import shorten_reconnect_delays
from bot.hosting.monitoring import DISTRIBUTION, monitored
from bot.hosting.stop_signals import on_stop_signal
from bot.observability.endpoint import EndpointUnavailable
from bot.observability.logs import set_up_logs
from bot.observability.metrics import Metrics
from bot.observability.scrubbing import Scrubber
from bot.observability.sentry import start_sentry
from bot.pictures.gallery import warm_up
from bot.program_name import program_name
from bot.settings import Settings
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.engine.database_file import DatabaseFileMissing
from bot.storage.engine.schema import NEWER_VERSION
from engine.game import Game
from engine.players import Level
from engine.players.registry import quick_player
from engine.rules import RULES
from engine.view import view

_log = logging.getLogger(__name__)
_TABLES_PAUSE = 1.0
"""Seconds between two checks for tables to back up."""
_CANCEL_AGAIN_AFTER = 1.0
"""Seconds until a connection that goes on after a cancellation is cancelled again."""
_NO_ENDPOINT = (
    "The endpoint of METRICS_HOST and METRICS_PORT cannot be opened: {}. Choose another port, or 0 "
    "for none."
)
_NO_DISCORD = (aiohttp.ClientError, OSError, discord.DiscordException)
_ENDS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str, int], ...] = (
    (discord.LoginFailure, REFUSED, 2),
    (EndpointUnavailable, _NO_ENDPOINT, 1),
    (UnusableDatabase, "The database at DATABASE_URL cannot be used: {}.", 1),
    (_NO_DISCORD, "Discord could not be reached or refused the bot: {}", 1),
)
"""The errors that end the program, the line of the log for each, and the exit status."""


def run(settings: Settings) -> int:
    """Host the bot; returns the exit status: 0 after a signal, 1 if Discord, the database or the
    endpoint for monitoring fails, 2 if a setting is missing or wrong.
    """
    token = settings.discord_token.get_secret_value()
    if not token:
        has_page = find_spec("simcord") is not None
        play = f"{program_name()} play" if has_page else "make play, in a copy of the project"
        sys.stderr.write(f"{NOT_SET}\nTo try the game without Discord: {play}\n")
        return 2
    scrubber = Scrubber(*settings.secrets)
    set_up_logs(settings.log_level, scrubber, settings.log_format)
    faults = faults_of(settings)
    for fault in faults:
        _log.log(logging.ERROR if fault.status else logging.WARNING, fault.sentence)
    if status := max((fault.status for fault in faults), default=0):
        return status
    try:
        if settings.sentry_dsn:
            start_sentry(settings.sentry_dsn.get_secret_value(), scrubber, version(DISTRIBUTION))
        asyncio.run(_host(settings, token))
    except Exception as error:
        for kinds, sentence, status in _ENDS:
            if isinstance(error, kinds):
                _log.error(sentence.format(error))
                return status
        raise
    return 0


async def _host(settings: Settings, token: str) -> None:
    shorten_reconnect_delays()
    # Otherwise the log begins with two warnings about missing packages for voice.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    shared = not settings.database_url.startswith("sqlite")
    clock = Clock()
    client = ScoutClient(settings, emojis=True, now=clock.now, set_clock=clock.set, leases=shared)
    # The scheduler may wake up after a suspension before `watch_clock` does.
    clock.put_forward = client.tables.absence.resume
    # First: a second bot on the same file uses the same port too.
    await client.database.claim()
    async with monitored(settings, client):
        await _run(client, settings, token)


async def _run(client: ScoutClient, settings: Settings, token: str) -> None:
    # Before the login, which can fail too.
    if await shape_of(settings.database_url) is Shape.NEWER:
        raise UnusableDatabase(NEWER_VERSION)
    # In a thread, so that a signal ends the bot meanwhile too.
    preparation = start(asyncio.to_thread(prepare))
    connection = asyncio.create_task(_connect(client, token, preparation))
    in_background = [
        preparation,
        start(client.database.watch_file()),
        start(watch_clock(client.wake)),
        start(_back_up(settings, client.database, client.metrics)),
    ]
    try:
        await _until_stopped(connection)
    except asyncio.CancelledError:
        _log.info("Stopping. %s", _last_words(client.database))
    finally:
        await client.close()
        for task in in_background:
            task.cancel()


def _last_words(database: Database) -> str:
    try:
        database.require_file()
    except DatabaseFileMissing:
        return "The database file is not at its place."
    return "Every game is saved."


def start(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start work beside the bot; a failure is logged when it happens, not when the bot stops."""
    task = asyncio.create_task(work)
    task.add_done_callback(_log_failure)
    return task


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        _log.error("A part of the bot has failed. Restart it.", exc_info=task.exception())


async def _until_stopped(connection: asyncio.Task[None]) -> None:
    """Wait until a signal cancels the connection; raise an error that ends it earlier."""
    stop = asyncio.Event()
    on_stop_signal(stop.set)
    connection.add_done_callback(lambda _: stop.set())
    try:
        await stop.wait()
    finally:
        # While discord.py connects a shard it survives a cancellation, so one is not enough.
        while not connection.done():
            connection.cancel()
            await asyncio.wait({connection}, timeout=_CANCEL_AGAIN_AFTER)
    await connection


async def _back_up(settings: Settings, database: Database, metrics: Metrics) -> None:
    """Make the backups that the settings ask for, until cancelled."""
    if settings.backup_period is None or database.file is None:
        return
    schedule = BackupSchedule(
        database.file,
        settings.backup_folder,
        every=settings.backup_period,
        keep=settings.backup_keep,
        failed=metrics.backup_failures.inc,
    )
    metrics.backup_age.set_function(schedule.age)
    while not await _has_tables(database):  # noqa: ASYNC110 - the file sends no event
        await asyncio.sleep(_TABLES_PAUSE)
    await schedule.run()


async def _has_tables(database: Database) -> bool:
    """Whether a new database has its tables by now."""
    try:
        await database.check(of_any_shape=True)
    except UnusableDatabase:
        return False
    return True


async def _connect(client: ScoutClient, token: str, preparation: asyncio.Task[None]) -> None:
    """Log in once pictures and searches are prepared: the first presses need both."""
    await asyncio.wait({preparation})
    await client.start(token)


def prepare() -> None:
    """Prepare the pictures and searches that the first presses would wait for.

    All objects that exist then are frozen: the garbage collector, which holds the interpreter,
    skips them from now on.
    """
    warm_up()
    game = Game.new(max(RULES))
    game = game.begin_round(game.next_deal(random.Random(1)))
    quick_player(Level.HARD).choose(view(game, seat=0), random.Random(1))
    gc.collect()
    gc.freeze()
