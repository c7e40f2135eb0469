"""A member's pause: the panel in each of its states."""

from collections.abc import Iterator
from datetime import UTC, datetime

from bot.tables.pauses import PauseDays
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.pauses import pause_message

_THEN = datetime(2026, 11, 21, 12, tzinfo=UTC)


def panels(language: Language) -> Iterator[Message]:
    for has in (
        PauseDays(14, 14),
        PauseDays(28, 28),
        PauseDays(14, 0),
        PauseDays(0, 0),
        PauseDays(14, 3, until=_THEN),
        PauseDays(14, 14, barred_until=_THEN),
    ):
        yield pause_message(language, has)
