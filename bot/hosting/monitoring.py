"""Metrics and health of the running bot for its host, by the settings."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib.metadata import version

from bot.client import ScoutClient
from bot.hosting.gateway import gateway_latency, gateway_problem
from bot.observability.endpoint import (
    CHECK_LIMIT,
    ReadinessCheck,
    SharedCall,
    monitoring_endpoint,
    problems_of,
)
from bot.observability.metrics import watch_event_loop
from bot.settings import Settings
from bot.storage.engine.database_file import DatabaseFileMissing
from bot.storage.engine.errors import DatabaseAway
from bot.storage.models.tables import Status
from bot.storage.queries.tables import count_live_tables

DISTRIBUTION = "scout-for-discord"
_READ_LIMIT = 2.0
"""Seconds that a scrape waits for the database."""


@asynccontextmanager
async def monitored(settings: Settings, client: ScoutClient) -> AsyncIterator[None]:
    """Serve the endpoint during the block, if METRICS_PORT is set. Raises EndpointUnavailable."""
    async with AsyncExitStack() as stack:
        if settings.metrics_port:
            client.metrics.build.info({"version": version(DISTRIBUTION)})
            watch = asyncio.create_task(watch_event_loop(client.metrics.event_loop_lag))
            stack.callback(watch.cancel)
            live_tables = SharedCall(partial(_count_live, client), _READ_LIMIT)
            stack.push_async_callback(live_tables.close)
            parts = {name: SharedCall(one, CHECK_LIMIT) for name, one in checks_of(client).items()}
            scrape = partial(_scrape, client, parts, live_tables)
            await stack.enter_async_context(
                monitoring_endpoint(settings.metrics_host, settings.metrics_port, parts, scrape)
            )
        yield


def checks_of(client: ScoutClient) -> dict[str, ReadinessCheck]:
    """Checks whether Discord's gateway and the database answer, and whether games are saved."""

    async def gateway() -> str | None:
        return gateway_problem(client)

    async def database() -> str | None:
        if client.is_closed():
            return "closed"
        try:
            await client.tables.repository.ping()
        except DatabaseFileMissing:
            return "its file is not at its place"
        except DatabaseAway as error:
            return error.for_host or type(error).__name__
        return None

    return {"gateway": gateway, "database": database}


async def _scrape(
    client: ScoutClient,
    parts: Mapping[str, SharedCall[str | None]],
    live_tables: SharedCall[dict[Status, int]],
) -> bytes:
    counting = asyncio.create_task(live_tables.result())
    problems = await problems_of(parts)
    try:
        counts = await counting
    except Exception:  # noqa: BLE001 - any error of a database; the other metrics matter most then
        counts = {}
    read(client, counts, problems)
    # In a thread: this needs some milliseconds.
    return await asyncio.to_thread(client.metrics.text)


def read(
    client: ScoutClient, live_tables: Mapping[Status, int], problems: Mapping[str, str | None]
) -> None:
    """Read the state of the bot's parts into the metrics that are sampled at a scrape."""
    tables, computers = client.tables, client.computers
    client.metrics.read(
        {
            "interactions": client.limiter.under_way,
            "publications": client.publisher.load(),
            "database_writers": client.database.writers,
            "database_refusals": client.database.refusals,
            "scheduler_tasks": tables.scheduler.running,
            "scheduler_lag_seconds": tables.scheduler.lag.total_seconds(),
            "workers": computers.workers,
            "searches_waiting": computers.waiting,
            "searches": computers.searches,
            "live_tables": live_tables,
            "games_finished": tables.repository.games_finished,
            "servers": len(client.guilds),
            "gateway_latency_seconds": gateway_latency(client),
            "ready": {name: problem is None for name, problem in problems.items()},
        }
    )


async def _count_live(client: ScoutClient) -> dict[Status, int]:
    """Count live tables; none while the bot stops: a read would open the database again."""
    return {} if client.is_closed() else await client.database.ask(count_live_tables)
