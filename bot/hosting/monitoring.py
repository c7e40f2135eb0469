"""Lets the host watch the running bot, as its settings say: metrics, health, error reports."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib.metadata import version

from bot.client import ScoutClient
from bot.hosting.gateway import gateway_latency, gateway_problem
from bot.observability.endpoint import Readiness, monitoring_endpoint
from bot.observability.loop_delay import watch_event_loop
from bot.observability.metrics import NO_METRICS, Metrics, Readings
from bot.observability.scrubbing import Scrubber
from bot.observability.sentry import start_sentry
from bot.observability.shared_call import SharedCall
from bot.settings import Settings
from bot.storage.engine.database_file import DatabaseFileMissing
from bot.storage.models.tables import Status
from bot.tables.health import count_live, ping

_DISTRIBUTION = "scout-for-discord"
_READ_LIMIT = 2.0
"""Seconds that a scrape waits for the database."""


def metrics_of(settings: Settings) -> Metrics:
    """What to tell the bot's events; it keeps them only if there is an endpoint to read them at."""
    if not settings.metrics_port:
        return NO_METRICS
    from bot.observability.prometheus import PrometheusMetrics

    return PrometheusMetrics(version(_DISTRIBUTION))


def report_errors_to_sentry(settings: Settings, scrubber: Scrubber) -> None:
    """Do so if there is a DSN. Raises SentryUnavailable."""
    if settings.sentry_dsn is not None:
        start_sentry(settings.sentry_dsn.get_secret_value(), scrubber, version(_DISTRIBUTION))


@asynccontextmanager
async def monitored(
    settings: Settings, client: ScoutClient, metrics: Metrics
) -> AsyncIterator[None]:
    """Serve the endpoint while the block runs, if there is to be one.

    Raises EndpointUnavailable.
    """
    async with AsyncExitStack() as stack:
        if settings.metrics_port:
            watch = asyncio.create_task(watch_event_loop(metrics))
            stack.callback(watch.cancel)
            live_tables = SharedCall(partial(_count_live, client), _READ_LIMIT)
            stack.push_async_callback(live_tables.close)

            async def text() -> bytes:
                readings = read(client, await _counted(live_tables))
                # In a thread: it takes some milliseconds.
                return await asyncio.to_thread(metrics.text, readings)

            endpoint = monitoring_endpoint(
                settings.metrics_host, settings.metrics_port, readiness_of(client), text
            )
            await stack.enter_async_context(endpoint)
        yield


def readiness_of(client: ScoutClient) -> Readiness:
    """Whether Discord's gateway and the database answer."""

    async def gateway() -> str | None:
        return gateway_problem(client)

    async def database() -> str | None:
        if client.is_closed():
            return "closed"
        try:
            await ping(client.database)
        except DatabaseFileMissing:
            return "its file is not at its place"
        return None

    return Readiness({"gateway": gateway, "database": database})


def read(client: ScoutClient, live_tables: Mapping[Status, int]) -> Readings:
    """What there is now in all parts of the bot."""
    tables = client.tables
    load = client.computers.load
    free = load.size - load.busy if load.is_ready else 0
    return Readings(
        interactions=client.gate.under_way,
        publications=client.publisher.load(),
        database_writers=client.database.writers,
        tasks_running=tables.scheduler.running,
        scheduler_lag=tables.scheduler.lag.total_seconds(),
        workers={"busy": load.busy, "free": free, "down": load.size - load.busy - free},
        searches_waiting=load.waiting,
        searches_total=client.computers.searches,
        live_tables={status.value: count for status, count in live_tables.items()},
        games_finished_total=tables.repository.games_finished,
        servers=len(client.guilds),
        gateway_latency=gateway_latency(client),
    )


async def _count_live(client: ScoutClient) -> dict[Status, int]:
    """None while the bot stops: a database that is read once it is closed stays open."""
    return {} if client.is_closed() else await count_live(client.database)


async def _counted(live_tables: SharedCall[dict[Status, int]]) -> dict[Status, int]:
    try:
        return await live_tables.result()
    except Exception:  # noqa: BLE001 - of any database; the other metrics are needed then most of all
        return {}
