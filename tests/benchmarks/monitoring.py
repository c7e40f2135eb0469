"""Measures what it costs to watch the bot: each click, each other event, and a scrape.

Run with `python -m tests.benchmarks.monitoring`.
"""

import timeit
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import discord

from bot.observability.logs import add_log_ids
from bot.observability.metrics import ClickOutcome, Limit, Metrics, PublicationOutcome
from bot.ui.kit.component_id import Verb
from bot.ui.kit.error_reports import reporting_errors
from bot.ui.kit.press import Press

_EVENTS, _SCRAPES, _ROUNDS = 5_000, 10, 7


def main() -> None:
    metrics = Metrics()
    print("Microseconds, the quickest of some rounds:")
    for name, event in {
        "click": lambda: _finish(_click(metrics)),
        "publication": lambda: _publication(metrics),
        "wait for a rate limit": lambda: metrics.rate_limit_waits.labels(Limit.BOT).observe(0.1),
        "answer of Discord": lambda: metrics.discord_responses.labels(200).inc(),
    }.items():
        print(f"{name:30}{_quickest(event, _EVENTS) * 1e6:10.1f}")
    # What a busy bot has had after some hours: half of the verbs, with two outcomes each.
    for verb in [*Verb][::2]:
        for outcome in (ClickOutcome.ANSWERED, ClickOutcome.REFUSED):
            metrics.clicks.labels(verb, outcome).observe(0.1)
    size = len(metrics.text())
    seconds = _quickest(metrics.text, _SCRAPES)
    print(f"{'scrape':30}{seconds * 1e6:10.0f}, {size:,} bytes")


def _quickest(event: Callable[[], object], count: int) -> float:
    """The least seconds that one event takes."""
    return min(timeit.repeat(event, number=count, repeat=_ROUNDS)) / count


def _publication(metrics: Metrics) -> None:
    metrics.publications.labels(PublicationOutcome.PUBLISHED).observe(0.1)


def _finish(click: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never waits for anything, without an event loop."""
    with suppress(StopIteration):
        click.send(None)


async def _click(metrics: Metrics) -> None:
    """Do all that a click needs only for those who watch the bot."""
    interaction: Any = SimpleNamespace(
        type=discord.InteractionType.component,
        data={"custom_id": "scout:play:1:2:S2-4"},
        id=1,
        guild_id=2,
        user=SimpleNamespace(id=3),
        locale=discord.Locale.german,
        created_at=discord.utils.utcnow(),
    )
    async with reporting_errors(Press(interaction), metrics):
        add_log_ids(table=3)


if __name__ == "__main__":
    main()
