"""The metrics of the running bot, of Prometheus's types.

Labels are closed sets, never ids of members, servers or tables. Times are in seconds.
"""

import asyncio
import math
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

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
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

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


class Reading(NamedTuple):
    """A metric that is read from the bot's parts: a number, or one for each value of its label."""

    meaning: str
    label: str = ""
    family: type[GaugeMetricFamily | CounterMetricFamily] = GaugeMetricFamily


READINGS = {
    "interactions": Reading("Interactions under way."),
    "publications": Reading("Tables to be published, by state.", "state"),
    "database_writers": Reading("Writing transactions that wait or run."),
    "database_refusals": Reading(
        "Writing transactions that could not be saved.", "reason", CounterMetricFamily
    ),
    "scheduler_tasks": Reading("Tables whose due task runs."),
    "scheduler_lag_seconds": Reading("By how much the earliest due task is late."),
    "workers": Reading("Worker processes for games, by state.", "state"),
    "searches_waiting": Reading("Searches without a worker so far."),
    "searches": Reading(
        "Finished searches in workers, by outcome.", "outcome", CounterMetricFamily
    ),
    "live_tables": Reading("Tables of the whole database, by status.", "status"),
    "games_finished": Reading("Games that ended here.", family=CounterMetricFamily),
    "servers": Reading("Servers that this process looks after."),
    "gateway_latency_seconds": Reading(
        "From a heartbeat to its answer, by shard; absent while it is not connected.", "shard"
    ),
    "ready": Reading("1 if a part of the bot answers, else 0: as /readyz says it.", "part"),
}
"""By the names of the metrics, without their beginning `scout_`."""


class Metrics(Collector):
    """One bot's metrics, in a registry of its own."""

    def __init__(self) -> None:
        # Otherwise each counter and histogram has one more series: the time of its creation.
        disable_created_metrics()  # type: ignore[no-untyped-call] # untyped in the library
        self.registry = CollectorRegistry()
        self._readings: Sequence[Metric] = ()
        self.registry.register(self)
        self._add_events()
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
        counter = partial(Counter, namespace="scout", registry=self.registry)
        self.discord_responses = counter(
            "discord_responses", "Answers of Discord's HTTP API, by status.", ["status"]
        )
        self.event_loop_lag = histogram(
            "event_loop_delay_seconds",
            "By how much the event loop wakes somebody too late.",
            buckets=_LAG,
        )
        self.build = Info("build", "The program.", namespace="scout", registry=self.registry)
        self.backup_age = Gauge(
            "backup_age_seconds",
            "How old the newest regular backup is; NaN if there is none.",
            namespace="scout",
            registry=self.registry,
        )
        self.backup_age.set(math.nan)
        self.backup_failures = counter("backup_failures", "Regular backups that were not made.")

    def read(self, values: Mapping[str, float | Mapping[Any, float]]) -> None:
        """Replace all READINGS by the values of one moment; infinite ones are left out."""
        self._readings = [_family(name, value) for name, value in values.items()]

    def collect(self) -> Iterable[Metric]:
        """The newest readings, for the registry."""
        return self._readings

    def text(self) -> bytes:
        """All metrics in Prometheus's format; takes some milliseconds."""
        return generate_latest(self.registry)


def _family(name: str, value: float | Mapping[Any, float]) -> Metric:
    meaning, label, family = READINGS[name]
    read = family(f"scout_{name}", meaning, labels=[label] if label else [])
    for key, number in value.items() if isinstance(value, Mapping) else [("", value)]:
        if math.isfinite(number):
            read.add_metric([str(key)] if label else [], number)
    return read


async def watch_event_loop(lag: Histogram) -> None:
    """Measure the event loop's lag, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_PAUSE
        await asyncio.sleep(_LAG_PAUSE)
        lag.observe(max(loop.time() - due, 0.0))
