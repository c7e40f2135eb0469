"""The dashboard, the guide and the metrics name the same things."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.observability.metrics import READINGS, ClickOutcome, Limit, Metrics, PublicationOutcome

_DOCS = Path(__file__).parents[3] / "docs"
_NAME = re.compile(r"\b(?:scout|process|python)_[a-z_]+[a-z]")
_OF_PROMETHEUS = {"instance", "job", "le"}


@pytest.fixture(scope="module")
def samples() -> dict[str, set[str]]:
    """The names of all samples that there are, and the labels of each."""
    metrics = Metrics()
    metrics.clicks.labels("play", ClickOutcome.ANSWERED).observe(0)
    metrics.publications.labels(PublicationOutcome.PUBLISHED).observe(0)
    metrics.rate_limit_waits.labels(Limit.BOT).observe(0)
    metrics.discord_responses.labels(200).inc()
    metrics.build.info({"version": "0.1.0"})
    metrics.read({name: {"one": 1} if one.label else 1 for name, one in READINGS.items()})
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def expressions(value: Any) -> Iterator[str]:
    """Every query of the dashboard."""
    if isinstance(value, dict):
        yield from (part for name, part in value.items() if name in ("expr", "query") and _is(part))
        yield from (one for part in value.values() for one in expressions(part))
    elif isinstance(value, list):
        yield from (one for part in value for one in expressions(part))


def _is(part: Any) -> bool:
    return isinstance(part, str) and _NAME.search(part) is not None


@pytest.fixture(scope="module")
def queries() -> list[str]:
    return list(expressions(json.loads((_DOCS / "grafana-dashboard.json").read_text())))


def test_the_dashboard_asks_for_metrics_that_there_are(
    queries: list[str], samples: dict[str, set[str]]
) -> None:
    asked = {name for query in queries for name in _NAME.findall(query)}
    assert len(asked) > 20
    assert asked - set(samples) == set()


def test_the_dashboard_uses_labels_that_those_metrics_have(
    queries: list[str], samples: dict[str, set[str]]
) -> None:
    for query in queries:
        labels = {label for name in _NAME.findall(query) for label in samples[name]}
        used = re.findall(r"(\w+)\s*(?:=~|!=|!~|=)\s*\"", query)
        used += [
            one for group in re.findall(r"\bby \(([^)]*)\)", query) for one in group.split(", ")
        ]
        assert set(used) <= labels | _OF_PROMETHEUS, query


def test_the_dashboard_shows_every_metric_of_ours(
    queries: list[str], samples: dict[str, set[str]]
) -> None:
    shown = {_family(name) for query in queries for name in _NAME.findall(query)}
    assert {_family(name) for name in samples if name.startswith("scout_")} - shown == set()


def test_the_panels_lie_side_by_side_and_have_numbers_of_their_own() -> None:
    panels = json.loads((_DOCS / "grafana-dashboard.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    covered = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(covered) == len(set(covered))
    assert max(x for x, _ in covered) < 24


def test_the_guide_explains_every_metric_and_no_other(samples: dict[str, set[str]]) -> None:
    guide = (_DOCS / "hosting.md").read_text(encoding="utf-8")
    section = guide.partition("## What to watch")[2].partition("\n## ")[0]
    explained = {_family(name) for name in _NAME.findall(section)}
    ours = {_family(name) for name in samples if name.startswith("scout_")}
    assert ours - explained == set()
    assert explained - {_family(name) for name in samples} == set()


def _family(name: str) -> str:
    return re.sub(r"_(bucket|count|sum|total|info)$", "", name)
