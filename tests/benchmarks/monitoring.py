"""What it costs to watch the bot: each click, each other event, and a scrape.

Run with `python -m tests.benchmarks.monitoring`.
"""

import timeit
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord

from bot.observability.log_context import add_log_ids
from bot.observability.metrics import (
    NO_METRICS,
    ClickOutcome,
    Limit,
    Metrics,
    PublicationOutcome,
    Readings,
)
from bot.observability.prometheus import PrometheusMetrics
from bot.ui.kit.clicks import measured, tell_metrics
from bot.ui.kit.component_id import Verb

_EVENTS, _SCRAPES, _ROUNDS = 5_000, 10, 7


def main() -> None:
    metrics = PrometheusMetrics("0")
    print("Microseconds, the quickest of some rounds:")
    for name, event in {
        "click without an endpoint": lambda: _click(NO_METRICS),
        "click with one": lambda: _click(metrics),
        "publication": lambda: metrics.publication(PublicationOutcome.PUBLISHED, 0.1),
        "wait for a rate limit": lambda: metrics.rate_limit_wait(Limit.BOT, 0.1),
        "answer of Discord": lambda: metrics.discord_response(200),
    }.items():
        print(f"{name:30}{_quickest(event, _EVENTS) * 1e6:10.1f}")
    # What a busy bot has had after some hours: half of the verbs, with two outcomes each.
    for verb in [*Verb][::2]:
        for outcome in (ClickOutcome.ANSWERED, ClickOutcome.REFUSED):
            metrics.click(verb, outcome, 0.1)
    size = len(metrics.text(Readings()))
    seconds = _quickest(lambda: metrics.text(Readings()), _SCRAPES)
    print(f"{'scrape':30}{seconds * 1e6:10.0f}, {size:,} bytes")


def _quickest(event: Callable[[], object], count: int) -> float:
    """Seconds of one event."""
    return min(timeit.repeat(event, number=count, repeat=_ROUNDS)) / count


def _click(metrics: Metrics) -> None:
    """All that is done for a click because somebody may watch."""
    interaction: Any = SimpleNamespace(
        type=discord.InteractionType.component,
        data={"custom_id": "scout:play:1:2:S2-4"},
        id=1,
        guild_id=2,
        extras={},
    )
    with measured(interaction):
        tell_metrics(interaction, metrics)
        add_log_ids(table=3)


if __name__ == "__main__":
    main()
