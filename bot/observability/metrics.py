"""The metrics of the running bot, of Prometheus's types.

Labels are closed sets, never ids of members, servers or tables. Times are in seconds.
"""

import asyncio
import math
from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

_ANSWER = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Discord accepts an answer for three seconds."""
_PUBLICATION = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_WAIT = (0.001, 0.05, 0.25, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
_LAG = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_LAG_PAUSE = 0.25
"""Seconds between two measurements of the event loop."""


class ClickOutcome(StrEnum):
    """The outcome of a click or a command."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """Refused with a sentence that says why: another's turn, a stale button, a full table."""
    LATE = "late"
    """Discord no longer accepts an answer, or the member sent a flood."""
    UNREACHABLE = "unreachable"
    """Discord could not be reached in time; the request may have been carried out."""
    FAILED = "failed"
    """An error of the program, logged with a reference."""


class PublicationOutcome(StrEnum):
    """The outcome of an attempt to bring a table's messages up to date."""

    PUBLISHED = "published"
    POSTPONED = "postponed"
    """Discord or the database fails temporarily; the attempt is repeated."""
    FAILED = "failed"
    """An error of the program, logged."""


class Limit(StrEnum):
    """A rate of Discord that requests wait for."""

    BOT = "bot"
    CHANNEL = "channel"


class Metrics:
    """One bot's metrics, in a registry of its own."""

    def __init__(self) -> None:
        # Otherwise each counter and histogram has one more series: the time of its creation.
        disable_created_metrics()  # type: ignore[no-untyped-call] # untyped in the library
        self.registry = CollectorRegistry()
        self._add_events()
        self._add_readings()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def _add_events(self) -> None:
        """Add the metrics that the parts of the bot record."""
        histogram = partial(Histogram, namespace="scout", registry=self.registry)
        self.clicks = histogram(
            "click_seconds",
            "From a click or a command to its answer, by verb and outcome.",
            ["verb", "outcome"],
            buckets=_ANSWER,
        )
        self.publications = histogram(
            "publication_seconds",
            "Attempts to bring a table's messages up to date, by outcome.",
            ["outcome"],
            buckets=_PUBLICATION,
        )
        self.rate_limit_waits = histogram(
            "rate_limit_wait_seconds",
            "How long requests waited for the bot's own pacing, by Discord's limit.",
            ["limit"],
            buckets=_WAIT,
        )
        self.discord_responses = Counter(
            "discord_responses",
            "Answers of Discord's HTTP API, by status.",
            ["status"],
            namespace="scout",
            registry=self.registry,
        )
        self.event_loop_lag = histogram(
            "event_loop_delay_seconds",
            "By how much the event loop wakes somebody too late.",
            buckets=_LAG,
        )
        self.build = Info("build", "The program.", namespace="scout", registry=self.registry)

    def _add_readings(self) -> None:
        """Add the metrics that are read from the parts of the bot at each scrape."""
        gauge = partial(Gauge, namespace="scout", registry=self.registry)
        counter = partial(Counter, namespace="scout", registry=self.registry)
        self.interactions = gauge("interactions", "Interactions under way.")
        self.pending_publications = gauge(
            "publications", "Tables to be published, by state.", ["state"]
        )
        self.database_writers = gauge("database_writers", "Writing transactions that wait or run.")
        self.database_refusals = counter(
            "database_refusals", "Writing transactions that could not be saved.", ["reason"]
        )
        self.scheduler_tasks = gauge("scheduler_tasks", "Tables whose due task runs.")
        self.scheduler_lag = gauge(
            "scheduler_lag_seconds", "By how much the earliest due task is late."
        )
        self.workers = gauge("workers", "Worker processes for games, by state.", ["state"])
        self.searches_waiting = gauge("searches_waiting", "Searches without a worker so far.")
        self.searches = counter(
            "searches", "Finished searches in workers, by outcome.", ["outcome"]
        )
        self.live_tables = gauge(
            "live_tables", "Tables of the whole database, by status.", ["status"]
        )
        self.games_finished = counter("games_finished", "Games that ended here.")
        self.servers = gauge("servers", "Servers that this process looks after.")
        self.gateway_latency = gauge(
            "gateway_latency_seconds",
            "From a heartbeat to its answer, by shard; absent while it is not connected.",
            ["shard"],
        )
        self.ready = gauge(
            "ready", "1 if a part of the bot answers, else 0: as /readyz says it.", ["part"]
        )
        self.backup_age = gauge(
            "backup_age_seconds", "How old the newest regular backup is; NaN if there is none."
        )
        self.backup_age.set(math.nan)
        self.backup_failures = counter("backup_failures", "Regular backups that were not made.")

    def text(self) -> bytes:
        """All metrics in Prometheus's format; takes some milliseconds."""
        return generate_latest(self.registry)


def replace_values(gauge: Gauge, values: Mapping[Any, float]) -> None:
    """Set the gauge's finite values by label, and remove all other labels."""
    gauge.clear()
    for label, value in values.items():
        if math.isfinite(value):
            gauge.labels(label).set(value)


def set_total(counter: Counter, total: float) -> None:
    """Set a counter to a total that another part of the bot counts."""
    counter.reset()
    counter.inc(total)


async def watch_event_loop(lag: Histogram) -> None:
    """Measure the event loop's lag, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_PAUSE
        await asyncio.sleep(_LAG_PAUSE)
        lag.observe(max(loop.time() - due, 0.0))
