"""The report of the guided check, to be pasted into a bug report: no ids, no names."""

import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

import discord

from tests.tools.guided_check.assumptions import Assumption, Verdict
from tests.tools.guided_check.context import CheckContext


def report(context: CheckContext, ended_early: str | None, left: Sequence[str]) -> Iterator[str]:
    """The lines of the report: versions and permissions, each assumption, and what is left."""
    yield ""
    yield "Guided check of docs/discord.md"
    now = datetime.now(UTC)
    yield (
        f"{now:%Y-%m-%d %H:%M} UTC, bot {version('scout-for-discord')}, discord.py "
        f"{discord.__version__}, Python {platform.python_version()}, {platform.system()}"
    )
    allowed = [name for name, is_allowed in context.permissions if is_allowed]
    yield f"The bot's permissions in the channel: {', '.join(allowed) or 'not known'}"
    if ended_early is not None:
        yield f"It did not come to its end. {ended_early}"
    for assumption in Assumption:
        yield _line(context, assumption)
    counts = [f"{len(context.judgements.of(verdict))} {verdict.lower()}" for verdict in Verdict]
    yield f"{', '.join(counts)}."
    if left:
        yield f"Left at Discord, please delete it by hand: {'; '.join(left)}."
    else:
        yield "Nothing is left at Discord."


def _line(context: CheckContext, assumption: Assumption) -> str:
    verdict, words = context.judgements[assumption]
    why = f" {words[0].upper()}{words[1:].rstrip('.')}." if words else ""
    return f"{verdict:<6} {assumption.number:>2}. {assumption.claim}{why}"
