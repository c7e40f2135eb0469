"""Reports errors to members, and measures each press and command: its end and its time."""

import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord import app_commands

from bot.observability.logs import log_context
from bot.observability.metrics import ClickOutcome, Metrics
from bot.tables.core.errors import sentence_of
from bot.ui.kit.component_id import VERBS
from bot.ui.kit.errors import ALREADY_ANSWERED, REQUEST_ERRORS, UNKNOWN_INTERACTION
from bot.ui.kit.press import Press
from bot.ui.kit.sending import Dropped, Unanswered
from engine.errors import ScoutError

_log = logging.getLogger(__name__)
_EXPIRED = {UNKNOWN_INTERACTION, ALREADY_ANSWERED, 10015, 50027}
"""Discord's error codes for an interaction that can no longer be answered."""
_SLOW = 1.0
"""Seconds; Discord refuses an answer after three."""


@asynccontextmanager
async def reporting_errors(press: Press, metrics: Metrics) -> AsyncIterator[None]:
    """Catch every exception raised inside, and send the member a sentence instead.

    Log lines inside have the interaction's ids; the outcome goes to `metrics`.
    """
    interaction, started, outcome = press.interaction, time.monotonic(), ClickOutcome.ANSWERED
    name = _name(press)
    with log_context(click=name, interaction=interaction.id, guild=interaction.guild_id or 0):
        try:
            yield
        except Exception as error:  # noqa: BLE001 - the last handler: shown to the member, logged in full
            outcome = await _report(press, error)
        finally:
            seconds = (press.answered_at or time.monotonic()) - started
            metrics.clicks.labels(name, outcome).observe(seconds)
            level = logging.INFO if seconds >= _SLOW else logging.DEBUG
            milliseconds = round(seconds * 1000)
            facts = {"outcome": outcome.value, "duration_ms": milliseconds}
            _log.log(level, "%s after %s ms", outcome, milliseconds, extra=facts)


def _name(press: Press) -> str:
    """The verb of a press, the name of a command; one of a closed set."""
    if press.interaction.type is discord.InteractionType.component:
        _, verb, *_ = [*press.custom_id.split(":"), ""]
        return verb if verb in VERBS else "other"
    command = press.interaction.command
    return "other" if command is None else command.qualified_name


async def _report(press: Press, error: Exception) -> ClickOutcome:
    """Report the error to the member, or log that they get no answer; return the outcome."""
    match error:
        case ScoutError():
            await _try_to_say(press, press.language.say(sentence_of(error)))
            return ClickOutcome.REFUSED
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            # Discord's list of commands can be older or newer than this program.
            changed = press.language.gettext(
                "This command has changed. Restart Discord, then use it again."
            )
            await _try_to_say(press, changed)
            return ClickOutcome.REFUSED
        case Unanswered() | Dropped():
            _log.info("an interaction has no answer (%s)", type(error).__name__)
            return ClickOutcome.LATE if isinstance(error, Dropped) else ClickOutcome.UNREACHABLE
        case discord.HTTPException() if error.code in _EXPIRED:
            _log.info("an interaction could not be answered in time (code %s)", error.code)
            return ClickOutcome.LATE
    await _report_internal_error(press)
    return ClickOutcome.FAILED


async def _report_internal_error(press: Press) -> None:
    """Log the exception that is being handled; the member gets a reference to it."""
    reference = secrets.token_hex(3).upper()
    _log.exception("reference %s", reference)
    language = press.language
    if press.done is None:
        words = language.gettext(
            "Something went wrong on my side, but your game is safe. Please try again. "
            "If it happens again, send this reference to whoever runs the bot: {reference}.",
            reference=reference,
        )
    else:
        # Translators: {done} is a sentence, such as "You show 4 5 6."
        words = language.gettext(
            "{done} If it happens again, send this reference to whoever runs the bot: {reference}.",
            done=press.done,
            reference=reference,
        )
    await _try_to_say(press, words)


async def _try_to_say(press: Press, sentence: str) -> None:
    try:
        await press.say(sentence)
    except (*REQUEST_ERRORS, Dropped, Unanswered) as error:
        _log.info("a sentence could not be delivered: %s", type(error).__name__)
