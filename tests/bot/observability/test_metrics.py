"""What is recorded comes out as Prometheus reads it, by the parser of its own library."""

import asyncio
import math
import time

import pytest
from prometheus_client import Histogram
from prometheus_client.parser import text_string_to_metric_families

from bot.observability.metrics import (
    ClickOutcome,
    Limit,
    Metrics,
    PublicationOutcome,
    watch_event_loop,
)

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]
_BLOCKED = 0.5
"""Seconds: longer than the pause between two measurements."""


def samples(metrics: Metrics) -> Samples:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def test_events_are_counted_by_their_labels() -> None:
    metrics = Metrics()
    metrics.clicks.labels("play", ClickOutcome.ANSWERED).observe(0.02)
    metrics.clicks.labels("play", ClickOutcome.ANSWERED).observe(2.5)
    metrics.clicks.labels("play", ClickOutcome.REFUSED).observe(0.02)
    metrics.publications.labels(PublicationOutcome.POSTPONED).observe(1)
    metrics.rate_limit_waits.labels(Limit.CHANNEL).observe(3)
    metrics.discord_responses.labels(429).inc()
    metrics.event_loop_lag.observe(0.2)
    metrics.build.info({"version": "0.1.0"})
    found = samples(metrics)
    answered = (("outcome", "answered"), ("verb", "play"))
    assert found["scout_click_seconds_count", answered] == 2
    assert found["scout_click_seconds_sum", answered] == 2.52
    assert found["scout_click_seconds_bucket", (("le", "2.0"), *answered)] == 1
    assert found["scout_publication_seconds_count", (("outcome", "postponed"),)] == 1
    assert found["scout_rate_limit_wait_seconds_sum", (("limit", "channel"),)] == 3
    assert found["scout_discord_responses_total", (("status", "429"),)] == 1
    assert found["scout_event_loop_delay_seconds_bucket", (("le", "0.1"),)] == 0
    assert found["scout_build_info", (("version", "0.1.0"),)] == 1


def test_readings_are_the_newest_ones() -> None:
    metrics = Metrics()
    metrics.read({"interactions": 3, "publications": {"waiting": 9, "retrying": 9}})
    samples(metrics)
    metrics.read(
        {
            "interactions": 4,
            "publications": {"waiting": 1, "running": 2},
            "searches": {"found": 5},
            "games_finished": 6,
            "live_tables": {"lobby": 7},
            "gateway_latency_seconds": {0: 0.04, 1: math.nan, 2: math.inf},
        }
    )
    found = samples(metrics)
    assert found["scout_interactions", ()] == 4
    assert found["scout_publications", (("state", "waiting"),)] == 1
    assert found["scout_publications", (("state", "running"),)] == 2
    assert ("scout_publications", (("state", "retrying"),)) not in found
    assert found["scout_searches_total", (("outcome", "found"),)] == 5
    assert found["scout_games_finished_total", ()] == 6
    assert found["scout_live_tables", (("status", "lobby"),)] == 7
    shards = [labels for name, labels in found if name == "scout_gateway_latency_seconds"]
    assert shards == [(("shard", "0"),)]


def test_the_process_is_watched_too() -> None:
    names = {name for name, _ in samples(Metrics())}
    assert {"process_resident_memory_bytes", "process_open_fds"} <= names


def test_two_of_them_are_apart() -> None:
    one, other = Metrics(), Metrics()
    one.event_loop_lag.observe(1)
    assert samples(one)["scout_event_loop_delay_seconds_count", ()] == 1
    assert samples(other)["scout_event_loop_delay_seconds_count", ()] == 0


@pytest.mark.slow
async def test_what_holds_up_the_loop_is_measured() -> None:
    lag = Metrics().event_loop_lag
    watch = asyncio.create_task(watch_event_loop(lag))
    await asyncio.sleep(0)
    time.sleep(_BLOCKED)  # noqa: ASYNC251 - what is to be noticed
    while not (seconds := seen(lag)):  # noqa: ASYNC110 - a metric has no event
        await asyncio.sleep(0)
    watch.cancel()
    assert seconds > 0.1


def seen(lag: Histogram) -> float:
    """The sum of the lags measured so far."""
    return sum(
        sample.value
        for family in lag.collect()
        for sample in family.samples
        if sample.name.endswith("_sum")
    )
