"""The end of the guided check in words that can be pasted into a bug report: no ids, no names."""

import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

import discord

from bot.doctor.guided.beliefs import Belief, Verdict
from bot.doctor.guided.scene import Scene


def report(scene: Scene, ended_early: str | None, left: Sequence[str]) -> Iterator[str]:
    """Its lines: what was tried and with what, each belief, and what is left at Discord."""
    yield ""
    yield "Guided check of docs/discord.md"
    now = datetime.now(UTC)
    yield (
        f"{now:%Y-%m-%d %H:%M} UTC, bot {version('scout-for-discord')}, discord.py "
        f"{discord.__version__}, Python {platform.python_version()}, {platform.system()}"
    )
    allowed = [name for name, is_allowed in scene.permissions if is_allowed]
    yield f"The bot's permissions in the channel: {', '.join(allowed) or 'not known'}"
    if ended_early is not None:
        yield f"It did not come to its end. {ended_early}"
    for belief in Belief:
        yield _line(scene, belief)
    counts = [f"{len(scene.judgements.of(verdict))} {verdict.lower()}" for verdict in Verdict]
    yield f"{', '.join(counts)}."
    if left:
        yield f"Left at Discord, please delete it by hand: {'; '.join(left)}."
    else:
        yield "Nothing is left at Discord."


def _line(scene: Scene, belief: Belief) -> str:
    verdict, words = scene.judgements[belief]
    why = f" {words[0].upper()}{words[1:].rstrip('.')}." if words else ""
    return f"{verdict:<6} {belief.number:>2}. {belief.claim}{why}"
