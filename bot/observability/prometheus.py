"""The metrics as Prometheus reads them."""

import math
from collections.abc import Iterator, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.observability.metrics import (
    ClickOutcome,
    Limit,
    Metrics,
    PublicationOutcome,
    Readings,
)

_ANSWER = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Discord takes an answer for three seconds."""
_PUBLICATION = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_WAIT = (0.001, 0.05, 0.25, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
_DELAY = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_PREFIX = "scout"


class PrometheusMetrics(Metrics):
    """Keeps all that it is told in a registry of its own; `version` is the program's."""

    def __init__(self, version: str) -> None:
        # Else each counter and histogram has one more series, with the time when it was made.
        disable_created_metrics()  # type: ignore[no-untyped-call] # left untyped there
        self.registry = CollectorRegistry()
        self._clicks = self._histogram(
            "click_seconds",
            "From a click or a command to its answer, by verb and outcome.",
            _ANSWER,
            "verb",
            "outcome",
        )
        self._publications = self._histogram(
            "publication_seconds",
            "Attempts to bring a table's messages up to date, by outcome.",
            _PUBLICATION,
            "outcome",
        )
        self._waits = self._histogram(
            "rate_limit_wait_seconds",
            "How long requests waited for the bot's own pacing, by Discord's limit.",
            _WAIT,
            "limit",
        )
        self._responses = Counter(
            "discord_responses",
            "Answers of Discord's HTTP API, by status.",
            ["status"],
            namespace=_PREFIX,
            registry=self.registry,
        )
        self._delays = self._histogram(
            "event_loop_delay_seconds",
            "By how much the event loop wakes somebody too late.",
            _DELAY,
        )
        self._readings = _ReadingsCollector()
        self._register_program(version)

    def _register_program(self, version: str) -> None:
        """What is read when somebody asks: the program's version, its state, its process."""
        Info("build", "The program.", namespace=_PREFIX, registry=self.registry).info(
            {"version": version}
        )
        self.registry.register(self._readings)
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def _histogram(
        self, name: str, words: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(
            name, words, labels, namespace=_PREFIX, buckets=buckets, registry=self.registry
        )

    def click(self, verb: str, outcome: ClickOutcome, seconds: float) -> None:
        self._clicks.labels(verb, outcome.value).observe(seconds)

    def publication(self, outcome: PublicationOutcome, seconds: float) -> None:
        self._publications.labels(outcome.value).observe(seconds)

    def rate_limit_wait(self, limit: Limit, seconds: float) -> None:
        self._waits.labels(limit.value).observe(seconds)

    def discord_response(self, status: int) -> None:
        self._responses.labels(str(status)).inc()

    def event_loop_delay(self, seconds: float) -> None:
        self._delays.observe(seconds)

    def text(self, readings: Readings) -> bytes:
        """All metrics, with these readings; takes some milliseconds."""
        self._readings.newest = readings
        return generate_latest(self.registry)


class _ReadingsCollector(Collector):
    """Gives the newest readings as metrics."""

    def __init__(self) -> None:
        self.newest = Readings()

    def collect(self) -> Iterator[Metric]:
        now = self.newest
        yield _gauge("interactions", "Interactions under way.", now.interactions)
        yield _gauges(
            "publications", "Tables to be published, by state.", "state", now.publications
        )
        yield _gauge(
            "database_writers", "Writing transactions that wait or run.", now.database_writers
        )
        yield _gauge("scheduler_tasks", "Tables whose due task runs.", now.tasks_running)
        yield _gauge(
            "scheduler_lag_seconds", "By how much the earliest due task is late.", now.scheduler_lag
        )
        yield _gauges("workers", "Worker processes for games, by state.", "state", now.workers)
        yield _gauge("searches_waiting", "Searches without a worker so far.", now.searches_waiting)
        yield _counters(
            "searches", "Finished searches in workers, by outcome.", "outcome", now.searches_total
        )
        yield _gauges(
            "live_tables", "Tables of the whole database, by status.", "status", now.live_tables
        )
        yield _counters(
            "games_finished", "Games that ended here.", None, {"": now.games_finished_total}
        )
        yield _gauge("servers", "Servers that this process looks after.", now.servers)
        yield _gauges(
            "gateway_latency_seconds",
            "From a heartbeat to its answer, by shard; absent while it is not connected.",
            "shard",
            {str(shard): seconds for shard, seconds in now.gateway_latency.items()},
        )


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{_PREFIX}_{name}", words, value=value)


def _gauges(name: str, words: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"{_PREFIX}_{name}", words, labels=[label])
    for value, number in values.items():
        if math.isfinite(number):
            family.add_metric([value], number)
    return family


def _counters(name: str, words: str, label: str | None, values: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(f"{_PREFIX}_{name}", words, labels=[label] if label else [])
    for value, number in values.items():
        family.add_metric([value] if label else [], number)
    return family
