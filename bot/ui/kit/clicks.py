"""Measures each press and command: what it was, how it ended, how long its answer took."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import discord

from bot.observability.logs import log_context
from bot.observability.metrics import ClickOutcome, Metrics
from bot.ui.kit.component_id import Verb

_log = logging.getLogger(__name__)
_METRICS, _ANSWERED_AT = "metrics", "answered_at"
_SLOW = 1.0
"""Seconds; Discord takes no answer after three."""
_VERBS = frozenset(Verb)


class Click:
    """A press or a command under way; whoever handles its errors sets `outcome`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.outcome = ClickOutcome.ANSWERED


@contextmanager
def measured(interaction: discord.Interaction) -> Iterator[Click]:
    """Log with the interaction's ids inside the block, and at its end tell how it went."""
    started = time.monotonic()
    click = Click(_name(interaction))
    with log_context(click=click.name, interaction=interaction.id, guild=interaction.guild_id or 0):
        try:
            yield click
        finally:
            seconds = interaction.extras.get(_ANSWERED_AT, time.monotonic()) - started
            metrics: Metrics | None = interaction.extras.get(_METRICS)
            if metrics is not None:
                metrics.clicks.labels(click.name, click.outcome).observe(seconds)
            _log_click(click, seconds)


def tell_metrics(interaction: discord.Interaction, metrics: Metrics) -> None:
    """Have `metrics` told of this interaction."""
    interaction.extras[_METRICS] = metrics


def note_answered(interaction: discord.Interaction) -> None:
    """The member has the first answer: what follows takes nobody's time."""
    interaction.extras.setdefault(_ANSWERED_AT, time.monotonic())


def _name(interaction: discord.Interaction) -> str:
    """The verb of a press, the name of a command; one of a closed set."""
    if interaction.type is discord.InteractionType.component:
        data = cast("dict[str, Any]", interaction.data)
        _, verb, *_ = [*str(data.get("custom_id", "")).split(":"), ""]
        return verb if verb in _VERBS else "other"
    command = interaction.command
    return "other" if command is None else command.qualified_name


def _log_click(click: Click, seconds: float) -> None:
    level = logging.INFO if seconds >= _SLOW else logging.DEBUG
    if _log.isEnabledFor(level):
        milliseconds = round(seconds * 1000)
        facts = {"outcome": click.outcome.value, "duration_ms": milliseconds}
        _log.log(level, "%s after %s ms", click.outcome, milliseconds, extra=facts)
