"""What is told comes out as Prometheus reads it, by the parser of its own library."""

import math

from prometheus_client.parser import text_string_to_metric_families

from bot.observability.metrics import ClickOutcome, Limit, PublicationOutcome, Readings
from bot.observability.prometheus import PrometheusMetrics

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(metrics: PrometheusMetrics, readings: Readings | None = None) -> Samples:
    text = metrics.text(readings or Readings()).decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_events_are_counted_by_their_labels() -> None:
    metrics = PrometheusMetrics("0.1.0")
    metrics.click("play", ClickOutcome.ANSWERED, 0.02)
    metrics.click("play", ClickOutcome.ANSWERED, 2.5)
    metrics.click("play", ClickOutcome.REFUSED, 0.02)
    metrics.publication(PublicationOutcome.POSTPONED, 1)
    metrics.rate_limit_wait(Limit.CHANNEL, 3)
    metrics.discord_response(429)
    metrics.event_loop_delay(0.2)
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
    metrics = PrometheusMetrics("0.1.0")
    samples(metrics, Readings(interactions=3, publications={"waiting": 9}))
    found = samples(
        metrics,
        Readings(
            interactions=4,
            publications={"waiting": 1, "running": 2},
            searches_total={"found": 5},
            games_finished_total=6,
            live_tables={"lobby": 7},
            gateway_latency={0: 0.04, 1: math.nan, 2: math.inf},
        ),
    )
    assert found["scout_interactions", ()] == 4
    assert found["scout_publications", (("state", "waiting"),)] == 1
    assert found["scout_publications", (("state", "running"),)] == 2
    assert found["scout_searches_total", (("outcome", "found"),)] == 5
    assert found["scout_games_finished_total", ()] == 6
    assert found["scout_live_tables", (("status", "lobby"),)] == 7
    shards = [labels for name, labels in found if name == "scout_gateway_latency_seconds"]
    assert shards == [(("shard", "0"),)]


def test_the_process_is_watched_too() -> None:
    names = {name for name, _ in samples(PrometheusMetrics("0.1.0"))}
    assert {"process_resident_memory_bytes", "process_open_fds"} <= names


def test_two_of_them_are_apart() -> None:
    one, other = PrometheusMetrics("0.1.0"), PrometheusMetrics("0.1.0")
    one.event_loop_delay(1)
    assert samples(one)["scout_event_loop_delay_seconds_count", ()] == 1
    assert samples(other)["scout_event_loop_delay_seconds_count", ()] == 0
